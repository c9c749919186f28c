#include "solver_core/tests/support/exam_scene.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

using test::ExamRun;
using test::SlopeExam;
using test::SlopePoint;

// Stiff enough that the block's own give, a true motion the rigid closed form lacks, stays below the margins.
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

TEST(InclineBlock, SlidesWithinATenthOfAPercent)
{
    for (const double mu : {0.0, 0.1, 0.3}) {
        SlopeExam exam = stiff_block();
        exam.mu = mu;
        ExamRun run(exam);
        const Vec3 start = run.centre();
        run.advance(200);
        const double way = (run.centre() - start).dot(exam.downhill());
        const double expected = test::slope_point(exam, 200).x;
        EXPECT_NEAR(way / expected, 1.0, 1e-3) << "mu " << mu;
        EXPECT_NEAR((run.centre() - start).dot(exam.across()), 0.0, 1e-3 * expected) << "mu " << mu;
    }
}

TEST(InclineBlock, SticksOnceItHasSettled)
{
    SlopeExam exam = stiff_block();
    exam.mu = 1.01 * test::tan_degrees(exam.angle);
    ExamRun run(exam);
    run.advance(200);
    const Vec3Array settled = run.state.x;
    run.advance(1000);
    EXPECT_LT(run.farthest(settled), 1e-6);
}

// Stiffness, step and mesh may be anything: what sticks has stopped, and the friction error is rounding.
TEST(InclineBlock, SticksAtAnyStiffnessStepAndMesh)
{
    for (const char* divisions : {"[1, 1, 1]", "[4, 2, 4]", "[5, 2, 3]"})
        for (const char* young : {"1e5", "1e6", "1e8"})
            for (const double step : {0.002, 0.01, 1.0 / 24.0}) {
                SlopeExam exam = stiff_block();
                exam.body = fmt::format(
                    R"("type": "soft", "mesh": {{"generator": "box", "size": [0.2, 0.1, 0.2], "divisions": {}}},
                       "material": {{"density": 1000, "young": {}, "poisson": 0.4}})",
                    divisions, young);
                exam.step = step;
                exam.mu = 1.2 * test::tan_degrees(exam.angle);
                ExamRun run(exam);
                const Index second = static_cast<Index>(std::ceil(1.0 / step));
                run.advance(second);
                const Vec3Array settled = run.state.x;
                run.advance(second);
                EXPECT_LT(run.farthest(settled), 1e-6) << divisions << ", " << young << " Pa, step " << step;
                EXPECT_LT(run.work.stats.friction_residual, 1e-10)
                    << divisions << ", " << young << " Pa, step " << step;
            }
}

TEST(InclineBlock, AMovingBlockIsExactEvenAtTheThreshold)
{
    // On the move every node slides: no part of the block can stick while it settles.
    for (const double factor : {0.99, 1.01}) {
        SlopeExam exam = stiff_block();
        exam.mu = factor * test::tan_degrees(exam.angle);
        exam.speed = 0.5;
        ExamRun run(exam);
        const Vec3 start = run.centre();
        run.advance(200);
        const double way = (run.centre() - start).dot(exam.downhill());
        EXPECT_NEAR(way / test::slope_point(exam, 200).x, 1.0, 1e-4) << "mu " << exam.mu;
    }
}

TEST(InclineBlock, SlipsOnePercentBelowTheThreshold)
{
    // From rest some nodes stick for a moment while the block takes its load, and hold less than mu N: the block leaves
    // with up to 1 mm/s more than a rigid one. After that its acceleration is that of the closed form.
    SlopeExam exam = stiff_block();
    exam.mu = 0.99 * test::tan_degrees(exam.angle);
    ExamRun run(exam);
    run.advance(200);
    const double before = run.velocity().dot(exam.downhill());
    EXPECT_NEAR(before, test::slope_point(exam, 200).v, 2e-3);
    run.advance(200);
    const double gained = run.velocity().dot(exam.downhill()) - before;
    EXPECT_NEAR(gained / (200 * exam.step * exam.acceleration()), 1.0, 1e-3);
}

}  // namespace
}  // namespace stiction
