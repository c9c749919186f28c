#pragma once

#include "solver_core/math/interleaved_factor.hpp"
#include "solver_core/math/linear_solver.hpp"

namespace stiction {

// A whole solve on all threads: b in, x = (L L^T)^-1 b out. `values` are the factor's in double or single precision, and
// the sums are formed in that precision.
template <class Real>
void solve_interleaved(const InterleavedFactor& factor, const Real* values, Span<Vec3> b,
                       std::vector<PaddedVec3<Real>>& nodes, std::vector<TaskProgress>& progress);

}  // namespace stiction
