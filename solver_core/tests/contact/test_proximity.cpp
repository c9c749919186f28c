#include "solver_core/contact/proximity.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::contact_tests {
namespace {

// Optimality of the closest point q of a convex figure with the given corners: (p - q) . (corner - q) <= 0
// for all.
void expect_closest(const Vec3& p, const Vec3& q, std::initializer_list<Vec3> corners)
{
    for (const Vec3& corner : corners) EXPECT_LE((p - q).dot(corner - q), 1e-12);
}

void expect_weights(const Vec3& weight)
{
    EXPECT_NEAR(weight.sum(), 1.0, 1e-14);
    EXPECT_GE(weight.minCoeff(), 0.0);
}

TEST(Proximity, PointTriangleIsOptimal)
{
    Random random(1);
    unsigned features = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3 a = uniform_vec(random, 1), b = uniform_vec(random, 1), c = uniform_vec(random, 1);
        const Vec3 p = uniform_vec(random, 2);
        const PointTriangle close = closest_point_triangle(p, a, b, c);
        expect_weights(close.weight);
        EXPECT_LT((close.weight[0] * a + close.weight[1] * b + close.weight[2] * c - close.point).norm(),
                  1e-12);
        EXPECT_NEAR(close.distance2, (p - close.point).squaredNorm(), 1e-14);
        expect_closest(p, close.point, {a, b, c});
        for (int k = 0; k < 3; ++k) EXPECT_EQ((close.feature >> k & 1U) != 0, close.weight[k] > 0.0);
        features |= 1U << close.feature;
    }
    EXPECT_EQ(features, 0xFEU) << "all three corners, three edges and the face must have come up";
}

TEST(Proximity, SegmentSegmentIsOptimal)
{
    Random random(2);
    int interior = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3 a0 = uniform_vec(random, 1), a1 = uniform_vec(random, 1);
        const Vec3 b0 = uniform_vec(random, 1), b1 = uniform_vec(random, 1);
        const SegmentSegment close = closest_segment_segment(a0, a1, b0, b1);
        EXPECT_NEAR(close.distance2, (close.point_a - close.point_b).squaredNorm(), 1e-14);
        expect_closest(close.point_b, close.point_a, {a0, a1});
        expect_closest(close.point_a, close.point_b, {b0, b1});
        EXPECT_LT((a0 + close.s * (a1 - a0) - close.point_a).norm(), 1e-12);
        EXPECT_LT((b0 + close.t * (b1 - b0) - close.point_b).norm(), 1e-12);
        interior += close.interior;
    }
    EXPECT_GT(interior, 1000);
}

TEST(Proximity, SegmentTriangleIsOptimal)
{
    Random random(3);
    int crossed = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3 p0 = uniform_vec(random, 1), p1 = uniform_vec(random, 1);
        const Vec3 a = uniform_vec(random, 1), b = uniform_vec(random, 1), c = uniform_vec(random, 1);
        const SegmentTriangle close = closest_segment_triangle(p0, p1, a, b, c);
        expect_weights(close.weight);
        EXPECT_LT(
            (close.weight[0] * a + close.weight[1] * b + close.weight[2] * c - close.point_triangle).norm(),
            1e-12);
        EXPECT_NEAR(close.distance2, (close.point_segment - close.point_triangle).squaredNorm(), 1e-12);
        expect_closest(close.point_triangle, close.point_segment, {p0, p1});
        expect_closest(close.point_segment, close.point_triangle, {a, b, c});
        crossed += close.distance2 == 0.0;
    }
    EXPECT_GT(crossed, 500);
}

TEST(Proximity, NothingSampledIsCloser)
{
    Random random(4);
    for (int i = 0; i < 300; ++i) {
        const Vec3 a = uniform_vec(random, 1), b = uniform_vec(random, 1), c = uniform_vec(random, 1);
        const Vec3 p0 = uniform_vec(random, 1), p1 = uniform_vec(random, 1);
        const double best = closest_segment_triangle(p0, p1, a, b, c).distance2;
        for (int k = 0; k < 200; ++k) {
            double u = uniform(random, 0, 1), v = uniform(random, 0, 1);
            if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
            const double s = uniform(random, 0, 1);
            EXPECT_GE((a + u * (b - a) + v * (c - a) - p0 - s * (p1 - p0)).squaredNorm(), best - 1e-12);
        }
    }
}

TEST(Proximity, DegenerateFigures)
{
    const Vec3 o = Vec3::Zero(), x = Vec3::UnitX(), p(0.25, 1.0, 0.0);
    EXPECT_NEAR(closest_point_triangle(p, o, o, o).distance2, p.squaredNorm(), 1e-15);
    EXPECT_NEAR(closest_point_triangle(p, o, x, x).distance2, 1.0, 1e-15);
    EXPECT_NEAR(closest_point_triangle(p, o, x, 2.0 * x).distance2, 1.0, 1e-15);
    EXPECT_NEAR(closest_point_triangle(p, o, Vec3(0.5, 1e-12, 0), x).distance2, 1.0, 1e-9);
    EXPECT_NEAR(closest_point_triangle(o, o, x, p).distance2, 0.0, 0.0);
    EXPECT_NEAR(closest_segment_segment(o, o, p, p).distance2, p.squaredNorm(), 1e-15);
    EXPECT_NEAR(closest_segment_segment(o, o, p - x, p + x).distance2, 1.0, 1e-15);
    EXPECT_NEAR(closest_segment_segment(p - x, p + x, o, o).distance2, 1.0, 1e-15);
    EXPECT_NEAR(closest_segment_triangle(p, p, o, o, o).distance2, p.squaredNorm(), 1e-15);
    for (const Vec3& d : {o, x, p}) {
        EXPECT_NEAR(any_perpendicular(d).norm(), 1.0, 1e-15);
        EXPECT_NEAR(any_perpendicular(d).dot(d), 0.0, d == o ? 1.0 : 1e-15);
    }
    EXPECT_NEAR(triangle_normal(o, o, o).norm(), 1.0, 1e-15);
    EXPECT_NEAR(triangle_normal(o, x, 3.0 * x).dot(x), 0.0, 1e-15);
    EXPECT_LT((triangle_normal(o, Vec3::UnitZ(), x) - Vec3::UnitY()).norm(), 1e-15);
}

TEST(Proximity, ParallelSegments)
{
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const Vec3 d = uniform_vec(random, 1), a = uniform_vec(random, 1), b = uniform_vec(random, 1);
        const double scale = uniform(random, -2, 2);
        const SegmentSegment close = closest_segment_segment(a, a + d, b, b + scale * d);
        EXPECT_TRUE(close.parallel);
        expect_closest(close.point_b, close.point_a, {a, a + d});
        expect_closest(close.point_a, close.point_b, {b, b + scale * d});
    }
}

TEST(Proximity, SegmentThroughTriangle)
{
    const Vec3 a(0, 0, 0), b(1, 0, 0), c(0, 0, 1);
    double s = 0.0;
    Vec3 weight;
    ASSERT_TRUE(intersect_segment_triangle(Vec3(0.25, 1, 0.5), Vec3(0.25, -3, 0.5), a, b, c, s, weight));
    EXPECT_DOUBLE_EQ(s, 0.25);
    EXPECT_LT((weight - Vec3(0.25, 0.25, 0.5)).norm(), 1e-15);
    EXPECT_FALSE(intersect_segment_triangle(Vec3(0.25, 1, 0.5), Vec3(0.25, 0.1, 0.5), a, b, c, s, weight));
    EXPECT_FALSE(intersect_segment_triangle(Vec3(0.8, 1, 0.5), Vec3(0.8, -1, 0.5), a, b, c, s, weight));
    EXPECT_FALSE(intersect_segment_triangle(Vec3(-1, 0, 0.1), Vec3(1, 0, 0.1), a, b, c, s, weight));
}

}  // namespace
}  // namespace stiction::contact_tests
