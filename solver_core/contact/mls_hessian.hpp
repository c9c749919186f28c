#pragma once

// Second derivatives of the potential in the point and in the nodes of its samples, for Newton methods with the constraint
// Psi(x, p) >= 0: the Hessian of lambda Psi, as a product with a vector and as a dense block.
//
//   Hessian = sum_s D_s^T H_s D_s  +  sum_s (second derivative of n_s, contracted with p_s d)  +  G F'' G^T
//
//   D_s   d(x - s, n_s) / d(x, corners):   [I  -I/3 -I/3 -I/3 ;  0  T_0 T_1 T_2]
//   H_s   of f_s(d, n), coefficients fixed, g = 2/R^2 (mls_surface.hpp):
//           dd  (p'' psi + m'') g^2 d d^T + (p' psi + m') g I + p' g (d n^T + n d^T)
//           dn  p' g d d^T + p I                                             nn  0
//   G     gradients of the five sums, F'' their 5 x 5 second derivative: what couples the samples
//
// For samples whose motion is given only the block of x remains.

#include "solver_core/contact/mls_surface.hpp"

#include <Eigen/Core>

namespace stiction {

// The 3 x 3 block of x: d^2 Psi / d x^2.
Mat3 mls_point_hessian(const MlsSurface& surface, const MlsStencil& stencil);

// Triangle samples. `nodes` holds the node numbering afterwards (the one of node_gradient).
// The block: row and column 0..2 are x, then three for each of nodes.node.
void mls_hessian(const MlsSurface& surface, const MlsStencil& stencil, double lambda, NodeGradient& nodes,
                 Eigen::MatrixXd& block);
// The product with a move of the point and moves of the nodes, in the same numbering: what the block times
// (move_x, move[0], ...) gives, without forming it.
void mls_hessian_product(const MlsSurface& surface, const MlsStencil& stencil, double lambda,
                         const Vec3& move_x, Span<const Vec3> move, NodeGradient& nodes, Vec3& product_x,
                         Vec3Array& product);

}  // namespace stiction
