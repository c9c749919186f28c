#include "solver_core/mesh/polygon_cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace stiction {
namespace {

std::vector<Index> all_corners(const Vec3Array& x)
{
    std::vector<Index> polygon(x.size());
    std::iota(polygon.begin(), polygon.end(), 0);
    return polygon;
}

// Signed about `up`: a triangle that turns against the polygon takes away.
double area(const Vec3Array& x, const std::vector<Triangle>& triangles, const Vec3& up)
{
    double sum = 0.0;
    for (const Triangle& t : triangles)
        sum += 0.5 * (x[at(t[1])] - x[at(t[0])]).cross(x[at(t[2])] - x[at(t[0])]).dot(up);
    return sum;
}

double unsigned_area(const Vec3Array& x, const std::vector<Triangle>& triangles)
{
    double sum = 0.0;
    for (const Triangle& t : triangles)
        sum += 0.5 * (x[at(t[1])] - x[at(t[0])]).cross(x[at(t[2])] - x[at(t[0])]).norm();
    return sum;
}

std::vector<Triangle> cut(const Vec3Array& x, const std::vector<Index>& polygon)
{
    std::vector<Triangle> triangles;
    cut_polygon(x, polygon, triangles);
    return triangles;
}

std::vector<Triangle> fan(const std::vector<Index>& polygon)
{
    std::vector<Triangle> triangles;
    for (std::size_t k = 2; k < polygon.size(); ++k)
        triangles.emplace_back(polygon[0], polygon[k - 1], polygon[k]);
    return triangles;
}

Vec3Array star(int points, double inner, const Vec3& right, const Vec3& ahead, const Vec3& centre)
{
    Vec3Array x;
    for (int k = 0; k < 2 * points; ++k) {
        const double angle = std::acos(-1.0) * k / points;
        const double radius = k % 2 == 0 ? inner : 1.0;
        x.push_back(centre + radius * (std::cos(angle) * right + std::sin(angle) * ahead));
    }
    return x;
}

TEST(PolygonCut, ConvexPolygonsAreFansFromAnyCorner)
{
    for (const int corners : {3, 4, 5, 12, 1000}) {
        Vec3Array x;
        for (int k = 0; k < corners; ++k)
            x.emplace_back(1e3 + 2.0 * std::cos(2.0 * std::acos(-1.0) * k / corners), 7.0,
                           -std::sin(2.0 * std::acos(-1.0) * k / corners));
        std::vector<Index> polygon = all_corners(x);
        for (const int turns : {0, 1, corners - 1}) {
            std::rotate(polygon.begin(), polygon.begin() + turns, polygon.end());
            EXPECT_EQ(cut(x, polygon), fan(polygon)) << corners;
        }
    }
}

TEST(PolygonCut, ConcavePolygonsKeepTheirAreaFromAnyCornerInAnyPlane)
{
    const Vec3 right = Vec3(1, 2, -0.5).normalized();
    const Vec3 up = right.cross(Vec3(0.3, -1, 2)).normalized();
    for (const int points : {3, 5, 9}) {
        const Vec3Array x = star(points, 0.2, right, up.cross(right), {3, -8, 11});
        const double exact = points * 0.2 * std::sin(std::acos(-1.0) / points);
        std::vector<Index> polygon = all_corners(x);
        for (std::size_t k = 0; k < x.size(); ++k) {
            std::rotate(polygon.begin(), polygon.begin() + 1, polygon.end());
            const std::vector<Triangle> triangles = cut(x, polygon);
            ASSERT_EQ(triangles.size(), x.size() - 2);
            EXPECT_NEAR(area(x, triangles, up), exact, 1e-12);
            EXPECT_NEAR(unsigned_area(x, triangles), exact, 1e-12);
            const std::vector<Index> turned(polygon.rbegin(), polygon.rend());
            EXPECT_NEAR(area(x, cut(x, turned), -up), exact, 1e-12);
            EXPECT_NEAR(unsigned_area(x, cut(x, turned)), exact, 1e-12);
        }
    }
}

// A closed curve about the origin with a random radius is seen from there, so its area is known.
TEST(PolygonCut, RandomPolygonsKeepTheirArea)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> radius(0.05, 1.0);
    for (int trial = 0; trial < 200; ++trial) {
        const int corners = 4 + trial % 30;
        Vec3Array x;
        double exact = 0.0;
        for (int k = 0; k < corners; ++k) {
            const double angle = 2.0 * std::acos(-1.0) * k / corners;
            x.push_back(radius(random) * Vec3(std::cos(angle), std::sin(angle), 0.0));
        }
        for (int k = 0; k < corners; ++k) exact += 0.5 * x[at(k)].cross(x[at((k + 1) % corners)]).z();
        const std::vector<Triangle> triangles = cut(x, all_corners(x));
        EXPECT_NEAR(area(x, triangles, Vec3::UnitZ()), exact, 1e-12) << trial;
        EXPECT_NEAR(unsigned_area(x, triangles), exact, 1e-12) << trial;
    }
}

TEST(PolygonCut, StraightCornersAndTheCutToAHoleLeaveNoEmptyTriangle)
{
    // A square with a corner in the middle of a side, next to the first one; and one with a square hole.
    const Vec3Array side = {{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const Vec3Array ring = {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {0, 3, 0}, {0, 0, 0},
                            {1, 1, 0}, {1, 2, 0}, {2, 2, 0}, {2, 1, 0}, {1, 1, 0}};
    for (const auto& [x, exact] : {std::pair{side, 1.0}, std::pair{ring, 8.0}}) {
        const std::vector<Triangle> triangles = cut(x, all_corners(x));
        ASSERT_EQ(triangles.size(), x.size() - 2);
        EXPECT_NEAR(unsigned_area(x, triangles), exact, 1e-12);
        for (const Triangle& t : triangles) EXPECT_GT(unsigned_area(x, {t}), 0.1);
    }
}

TEST(PolygonCut, WhatHasNoCutStaysAFan)
{
    const Vec3Array crossing = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
    const Vec3Array line = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    for (const Vec3Array& x : {crossing, line}) EXPECT_EQ(cut(x, all_corners(x)), fan(all_corners(x)));
    EXPECT_TRUE(cut(line, {0, 1}).empty());
}

}  // namespace
}  // namespace stiction
