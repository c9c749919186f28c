#pragma once

#include "solver_core/math/interleaved_factor.hpp"

namespace stiction {

// The two halves of a solve restricted to one task; x are the positions of the whole factor, `values` its values in double
// or in single precision.
//
// Forward, L y = b: takes b of the task's nodes and the children's boundaries, leaves y in its own columns
// and in its boundary what it adds to the ancestors' right-hand sides.
template <class Real>
void solve_forward(const InterleavedFactor& factor, const Real* values, const InterleavedFactor::Task& task,
                   const Vec3* b, PaddedVec3<Real>* x);
// Backward, L^T x = y: takes the ancestors' solution from the parent's segment, leaves x in its own columns
// and in b.
template <class Real>
void solve_backward(const InterleavedFactor& factor, const Real* values, const InterleavedFactor::Task& task,
                    Vec3* b, PaddedVec3<Real>* x);

}  // namespace stiction
