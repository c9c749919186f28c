#pragma once

// What differs from place to place within an object, from attributes:
//
//   friction                     mu of points or primitives
//   mass                         kg of points; 0 is left to the pins
//   density                      of primitives or points
//   stiction_material_stretch    of primitives or points of cloth; weft and shear go with it
//   stiction_material_young      of primitives or points of a soft body
//   stiction_variation_<name>    the multipliers themselves: friction and mass of points, stiffness of primitives
//
// An attribute with one value all over an object is a setting of the object; of one that varies the largest value is (of mass and
// density the mean), and the rest are multipliers.

#include "hdk_plugins/adapter/host_object.hpp"
#include "hdk_plugins/adapter/piece_attributes.hpp"

#include <string>

namespace stiction {

constexpr const char* kVariationPrefix = "stiction_variation_";

// Sets object.settings and object.variation. Throws InputError naming the object, the attribute and the element.
void take_friction(const PieceAttributes& attributes, const std::string& where, PreparedObject& object);
void take_mass(const PieceAttributes& attributes, const std::string& where, PreparedObject& object);
// True when `path` (material.stretch or material.young) varies and was taken as stiffness.
bool take_stiffness(const PieceAttributes& attributes, const std::string& attribute, const std::string& path,
                    const std::string& where, PreparedObject& object);
void take_multipliers(const PieceAttributes& attributes, const std::string& where, PreparedObject& object);

}  // namespace stiction
