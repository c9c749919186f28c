#pragma once

// Singular values of a 3x3 matrix with rotations on both sides.
//
//   F = U diag(sigma) V^T,  det U = det V = 1,  |sigma0| >= |sigma1| >= |sigma2|,  only sigma2 may be negative
//
// Cyclic Jacobi on F^T F, then F V orthogonalised column by column: a fixed number of sweeps, so always the same
// operations and the same bits.

#include "solver_core/base/types.hpp"

namespace stiction {

struct Svd3 {
    Mat3 u;
    Vec3 sigma;
    Mat3 v;
};

Svd3 svd3(const Mat3& f);

// The same bits for `count` matrices, at most kSvd3Lanes: the roots and divisions of one are waited for while the others'
// are under way.
constexpr Index kSvd3Lanes = 8;
void svd3_lanes(const Mat3* f, Index count, Svd3* out);

// The nearest rotation to F (proper, also for inverted F).
Mat3 nearest_rotation(const Mat3& f);

}  // namespace stiction
