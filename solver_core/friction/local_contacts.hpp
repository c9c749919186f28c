#pragma once

// Frictional contact in the local step of projective dynamics.                    [Ly et al. 2020, secs 3.3 and 4]
//
// The global matrix is split as P = D + (P - D) with D diagonal, so that at fixed projections a node answers an impulse
// with D alone:  D v^{k+1} = b(p) - (P - D) v^k + xi(r)   (eq. 8, where D = M).  A contact of weighted points sees
//
//   u = sum_a w_a v_a + offset,      W = sum_a w_a^2 / D_a                        (eqs 9-12 for nodal weights)
//
// and its impulse is the exact Signorini-Coulomb answer to that scalar. Contacts that share nodes are visited layer by
// layer, each seeing what the others have done (Gauss-Seidel), and impulses are kept from iteration to iteration: a
// stack learns the load above it, which one pass from nothing cannot.
//
// The paper's D = M ignores that a contacting node carries the body behind it, and then a stiff block needs hundreds of
// iterations. Here D_a = M_a / s_a with s = P^-1 (M 1_c), 1_c = 1 on the nodes in contact: the share of a common impulse
// that the global step gives back. Where all nodes are in contact s = 1 and D = M. P^-1 is (nearly) nonnegative, so
// M 1_c is the Perron vector of D P^-1 on the contact nodes, its eigenvalues lie in (0, 1], and the iteration is as
// safe as the paper's, with the common motion of the contacting nodes answered exactly.
//
//   v_t   node velocities under the splitting, m/s    xi  impulses on the nodes, N s
//   offset  approach n - v_obstacle, m/s (allowed_approach.hpp)

#include "solver_core/contact/contact_set.hpp"
#include "solver_core/friction/contact_layers.hpp"
#include "solver_core/friction/coulomb_law.hpp"
#include "solver_core/friction/friction_error.hpp"

#include <vector>

namespace stiction {

struct LocalContacts {
    // Set for a step by begin_step.
    std::vector<double> inverse_mass;  // sum w_a^2 / M_a of every contact, 1/kg: the friction error's scale
    double mean_inverse_mass = 0.0;
    std::vector<Vec3> offset;  // m/s
    std::vector<Index> nodes;  // nodes in some contact, ascending
    ContactLayers layers;
    // Set by set_response.
    std::vector<double> node_response;  // 1/D_a = s_a / M_a, 1/kg; 0 for a held node
    std::vector<double> response;       // W of every contact, 1/kg

    // Change with the iterations.
    std::vector<Vec3> impulse;  // r of every contact, N s
    std::vector<ContactMode> mode;
    Vec3Array xi;        // of every node; zero where there is no contact
    Vec3Array velocity;  // v_t of the nodes in contact

    std::vector<char> node_touched;
    std::vector<FrictionSample> samples;
};

// Masses, offsets, layers; impulses start from `impulse`, already sized and filled by the caller.
// node_inverse_mass is 0 for a held node.
void begin_step(const ContactSet& contacts, Span<const double> node_inverse_mass, double step,
                double recovery_speed, LocalContacts& local);

// The same for a part of the contacts whose whole has begun the step: row[i] of the whole is contact i of the part.
void begin_part(const ContactSet& part, Span<const Index> row, const LocalContacts& whole,
                LocalContacts& local);

// The contacts' W from the nodes' 1/D, which the caller has put into node_response for every node in contact.
void set_response(const ContactSet& contacts, LocalContacts& local);

// xi from the impulses as they are.
void collect_impulses(const ContactSet& contacts, LocalContacts& local);

// One pass over all contacts in layer order; updates impulse, mode, velocity and xi.
void sweep(const ContactSet& contacts, LocalContacts& local);

// Relative velocity of a contact, allowed approach included, when the nodes move with v.
Vec3 contact_velocity(const ContactSet& contacts, const LocalContacts& local, Span<const Vec3> v, Index c);

// The law's residuals for node velocities v; `free` are the velocities without contact forces.
FrictionError measure_error(const ContactSet& contacts, Span<const Vec3> v, Span<const Vec3> free,
                            LocalContacts& local);

}  // namespace stiction
