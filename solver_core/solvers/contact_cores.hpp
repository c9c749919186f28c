#pragma once

// What is symmetric and positive in the derivatives of contacts: how stiff a contact is against coming closer, and how hard its
// friction holds. A preconditioner P needs no more, and must not have more:
//
//   C_ij = k_n g_i g_j^T + B_i^T K_t B_j,     k_n = -a^2 b dlambda/dd,   K_t = a b s (-dF/du_T)         block of nodes i and j
//
// What is left of a contact's derivative is mu k_n B_i^T t g_j^T, friction that grows with the load (unsymmetric), and the bending of
// surfaces. With P that has the cores |(A - P) P^-1| is of the order of mu: under a load P^-1 moves g . x by 1 / k_n. Its symmetric
// half in P would not do: mu/2 k_n (t g^T + g t^T) is indefinite, and what is positive of it holds a direction between g and t where
// A holds g, so that P^-1 A has eigenvalues as large as k_n over the elastic stiffness.
//
//   a, b, s  weights of the stage (implicit_system.hpp: a, contact_weight, contact_share)    g, B, lambda, F  implicit_contacts.hpp

#include "solver_core/solvers/half_matrix.hpp"
#include "solver_core/solvers/implicit_contacts.hpp"

namespace stiction {

// matrix += the cores of all active contacts, where they were linearised last. normal_scale a^2 b, grip_scale a b s.
void add_contact_cores(const ImplicitContacts& contacts, double normal_scale, double grip_scale,
                       HalfMatrix& matrix);

}  // namespace stiction
