#include "solver_core/sim/run.hpp"
#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::SlopeExam;

// The summary's force on the body: N along the plane's normal, F up the slope.
struct SlopeForce {
    double normal = 0.0, uphill = 0.0, across = 0.0;
    double normal_sum = 0.0, friction_sum = 0.0;
};

SlopeForce force_after(const SlopeExam& exam, int steps, double& weight)
{
    Scene scene = parse_scene(scene_text(exam), "exam");
    scene.time.steps_per_frame = 1;
    scene.time.frames = steps;
    RunObserver silent;
    const auto summary = run_simulation(scene, {}, silent).summary;
    const auto& body = summary.at("objects").at("body");
    weight = body.at("mass").get<double>() * test::kGravity;
    const auto& force = body.at("contact_force");
    const auto& f = force.at("from_colliders");
    const Vec3 total(f[0].get<double>(), f[1].get<double>(), f[2].get<double>());
    return {total.dot(exam.normal()), -total.dot(exam.downhill()), total.dot(exam.across()),
            force.at("normal_force").get<double>(), force.at("friction_force").get<double>()};
}

// Sticking: N = m g cos t, F = m g sin t. Sliding: F = mu m g cos t.
void expect_coulomb(const SlopeExam& exam, int steps, double tolerance)
{
    SCOPED_TRACE(fmt::format("{} degrees, mu {}", exam.angle, exam.mu));
    const bool sticks = exam.mu >= test::tan_degrees(exam.angle);
    double weight = 0.0;
    const SlopeForce force = force_after(exam, steps, weight);
    const double normal = weight * std::cos(exam.angle * test::kDegree);
    const double friction = sticks ? weight * std::sin(exam.angle * test::kDegree) : exam.mu * normal;
    EXPECT_NEAR(force.normal, normal, tolerance * weight);
    EXPECT_NEAR(force.uphill, friction, tolerance * weight);
    EXPECT_NEAR(force.across, 0.0, tolerance * weight);
    EXPECT_NEAR(force.normal_sum, normal, tolerance * weight);
    // Every contact slides the same way; those of a resting body may also pull against each other.
    if (!sticks) {
        EXPECT_NEAR(force.friction_sum, friction, tolerance * weight);
    }
    EXPECT_GE(force.friction_sum, friction - tolerance * weight);
    EXPECT_LE(force.friction_sum, exam.mu * normal + tolerance * weight);
}

TEST(InclineForce, OfASheetIsExact)
{
    for (const double angle : {0.0, 10.0, 30.0}) {
        for (const double mu : {0.0, 0.1, 0.7}) {
            SlopeExam exam;
            exam.angle = angle;
            exam.heading = 37.0;
            exam.mu = mu;
            expect_coulomb(exam, 20, 1e-8);
        }
    }
}

TEST(InclineForce, OfAStiffBlock)
{
    SlopeExam exam;
    exam.body =
        R"("type": "soft", "mesh": {"generator": "box", "size": [0.2, 0.1, 0.2], "divisions": [2, 1, 2]},
           "material": {"density": 1000, "young": 1e7, "poisson": 0.3})";
    exam.half_height = 0.05;
    exam.iterations = 50;
    exam.step = 0.005;
    for (const double mu : {0.2, 0.6}) {
        exam.mu = mu;
        expect_coulomb(exam, 200, 1e-4);
    }
}

}  // namespace
}  // namespace stiction
