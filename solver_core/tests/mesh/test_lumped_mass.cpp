#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/tet_generators.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace stiction {
namespace {

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

TEST(LumpedMass, of_one_triangle_is_a_third_each)
{
    const Vec3Array x{{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {9, 9, 9}};
    const std::vector<Triangle> triangles{{0, 1, 2}};
    EXPECT_DOUBLE_EQ(triangle_area(x[0], x[1], x[2]), 3.0);
    const std::vector<double> mass = lumped_mass(x, triangles, 0.2);
    for (Index i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(mass[i], 0.2);
    EXPECT_EQ(mass[3], 0.0);
    EXPECT_DOUBLE_EQ(node_areas(x, triangles)[1], 1.0);
}

TEST(LumpedMass, of_one_tet_is_a_quarter_each)
{
    const Vec3Array x{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    const std::vector<Tet> tets{{0, 1, 2, 3}};
    EXPECT_DOUBLE_EQ(tet_volume(x[0], x[1], x[2], x[3]), 1.0);
    EXPECT_DOUBLE_EQ(tet_volume(x[0], x[2], x[1], x[3]), -1.0);
    for (const double m : lumped_mass(x, tets, 1000.0)) EXPECT_DOUBLE_EQ(m, 250.0);
}

TEST(LumpedMass, sums_to_density_times_measure)
{
    for (const GridCut cut :
         {GridCut::diagonal, GridCut::alternating, GridCut::crossed, GridCut::irregular}) {
        const SurfaceMesh sheet = grid_surface(1.5, 0.8, 9, 13, cut, 4);
        EXPECT_NEAR(sum(lumped_mass(sheet.positions, sheet.triangles, 0.3)), 0.3 * 1.5 * 0.8, 1e-14);
        EXPECT_NEAR(sum(node_areas(sheet.positions, sheet.triangles)),
                    total_area(sheet.positions, sheet.triangles), 1e-14);
    }
    const TetMesh box = box_tets(Vec3(1.0, 2.0, 0.5), {3, 4, 5});
    EXPECT_NEAR(sum(lumped_mass(box.positions, box.tets, 1000.0)), 1000.0, 1e-10);
}

TEST(CenterOfMass, of_a_box_moves_with_it)
{
    TetMesh box = box_tets(Vec3(1.0, 2.0, 0.5), {2, 4, 6});
    for (Vec3& x : box.positions) x += Vec3(10.0, -20.0, 30.0);
    const std::vector<double> mass = lumped_mass(box.positions, box.tets, 7.0);
    EXPECT_LT((center_of_mass(box.positions, mass) - Vec3(10.0, -20.0, 30.0)).norm(), 1e-13);
}

TEST(CenterOfMass, weighs_by_mass)
{
    const Vec3Array x{{0, 0, 0}, {4, 0, 0}};
    EXPECT_DOUBLE_EQ(center_of_mass(x, std::vector<double>{1.0, 3.0}).x(), 3.0);
}

TEST(EnclosedVolume, does_not_suffer_far_from_the_origin)
{
    SurfaceMesh box = box_surface(Vec3(0.1, 0.2, 0.3), {3, 4, 5});
    EXPECT_NEAR(enclosed_volume(box.positions, box.triangles), 0.006, 1e-15);
    for (Vec3& x : box.positions) x += Vec3::Constant(1000.0);
    EXPECT_NEAR(enclosed_volume(box.positions, box.triangles), 0.006, 1e-13);
    for (Triangle& t : box.triangles) std::swap(t[0], t[1]);
    EXPECT_NEAR(enclosed_volume(box.positions, box.triangles), -0.006, 1e-13);
    EXPECT_EQ(enclosed_volume(Vec3Array{}, std::vector<Triangle>{}), 0.0);
}

}  // namespace
}  // namespace stiction
