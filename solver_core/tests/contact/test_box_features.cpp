#include "solver_core/contact/box_features.hpp"
#include "solver_core/contact/convex_distance.hpp"
#include "solver_core/contact/triangle_depth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace stiction {
namespace {

const BoxShape kBox{Vec3(0.5, 0.3, 0.4)};
constexpr double kFar = 10.0;

Vec3 mix(const Vec3& weight, const Vec3* corner)
{
    return weight[0] * corner[0] + weight[1] * corner[1] + weight[2] * corner[2];
}

// A triangle of about the box's size somewhere around it.
struct RandomTriangles {
    std::mt19937 random{7};
    std::uniform_real_distribution<double> unit{-1.0, 1.0};
    Vec3 corner[3];
    void next()
    {
        const Vec3 middle = Vec3(unit(random), unit(random), unit(random));
        for (Vec3& c : corner) c = middle + 0.6 * Vec3(unit(random), unit(random), unit(random));
    }
};

int faces_at(const Vec3& point)
{
    int count = 0;
    for (int k = 0; k < 3; ++k)
        if (std::fabs(std::fabs(point[k]) - kBox.half_size[k]) < 1e-9) ++count;
    return count;
}

TEST(BoxFeatures, PointsFaceEachOtherAlongTheNormal)
{
    RandomTriangles triangles;
    BoxFeatures found;
    int seen = 0;
    for (int i = 0; i < 5000; ++i) {
        triangles.next();
        box_features(kBox, triangles.corner, -kFar, kFar, found);
        for (int f = 0; f < found.count; ++f, ++seen) {
            const BoxFeature& feature = found.item[f];
            EXPECT_NEAR(feature.weight.sum(), 1.0, 1e-12);
            EXPECT_GE(feature.weight.minCoeff(), 0.0);
            EXPECT_NEAR(feature.normal.norm(), 1.0, 1e-12);
            const Vec3 between = mix(feature.weight, triangles.corner) - feature.point;
            EXPECT_LT((between - feature.distance * feature.normal).norm(), 1e-9);
            EXPECT_EQ(faces_at(feature.point), feature.number < kBoxCorners ? 3 : 2);
            EXPECT_EQ(feature.feature == 7U, feature.number < kBoxCorners);
            // The box lies below the plane, up to the lean.
            for (int c = 0; c < 8; ++c) {
                const Vec3 sign(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1);
                const Vec3 other = sign.cwiseProduct(kBox.half_size);
                EXPECT_LE(feature.normal.dot(other - feature.point),
                          kFeatureLean * (other - feature.point).lpNorm<1>() + 1e-12);
            }
        }
    }
    EXPECT_GT(seen, 1000);
}

// Where the nearest points of a triangle and a box that do not touch lie on a corner under the face, or on an edge under a
// side, that pair is listed.
TEST(BoxFeatures, TheNearestPairIsAmongThem)
{
    RandomTriangles triangles;
    BoxFeatures found;
    int corners = 0, edges = 0;
    for (int i = 0; i < 20000; ++i) {
        triangles.next();
        const Vec3* x = triangles.corner;
        const TriangleDepth depth = triangle_depth(kBox, x[0], x[1], x[2]);
        if (depth.phi < 1e-3) continue;
        const int faces = faces_at(mix(depth.weight, x) - depth.phi * depth.normal);
        const bool on_corner = depth.feature == 7U && faces == 3;
        const bool on_edge =
            (depth.feature == 3U || depth.feature == 5U || depth.feature == 6U) && faces == 2;
        if (!on_corner && !on_edge) continue;
        ++(on_corner ? corners : edges);
        box_features(kBox, x, 0.0, kFar, found);
        bool listed = false;
        for (int f = 0; f < found.count; ++f)
            listed |= found.item[f].feature == depth.feature &&
                      std::fabs(found.item[f].distance - depth.phi) < 1e-6 &&
                      (found.item[f].normal - depth.normal).norm() < 1e-3;
        EXPECT_TRUE(listed) << "triangle " << i;
    }
    EXPECT_GT(corners, 50);
    EXPECT_GT(edges, 50);
}

// The same pair stays listed when the triangle is pushed along its normal, to either side of the feature.
TEST(BoxFeatures, ThePairOutlivesACrossing)
{
    RandomTriangles triangles;
    BoxFeatures found, pushed;
    int seen = 0;
    for (int i = 0; i < 2000; ++i) {
        triangles.next();
        box_features(kBox, triangles.corner, -kFar, kFar, found);
        for (int f = 0; f < found.count; ++f, ++seen) {
            const BoxFeature& feature = found.item[f];
            Vec3 corner[3];
            for (int k = 0; k < 3; ++k)
                corner[k] = triangles.corner[k] - (feature.distance + 0.01) * feature.normal;
            box_features(kBox, corner, -0.02, 0.0, pushed);
            bool listed = false;
            for (int g = 0; g < pushed.count; ++g)
                listed |= pushed.item[g].number == feature.number &&
                          pushed.item[g].feature == feature.feature &&
                          std::fabs(pushed.item[g].distance + 0.01) < 1e-9;
            EXPECT_TRUE(listed);
        }
    }
    EXPECT_GT(seen, 500);
}

TEST(BoxFeatures, OnlyBetweenTheGivenDistances)
{
    const Vec3 corner[3] = {Vec3(0.3, 0.4, -0.2), Vec3(1.1, 0.15, 0.3), Vec3(0.2, 0.4, 1.2)};
    BoxFeatures all, some;
    box_features(kBox, corner, -kFar, kFar, all);
    ASSERT_GT(all.count, 1);
    for (int f = 0; f < all.count; ++f) {
        const double d = all.item[f].distance;
        box_features(kBox, corner, d - 1e-6, d + 1e-6, some);
        EXPECT_GE(some.count, 1);
        EXPECT_LT(some.count, all.count);
    }
}

TEST(BoxFeatures, NothingFromATriangleWithoutArea)
{
    const Vec3 point[3] = {Vec3(0.6, 0.4, 0.5), Vec3(0.6, 0.4, 0.5), Vec3(0.6, 0.4, 0.5)};
    const Vec3 line[3] = {Vec3(0.6, 0.2, 0.5), Vec3(0.6, 0.2, 0.5), Vec3(0.4, 0.5, 0.5)};
    BoxFeatures found;
    box_features(kBox, point, -kFar, kFar, found);
    EXPECT_EQ(found.count, 0);
    box_features(kBox, line, -kFar, kFar, found);
    for (int f = 0; f < found.count; ++f) EXPECT_TRUE(found.item[f].normal.allFinite());
}

}  // namespace
}  // namespace stiction
