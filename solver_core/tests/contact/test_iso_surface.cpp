// The zero set as triangles, and how far it is from the mesh.

#include "solver_core/base/error.hpp"
#include "solver_core/contact/iso_surface.hpp"
#include "solver_core/contact/proximity.hpp"
#include "solver_core/contact/surface_distance.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/topology.hpp"
#include "solver_core/tests/contact/mls_scenes.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace stiction {
namespace {

MlsPieces pieces_of(const SurfaceMesh& mesh, bool sharp = false, MlsKernelKind kernel = MlsKernelKind::cubic)
{
    SmoothSettings settings;
    settings.sharp = sharp;
    settings.kernel.kind = kernel;
    MlsPieces pieces;
    pieces.build(mesh.triangles, mesh.positions, settings);
    return pieces;
}

double volume(const SurfaceMesh& mesh)
{
    double six = 0.0;
    for (const Triangle& t : mesh.triangles)
        six += mesh.positions[at(t[0])].dot(mesh.positions[at(t[1])].cross(mesh.positions[at(t[2])]));
    return six / 6.0;
}

// The slow twin of SurfaceDistance: every triangle.
double plain_distance(const SurfaceMesh& mesh, const Vec3& x)
{
    double square = 1e300;
    for (const Triangle& t : mesh.triangles)
        square = std::min(square, closest_point_triangle(x, mesh.positions[at(t[0])],
                                                         mesh.positions[at(t[1])], mesh.positions[at(t[2])])
                                      .distance2);
    return std::sqrt(square);
}

TEST(SurfaceDistance, IsThatOfTheNearestOfAllTriangles)
{
    std::mt19937 random(3);
    for (const SurfaceMesh& mesh : {sphere_surface(1.0, 12), box_surface(Vec3(2, 0.1, 1), {1, 1, 9})}) {
        const SurfaceDistance distance(mesh);
        std::vector<Index> near;
        for (int i = 0; i < 200; ++i) {
            const Vec3 x = tests::random_vector(random, i % 10 == 0 ? 30.0 : 1.5);
            EXPECT_NEAR(distance(x, near), plain_distance(mesh, x), 1e-12);
        }
    }
}

TEST(SurfaceDistance, OfTwoParallelSheetsAndOfASheetAndItsPart)
{
    const SurfaceMesh whole = grid_surface(1, 1, 4, 4, GridCut::diagonal);
    SurfaceMesh lifted = whole;
    for (Vec3& p : lifted.positions) p[1] += 0.25;
    EXPECT_NEAR(hausdorff_distance(whole, lifted, 0.1).largest(), 0.25, 1e-12);
    SurfaceMesh part = grid_surface(0.5, 1, 2, 4, GridCut::diagonal);
    const HausdorffDistance d = hausdorff_distance(whole, part, 0.1);
    EXPECT_NEAR(d.from_first, 0.25, 1e-12);  // the whole sticks out
    EXPECT_NEAR(d.from_second, 0.0, 1e-12);
}

TEST(IsoSurface, IsClosedOrientedAndOnTheZeroSet)
{
    for (const SurfaceMesh& mesh : {sphere_surface(0.5, 12), box_surface(Vec3(1, 1, 1), {4, 4, 4}),
                                    torus_surface(0.5, 0.2, 24), cylinder_surface(0.5, 1.0, 7)})
        for (const bool sharp : {false, true}) {
            const MlsPieces pieces = pieces_of(mesh, sharp);
            const SurfaceMesh iso = iso_surface(pieces, mesh, 24);
            const SurfaceTopology topology =
                build_surface_topology(static_cast<Index>(iso.positions.size()), iso.triangles);
            EXPECT_TRUE(is_closed(topology));
            EXPECT_TRUE(is_manifold(topology));
            EXPECT_TRUE(is_consistently_oriented(topology));
            // Outwards, so positive; a heptagon swells by a third under the cubic kernel.
            EXPECT_NEAR(volume(iso), volume(mesh), 0.4 * volume(mesh));
            PieceStencil stencil;
            double worst = 0.0;
            for (const Vec3& p : iso.positions) {
                pieces.evaluate(p, stencil);
                worst = std::max(worst, std::abs(stencil.psi));
            }
            // On an edge of the sharp field the sign may change by a jump of the choice of pieces.
            EXPECT_LT(worst, sharp ? 0.05 : 1e-6);
        }
}

// Both ways, over resolutions: the smooth surface goes to the mesh with the square of the spacing, and relative to it.
TEST(IsoSurface, HausdorffDistanceOfASphereFallsWithTheResolution)
{
    double last = 0.0;
    for (const Index resolution : {8, 16, 32}) {
        const SurfaceMesh mesh = sphere_surface(0.5, resolution);
        const SurfaceMesh iso = iso_surface(pieces_of(mesh), mesh, 32);
        const double distance = hausdorff_distance(iso, mesh, 0.02).largest() / box_diagonal(mesh);
        std::printf("sphere of %d segments: Hausdorff / box diagonal %.3e\n", resolution, distance);
        if (last > 0.0) {
            EXPECT_LT(distance, 0.4 * last) << resolution;
        }
        last = distance;
    }
    EXPECT_LT(last, 5e-3);
}

TEST(IsoSurface, HausdorffDistanceOfABoxIsAtItsEdges)
{
    const SurfaceMesh mesh = box_surface(Vec3(1, 1, 1), {8, 8, 8});
    const double R = pieces_of(mesh).largest_radius();
    double smooth = 0.0;
    for (const MlsKernelKind kernel : {MlsKernelKind::cubic, MlsKernelKind::interpolating}) {
        const double d =
            hausdorff_distance(iso_surface(pieces_of(mesh, false, kernel), mesh, 32), mesh, 0.03).largest();
        std::printf("box, %s: Hausdorff %.3e m, %.2f R\n", to_string(kernel), d, d / R);
        EXPECT_GT(d, 0.05 * R);
        EXPECT_LT(d, R);
        smooth = std::max(smooth, d);
    }
    const double sharp =
        hausdorff_distance(iso_surface(pieces_of(mesh, true), mesh, 32), mesh, 0.03).largest();
    std::printf("box, sharp: Hausdorff %.3e m\n", sharp);
    EXPECT_LT(sharp, 0.02);  // what a lattice of 32 cells cuts off the corners
    EXPECT_LT(sharp, 0.5 * smooth);
}

TEST(IsoSurface, BadResolutionsAreRefused)
{
    const SurfaceMesh mesh = sphere_surface(0.5, 32);
    const MlsPieces pieces = pieces_of(mesh);
    EXPECT_THROW(iso_surface(pieces, mesh, 3), InputError);
    EXPECT_THROW(iso_surface(pieces, mesh, kMaxResolution + 1), InputError);
    EXPECT_THROW(iso_surface(pieces, mesh, 5), InputError);  // cells larger than R
}

}  // namespace
}  // namespace stiction
