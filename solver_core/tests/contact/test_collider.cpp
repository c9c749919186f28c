#include "solver_core/contact/collider.hpp"
#include "solver_core/contact/mesh_motion.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::contact_tests {
namespace {

const double kPi = std::acos(-1.0);

Eigen::Quaterniond turn(const Vec3& axis, double angle)
{
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis));
}

TEST(Collider, StandsWherePlaced)
{
    Collider collider;
    collider.placement.translation = Vec3(1, 2, 3);
    collider.placement.rotation = turn(Vec3::UnitZ(), kPi / 2);
    EXPECT_LT((pose_at(collider, 7.0).apply(Vec3::UnitX()) - Vec3(1, 3, 3)).norm(), 1e-15);
    EXPECT_LT((pose_at(collider, 7.0).apply_inverse(Vec3(1, 3, 3)) - Vec3::UnitX()).norm(), 1e-15);
}

TEST(Collider, RampedVelocityIsIntegrated)
{
    Collider collider;
    collider.motion.velocity = Vec3(2, 0, 0);
    collider.motion.start = 1.0;
    collider.motion.ramp = 0.5;
    const auto x = [&](double t) { return pose_at(collider, t).translation[0]; };
    EXPECT_EQ(x(0.5), 0.0);
    EXPECT_NEAR(x(1.25), 2.0 * 0.5 * 0.25 * 0.25 / 0.5, 1e-15);
    EXPECT_NEAR(x(1.5), 0.5, 1e-15);
    EXPECT_NEAR(x(3.5), 0.5 + 4.0, 1e-14);
    constexpr double kStep = 1e-5;
    for (const double t : {1.1, 1.3, 1.45, 2.0}) {
        const double rate = std::min(1.0, (t - 1.0) / 0.5);
        EXPECT_NEAR((x(t + kStep) - x(t - kStep)) / (2 * kStep), 2.0 * rate, 1e-9);
    }
}

TEST(Collider, SpinTurnsAboutTheMovedOrigin)
{
    Collider collider;
    collider.placement.translation = Vec3(5, 0, 0);
    collider.placement.rotation = turn(Vec3::UnitX(), kPi / 2);
    collider.motion.velocity = Vec3(0, 1, 0);
    collider.motion.spin_axis = Vec3(0, 3, 0);  // its length does not matter
    collider.motion.spin_rate = kPi / 2;
    // Local z is world -y after placement, so the axis y does not move it; local x goes to -z.
    const RigidPose pose = pose_at(collider, 1.0);
    EXPECT_LT((pose.apply(Vec3::UnitZ()) - Vec3(5, 0, 0)).norm(), 1e-14);
    EXPECT_LT((pose.apply(Vec3::UnitX()) - Vec3(5, 1, -1)).norm(), 1e-14);
}

TEST(Collider, KeysAreLinearAndHeld)
{
    Collider collider;
    collider.placement.translation = Vec3(0, 10, 0);
    collider.motion.keys = {{1.0, {Vec3(0, 0, 0), Eigen::Quaterniond::Identity()}},
                            {3.0, {Vec3(4, 0, 0), turn(Vec3::UnitY(), kPi / 2)}}};
    EXPECT_LT((pose_at(collider, 0.0).translation - Vec3(0, 10, 0)).norm(), 1e-15);
    EXPECT_LT((pose_at(collider, 1.5).translation - Vec3(1, 10, 0)).norm(), 1e-15);
    EXPECT_LT((pose_at(collider, 9.0).translation - Vec3(4, 10, 0)).norm(), 1e-15);
    EXPECT_LT(pose_at(collider, 2.0).rotation.angularDistance(turn(Vec3::UnitY(), kPi / 4)), 1e-14);
    // A key turns the shape where it stands.
    EXPECT_LT((pose_at(collider, 9.0).apply(Vec3::UnitX()) - Vec3(4, 10, -1)).norm(), 1e-14);
}

TEST(MeshMotion, FramesAndPoseTogether)
{
    Collider collider;
    MeshShape shape;
    shape.mesh.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
    shape.mesh.triangles = {Triangle(0, 2, 1)};
    shape.frame_times = {0.0, 1.0};
    shape.frames = {shape.mesh.positions, {Vec3(0, 2, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)}};
    collider.shape = shape;
    collider.motion.velocity = Vec3(3, 0, 0);
    Vec3Array x(3), v(3);
    mesh_motion(collider, 0.5, 0.1, x, v);
    EXPECT_LT((x[0] - Vec3(1.5, 1, 0)).norm(), 1e-15);
    EXPECT_LT((v[0] - Vec3(3, 2, 0)).norm(), 1e-13);
    EXPECT_LT((v[1] - Vec3(3, 0, 0)).norm(), 1e-13);
    mesh_motion(collider, 0.95, 0.1, x, v);
    EXPECT_LT((v[0] - Vec3(3, 1, 0)).norm(), 1e-13) << "held after the last frame: half the step moves";
    mesh_motion(collider, 5.0, 0.0, x, v);
    EXPECT_LT((x[0] - Vec3(15, 2, 0)).norm(), 1e-14);
    EXPECT_EQ(v[0], Vec3(0, 0, 0));
}

}  // namespace
}  // namespace stiction::contact_tests
