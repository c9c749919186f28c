#pragma once

#include "solver_core/math/supernodes.hpp"

#include <vector>

namespace stiction {

// The supernodes cut into tasks, connected pieces of the elimination tree (or bundles of siblings) of similar
// work. The cut depends on the matrix alone, so the sums of a solve are formed in the same order for any
// thread count.
//
// Tasks are numbered such that children come before parents and the longest way to the root goes first.
struct SolveTasks {
    std::vector<Index> of_supernode;
    std::vector<Index> parent;                   // -1: nothing depends on it
    std::vector<std::vector<Index>> children;    // ascending
    std::vector<std::vector<Index>> supernodes;  // ascending: children before parents

    Index count() const { return static_cast<Index>(parent.size()); }
};

SolveTasks cut_into_tasks(const Supernodes& supernodes);

}  // namespace stiction
