#pragma once

// One object of a host and what the solver takes from it. The attributes:
//
//   P                     where the object is; world space, m
//   restP                 its rest shape (rest is understood too); without it P is the rest shape
//   v                     velocity, m/s
//   mass                  kg of a point; points of mass 0 are held
//   density               kg/m^2 of cloth, kg/m^3 of a soft body, of points or primitives; mass wins over it
//   pscale                half the thickness, m, as Vellum's
//   friction              coefficient mu, of points or primitives; two objects multiply by contact.friction_rule, as in Vellum.
//                         There it scales a threshold of the solver's own, here it is mu itself
//   stopped               with its first bit set the point stays where it is
//   pintoanimation        not 0: the point follows the target geometry, or stays; gluetoanimation too
//   disableself           1 everywhere: no contact of the object with itself
//   name                  text of a primitive: every value is an object of its own
//   stiction_<parameter>  any parameter of the object, by its path with _ for the dots: stiction_material_young. It takes the place
//                         of the attributes above that mean the same; points of mass 0 stay held
//
// Attributes may be of points, primitives or the whole geometry. Friction, mass, density, stretch and young may differ within an
// object (piece_variation.hpp); everything else has one value all over it.

#include "hdk_plugins/adapter/geometry_piece.hpp"
#include "hdk_plugins/adapter/host_parameter.hpp"
#include "solver_core/scene/scene.hpp"

#include <string>
#include <vector>

namespace stiction {

struct HostObject {
    std::string name;
    bool is_collider = false;
    GeoDetail geometry;     // positions in world space
    HostSettings settings;  // parameters of the object set on nodes; attributes win over them
};

// An object of the scene.
struct PreparedObject {
    std::string name;
    std::string type;           // cloth, soft or collider
    HostSettings settings;      // paths within the object
    std::vector<Index> points;  // node k is this point of the host's geometry
    std::vector<Triangle> triangles;
    std::vector<Tet> tets;
    Vec3Array rest, start;        // m
    Vec3Array velocity;           // m/s; empty where the host gives none
    Variation variation;          // what differs within the object
    std::vector<Index> held;      // nodes that stay where they start
    std::vector<Index> animated;  // nodes that follow the target
    std::vector<std::string> warnings;
};

// Throws InputError naming the object and the attribute.
std::vector<PreparedObject> prepare_object(const HostObject& object);

}  // namespace stiction
