#pragma once

// The projections through Ipopt, as published: P_T in polar coordinates y_c = alpha_c (cos theta_c, sin theta_c) with
// bounds 0 <= alpha_c <= mu r_N,c alone.                                                     [Larionov 2022, (3.27)]
//
// At alpha = 0 the angle has no effect: the Jacobian of the coordinates is singular there, and a contact that sticks with
// (nearly) no friction leaves Ipopt a flat direction. The angle starts against the sliding without friction, at half the
// radius, and may turn by half a turn to either side: the published bounds [0, 2 pi] have an edge that an angle near 0
// runs into. A convex problem becomes one that is not; the own projection has none of this.
//
// W is taken dense: the published route is here to compare with, not to be fast.

#include "solver_core/friction/impulse_projection.hpp"

namespace stiction {

bool has_ipopt_projection();

// Without Ipopt in the build these throw InputError.
ProjectionResult ipopt_normal(const Delassus& w, const Eigen::VectorXd& b, double tolerance, double scale,
                              Eigen::VectorXd& y);
ProjectionResult ipopt_tangential(const Delassus& w, const Eigen::VectorXd& b, Span<const double> radius,
                                  double tolerance, double scale, Eigen::VectorXd& y);

}  // namespace stiction
