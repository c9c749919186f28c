#pragma once

// Nesterov's acceleration of the contact impulses over local/global iterations.
//
// With the splitting of friction/local_contacts.hpp one iteration is a projected gradient step of the contact problem
// with step length 1 in the metric of D. Extrapolating before each step turns an error of order 1/k into 1/k^2:
//
//   y = r^k + beta (r^k - r^{k-1}),   beta = (t_k - 1)/t_{k+1},   t_{k+1} = (1 + sqrt(1 + 4 t_k^2))/2
//
// Velocities are linear in impulses, so the velocity at y costs no solve: v_y = v^k + beta (v^k - v^{k-1}).
// The momentum starts anew when it points uphill: <y - r^{k+1}, r^{k+1} - r^k> > 0 in the metric of D (O'Donoghue and
// Candes 2015).

#include "solver_core/friction/local_contacts.hpp"

namespace stiction {

class ContactMomentum {
public:
    // Forgets the past; the next extrapolate only remembers.
    void restart();
    // Moves impulse, xi and velocity of `local` to y. velocity holds v_t of the current impulses, v the global solution.
    void extrapolate(Span<const Vec3> v, LocalContacts& local);
    // After the sweep: decides whether the momentum goes on.
    void check(const LocalContacts& local);

private:
    double t_ = 1.0;
    bool empty_ = true;
    // Of the nodes and contacts of this step, at iteration k (before extrapolation) and at y.
    Vec3Array v_, xi_, xi_y_;
    std::vector<Vec3> impulse_;
};

}  // namespace stiction
