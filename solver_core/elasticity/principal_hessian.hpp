#pragma once

// Second derivatives of an isotropic energy W = V Psi(F) by its principal stretches, as 3x3 blocks of corners.
//
// With F = U diag(s) V^T the tensor dP/dF, seen in the frames U and V, has few entries:
//   diagonal   dP_ii/dF_kk = A_ik                                            (3x3, symmetric)
//   pairs      dP_ij/dF_ij = D_k,  dP_ij/dF_ji = E_k,  i, j, k all different (2x2, eigenvalues D_k +- E_k)
// so its nine eigenvalues are those of A and the six sums and differences, and making it positive semidefinite is making A
// so and raising the six to zero: the nearest such matrix in the Frobenius norm.                    [Smith et al. 2019]
// With b_a the gradient of corner a's shape function, a block is
//   d2W/dx_a dx_b = V U B U^T,  b' = V^T b,  B_ii = A_ii b'_ai b'_bi + sum_{j != i} D_k b'_aj b'_bj,
//                                            B_ik = A_ik b'_ai b'_bk + E b'_ak b'_bi
//
// The same holds for a membrane with F extended by a column of zeros: b'_2 = 0, so of the pairs with the normal only D
// counts, the stress over the stretch that holds it against buckling.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/math/hessian_kind.hpp"
#include "solver_core/math/svd3.hpp"

#include <algorithm>
#include <array>

namespace stiction {

// Number of a pair of corners, a >= b, in an element's list of blocks d2W/dx_a dx_b.
constexpr Index block_of(Index a, Index b) { return a * (a + 1) / 2 + b; }
constexpr Index blocks_of(Index corners) { return corners * (corners + 1) / 2; }

struct PrincipalModuli {
    Mat3 diagonal;   // A, Pa
    Vec3 symmetric;  // D + E: the pair's shear, Pa; entry k is the pair of the other two
    Vec3 skew;       // D - E: the pair's rotation, Pa
};

void make_positive(PrincipalModuli& moduli);

// Blocks of the corners 1 .. corners-1, whose shape gradients are the rows of `gradients` (1/m; a triangle's in the first
// two columns, the third row and column zero), and of corner 0, which is minus their sum. `measure` is V.
void principal_blocks(const PrincipalModuli& moduli, const Svd3& f, const Mat3& gradients, double measure,
                      Index corners, Mat3* block);

// visit(e, svd of deformation(e)) for begin <= e < end, several decompositions at a time; each gives the bits it gives alone.
template <class Deformation, class Visit>
void for_each_svd(Index begin, Index end, Deformation&& deformation, Visit&& visit)
{
    std::array<Mat3, kSvd3Lanes> f;
    std::array<Svd3, kSvd3Lanes> svd;
    for (Index first = begin; first < end; first += kSvd3Lanes) {
        const Index count = std::min(kSvd3Lanes, end - first);
        for (Index i = 0; i < count; ++i) f[i] = deformation(first + i);
        svd3_lanes(f.data(), count, svd.data());
        for (Index i = 0; i < count; ++i) visit(first + i, svd[i]);
    }
}

// The blocks of corner 0 from those of the others: translations cost nothing.
void complete_blocks(Index corners, Mat3* block);

}  // namespace stiction
