// Free points with normals: their surface, the contacts on it, and what is refused.

#include "solver_core/base/error.hpp"
#include "solver_core/contact/mls_pieces.hpp"
#include "solver_core/contact/point_discs.hpp"
#include "solver_core/contact/smooth_contacts.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

using contact_tests::Pieces;

// Points of a square lattice in the x-z plane, moved within it by up to `noise` spacings.
PointsShape floor_points(Index side, double spacing, double noise, unsigned seed = 3)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> shake(-noise, noise);
    PointsShape points;
    for (Index i = 0; i < side; ++i)
        for (Index k = 0; k < side; ++k) {
            points.positions.emplace_back(spacing * (i + shake(random)), 0.0, spacing * (k + shake(random)));
            points.normals.push_back(Vec3::UnitY());
        }
    return points;
}

PointsShape ball_points(double radius, Index resolution)
{
    PointsShape points;
    for (const Vec3& p : sphere_surface(radius, resolution).positions) {
        points.positions.push_back(p);
        points.normals.emplace_back(p.normalized());
    }
    return points;
}

MlsPieces surface_of(const PointsShape& points, const SmoothSettings& settings = {})
{
    MlsPieces pieces;
    pieces.build_points(points.positions, points.normals, settings);
    return pieces;
}

void expect_refusal(const PointsShape& points, const SmoothSettings& settings,
                    const std::vector<std::string>& words)
{
    try {
        surface_of(points, settings);
        FAIL() << "not refused: " << words[0];
    } catch (const InputError& error) {
        for (const std::string& word : words)
            EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << word << "\n"
                                                                               << error.what();
    }
}

TEST(PointSurface, SpacingIsTheDistanceToTheSixthNearest)
{
    const PointsShape points = floor_points(9, 0.1, 0.0);
    const std::vector<double> spacing = point_spacing(points.positions);
    EXPECT_NEAR(spacing[4 * 9 + 4], 0.1 * std::sqrt(2.0), 1e-12);  // four beside it, then the diagonals
    EXPECT_NEAR(spacing[0], 0.1 * std::sqrt(5.0), 1e-12);          // 1, 1, sqrt 2, 2, 2, sqrt 5
    EXPECT_NEAR(surface_of(points).largest_radius(), 0.1 * std::sqrt(2.0), 1e-12);  // borders do not count
    // The search by cells against all pairs.
    std::mt19937 random(8);
    std::normal_distribution<double> normal;
    Vec3Array cloud;
    for (int i = 0; i < 200; ++i)
        cloud.emplace_back(normal(random), 0.01 * normal(random), i < 5 ? 40.0 : normal(random));
    const std::vector<double> found = point_spacing(cloud);
    for (std::size_t i = 0; i < cloud.size(); ++i) {
        std::vector<double> distance;
        for (const Vec3& other : cloud) distance.push_back((other - cloud[i]).norm());
        std::sort(distance.begin(), distance.end());
        EXPECT_NEAR(found[i], distance[6], 1e-12) << i;
    }
    EXPECT_NEAR(point_spacing(Vec3Array{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(3, 0, 0)})[0], 3.0, 1e-12);
}

TEST(PointSurface, PointsOfAPlaneAreThePlane)
{
    for (const MlsKernelKind kind :
         {MlsKernelKind::cubic, MlsKernelKind::interpolating, MlsKernelKind::interpolating_c2}) {
        SmoothSettings settings;
        settings.kernel.kind = kind;
        const MlsPieces pieces = surface_of(floor_points(12, 0.1, 0.3), settings);
        PieceStencil stencil;
        for (const double height : {-0.05, 0.0, 0.03, 0.09}) {
            pieces.evaluate(Vec3(0.53, height, 0.61), stencil);
            ASSERT_TRUE(stencil.known);
            EXPECT_NEAR(stencil.psi, height, 1e-14);
            EXPECT_LT((stencil.piece[0].gradient - Vec3::UnitY()).norm(), 1e-12);
        }
    }
}

TEST(PointSurface, IsThatOfVertexSamplesWithTheSameNormals)
{
    const SurfaceMesh sphere = sphere_surface(0.5, 16);
    const MlsSamples vertices =
        vertex_samples(sphere.triangles, sphere.positions, NormalWeight::angle, std::vector<double>{0.2});
    MlsSurface twin;
    twin.build(vertices, {});
    MlsSurface points;
    points.build(point_samples(vertices.position, vertices.normal, std::vector<double>{0.2}), {});
    MlsStencil a, b;
    for (const Vec3& x : {Vec3(0.5, 0.02, 0.01), Vec3(0.1, 0.52, 0.0), Vec3(-0.2, 0.1, 0.47)}) {
        twin.evaluate(x, a);
        points.evaluate(x, b);
        ASSERT_TRUE(a.known && b.known);
        EXPECT_DOUBLE_EQ(a.psi, b.psi);
        EXPECT_LT((a.gradient - b.gradient).norm(), 1e-14);
    }
}

TEST(PointSurface, WhatMakesNoSurfaceIsNamed)
{
    PointsShape points = floor_points(6, 0.1, 0.1);
    SmoothSettings sharp;
    sharp.sharp = true;
    expect_refusal(points, sharp, {"edges"});
    SmoothSettings narrow;
    narrow.radius_factor = 0.05;
    expect_refusal(points, narrow, {"point 0", "no other", "radius"});

    PointsShape stray = points;
    stray.positions.emplace_back(9.0, 0.0, 0.0);
    stray.normals.push_back(Vec3::UnitY());
    expect_refusal(stray, {}, {"point 36", "no other within the radius", "remove it"});

    PointsShape turned = points;
    turned.normals[14] = -Vec3::UnitY();
    expect_refusal(turned, {}, {"normal of point", "looks against", "turn it around"});

    PointsShape flat = points;
    flat.normals[5].setZero();
    expect_refusal(flat, {}, {"point 5", "not zero"});

    PointsShape two;
    two.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0)};
    two.normals = {Vec3::UnitY(), Vec3::UnitY()};
    expect_refusal(two, {}, {"found 2 points", "3 or more"});

    PointsShape heap;
    heap.positions.assign(9, Vec3(1, 2, 3));
    heap.normals.assign(9, Vec3::UnitY());
    expect_refusal(heap, {}, {"point 0", "one place"});
}

TEST(PointSurface, AScannedBallIsTouchedWhereTheBallIs)
{
    Pieces pieces;
    pieces.add(contact_tests::moved(contact_tests::grid(12, 12, 0.2, 0.2), Vec3(0.1, 0.903, 0)), 0.002);
    pieces.add_collider(ball_points(0.5, 96), Vec3(0.1, 0.4, 0), 0.001);
    pieces.geometry.colliders[0].motion.velocity = Vec3(0, 0.5, 0);
    pieces.geometry.colliders[0].motion.spin_axis = Vec3::UnitY();
    pieces.geometry.colliders[0].motion.spin_rate = 2.0;
    pieces.finish();
    for (Vec3& v : pieces.v) v = Vec3(0, -4.0, 0);
    SmoothSurfaces surfaces;
    surfaces.build(pieces.geometry, {}, pieces.x);
    SmoothWorkspace work;
    ContactSet contacts;
    detect_smooth(surfaces, pieces.query(0.005), work, contacts);
    ASSERT_GT(contacts.size(), 20);
    for (Index c = 0; c < contacts.size(); ++c) {
        const auto row = static_cast<std::size_t>(c);
        EXPECT_EQ(contacts.key[row].kind, ContactKind::vertex_smooth);
        const Vec3 from = pieces.x[static_cast<std::size_t>(contacts.key[row].a)] - Vec3(0.1, 0.4, 0);
        EXPECT_NEAR(contacts.gap[row], from.norm() - 0.5 - 0.003, 1e-3);
        EXPECT_GT(contacts.normal[row].dot(from.normalized()), 0.9995);
        const Vec3 carried = Vec3(0, 0.5, 0) + Vec3(0, 2.0, 0).cross(from);
        EXPECT_LT((contacts.obstacle_velocity[row] - carried).norm(), 0.02);
    }
}

TEST(PointSurface, DiscsFaceAlongTheNormals)
{
    const PointsShape points = ball_points(0.5, 12);
    const SurfaceMesh discs = point_discs(points);
    ASSERT_EQ(discs.triangles.size(), 6 * points.positions.size());
    for (std::size_t t = 0; t < discs.triangles.size(); ++t) {
        const auto corner = [&](int k) {
            return discs.positions[static_cast<std::size_t>(discs.triangles[t][k])];
        };
        const Vec3 area = (corner(1) - corner(0)).cross(corner(2) - corner(0));
        EXPECT_GT(area.norm(), 0.0);
        EXPECT_NEAR(area.normalized().dot(points.normals[t / 6]), 1.0, 1e-9);
    }
}

}  // namespace
}  // namespace stiction
