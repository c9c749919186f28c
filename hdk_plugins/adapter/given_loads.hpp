#pragma once

// What pushes a host's points beside gravity, during one of the host's steps.

#include "solver_core/sim/state.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiction {

// Of one object's nodes; a list is empty or has a value for every node.
struct NodeLoads {
    Vec3Array force;                 // N
    std::vector<double> resistance;  // kg/s, 0 or more: draws a node towards `air`
    Vec3Array air;                   // m/s; empty: still air
};

struct GivenLoads {
    std::vector<NodeLoads> objects;  // of every object that deforms; empty: none
    // Adds to the load of every node (N) what depends on where nodes are and how fast; asked before every step of the solver.
    std::function<void(const State& state, Vec3Array& load)> field;
};

// Throws InputError for a list that has not a value for every node, a number that is not finite, or a resistance below 0.
void check_loads(const NodeLoads& loads, std::size_t nodes, const std::string& name_for_messages);

}  // namespace stiction
