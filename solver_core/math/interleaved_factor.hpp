#pragma once

#include "solver_core/math/large_array.hpp"
#include "solver_core/math/solve_tasks.hpp"

#include <Eigen/Core>

#include <vector>

namespace stiction {

// Most columns one strip has: their values, a row of the strip and a sum fit into sixteen registers.
constexpr Index kStripColumns = 8;

// The factor L in the order in which a solve reads it.
//
// A panel is cut into strips of up to eight columns. A strip stores the inverse of its triangle, then its
// rectangle row by row: one row meets the strip's values, which stay in registers.
//
// The unknowns lie at positions of one array. Each task has a segment: its own columns, then its boundary,
// the rows of its ancestors that it touches. What a task adds to its boundary is taken over by its parent, in
// the order of the children; nobody else writes into its segment.
struct InterleavedFactor {
    struct Strip {
        std::int64_t values;  // start in `values`: triangle packed by rows, then rows x columns
        std::int64_t rows;    // start in `row_position`
        Index row_count;
        Index first;  // position of the first column
        Index columns;
    };
    struct Task {
        Index strip_begin, strip_end;
        Index own_begin, own_end;  // positions; the boundary follows
        Index boundary_end;
        Index node_begin;       // start in `node`, one for each own column
        std::int64_t up_begin;  // start in `up_position`, one for each boundary row
        std::vector<Index> children;
        Index parent;
    };

    LargeArray<double> values;
    std::vector<Strip> strips;
    std::vector<Task> tasks;
    std::vector<Index> row_position;
    std::vector<Index> node;         // node of the system for a column
    std::vector<Index> up_position;  // position in the parent's segment for a boundary row
    Index positions = 0;
    std::int64_t entries = 0;  // stored entries of L, zeros of merged panels included
};

// Lays out positions, strips and tasks, values unset, and tells where each supernode's strips start.
struct InterleavedLayout {
    InterleavedFactor factor;
    std::vector<Index> first_strip;  // of a supernode
};
InterleavedLayout lay_out(const Supernodes& supernodes, const SolveTasks& tasks);

// Copies the finished panel of a supernode into its strips.
void store_panel(InterleavedFactor& factor, Index first_strip,
                 const Eigen::Ref<const Eigen::MatrixXd>& panel);

}  // namespace stiction
