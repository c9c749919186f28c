#include "solver_core/mesh/element_order.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/tests/mesh/mesh_measures.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace stiction {
namespace {

void expect_permutation(const Permutation& p, std::size_t count)
{
    ASSERT_EQ(p.new_to_old.size(), count);
    ASSERT_EQ(p.old_to_new.size(), count);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(p.new_to_old[p.old_to_new[i]], static_cast<Index>(i));
}

// Mean distance in memory between the two ends of an edge.
double mean_edge_span(const SurfaceMesh& mesh)
{
    double sum = 0.0;
    const SurfaceTopology topology = topology_of(mesh);
    for (const Edge& e : topology.edges) sum += e[1] - e[0];
    return sum / static_cast<double>(topology.edges.size());
}

SurfaceMesh shuffled(SurfaceMesh mesh, unsigned seed)
{
    Permutation nodes, elements;
    std::mt19937_64 random(seed);
    for (auto [p, count] :
         {std::pair{&nodes, mesh.positions.size()}, std::pair{&elements, mesh.triangles.size()}}) {
        p->new_to_old.resize(count);
        std::iota(p->new_to_old.begin(), p->new_to_old.end(), 0);
        for (std::size_t i = count; i > 1; --i) std::swap(p->new_to_old[i - 1], p->new_to_old[random() % i]);
        p->old_to_new.resize(count);
        for (std::size_t i = 0; i < count; ++i) p->old_to_new[p->new_to_old[i]] = static_cast<Index>(i);
    }
    return renumbered(mesh, nodes, elements);
}

TEST(MortonOrder, of_the_corners_of_a_cube_counts_in_binary)
{
    Vec3Array corners;
    for (int i = 7; i >= 0; --i) corners.emplace_back(i & 1, i >> 1 & 1, i >> 2 & 1);
    EXPECT_EQ(morton_order(corners).new_to_old, (std::vector<Index>{7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST(MortonOrder, keeps_the_order_of_coinciding_points)
{
    EXPECT_EQ(morton_order(Vec3Array(4, Vec3(1.0, 2.0, 3.0))).new_to_old, (std::vector<Index>{0, 1, 2, 3}));
    EXPECT_TRUE(morton_order(Vec3Array{}).new_to_old.empty());
}

TEST(MortonOrder, brings_neighbours_together)
{
    const SurfaceMesh mesh = shuffled(grid_surface(2.0, 1.0, 80, 60, GridCut::alternating), 5);
    const Permutation nodes = morton_order(mesh.positions);
    expect_permutation(nodes, mesh.positions.size());
    const SurfaceMesh ordered = renumbered(mesh, nodes, element_order(mesh.triangles, nodes));
    EXPECT_LT(mean_edge_span(ordered), 0.1 * mean_edge_span(mesh));
}

TEST(MortonOrder, does_not_depend_on_the_numbering_it_starts_from)
{
    const SurfaceMesh mesh = grid_surface(2.0, 1.0, 20, 30, GridCut::irregular, 9);
    const auto ordered = [](const SurfaceMesh& m) {
        const Permutation nodes = morton_order(m.positions);
        return renumbered(m, nodes, element_order(m.triangles, nodes));
    };
    const SurfaceMesh a = ordered(mesh), b = ordered(shuffled(mesh, 11));
    EXPECT_TRUE(same_bytes(a.positions, b.positions));
    EXPECT_TRUE(same_bytes(a.triangles, b.triangles));
}

TEST(Renumbered, keeps_shape_and_orientation)
{
    const SurfaceMesh sphere = sphere_surface(0.5, 20);
    const Permutation nodes = morton_order(sphere.positions);
    const SurfaceMesh ordered = renumbered(sphere, nodes, element_order(sphere.triangles, nodes));
    EXPECT_NEAR(enclosed_volume(ordered.positions, ordered.triangles),
                enclosed_volume(sphere.positions, sphere.triangles), 1e-14);
    EXPECT_TRUE(is_closed(topology_of(ordered)));

    const TetMesh ball = ball_tets(0.5, 16);
    const Permutation ball_nodes = morton_order(ball.positions);
    const Permutation ball_tet_order = element_order(ball.tets, ball_nodes);
    expect_permutation(ball_tet_order, ball.tets.size());
    const TetMesh ordered_ball = renumbered(ball, ball_nodes, ball_tet_order);
    EXPECT_NEAR(total_volume(ordered_ball.positions, ordered_ball.tets),
                total_volume(ball.positions, ball.tets), 1e-14);
}

}  // namespace
}  // namespace stiction
