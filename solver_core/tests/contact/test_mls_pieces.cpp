#include "solver_core/contact/mls_pieces.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/contact/mls_scenes.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

MlsPieces pieces_of(const SurfaceMesh& mesh, bool sharp)
{
    SmoothSettings settings;
    settings.sharp = sharp;
    MlsPieces pieces;
    pieces.build(mesh.triangles, mesh.positions, settings);
    return pieces;
}

// Largest |Psi| on the faces of the unit cube within `strip` of its edges, and away from them.
struct BoxError {
    double near_edges = 0.0, away = 0.0;
};
BoxError box_error(const MlsPieces& pieces, double strip)
{
    BoxError error;
    PieceStencil stencil;
    for (int i = 0; i <= 40; ++i)
        for (int j = 0; j <= 40; ++j) {
            const double a = -0.5 + i / 40.0, b = -0.5 + j / 40.0;
            pieces.evaluate(Vec3(a, 0.5, b), stencil);
            EXPECT_TRUE(stencil.known);
            const bool near = std::max(std::abs(a), std::abs(b)) > 0.5 - strip;
            double& worst = near ? error.near_edges : error.away;
            worst = std::max(worst, std::abs(stencil.psi));
        }
    return error;
}

TEST(MlsPieces, SmoothRoundsTheEdgesOfABoxAndSharpKeepsThem)
{
    const SurfaceMesh box = box_surface(Vec3(1, 1, 1), {8, 8, 8});
    const MlsPieces smooth = pieces_of(box, false), sharp = pieces_of(box, true);
    EXPECT_EQ(smooth.size(), 1);
    EXPECT_EQ(sharp.size(), 6);
    const double R = smooth.largest_radius();
    const BoxError rounded = box_error(smooth, R), kept = box_error(sharp, R);
    EXPECT_LT(rounded.away, 1e-12);  // flat there
    EXPECT_GT(rounded.near_edges, 0.1 * R);
    EXPECT_LT(rounded.near_edges, R);
    EXPECT_LT(kept.away, 1e-12);
    EXPECT_LT(kept.near_edges, 1e-12);
}

// Outside an edge the potential is that of the nearer side, inside likewise; opposite faces of a thin plate stay apart.
TEST(MlsPieces, SharpPotentialAroundEdgesCornersAndThinPlates)
{
    const SurfaceMesh plate = box_surface(Vec3(1, 0.02, 1), {10, 1, 10});
    const MlsPieces sharp = pieces_of(plate, true);
    EXPECT_EQ(sharp.size(), 6);
    PieceStencil stencil;
    auto psi = [&](const Vec3& x) {
        sharp.evaluate(x, stencil);
        EXPECT_TRUE(stencil.known);
        return stencil.psi;
    };
    EXPECT_NEAR(psi(Vec3(0.1, 0.03, 0.1)), 0.02, 1e-9);
    EXPECT_NEAR(psi(Vec3(0.1, 0.005, 0.1)), -0.005, 1e-9);
    EXPECT_NEAR(psi(Vec3(0.1, -0.03, 0.1)), 0.02, 1e-9);
    EXPECT_NEAR(psi(Vec3(0.53, 0.02, 0.1)), 0.03, 1e-9);
    EXPECT_NEAR(psi(Vec3(0.53, 0.02, 0.55)), 0.05, 1e-9);
    // Blended, the two faces cancel: why a thin plate needs this.
    const MlsPieces smooth = pieces_of(plate, false);
    smooth.evaluate(Vec3(0.1, 0.03, 0.1), stencil);
    EXPECT_LT(stencil.psi, 0.0);
}

// An L: the inner edge is concave and both its sides must be kept.
TEST(MlsPieces, ConcaveEdgesKeepBothSides)
{
    // A box with a quarter cut away, as an extruded polygon on a lattice.
    SurfaceMesh outer = box_surface(Vec3(1, 1, 1), {8, 8, 8});
    for (Vec3& p :
         outer.positions)  // push the corner x > 0, y > 0 in: the ridge there becomes a valley at the origin
        if (p[0] > 1e-9 && p[1] > 1e-9) {
            const double over = std::min(p[0], p[1]);
            p[0] -= over;
            p[1] -= over;
        }
    // What is squeezed flat goes.
    SurfaceMesh valley = outer;
    valley.triangles.clear();
    for (const Triangle& t : outer.triangles) {
        const Vec3 &a = outer.positions[static_cast<std::size_t>(t[0])],
                   &b = outer.positions[static_cast<std::size_t>(t[1])],
                   &c = outer.positions[static_cast<std::size_t>(t[2])];
        const Vec3 u = b - a, w = c - a;
        if (Vec3(u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]).norm() >
            1e-9)
            valley.triangles.push_back(t);
    }
    const MlsPieces sharp = pieces_of(valley, true);
    PieceStencil stencil;
    sharp.evaluate(Vec3(0.04, 0.03, 0.1), stencil);
    ASSERT_TRUE(stencil.known);
    ASSERT_EQ(stencil.active.size(), 2U);
    EXPECT_NEAR(stencil.psi, 0.03, 1e-9);
    double other = 0.0;
    for (const Index i : stencil.active)
        other = std::max(other, stencil.piece[static_cast<std::size_t>(i)].psi);
    EXPECT_NEAR(other, 0.04, 1e-9);
}

TEST(MlsPieces, ARoundCylinderHasItsCapsCutOff)
{
    const SurfaceMesh cylinder = cylinder_surface(0.5, 2.0, 24);
    const MlsPieces sharp = pieces_of(cylinder, true);
    EXPECT_EQ(sharp.size(), 3);
    PieceStencil stencil;
    sharp.evaluate(Vec3(0.49, 1.0, 0.0), stencil);
    EXPECT_NEAR(stencil.psi, 0.0, 1e-9);
    sharp.evaluate(Vec3(0.5, 0.98, 0.0), stencil);
    EXPECT_NEAR(stencil.psi, 0.0, 0.01);
}

}  // namespace
}  // namespace stiction
