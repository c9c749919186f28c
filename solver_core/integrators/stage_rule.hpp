#pragma once

// Time integrators for M dv/dt = f(t, q, v), dq/dt = v, all in one form.                             [Larionov 2022, sec. 2.5]
//
// A step is one or two stages. Each solves for the velocity v at its end:
//
//   q(v) = q_base + a h v
//   M (v - v_base) = a h f(t + c h, q(v), v)                                                                           (2.5)
//   base = now u_t + before u_(t-h) + h sum_j w_j u'_j               for u = q and for u = v
//
//            stages                                                        order   stable
//   be       c 1, a 1                                                        1     L          (2.6)
//   bdf2     c 1, a 2/3, now 4/3, before -1/3                                2     L
//   tr       c 1, a 1/2, w (1/2)                                             2     A          (2.7)
//   tr_bdf2  c 1/2, a 1/4, w (1/4);   c 1, a 1/3, w (1/3, 1/3)               2     L
//   sdirk2   c alpha, a alpha;        c 1, a alpha, w (0, 1 - alpha)         2     L          alpha = 1 - 1/sqrt 2
//
// tr_bdf2 is the trapezoidal rule over half a step and then bdf2 over the other half: 4/3 of the first stage less 1/3 of the
// start, which is the row of equal thirds above.
//
//   u'_0  slope at the start: q' = v, v' = M^-1 f          c  end of the stage, in steps
//   u'_1  slope at the end of the first stage              a  implicit weight        w  weights of the slopes before
//
// The rules of order two take forces for smooth and carry that of an impact on. A node that comes to a hard wall at speed V from
// s V h away leaves it, as s -> 0, at V with tr and with bdf2 (V/2, and V a step later), at 4/3 V + 1/3 V = 5/3 V with tr_bdf2, and at
// ((1 - alpha)/alpha - 1) V = sqrt 2 V with sdirk2, again as s -> alpha, where the second stage finds the node behind the wall; be
// stops it. Contact that is decoupled (solvers/implicit_system.hpp) has the weights of be in every stage, w 0 and a = c: tr_bdf2 then gives
// back V/2 at most (`Impact.*`).

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <array>

namespace stiction {

enum class IntegratorKind { be, bdf2, tr, tr_bdf2, sdirk2 };

struct StageRule {
    double time = 1.0;      // c
    double implicit = 1.0;  // a
    double now = 1.0, before = 0.0;
    std::array<double, 2> slope{};  // w
};

// What a stage starts from: positions and velocities with their rates.
struct StageSlope {
    Vec3Array velocity;      // q', m/s
    Vec3Array acceleration;  // v', m/s^2
};

Span<const StageRule> stages_of(IntegratorKind kind);
bool uses_start_slope(IntegratorKind kind);  // f at the start of the step is asked for
bool uses_history(IntegratorKind kind);      // the step before is; without one a step of be takes its place
Index order_of(IntegratorKind kind);

// Positions and velocities at the start of this step and of the one before; the latter may be empty for rules without it.
struct StepHistory {
    Span<const Vec3> x, v, x_before, v_before;
};

// base of a stage; slope[j] is read where the rule has a weight for it.
void set_stage_base(const StageRule& rule, double h, const StepHistory& history,
                    const std::array<StageSlope, 2>& slope, Vec3Array& q_base, Vec3Array& v_base);
// The slope at the end of a solved stage: what its own equation says the acceleration is.
void set_stage_slope(const StageRule& rule, double h, Span<const Vec3> v, Span<const Vec3> v_base,
                     StageSlope& slope);

}  // namespace stiction
