#pragma once

// A stage solved at the friction smoothing that was asked for, by continuation where Newton's method does not get there at once.
//                                                                       [Larionov 2022, sec. 6.1, "performance of friction solves"]
//
//   v = root of r(v; eps = creep), from the start, while Newton's steps come nearer                the usual case: nothing more
//   else  eps = |u|, 10 |u|, ... until a root is found from the start, |u| the fastest sliding there     loosened
//         eps <- max(creep, eps / f), each solve from the root before; f = 10                    tightened
//         a solve that fails is taken back and tried with f <- sqrt f; below kLeastFactor that is where it ends
//
// A step that ends at eps > creep is usable and says so: what sticks then creeps at up to eps.
//
//   eps    sliding speed of full friction (smooth_friction.hpp), m/s         creep  the one asked for, m/s

#include "solver_core/solvers/damped_newton.hpp"
#include "solver_core/solvers/implicit_system.hpp"

namespace stiction {

struct CreepSettings {
    double creep = 1e-5;          // m/s
    double loosest = 1.0;         // no eps beyond this is tried, m/s
    bool by_continuation = true;  // false: one solve at `creep`, whatever comes of it
};

struct CreepResult {
    NewtonStats newton;  // of the solve whose root is kept; iterations of all
    double eps = 0.0;    // at which v is the root, m/s
    Index solves = 0;
};

class CreepContinuation {
public:
    // v in: the start, out: the root at result.eps, or where the solve at `creep` ended when none was found at any eps.
    CreepResult solve(ImplicitSystem& system, ImplicitContacts& contacts, DampedNewton& newton,
                      const NewtonSettings& settings, const CreepSettings& creep, Vec3Array& v);

private:
    double fastest_slide();  // of any contact at the start, m/s
    NewtonStats solve_at(double eps, Index patience, Vec3Array& v);
    bool loosen(const CreepSettings& creep, double& eps, Vec3Array& v);
    void tighten(const CreepSettings& creep, double& eps, Vec3Array& v);

    ImplicitSystem* system_ = nullptr;
    ImplicitContacts* contacts_ = nullptr;
    DampedNewton* newton_ = nullptr;
    NewtonSettings settings_;
    CreepResult result_;
    Vec3Array start_, ended_, root_;
};

}  // namespace stiction
