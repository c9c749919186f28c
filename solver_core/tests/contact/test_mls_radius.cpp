#include "solver_core/base/error.hpp"
#include "solver_core/contact/mls_radius.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/contact/mls_scenes.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

// A sphere whose triangles grow from one pole to the other by a large factor.
SurfaceMesh uneven_sphere()
{
    SurfaceMesh sphere = sphere_surface(1.0, 32);
    for (Vec3& p : sphere.positions) {
        const double polar = std::acos(std::clamp(p[1], -1.0, 1.0)),
                     squeezed = polar * polar / 3.14159265358979;
        const Vec3 side =
            Vec3(p[0], 0, p[2]).norm() > 1e-12 ? Vec3(p[0], 0, p[2]).normalized() : Vec3(1, 0, 0);
        p = std::cos(squeezed) * Vec3::UnitY() + std::sin(squeezed) * side;
    }
    return sphere;
}

double least_coverage(const MlsSurface& surface, const SurfaceMesh& mesh)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    MlsStencil stencil;
    double least = 1e9;
    for (const Triangle& t : mesh.triangles)
        for (int i = 0; i < 20; ++i) {
            double a = uniform(random), b = uniform(random);
            if (i < 3) a = i == 0 ? 1.0 : 0.0, b = i == 1 ? 1.0 : 0.0;
            if (a + b > 1.0) a = 1.0 - a, b = 1.0 - b;
            const Vec3 x = a * mesh.positions[static_cast<std::size_t>(t[0])] +
                           b * mesh.positions[static_cast<std::size_t>(t[1])] +
                           (1.0 - a - b) * mesh.positions[static_cast<std::size_t>(t[2])];
            surface.evaluate(x, stencil);
            least = std::min(least, stencil.known ? stencil.coverage : 0.0);
        }
    return least;
}

// The promise of the header, over even and uneven meshes and both rules.
TEST(MlsRadius, LongestEdgeCoversEveryPointOfEveryMesh)
{
    const std::vector<SurfaceMesh> meshes = {sphere_surface(1.0, 12),
                                             uneven_sphere(),
                                             box_surface(Vec3(1, 1, 1), {1, 1, 1}),
                                             box_surface(Vec3(2, 0.3, 1), {1, 2, 7}),
                                             grid_surface(1, 1, 8, 8, GridCut::irregular),
                                             cylinder_surface(0.5, 6.0, 7)};
    for (const SurfaceMesh& mesh : meshes)
        for (const MlsRadiusRule rule : {MlsRadiusRule::uniform, MlsRadiusRule::local}) {
            const MlsSurface surface = tests::mls_surface_of(mesh, {}, 1.0, rule);
            EXPECT_GE(least_coverage(surface, mesh), kFullCoverage);
            EXPECT_NO_THROW(check_coverage(surface, mesh.triangles, mesh.positions));
        }
}

// Half of the largest diameter, the paper's choice, has holes on equilateral triangles.
TEST(MlsRadius, HalfTheDiameterLeavesHoles)
{
    SurfaceMesh mesh;  // a hexagon
    mesh.positions.push_back(Vec3::Zero());
    for (int i = 0; i < 6; ++i)
        mesh.positions.push_back(Vec3(std::cos(1.0471975512 * i), 0, -std::sin(1.0471975512 * i)));
    for (Index i = 0; i < 6; ++i) mesh.triangles.push_back(Triangle(0, 1 + i, 1 + (i + 1) % 6));
    const MlsSurface half = tests::mls_surface_of(mesh, {}, 0.5);
    EXPECT_EQ(least_coverage(half, mesh), 0.0);
    try {
        check_coverage(half, mesh.triangles, mesh.positions);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("triangle 0"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("radius"), std::string::npos) << error.what();
    }
    EXPECT_NO_THROW(check_coverage(tests::mls_surface_of(mesh, {}, 0.67), mesh.triangles, mesh.positions));
}

TEST(MlsRadius, LocalRadiiFollowTheTriangles)
{
    const SurfaceMesh mesh = uneven_sphere();
    const auto local = triangle_radii(mesh.triangles, mesh.positions, MlsRadiusRule::local, 2.0);
    const double longest = longest_edge(mesh.triangles, mesh.positions);
    EXPECT_DOUBLE_EQ(*std::max_element(local.begin(), local.end()), 2.0 * longest);
    EXPECT_LT(*std::min_element(local.begin(), local.end()), 0.4 * longest);
}

}  // namespace
}  // namespace stiction
