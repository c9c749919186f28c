#pragma once

// Free bodies turn as they should, however stiff they are.
//
// Projective dynamics holds the projections fixed in a global step, and with them the attitude of every piece: P^-1
// answers a torque with a turn smaller than inertia alone would have it by M/(M + h^2 K), and a stiff ball that should
// roll still slides after 20 iterations. The energy itself does not mind a turn. So the global step is taken in a metric
// that knows this,
//
//   v^{k+1} = v^k + A q,    q = b(p) + xi - P v^k,    A = (1 - Pi) P^-1 (1 - Pi^T) + R J R^T,    Pi = R I^-1 R^T M
//
// (R w)_a = w x r_a: turns of a body about its centre of mass, which is all a metric may change: q = 0 is the step's
// solution in any. A M R = R when J = I^-1: a body turns by its inertia. With A q = P^-1 (b + xi) - v^k + (turns),
//
//   w = I^-1 R^T q,    d = P^-1 (b + xi) - v^k - Z w,    v^{k+1} = v^k + d + R (J R^T q - I^-1 R^T M d),    Z = P^-1 M R
//
// (Z w)_a = w x z_a with z = P^-1 M r, one back-solve a step for all bodies.
//
//   r   arms from the centre of mass at the step's guess, m      I = sum m (r.r - r r^T), kg m^2
//   q   impulses not yet answered, N s                           J   1/(kg m^2)

#include "solver_core/contact/contact_set.hpp"
#include "solver_core/friction/contact_response.hpp"
#include "solver_core/solvers/projective_model.hpp"

#include <vector>

namespace stiction {

class TurningBodies {
public:
    // Arms, inertia and Z of this step; x: positions of the guess.
    void begin_step(const ProjectiveModel& model, Span<const Vec3> x, SolveScratch& scratch);

    // This body does not turn by itself in this step.
    void hold(Index body) { bodies_[static_cast<std::size_t>(body)].inverse_inertia.setZero(); }

    // Arms of the contacts on the bodies they touch.
    void set_arms(const ProjectiveModel& model, const ContactSet& contacts, ContactResponse& response);

    // Keeps v^k and R^T (b - P v^k).
    void keep(const ProjectiveModel& model, Span<const Vec3> b, Span<const Vec3> v);
    // v: in P^-1 (b + xi), out v^{k+1}.
    void turn(const ProjectiveModel& model, Span<const Vec3> xi, Vec3Array& v);

private:
    struct Body {
        double mass = 0.0;
        Vec3 centre = Vec3::Zero();
        Mat3 inertia = Mat3::Zero(), inverse_inertia = Mat3::Zero();
        Mat3 rmz = Mat3::Zero();       // R^T M Z
        Vec3 residual = Vec3::Zero();  // R^T (b - P v^k)
        Vec3 moment = Vec3::Zero();    // R^T q
        Vec3 w = Vec3::Zero();
    };

    std::vector<Body> bodies_;
    Vec3Array r_, z_;  // of every node; zero where it belongs to no free body
    Vec3Array unknown_, v_k_;
    std::vector<Index> place_;  // of a body in the contact response, -1: not in contact
};

}  // namespace stiction
