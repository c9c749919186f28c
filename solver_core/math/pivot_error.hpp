#pragma once

#include "solver_core/base/error.hpp"
#include "solver_core/base/types.hpp"

#include <fmt/format.h>

namespace stiction {

// A pivot below this part of its diagonal entry is rounding noise: P is singular to working precision.
constexpr double kPivotTolerance = 1e-14;

// A matrix that is not positive definite, by the unknown whose pivot shows it: of all factorisations.
class PivotError : public InputError {
public:
    PivotError(Index node, double pivot)
        : InputError("linear system",
                     fmt::format("not positive definite: the pivot of node {} is {:.3g}; it must be "
                                 "positive; a zero mass or negative stiffness?",
                                 node, pivot)),
          node_(node),
          pivot_(pivot)
    {
    }
    Index node() const { return node_; }
    double pivot() const { return pivot_; }

private:
    Index node_;
    double pivot_;
};

}  // namespace stiction
