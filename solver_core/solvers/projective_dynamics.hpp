#pragma once

// Projective dynamics in velocities with dry frictional contact.        [Ly et al. 2020, algorithm 1, eqs 5-12]
//
//   local step   p^k from x^k = x_n + h v^k;   b(p) = M v_n + h f + h (sum w S^T A^T p - K x_n)
//                r from the splitting (friction/local_contacts.hpp)
//   global step  P v^{k+1} = b(p) + xi(r)
//
// Up to `exact_contacts` contacts, where all of them are on solids, are solved at once at fixed projections
// (friction/coupled_contacts.hpp), and the bodies turn freely (turning_bodies.hpp); more, and those of cloth, go through
// the splitting.
//
// After a global step P v = b + xi is known at every node, so the splitting (eq. 8) costs no matrix product:
//   (b' - (P - D) v + xi)/D = v + (b' - b)/D,   b' the new right-hand side, xi the impulses so far.
//
// Of a large mesh all global steps but the last go through a factor in single precision (quick_factor.hpp); P v is then
// formed, and so is eq. 8.
//
//   b    right-hand side without contacts, N s       xi  contact impulses on nodes, N s       f  gravity, N

#include "solver_core/base/interrupt.hpp"
#include "solver_core/base/status.hpp"
#include "solver_core/friction/contact_momentum.hpp"
#include "solver_core/friction/coupled_contacts.hpp"
#include "solver_core/friction/local_contacts.hpp"
#include "solver_core/solvers/contact_coupling.hpp"
#include "solver_core/solvers/contact_islands.hpp"
#include "solver_core/solvers/projective_model.hpp"
#include "solver_core/solvers/turning_bodies.hpp"

#include <vector>

namespace stiction {

struct ProjectiveParameters {
    Index iterations = 20;
    Index contact_sweeps = 1;
    Index exact_contacts = 0;  // of solids, up to so many are solved at once; 0: none
    double tolerance = 0.0;    // stop when the friction error falls below; 0: use all iterations
    bool record = false;       // friction errors of every iteration
    const InterruptFlag* interrupt = nullptr;
};

struct ProjectiveStats {
    Index iterations = 0;
    Index together = 0;  // contacts solved all at once
    FrictionError error;
    std::vector<FrictionError> record;
};

// Buffers of one step. The first projections are made where `guess` leads: without gravity, so that cloth that hangs at rest
// stays at rest at any step and number of iterations. Falling freely it makes no difference, projections do not mind.
struct ProjectiveWorkspace {
    Vec3Array v;  // starts as free flight, held nodes as given, and ends as the solution
    Vec3Array guess;
    Vec3Array v_free;        // without contact forces and elasticity, for the error's scale
    LocalContacts contacts;  // contacts.impulse: in the warm start, out the solution
    ContactIslands islands;  // who of them is solved how
    ContactMomentum momentum;
    CoupledContacts coupled;
    ContactCoupling coupling;
    TurningBodies turning;

    Vec3Array base;  // M v_n + h f - h K x_n - (coupling to held nodes)
    Vec3Array b, b_previous;
    Vec3Array open;  // b - P v, where global steps are quick
    Vec3Array x, corner, unknown, v_before;
    SolveScratch scratch;
    std::vector<double> partial;
};

// The parts of the right-hand side that stay for the whole step, and the contacts' own masses.
// v_free: what gravity, air and loads alone make of the velocities that the step begins with.
void assemble_projective(const ProjectiveModel& model, const ContactSet& contacts, Span<const Vec3> x_n,
                         Span<const Vec3> v_free, double recovery_speed, ProjectiveWorkspace& work);

SolveStatus solve_projective(const ProjectiveModel& model, const ProjectiveParameters& parameters,
                             const ContactSet& contacts, Span<const Vec3> x_n, ProjectiveWorkspace& work,
                             ProjectiveStats& stats);

}  // namespace stiction
