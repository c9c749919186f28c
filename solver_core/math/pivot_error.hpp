#pragma once

#include "solver_core/base/error.hpp"
#include "solver_core/base/types.hpp"

#include <fmt/format.h>

namespace stiction {

// A pivot below this part of its diagonal entry is rounding noise: P is singular to working precision.
constexpr double kPivotTolerance = 1e-14;

// The one message of all factorisations for a matrix that is not positive definite.
[[noreturn]] inline void throw_bad_pivot(Index node, double pivot)
{
    throw InputError("linear system",
                     fmt::format("not positive definite: the pivot of node {} is {:.3g}; it must be "
                                 "positive; a zero mass or negative stiffness?",
                                 node, pivot));
}

}  // namespace stiction
