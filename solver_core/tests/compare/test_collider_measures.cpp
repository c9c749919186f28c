// Depth in and sliding over colliders, against closed forms.

#include "solver_core/compare/collider_measures.hpp"
#include "solver_core/tests/compare/made_cache.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

using test::flat_sheet;
using test::made_cache;

Collider ground()
{
    Collider collider;
    collider.name = "ground";
    collider.shape = PlaneShape{};
    return collider;
}

TEST(ColliderMeasures, DepthBelowAPlane)
{
    const Cache cache = made_cache(flat_sheet(), 3, 0.1, [](const Vec3& x, double, int f) {
        return Vec3(x.x(), f == 1 ? -0.02 : 0.1, x.z());
    });
    const ColliderMeasures m = measure_colliders(cache, {ground()}, 0.005);
    EXPECT_NEAR(*m.penetration_max, 0.02, 1e-12);
    EXPECT_NEAR(*m.penetration_share, 1.0, 1e-12);
    EXPECT_NEAR(m.contact_share, 1.0 / 3.0, 1e-12);
    EXPECT_EQ(m.slid_max, 0.0) << "not in contact for two frames in a row";
}

TEST(ColliderMeasures, SlidesAlongAPlaneAndNotWithIt)
{
    // The sheet moves at 0.3 m/s, the ground below it at 0.1 m/s in the same direction: 0.2 m/s over 2 s.
    Collider moving = ground();
    moving.motion.velocity = Vec3(0.1, 0.0, 0.0);
    const Cache cache = made_cache(flat_sheet(), 21, 0.1, [](const Vec3& x, double t, int) {
        return Vec3(x + Vec3(0.3 * t, 0.001, 0.0));
    });
    const ColliderMeasures m = measure_colliders(cache, {moving}, 0.005);
    EXPECT_NEAR(m.slid_mean, 0.4, 1e-9);
    EXPECT_NEAR(m.slid_max, 0.4, 1e-9);
    EXPECT_EQ(*m.penetration_max, 0.0);
    EXPECT_NEAR(m.contact_share, 1.0, 1e-12);
}

TEST(ColliderMeasures, WhatTurnsWithABallDoesNotSlide)
{
    Collider ball;
    ball.shape = SphereShape{0.3};
    ball.motion.spin_rate = 2.0;
    const SurfaceMesh cap = sphere_surface(0.301, 24);
    const auto turned = [](const Vec3& x, double t, int) {
        return Vec3(Eigen::AngleAxisd(2.0 * t, Vec3::UnitY()) * x);
    };
    EXPECT_NEAR(measure_colliders(made_cache(cap, 11, 0.1, turned), {ball}, 0.005).slid_max, 0.0, 1e-9);
    const auto still = [](const Vec3& x, double, int) { return x; };
    const double slid = measure_colliders(made_cache(cap, 11, 0.1, still), {ball}, 0.005).slid_max;
    EXPECT_NEAR(slid, 0.301 * 2.0, 0.02) << "the equator goes around by 2 rad";
}

TEST(ColliderMeasures, MeshOfABoxActsAsTheBox)
{
    Collider box;
    box.shape = BoxShape{Vec3(0.4, 0.1, 0.4)};
    const auto sink = [](const Vec3& x, double t, int) { return Vec3(x + Vec3(0.5 * t, 0.13 - t, 0.1 * t)); };
    const Cache cache = made_cache(flat_sheet(9), 8, 0.01, sink);
    const Cache mesh = made_cache(box_surface(Vec3(0.8, 0.2, 0.8), {3, 2, 3}), 1, 0.01,
                                  [](const Vec3& x, double, int) { return x; });
    const ColliderMeasures a = measure_colliders(cache, {box}, 0.005);
    const ColliderMeasures b = measure_colliders(cache, {collider_of_cache(mesh)}, 0.005);
    EXPECT_NEAR(*a.penetration_max, 0.04, 1e-9);
    EXPECT_NEAR(*a.penetration_max, *b.penetration_max, 1e-9);
    EXPECT_NEAR(*a.penetration_share, *b.penetration_share, 1e-9);
    EXPECT_NEAR(a.slid_mean, b.slid_mean, 1e-9);
    EXPECT_GT(a.slid_mean, 0.0);
}

// A floor of points that moves along: what rides on it does not slip, what stands still does.
TEST(ColliderMeasures, PointsCarryAndHaveNoInside)
{
    Collider floor;
    PointsShape points;
    for (int i = -20; i <= 20; ++i)
        for (int k = -20; k <= 20; ++k) {
            points.positions.emplace_back(0.05 * i, 0.0, 0.05 * k);
            points.normals.push_back(Vec3::UnitY());
        }
    floor.shape = points;
    floor.motion.velocity = Vec3(0.2, 0.0, 0.0);
    for (const double speed : {0.2, 0.0}) {
        const Cache cache = made_cache(flat_sheet(3), 11, 0.1, [&](const Vec3& x, double t, int) {
            return Vec3(0.5 * x + Vec3(speed * t, 0.002, 0.0));
        });
        const ColliderMeasures m = measure_colliders(cache, {floor}, 0.005);
        EXPECT_NEAR(m.slid_max, 0.2 - speed, 1e-9);
        EXPECT_NEAR(m.contact_share, 1.0, 1e-12);
        EXPECT_FALSE(m.penetration_max);
    }
}

TEST(ColliderMeasures, DeformingMeshCarriesAndAnOpenOneHasNoInside)
{
    // The collider's sheet slides below the cache at the same speed: nothing slips.
    const auto slide = [](const Vec3& x, double t, int) { return Vec3(x + Vec3(0.2 * t, 0.0, 0.0)); };
    const Cache floor = made_cache(flat_sheet(4), 11, 0.1, slide);
    const Cache cache = made_cache(flat_sheet(3), 11, 0.1, [&](const Vec3& x, double t, int f) {
        return Vec3(slide(0.5 * x, t, f) + Vec3(0.0, 0.002, 0.0));
    });
    const ColliderMeasures m = measure_colliders(cache, {collider_of_cache(floor)}, 0.005);
    EXPECT_NEAR(m.slid_max, 0.0, 1e-9);
    EXPECT_NEAR(m.contact_share, 1.0, 1e-12);
    EXPECT_FALSE(m.penetration_max);
}

}  // namespace
}  // namespace stiction
