#include "solver_core/tests/support/exam_scene.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

using test::ExamRun;
using test::SlopeExam;

// The closed-form exams of the method implicit, in the form all methods have.
Scene implicit_scene(const SlopeExam& exam, const std::vector<std::string>& settings = {})
{
    Scene scene = parse_scene(scene_text(exam), "exam");
    scene.solver.method = Method::implicit;
    for (const std::string& setting : settings) {
        if (setting == "lagged") scene.solver.lagged_friction = true;
        if (setting == "tr") scene.solver.integrator = TimeRule::tr;
        if (setting == "bdf2") scene.solver.integrator = TimeRule::bdf2;
        if (setting == "tr_bdf2") scene.solver.integrator = TimeRule::tr_bdf2;
        if (setting == "sdirk2") scene.solver.integrator = TimeRule::sdirk2;
        if (setting == "iterative") scene.solver.newton = NewtonSolver::iterative;
        if (setting == "rational") scene.solver.friction_curve = FrictionCurve::rational;
    }
    return scene;
}

SlopeExam stiff_block()
{
    SlopeExam exam;
    exam.body =
        R"("type": "soft", "mesh": {"generator": "box", "size": [0.2, 0.1, 0.2], "divisions": [2, 1, 2]},
                   "material": {"density": 1000, "young": 1e7, "poisson": 0.3})";
    exam.half_height = 0.05;
    exam.step = 0.005;
    return exam;
}

TEST(ImplicitSlope, ASheetSlidesWithinATenthOfAPercent)
{
    for (const double angle : {10.0, 20.0, 30.0})
        for (const double mu : {0.0, 0.1, 0.3}) {
            SlopeExam exam;
            exam.angle = angle;
            exam.mu = mu;
            exam.speed = 0.5;
            if (exam.acceleration() < 0.0) continue;
            ExamRun run(implicit_scene(exam));
            const Vec3 start = run.centre();
            run.advance(100);
            EXPECT_TRUE(run.usable);
            const double way = (run.centre() - start).dot(exam.downhill());
            EXPECT_NEAR(way / test::slope_point(exam, 100).x, 1.0, 1e-3) << angle << " degrees, mu " << mu;
        }
}

TEST(ImplicitSlope, WhatSticksCreepsNoFasterThanAskedFor)
{
    for (const double creep : {1e-4, 1e-5, 1e-6}) {
        SlopeExam exam;
        exam.mu = 1.01 * test::tan_degrees(exam.angle);
        Scene scene = implicit_scene(exam);
        scene.solver.creep = creep;
        ExamRun run(scene);
        run.advance(50);  // settles
        const Vec3 start = run.centre();
        run.advance(100);
        EXPECT_TRUE(run.usable);
        const double way = (run.centre() - start).dot(exam.downhill());
        EXPECT_LT(way, creep * 100 * exam.step);  // eps T
        // s_a(x) = 1 / 1.01:  x = eps (1 - sqrt(1 - 1 / 1.01)).
        EXPECT_NEAR(way / (100 * exam.step * creep), 1.0 - std::sqrt(1.0 - 1.0 / 1.01), 0.02) << creep;
    }
}

TEST(ImplicitSlope, ABlockSlides)
{
    SlopeExam exam = stiff_block();
    ExamRun run(implicit_scene(exam));
    const Vec3 start = run.centre();
    run.advance(200);
    EXPECT_TRUE(run.usable);
    const double way = (run.centre() - start).dot(exam.downhill());
    EXPECT_NEAR(way / test::slope_point(exam, 200).x, 1.0, 1e-3);
}

// A stiff block of [Larionov 2022, fig. 4.6]: 10 degrees, mu 0.177, 0.1 m/s. It stops after v0^2 / (2 a) in v0 / a.
struct BlockStop {
    double way = 0.0, time = 0.0;  // m, s; time: from when it is slower than twice the creep
};

BlockStop block_stop(const char* integrator, double h, bool lagged)
{
    SlopeExam exam = stiff_block();
    exam.body =
        R"("type": "soft", "mesh": {"generator": "box", "size": [0.2, 0.1, 0.2], "divisions": [2, 1, 2]},
           "material": {"density": 1000, "young": 1e7, "poisson": 0.3, "damping": {"stiffness": 0.01}})";
    exam.angle = 10.0;
    exam.mu = 0.177;
    exam.speed = 0.1;
    exam.step = h;
    ExamRun run(implicit_scene(exam, {integrator, lagged ? "lagged" : ""}));
    const Vec3 start = run.centre();
    BlockStop found;
    const int steps = static_cast<int>(std::lround(18.0 / h));
    for (int i = 1; i <= steps; ++i) {
        run.advance();
        const double v = run.velocity().norm();
        if (v > 2e-5)
            found.time = -1.0;
        else if (found.time < 0.0) {
            found.time = i * h;
            found.way = (run.centre() - start).dot(exam.downhill());
        }
    }
    EXPECT_TRUE(run.usable);
    return found;
}

TEST(ImplicitSlope, ABlockStopsWhereAndWhenItMust)
{
    const double a =
        test::kGravity * (0.177 * std::cos(10.0 * test::kDegree) - std::sin(10.0 * test::kDegree));
    for (const char* integrator : {"be", "tr", "bdf2", "tr_bdf2", "sdirk2"})
        for (const double h : {0.1, 0.05}) {
            const BlockStop found = block_stop(integrator, h, false);
            EXPECT_NEAR(found.way / (0.005 / a), 1.0, 0.01) << integrator << ", h " << h;
            EXPECT_NEAR(found.time / (0.1 / a), 1.0, 0.01) << integrator << ", h " << h;
        }
}

}  // namespace
}  // namespace stiction
