#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace stiction {
namespace {

using test::ExamRun;
using test::SlopeExam;
using test::SlopePoint;

// Sliding is asked to 1e-3 by the product; a sheet moves as a rigid piece, so that rounding is all there is.
constexpr double kSlideTolerance = 1e-9;
// A 4 mm sheet has h^2 K / M of 5e4: rounding alone moves its velocity by 1e-9 m/s in two hundred steps.
constexpr double kSpeedTolerance = 1e-8;
constexpr double kCreep = 1e-6;  // m in 5 s

std::vector<double> coefficients(double angle)
{
    return {0.0, 0.1, 0.3, 0.6, 0.99 * test::tan_degrees(angle), 1.01 * test::tan_degrees(angle)};
}

std::string grid(const std::string& size, const std::string& divisions, const std::string& pattern)
{
    return fmt::format(R"("type": "cloth", "thickness": 0.002, "mesh": {{"generator": "grid", "size": {},
                          "divisions": {}, "pattern": "{}"}}, "material": {{"density": 0.2, "stretch": 200}})",
                       size, divisions, pattern);
}

std::string label(const SlopeExam& exam)
{
    return fmt::format("{} degrees towards {}, mu {}, v0 {}, step {}, {} iterations", exam.angle,
                       exam.heading, exam.mu, exam.speed, exam.step, exam.iterations);
}

// Runs for `seconds` and compares way, direction and friction error with the point on the slope.
void expect_closed_form(const SlopeExam& exam, double seconds)
{
    SCOPED_TRACE(label(exam));
    ExamRun run(exam);
    const Vec3Array start = run.state.x;
    const Vec3 centre = run.centre();
    const auto steps = static_cast<std::int64_t>(std::llround(seconds / exam.step));
    const SlopePoint expected = test::slope_point(exam, steps);
    run.advance(steps);
    const Vec3 moved = run.centre() - centre;
    EXPECT_TRUE(run.usable);
    EXPECT_NEAR(moved.dot(exam.downhill()), expected.x, kSlideTolerance * std::max(1.0, expected.x));
    EXPECT_NEAR(moved.dot(exam.across()), 0.0, kSlideTolerance);
    EXPECT_NEAR(moved.dot(exam.normal()), 0.0, kSlideTolerance);
    EXPECT_NEAR(run.velocity().dot(exam.downhill()), expected.v, kSpeedTolerance * std::max(1.0, expected.v));
    // A position 1000 m away is known to 1e-13 m, a gap over a step to 1e-11 m/s, and g h is 0.1 m/s.
    EXPECT_LT(run.friction_error, exam.origin.norm() > 100.0 ? 1e-9 : 1e-10);
    if (exam.speed == 0.0 && expected.x == 0.0) {
        EXPECT_LT(run.farthest(start), kCreep);
    }
}

TEST(Incline, SheetFollowsTheClosedFormAtEveryAngleAndCoefficient)
{
    for (const double angle : {10.0, 20.0, 30.0}) {
        for (const double mu : coefficients(angle)) {
            for (const double speed : {0.0, 0.5}) {
                SlopeExam exam;
                exam.angle = angle;
                exam.mu = mu;
                exam.speed = speed;
                expect_closed_form(exam, mu > test::tan_degrees(angle) ? 5.0 : 1.0);
            }
        }
    }
}

TEST(Incline, TimeStepDoesNotMatter)
{
    for (const double step : {0.02, 0.005, 0.001}) {
        for (const double mu : {0.3, 1.01 * test::tan_degrees(20.0)}) {
            SlopeExam exam;
            exam.step = step;
            exam.mu = mu;
            expect_closed_form(exam, 1.0);
        }
    }
}

TEST(Incline, MeshDoesNotMatter)
{
    for (const char* pattern : {"diagonal", "alternating", "crossed", "irregular"}) {
        for (const char* divisions : {"[1, 1]", "[7, 5]"}) {
            SlopeExam exam;
            exam.body = grid("[0.4, 0.3]", divisions, pattern);
            expect_closed_form(exam, 1.0);
            exam.mu = 1.01 * test::tan_degrees(exam.angle);
            expect_closed_form(exam, 5.0);
        }
    }
}

// A ramp of triangles is a ramp: its inner edges and nodes hold nothing back. Contacts at nodes of the ramp come and go
// beside those of the sheet, which leaves a friction error; the motion does not show it.
TEST(Incline, ARampOfTrianglesIsAPlane)
{
    int seed = 0;
    for (const char* pattern : {"diagonal", "irregular"})
        for (const char* divisions : {"[60, 9]", "[25, 31]"})
            for (const double mu : {0.1, 1.2 * test::tan_degrees(20.0)})
                for (const bool soft : {false, true}) {
                    SlopeExam exam;
                    exam.mu = mu;
                    exam.speed = mu < 0.3 ? 0.5 : 0.0;
                    exam.step = 0.005;
                    exam.plane = fmt::format(
                        R"("type": "mesh", "mesh": {{"generator": "grid", "size": [2, 4], "divisions": {},
                           "pattern": "{}", "seed": {}}})",
                        divisions, pattern, ++seed);
                    if (soft) {
                        exam.body = R"("type": "soft", "thickness": 0.002, "mesh": {"generator": "box",
                            "size": [0.1, 0.06, 0.12], "divisions": [3, 2, 3]}, "material": {"density": 1000, "young": 1e8})";
                        exam.half_height = 0.031;
                    }
                    SCOPED_TRACE(label(exam) + " " + exam.plane);
                    ExamRun run(exam);
                    const Vec3 start = run.centre();
                    run.advance(160);
                    const Vec3 moved = run.centre() - start;
                    const double expected = test::slope_point(exam, 160).x;
                    EXPECT_NEAR(moved.dot(exam.downhill()), expected, 1e-5 * std::max(0.1, expected));
                    EXPECT_NEAR(moved.dot(exam.across()), 0.0, 1e-6);
                }
}

TEST(Incline, SizeDoesNotMatter)
{
    for (const char* size : {"[0.004, 0.004]", "[40, 40]"}) {
        for (const double mu : {0.3, 1.01 * test::tan_degrees(20.0)}) {
            SlopeExam exam;
            exam.body = grid(size, "[3, 3]", "irregular");
            exam.mu = mu;
            expect_closed_form(exam, 1.0);
        }
    }
}

TEST(Incline, DistanceFromTheOriginDoesNotMatter)
{
    for (const double mu : {0.3, 1.01 * test::tan_degrees(20.0)}) {
        SlopeExam exam;
        exam.mu = mu;
        exam.origin = Vec3(1000.0, -700.0, 300.0);
        expect_closed_form(exam, 1.0);
    }
}

TEST(Incline, OneIterationIsEnoughForASheet)
{
    for (const double mu : coefficients(20.0)) {
        SlopeExam exam;
        exam.iterations = 1;
        exam.mu = mu;
        expect_closed_form(exam, 1.0);
    }
}

TEST(Incline, TwelveDirectionsGiveOneAnswer)
{
    for (int k = 0; k < 12; ++k) {
        for (const double mu : {0.3, 0.99 * test::tan_degrees(20.0), 1.01 * test::tan_degrees(20.0)}) {
            SlopeExam exam;
            exam.heading = 30.0 * k;
            exam.mu = mu;
            expect_closed_form(exam, 1.0);
        }
    }
}

TEST(Incline, OrderOfObjectsAndTheWayACoefficientIsGivenDoNotMatter)
{
    for (const double mu : {0.3, 1.01 * test::tan_degrees(20.0)}) {
        SlopeExam exam;
        exam.mu = mu;
        ExamRun plain(exam);
        plain.advance(100);
        for (const bool plane_first : {false, true}) {
            for (const bool by_pair : {false, true}) {
                exam.plane_first = plane_first;
                exam.by_pair = by_pair;
                ExamRun other(exam);
                other.advance(100);
                EXPECT_EQ(state_hash(other.state), state_hash(plain.state))
                    << "plane first " << plane_first << ", by pair " << by_pair << ", mu " << mu;
            }
        }
    }
}

TEST(Incline, ASlowingSheetStopsWhereItShouldAndStays)
{
    for (const double step : {0.02, 0.005}) {
        SlopeExam exam;
        exam.mu = 0.6;
        exam.speed = 1.0;
        exam.step = step;
        const SlopePoint expected = test::slope_point(exam, 1000);
        ASSERT_GT(expected.stopped_after, 10);
        ExamRun run(exam);
        const Vec3 start = run.centre();
        run.advance(expected.stopped_after - 1);
        EXPECT_GT(run.velocity().dot(exam.downhill()), 0.0) << "stopped early, step " << step;
        run.advance(1);
        EXPECT_LT(run.velocity().norm(), 1e-10) << "still moving, step " << step;
        EXPECT_NEAR((run.centre() - start).dot(exam.downhill()), expected.x, 1e-9);
        const Vec3Array stopped = run.state.x;
        run.advance(static_cast<std::int64_t>(5.0 / step));
        EXPECT_LT(run.farthest(stopped), kCreep);
    }
}

TEST(Incline, ASheetThrownUphillComesBackOnlyBelowTheThreshold)
{
    // Up the slope friction and gravity pull the same way: v(k+1) = v(k) - h g (sin t + mu cos t) until it stands.
    for (const double mu : {0.2, 0.5}) {
        SlopeExam exam;
        exam.mu = mu;
        exam.speed = -1.0;
        ExamRun run(exam);
        const Vec3 start = run.centre();
        double v = -1.0, x = 0.0;
        const double t = exam.angle * test::kDegree;
        for (int k = 0; k < 200; ++k) {
            const double free = v + exam.step * test::kGravity * std::sin(t);
            const double limit = exam.step * mu * test::kGravity * std::cos(t);
            v = std::copysign(std::max(0.0, std::abs(free) - limit), free);
            x += exam.step * v;
        }
        run.advance(200);
        EXPECT_NEAR((run.centre() - start).dot(exam.downhill()), x, 1e-9) << "mu " << mu;
        EXPECT_EQ(run.velocity().norm() < 1e-10, mu > test::tan_degrees(exam.angle));
    }
}

}  // namespace
}  // namespace stiction
