#pragma once

// The contacts of a step as rows over node velocities, for the methods that solve for all nodes at once.
//
//   c = g . v - n . v_obstacle + approach >= 0                          along the normal, m/s
//   u = J v + offset,   n . u = c,   u_T = sum_a (B_a v_a)_T - (v_obstacle)_T
//
//   g         gap gradient over its length at the touching point, so that impulses along c are impulses along n, 1
//   approach  gap / h, for an overlap at least -recovery speed, m/s
//   J         n g^T on the normal, the contact's blocks B on the tangent plane: one set of rows for the constrained step and
//             for friction. With B alone, as in [Larionov 2022, sec. 3.5.1], the two would push along different directions
//             where a smooth surface is curved, and what one step takes the next would not give back.

#include "solver_core/contact/contact_set.hpp"
#include "solver_core/friction/contact_jacobian.hpp"
#include "solver_core/friction/friction_error.hpp"
#include "solver_core/solvers/step_problem.hpp"

#include <utility>
#include <vector>

namespace stiction {

struct ContactRows {
    ContactJacobian jacobian;      // J, world axes
    LinearConstraints normal;      // c
    std::vector<Mat3> frame;       // n, t1, t2
    std::vector<Vec3> offset;      // m/s
    std::vector<double> slope;     // |gap gradient| at the touching point, 1
    std::vector<double> response;  // sum_a |J_a|^2 / (3 m_a): a third of the trace of J M^-1 J^T, 1/kg
    double mean_response = 0.0;

    Vec3 velocity(Index c, Span<const Vec3> v) const { return jacobian.velocity(c, v) + offset[c]; }
};

// inverse_mass has one number a node, 0 for a held one.
void set_contact_rows(const ContactSet& contacts, Span<const double> inverse_mass, double step,
                      double recovery_speed, ContactRows& rows);

// Gives contacts further nodes, (contact, node) sorted, which do not move them along planes: their part is zero.
void add_nodes(Span<const std::pair<Index, Index>> added, ContactRows& rows);

// Friction error of impulses and velocities on these rows; v_free is the motion without contact forces. `samples` is filled.
FrictionError error_on_rows(const ContactSet& contacts, const ContactRows& rows, Span<const Vec3> impulse,
                            Span<const Vec3> v, Span<const Vec3> v_free,
                            std::vector<FrictionSample>& samples);

// v += M^-1 J^T r.
void add_impulses(const ContactJacobian& jacobian, Span<const double> inverse_mass, Span<const Vec3> impulse,
                  double scale, Span<Vec3> v);

}  // namespace stiction
