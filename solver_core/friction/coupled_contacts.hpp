#pragma once

// Frictional contact with every contact seeing every other, for as many contacts as a dense matrix is cheap for.
//
//   u = q + G' r,   (u_c, r_c) in C_mu for every c            (G': friction/contact_response.hpp)
//
// A stiff body answers an impulse at one contact at all the
// others almost alike: a splitting, which lets a contact see its own nodes only, needs hundreds of iterations there and
// creeps while it lacks them. Here Gauss-Seidel sweeps find which contacts stick, slip and lift off, and a Newton step
// (friction/contact_newton.hpp) solves for the impulses of that guess; the next sweep judges it. A step that makes things
// worse is halved, then tried in a chain without sweeps, then left to sweeps alone, within a budget of work a time step.
//
//   u   relative velocity with the allowed approach, m/s      r   impulse on side A, N s
//   q   u without contact impulses, m/s

#include "solver_core/friction/contact_newton.hpp"
#include "solver_core/friction/contact_response.hpp"
#include "solver_core/friction/local_contacts.hpp"

#include <Eigen/Core>

#include <vector>

namespace stiction {

class CoupledContacts {
public:
    // Begins a step; the response is then left alone until the next.
    ContactResponse& begin_step()
    {
        newton_.restart();
        work_ = 0.0;
        return response_;
    }
    const ContactResponse& response() const { return response_; }

    // Impulses that meet the law for node velocities v, which belong to the impulses `local` comes with. Updates impulse,
    // mode and xi; velocities of nodes are left to the caller's global step. Stops at the given share of the natural-map
    // error it starts with, or where rounding begins; 0 goes all the way.
    void solve(const ContactSet& contacts, Span<const Vec3> v, double share, LocalContacts& local);

private:
    void sweep(const ContactSet& contacts, LocalContacts& local);
    void change_impulse(Index c, const Vec3& change);
    void settle_turns();
    bool try_newton(const ContactSet& contacts, double wanted, Index halvings, double& now,
                    LocalContacts& local);
    bool chain_newton(const ContactSet& contacts, double wanted, double& now, LocalContacts& local);
    double improve(const ContactSet& contacts, double now, LocalContacts& local);
    double error(const ContactSet& contacts, LocalContacts& local) const;
    void keep(const LocalContacts& local);
    void restore(LocalContacts& local);

    ContactResponse response_;
    Eigen::MatrixX3d u_;  // but for what turns_ adds
    std::vector<BodyTurn> turns_;
    Eigen::MatrixX3d q_;
    double mean_response_ = 0.0;
    bool backward_ = false;
    double work_ = 0.0;  // multiplications of this step so far
    Index sweeps_after_miss_ = 0;
    ContactNewton newton_;
    // As they were before a Newton step.
    Eigen::MatrixX3d kept_u_;
    std::vector<Vec3> kept_impulse_;
    std::vector<ContactMode> kept_mode_;
};

}  // namespace stiction
