#pragma once

// The velocity of a smooth surface at a contact point, from the velocities of its nodes: [Larionov 2022] section 3.4.1,
// "Contact Jacobian".
//
//   u(x) = sum_s w_s Q_s(x) v_s,   v_s = (v_0 + v_1 + v_2) / 3        block of node p:  sum over its samples of w_s Q_s / 3
//   Q_s  = I + [z] + [z]^2 / (1 + n_s . g),   z = n_s x g,   g = grad Psi / |grad Psi|
//
//   w_s   weight of the sample, 1; they sum to 1        Q_s   minimal rotation that takes n_s to g
//
// The paper writes the gradient itself for g; the formula is a rotation for a unit vector only, and |grad Psi| is 1 only for
// a plane, so it is scaled here. For n_s = -g every axis across n_s gives a minimal rotation: half a turn about
// unit_perpendicular(n_s) is taken.
//
// Q_s turns the velocities of samples around the contact so that what is normal (tangential) there is normal (tangential)
// here. The price: for a curved surface that moves without turning, sum w_s Q_s v is v only up to the spread of the normals
// squared.

#include "solver_core/contact/mls_surface.hpp"

namespace stiction {

// Below this length a gradient has no direction: the point is as far from one side of the surface as from another.
constexpr double kFlatGradient = 1e-6;

// Minimal rotation of unit vector `from` to unit vector `to`.
Mat3 minimal_rotation(const Vec3& from, const Vec3& to);

struct MlsJacobian {
    std::vector<Index> node;     // in the order of NodeGradient
    std::vector<Mat3> block;     // d u / d v, parallel to node
    std::vector<double> weight;  // sum of w_s / 3: the same without turning
};

// `normal` is g. Triangle samples.
void mls_jacobian(const MlsSurface& surface, const MlsStencil& stencil, const Vec3& normal,
                  NodeGradient& nodes, MlsJacobian& out);

}  // namespace stiction
