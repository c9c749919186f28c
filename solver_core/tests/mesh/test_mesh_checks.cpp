#include "solver_core/mesh/mesh_checks.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/tests/mesh/mesh_measures.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

// Four points of a unit square and one above, three triangles in a fan around the square's diagonal and side.
SurfaceMesh sheet() { return {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}}; }

TetMesh two_tets()
{
    return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}, {{0, 1, 2, 3}, {1, 2, 3, 4}}};
}

void expect_defect(const FoundDefect& found, DefectKind kind, Index element, const std::string& part)
{
    ASSERT_TRUE(found);
    EXPECT_STREQ(to_string(found->kind), to_string(kind));
    EXPECT_EQ(found->element, element) << found->message;
    EXPECT_NE(found->message.find(part), std::string::npos) << found->message;
}

TEST(MeshChecks, good_meshes_pass)
{
    EXPECT_FALSE(check_mesh(sheet()));
    EXPECT_FALSE(check_mesh(two_tets())) << check_mesh(two_tets())->message;
    EXPECT_TRUE(mesh_warnings(sheet()).empty());
}

TEST(MeshChecks, non_finite_position)
{
    SurfaceMesh mesh = sheet();
    mesh.positions[2].y() = std::numeric_limits<double>::quiet_NaN();
    expect_defect(check_mesh(mesh), DefectKind::non_finite_position, 2, "point 2 is at (1, nan, 0)");
    TetMesh tets = two_tets();
    tets.positions[4].z() = std::numeric_limits<double>::infinity();
    expect_defect(check_mesh(tets), DefectKind::non_finite_position, 4, "inf");
}

TEST(MeshChecks, index_out_of_range)
{
    SurfaceMesh mesh = sheet();
    mesh.triangles[1][2] = 4;
    expect_defect(check_mesh(mesh), DefectKind::index_out_of_range, 1,
                  "triangle 1 refers to point 4; there are 4");
    mesh.triangles[0][0] = -1;
    expect_defect(check_mesh(mesh), DefectKind::index_out_of_range, 0, "point -1");
    TetMesh tets = two_tets();
    tets.tets[1][3] = 77;
    expect_defect(check_mesh(tets), DefectKind::index_out_of_range, 1, "tet 1 refers to point 77");
}

TEST(MeshChecks, repeated_corner)
{
    SurfaceMesh mesh = sheet();
    mesh.triangles.push_back({3, 1, 3});
    expect_defect(check_mesh(mesh), DefectKind::repeated_corner, 2, "point 3 at two corners (points 3 1 3)");
    TetMesh tets = two_tets();
    tets.tets[1] = {1, 2, 4, 2};
    expect_defect(check_mesh(tets), DefectKind::repeated_corner, 1, "tet 1");
}

TEST(MeshChecks, zero_area_is_relative_to_the_edges)
{
    SurfaceMesh mesh = sheet();
    mesh.positions.emplace_back(2, 2, 0);
    mesh.triangles.push_back({0, 2, 4});
    expect_defect(check_mesh(mesh), DefectKind::zero_area, 2, "triangle 2 has zero area");
    // A tiny but well shaped mesh is fine, a collapsed one is not.
    SurfaceMesh tiny = sheet();
    for (Vec3& x : tiny.positions) x *= 1e-9;
    EXPECT_FALSE(check_mesh(tiny));
    for (Vec3& x : tiny.positions) x.setZero();
    expect_defect(check_mesh(tiny), DefectKind::zero_area, 0, "delete it, or");
}

TEST(MeshChecks, sliver_is_a_warning)
{
    SurfaceMesh mesh = sheet();
    mesh.positions[2] = Vec3(1, 1e-7, 0);
    mesh.positions[3] = Vec3(0, 1, 0);
    EXPECT_FALSE(check_mesh(mesh));
    const std::vector<MeshDefect> warnings = mesh_warnings(mesh);
    ASSERT_EQ(warnings.size(), 1U);
    expect_defect(warnings[0], DefectKind::sliver, 0, "longest edge over height 1e+07");
    EXPECT_TRUE(is_warning(DefectKind::sliver));
    EXPECT_FALSE(is_warning(DefectKind::zero_area));
}

TEST(MeshChecks, inverted_and_flat_tets)
{
    TetMesh mesh = two_tets();
    std::swap(mesh.tets[1][0], mesh.tets[1][1]);
    expect_defect(check_mesh(mesh), DefectKind::inverted_tet, 1, "tet 1 is inverted (volume -0.333");
    mesh = two_tets();
    mesh.positions[4] = Vec3(0.5, 0.5, 0.0);
    expect_defect(check_mesh(mesh), DefectKind::zero_volume, 1, "tet 1 has zero volume");
    mesh = two_tets();
    for (Vec3& x : mesh.positions) x *= 1e-6;
    EXPECT_FALSE(check_mesh(mesh));
}

TEST(MeshChecks, duplicates_whatever_their_winding)
{
    SurfaceMesh mesh = sheet();
    mesh.triangles.push_back({3, 2, 0});
    mesh.triangles.push_back({2, 1, 0});
    expect_defect(check_mesh(mesh), DefectKind::duplicate_element, 2,
                  "triangle 2 has the same points as triangle 1");
    TetMesh tets = two_tets();
    tets.tets.push_back({1, 2, 0, 3});
    expect_defect(check_mesh(tets), DefectKind::duplicate_element, 2, "tet 2 has the same points as tet 0");
}

TEST(MeshChecks, isolated_point)
{
    SurfaceMesh mesh = sheet();
    mesh.positions.insert(mesh.positions.begin(), Vec3(5, 5, 5));
    for (Triangle& t : mesh.triangles) t.array() += 1;
    expect_defect(check_mesh(mesh), DefectKind::isolated_point, 0, "point 0 belongs to no triangle");
    TetMesh tets = two_tets();
    tets.positions.emplace_back(7, 7, 7);
    expect_defect(check_mesh(tets), DefectKind::isolated_point, 5, "point 5 belongs to no tet");
}

TEST(MeshChecks, non_manifold_edge)
{
    SurfaceMesh mesh = sheet();
    mesh.positions.emplace_back(0, 0, 1);
    mesh.triangles.push_back({0, 2, 4});
    expect_defect(check_mesh(mesh), DefectKind::non_manifold_edge, 2, "edge 0-2 has 3 triangles");
}

TEST(MeshChecks, inconsistent_winding)
{
    SurfaceMesh mesh = sheet();
    std::swap(mesh.triangles[1][0], mesh.triangles[1][1]);
    expect_defect(check_mesh(mesh), DefectKind::inconsistent_winding, 1,
                  "triangles 0 and 1 face opposite sides");
}

TEST(MeshChecks, bow_tie_and_coincident_points_are_warnings)
{
    SurfaceMesh mesh = sheet();
    mesh.positions.emplace_back(2, 1, 0);
    mesh.positions.emplace_back(2, 2, 0);
    mesh.triangles.push_back({2, 4, 5});
    EXPECT_FALSE(check_mesh(mesh));
    ASSERT_EQ(mesh_warnings(mesh).size(), 1U);
    expect_defect(mesh_warnings(mesh)[0], DefectKind::bow_tie_vertex, 2, "point 2");

    mesh = sheet();
    mesh.positions.push_back(mesh.positions[2] + Vec3(1e-12, 0, 0));
    mesh.positions.emplace_back(2, 1, 0);
    mesh.positions.emplace_back(2, 2, 0);
    mesh.triangles.push_back({4, 5, 6});
    EXPECT_FALSE(check_mesh(mesh));
    ASSERT_EQ(mesh_warnings(mesh).size(), 1U);
    expect_defect(mesh_warnings(mesh)[0], DefectKind::coincident_points, 4, "point 4 lies on point 2");
}

// One defect planted at a random place of a large good mesh is found there.
TEST(MeshChecks, find_the_planted_defect)
{
    const SurfaceMesh good = grid_surface(1.0, 1.0, 40, 30, GridCut::irregular, 12);
    ASSERT_FALSE(check_mesh(good));
    for (unsigned seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        SurfaceMesh mesh = good;
        const Index t = static_cast<Index>(random() % mesh.triangles.size());
        Triangle& triangle = mesh.triangles[t];
        const Index count = static_cast<Index>(mesh.triangles.size());
        switch (seed % 5) {
            case 0:
                triangle[1] = points_of(mesh) + 3;
                expect_defect(check_mesh(mesh), DefectKind::index_out_of_range, t, "");
                break;
            case 1:
                triangle[1] = triangle[2];
                expect_defect(check_mesh(mesh), DefectKind::repeated_corner, t, "");
                break;
            case 2:
                mesh.triangles.push_back({triangle[2], triangle[0], triangle[1]});
                expect_defect(check_mesh(mesh), DefectKind::duplicate_element, count, "");
                break;
            case 3: {
                std::swap(triangle[0], triangle[1]);
                const FoundDefect defect = check_mesh(mesh);
                ASSERT_TRUE(defect);
                EXPECT_EQ(defect->kind, DefectKind::inconsistent_winding);
                EXPECT_NE(defect->message.find(std::to_string(t)), std::string::npos);
                break;
            }
            default:
                mesh.positions.emplace_back(0.0, 1.0, 0.0);
                expect_defect(check_mesh(mesh), DefectKind::isolated_point, points_of(mesh) - 1, "");
        }
    }
}

TEST(MeshChecks, every_kind_has_a_name)
{
    for (int kind = 0; kind <= static_cast<int>(DefectKind::coincident_points); ++kind)
        EXPECT_STRNE(to_string(static_cast<DefectKind>(kind)), "unknown");
}

}  // namespace
}  // namespace stiction
