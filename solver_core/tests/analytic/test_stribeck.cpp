#include "solver_core/friction/smooth_friction.hpp"
#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

using test::ExamRun;
using test::SlopeExam;

// Stribeck's curve [Larionov 2022, fig. 3.1 c, d], measured by what slides: at a constant speed w down a slope of angle t
// friction is tan t = m(w) + c w, so the slope on which the speed stays is a point of the curve.
struct Curve {
    double mu = 0.2, ratio = 1.6, v_s = 0.05, viscous = 0.5;
    double at(double w) const
    {
        return mu * (1.0 + (ratio - 1.0) * std::exp(-w * w / (v_s * v_s))) + viscous * w;
    }
};

Scene stribeck_scene(const Curve& curve, double angle, double speed, double h)
{
    SlopeExam exam;
    exam.angle = angle;
    exam.mu = curve.mu;
    exam.speed = speed;
    exam.step = h;
    Scene scene = parse_scene(scene_text(exam), "stribeck");
    scene.solver.method = Method::implicit;
    scene.solver.static_ratio = curve.ratio;
    scene.solver.stribeck_speed = curve.v_s;
    scene.solver.viscous_friction = curve.viscous;
    return scene;
}

TEST(Stribeck, SlidesSteadilyWhereTheCurveMeetsTheSlope)
{
    const Curve curve;
    for (const double speed : {0.02, 0.06, 0.12, 0.4}) {
        const double angle = std::atan(curve.at(speed)) / test::kDegree;
        ExamRun run(stribeck_scene(curve, angle, speed, 1e-3));
        run.advance(50);
        EXPECT_TRUE(run.usable);
        // Beside the steady speed the slope of the curve makes it leave or come back at mu' g; 0.05 s leave it near.
        EXPECT_NEAR(run.velocity().norm() / speed, 1.0, 2e-3) << speed;
    }
}

TEST(Stribeck, FrictionOnTheWayDownIsTheCurve)
{
    // On a level plane it slows down through the whole curve: dw/dt = -g (m(w) + c w).
    const Curve curve;
    ExamRun run(stribeck_scene(curve, 0.0, 0.5, 1e-3));
    run.advance(10);
    double before = run.velocity().norm();
    int seen = 0;
    while (before > 0.02) {
        run.advance();
        const double now = run.velocity().norm();
        // Backward Euler: the force at the end of the step.
        EXPECT_NEAR((before - now) / (1e-3 * test::kGravity) / curve.at(now), 1.0, 1e-3) << now;
        before = now;
        ++seen;
    }
    EXPECT_GT(seen, 100);
    EXPECT_TRUE(run.usable);
}

TEST(Stribeck, HoldsAtRestByStaticFrictionAndNoMore)
{
    const Curve curve;
    const double top = curve.mu * curve.ratio;
    for (const double share : {0.99, 1.01}) {
        ExamRun run(stribeck_scene(curve, std::atan(share * top) / test::kDegree, 0.0, 0.005));
        run.advance(200);
        EXPECT_TRUE(run.usable);
        if (share < 1.0)
            EXPECT_LT(run.velocity().norm(), run.model.solver.creep);
        else
            EXPECT_GT(run.velocity().norm(), 0.1)
                << "it breaks loose and speeds up: kinetic friction is less";
    }
}

}  // namespace
}  // namespace stiction
