#pragma once

// Penalty contact and smooth friction as forces on nodes, with derivatives in positions and velocities.
//                                                                                      [Larionov 2022, eqs 4.1, 4.4, 4.8]
//
//   d = gap + delta/2 + overlap                     lambda = w 3 kappa (delta - d)^2        N = lambda s
//   u = sum_a B_a v_a - v_obstacle                  u_T = u - (n . u) n                     F = -N phi(|u_T|) u_T
//   f_a = lambda g_a + B_a^T F                                                              force on node a
//
//   df_a = lambda' g_a dd + lambda sum_b H_ab dx_b + B_a^T dF,        dd = sum_b g_b . dx_b
//   dF   = -phi u_T dN + N T (dn-terms and u-terms):   dN = lambda' s dd + lambda n . dg,   dn = (I - n n^T) dg / s
//          du_T = (I - n n^T) du - (n . u) dn - n (u_T . dn),   T = d(F/N)/du_T,   dg = sum_b H_0b dx_b
//
// Force and sliding frame are those of the positions asked for: nothing is lagged, and the derivative is not symmetric.
// With `lagged` N and n are those of the start of the step (4.15), kept for comparison: F then depends on velocities alone.
// `lag_again` takes them from where the contacts were evaluated last: a fixed point iteration over such steps.
//
// w is the contact's mass, 1 / sum_a w_a^2 / m_a, over that kappa is for: a sheet of uneven nodes rests evenly.
// The middle of the layer lies at the surface: what was laid there at rest stays there. A point that starts deeper than the
// layer is given back `overlap` of its depth, so that it comes out at the recovery speed and not at once.
//
//   g, H, s, n  gradient, second derivative, slope and normal of the gap (contact_gaps.hpp)      B  blocks

#include "solver_core/contact/contact_gaps.hpp"
#include "solver_core/friction/contact_penalty.hpp"
#include "solver_core/friction/smooth_friction.hpp"

#include <vector>

namespace stiction {

struct ImplicitContactLaw {
    ContactPenalty penalty;
    FrictionProfile friction;
    bool lagged = false;
    double recovery_speed = 0.25;  // m/s
    double kappa_mass = 0.0;       // kg; the mass of a contact with the stiffness kappa; 0: all have it
};

// One contact where it was evaluated last.
struct ImplicitContact {
    ContactGap gap;
    bool active = false;  // it carries a force
    double d = 0.0;       // m
    double lambda = 0.0, lambda_slope = 0.0;
    double load =
        0.0;  // N of the normal force on the point, newtons; of friction when lagged: that of the start
    Vec3 normal = Vec3::UnitY();  // of the sliding frame
    Vec3 u = Vec3::Zero();        // m/s
    Vec3 u_t = Vec3::Zero();
    Vec3 friction = Vec3::Zero();                // F, on side A, newtons
    std::vector<Mat3> by_position, by_velocity;  // dF, parallel to gap.node; after linearize
    std::vector<Vec3> product;                   // buffer of add_product
};

class ImplicitContacts {
public:
    // For the step of length h from `time` that begins at x. References must outlive the step.
    void begin(const ContactSet& contacts, SmoothSurfaces& surfaces, const ImplicitContactLaw& law,
               Span<const double> inverse_mass, Span<const Vec3> x, double time, double h);
    void set_stiffness(double kappa) { law_.penalty.kappa = kappa; }
    void set_smoothing(double eps) { law_.friction.eps = eps; }
    // Loads and normals of lagged friction become those of the last evaluation. Returns their largest change as a share of
    // the largest load.
    double lag_again();
    const ImplicitContactLaw& law() const { return law_; }

    // Forces at positions x and velocities v, at time + tau.
    void evaluate(Span<const Vec3> x, Span<const Vec3> v, double tau);
    // f += scale times the forces where evaluate was called last.
    void add_forces(double scale, Span<Vec3> f) const;
    // Derivatives there.
    void linearize();
    // y += scale (df/dx dx + df/dv dv).
    void add_product(Span<const Vec3> dx, Span<const Vec3> dv, double scale, Span<Vec3> y);
    // df_a/dx_b and df_a/dv_b of one contact, by places in gap.node.
    Mat3 by_position(const ImplicitContact& contact, std::size_t a, std::size_t b) const;
    Mat3 by_velocity(const ImplicitContact& contact, std::size_t a, std::size_t b) const;
    // How friction holds against sliding: -dF/du_T, symmetric, with what Stribeck's falling branch has below zero left out; N s/m.
    Mat3 grip(Index c) const;

    Span<const ImplicitContact> contacts() const
    {
        return {contacts_.data(), static_cast<std::size_t>(count_)};
    }
    // Deepest d of all contacts; delta when none is in the layer.
    double deepest(Index& contact) const;
    Index active() const;
    // d at the start of the step; 0 for what was not in the layer.
    double depth_at_start(Index c) const;

private:
    void set_weights(Span<const double> inverse_mass);
    void evaluate_contact(Index c, Span<const Vec3> v, SmoothScratch& scratch);
    void set_friction(Index c, ImplicitContact& contact) const;
    void linearize_contact(Index c, SmoothScratch& scratch);

    ContactGaps gaps_;
    ImplicitContactLaw law_;
    Index count_ = 0;
    std::vector<ImplicitContact> contacts_;  // grown, never shrunk
    std::vector<double> overlap_;
    std::vector<double> weight_;      // w
    std::vector<double> start_load_;  // of lagged friction
    std::vector<Vec3> start_normal_;
    std::vector<SmoothScratch> scratch_;  // one a chunk
};

}  // namespace stiction
