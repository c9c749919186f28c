#pragma once

// A scene's geometry with what the scene says about it as attributes, for programs whose objects are geometry.
//
//   name                  of primitives: the object
//   stiction_<parameter>  of primitives: every single value of the object, by its path with _ for the dots
//   stiction_variation_*  of points and primitives: the multipliers of the object's variation
//   stopped               of points: 1 holds the point where it is
//   pintoanimation        of points: 1 makes it follow the target of the same number
//   v                     of points: velocity at the start, m/s

#include "solver_core/io/geo_detail.hpp"
#include "solver_core/mesh/surface_mesh.hpp"
#include "solver_core/scene/place.hpp"
#include "solver_core/sim/model.hpp"

#include <set>
#include <string>
#include <vector>

namespace stiction {

// A value of a JSON object by its flattened path.
struct FlatValue {
    std::string path;  // "material.young"
    Json value;        // a number, a flag, a text or three numbers
    std::string token() const;
};
// All single values below `object`. Paths in `left_out` are not looked into; lists that are not empty and are not three
// numbers go to `lists`.
std::vector<FlatValue> flatten_values(const Json& object, const std::vector<std::string>& left_out,
                                      std::vector<FlatValue>& lists);

// Which multipliers any of a scene's objects has: "friction", "mass", "stiffness".
std::set<std::string> varied_values(const Json& objects);
// A deformable object at the start.
GeoDetail object_detail(const Model& model, const ObjectRange& object, const Json& settings,
                        const std::set<std::string>& varied);
// Where its pinned nodes are at `time`; the others stay where they start.
GeoDetail target_detail(const Model& model, const ObjectRange& object, double time);
bool has_moving_pins(const Model& model, const ObjectRange& object);
GeoDetail collider_detail(const SurfaceMesh& mesh, const std::string& name, const Json& settings);

}  // namespace stiction
