#include "solver_core/mesh/mesh_checks.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/mesh/tet_winding.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace stiction {
namespace {

TEST(TetWinding, a_mesh_of_the_other_order_is_turned)
{
    const TetMesh mesh = box_tets(Vec3(1, 1, 1), {2, 2, 2});
    TetMesh other = mesh;
    for (Tet& t : other.tets) std::swap(t[2], t[3]);
    EXPECT_TRUE(check_mesh(other).has_value());
    EXPECT_TRUE(turn_inverted_tets(other.positions, other.tets));
    EXPECT_EQ(other.tets, mesh.tets);
    EXPECT_FALSE(turn_inverted_tets(other.positions, other.tets));
    EXPECT_EQ(other.tets, mesh.tets);
}

TEST(TetWinding, single_inverted_tets_stay_defects)
{
    TetMesh mesh = box_tets(Vec3(1, 1, 1), {2, 2, 2});
    std::swap(mesh.tets[3][0], mesh.tets[3][1]);
    const std::vector<Tet> before = mesh.tets;
    EXPECT_FALSE(turn_inverted_tets(mesh.positions, mesh.tets));
    EXPECT_EQ(mesh.tets, before);
    EXPECT_EQ(check_mesh(mesh)->kind, DefectKind::inverted_tet);
    std::vector<Tet> none;
    EXPECT_FALSE(turn_inverted_tets(mesh.positions, none));
}

}  // namespace
}  // namespace stiction
