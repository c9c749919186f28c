#include "solver_core/contact/convex_distance.hpp"
#include "solver_core/contact/triangle_depth.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace stiction::contact_tests {
namespace {

const Shape kShapes[] = {SphereShape{0.5}, BoxShape{Vec3(0.5, 0.4, 0.3)}, CapsuleShape{0.2, 0.8},
                         CylinderShape{0.4, 0.9}};

TEST(TriangleDepth, NothingSampledIsDeeper)
{
    Random random(1);
    for (const Shape& shape : kShapes)
        for (int i = 0; i < 1500; ++i) {
            const Vec3 centre = uniform_vec(random, 0.8);
            const double size = i % 3 == 0 ? 1.0 : 0.2;
            const Vec3 a = centre + uniform_vec(random, size), b = centre + uniform_vec(random, size),
                       c = centre + uniform_vec(random, size);
            const TriangleDepth depth = triangle_depth(shape, a, b, c);
            EXPECT_NEAR(depth.weight.sum(), 1.0, 1e-14);
            EXPECT_GE(depth.weight.minCoeff(), 0.0);
            EXPECT_NEAR(depth.normal.norm(), 1.0, 1e-12);
            const Vec3 p = depth.weight[0] * a + depth.weight[1] * b + depth.weight[2] * c;
            EXPECT_NEAR(signed_distance(shape, p).phi, depth.phi, 1e-12);
            for (int k = 0; k < 60; ++k) {
                double u = uniform(random, 0, 1), v = uniform(random, 0, 1);
                if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
                const double phi = signed_distance(shape, a + u * (b - a) + v * (c - a)).phi;
                EXPECT_GE(phi, depth.phi - 1e-6 * std::max(1.0, size)) << "shape " << shape.index();
            }
        }
}

TEST(TriangleDepth, ClosedFormsAgreeWithTheSearch)
{
    Random random(2);
    for (const Shape& shape : kShapes)
        for (int i = 0; i < 2000; ++i) {
            const Vec3 centre = uniform_vec(random, 0.8);
            const Vec3 a = centre + uniform_vec(random, 0.4), b = centre + uniform_vec(random, 0.4),
                       c = centre + uniform_vec(random, 0.4);
            const TriangleDepth closed = triangle_depth(shape, a, b, c);
            const TriangleDepth searched = triangle_depth_by_search(shape, a, b, c);
            EXPECT_NEAR(closed.phi, searched.phi, 1e-6) << "shape " << shape.index();
        }
}

// A wide triangle pushed over the box's upper edge: it leaves along its own normal, by the height of the edge
// above it.
TEST(TriangleDepth, LeavesOverTheEdge)
{
    const Shape box = BoxShape{Vec3(0.5, 0.5, 5.0)};
    const Vec3 n = Vec3(1, 1, 0).normalized();
    const Vec3 along = Vec3(1, -1, 0).normalized(), edge(0.5, 0.5, 0.0);
    for (const double depth : {-0.02, 0.03, 0.1}) {
        const Vec3 base = edge - depth * n;
        const TriangleDepth found = triangle_depth(box, base + along + Vec3(0, 0, -1),
                                                   base - along + Vec3(0, 0, -1), base + Vec3(0, 0, 2));
        EXPECT_NEAR(found.distance, -depth, 1e-6);
        EXPECT_GT(found.normal.dot(n), 1.0 - 1e-6);
    }
}

TEST(TriangleDepth, DegenerateTriangles)
{
    for (const Shape& shape : kShapes) {
        const Vec3 p(0.1, 0.2, 0.3), q(0.9, -0.4, 0.2);
        for (const auto& corners : {std::array<Vec3, 3>{p, p, p},
                                    {p, p, q},
                                    {q, p, p},
                                    {p, 0.5 * (p + q), q},
                                    {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}}) {
            const TriangleDepth depth = triangle_depth(shape, corners[0], corners[1], corners[2]);
            EXPECT_TRUE(std::isfinite(depth.distance));
            EXPECT_NEAR(depth.normal.norm(), 1.0, 1e-12);
            double least = 1e9;
            for (const Vec3& corner : corners) least = std::min(least, signed_distance(shape, corner).phi);
            EXPECT_LE(depth.phi, least + 1e-9);
        }
    }
}

}  // namespace
}  // namespace stiction::contact_tests
