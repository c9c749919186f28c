#pragma once

// Parameters as a host's nodes show them: the one declaration in solver_core/scene, flattened. Nothing is typed again
// here; what the declaration gains, every node gains.

#include "solver_core/scene/parameter.hpp"

#include <string>
#include <utility>
#include <vector>

namespace stiction {

struct HostParameter {
    std::string path;   // within the scene or the object: "solver.iterations", "material.young"
    std::string token;  // the same as a name that hosts allow: "solver_iterations"
    const FieldInfo* info = nullptr;
    Json value;  // its default; null where it has none
    std::vector<std::string>
        methods;  // solver.method values that use it, by itself or by what it is part of; empty: all
};

// What a solver node sets: every single value of a scene but those that the host gives in another way (names, the length
// of a step, files).
const std::vector<HostParameter>& scene_parameters();
// What an object of a type ("cloth", "soft", "collider") may have set, but for its name, its mesh and its motion.
const std::vector<HostParameter>& object_parameters(const std::string& type);

// Values for paths, in the order in which they are set.
using HostSettings = std::vector<std::pair<std::string, Json>>;

// The choice with this number, as menus count them. Throws InputError for a number that is none.
Json choice_of(const HostParameter& parameter, std::int64_t number);
Index number_of_choice(const HostParameter& parameter, const Json& word);

// When a node greys the parameter out, in Houdini's syntax over `method_token`'s words: "{ solver_method != staggered }".
// Empty: never.
std::string disable_rule(const HostParameter& parameter, const std::string& method_token);

}  // namespace stiction
