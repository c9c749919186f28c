#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/mesh/topology.hpp"
#include "solver_core/tests/mesh/mesh_measures.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

namespace stiction {
namespace {

bool contains_side(const Triangle& t, Index a, Index b)
{
    for (Index k = 0; k < 3; ++k)
        if (t[k] == a && t[(k + 1) % 3] == b) return true;
    return false;
}

TEST(Topology, of_two_triangles)
{
    //  2 - 3
    //  | \ |
    //  0 - 1
    const std::vector<Triangle> triangles{{0, 1, 2}, {3, 2, 1}};
    const SurfaceTopology topology = build_surface_topology(4, triangles);
    ASSERT_EQ(topology.edges.size(), 5U);
    const std::vector<Edge> expected{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}};
    EXPECT_TRUE(same_bytes(topology.edges, expected));
    ASSERT_EQ(topology.hinges.size(), 1U);
    const Hinge& hinge = topology.hinges[0];
    EXPECT_EQ(std::make_tuple(hinge.e0, hinge.e1, hinge.o0, hinge.o1), std::make_tuple(1, 2, 0, 3));
    EXPECT_EQ(std::make_tuple(hinge.triangle0, hinge.triangle1), std::make_tuple(0, 1));
    const std::vector<Edge> boundary{
        {0, 1}, {2, 0}, {1, 3}, {3, 2}};  // each in the direction of its triangle
    EXPECT_TRUE(same_bytes(topology.boundary_edges, boundary));
    EXPECT_TRUE(is_manifold(topology));
    EXPECT_TRUE(is_consistently_oriented(topology));
    EXPECT_FALSE(is_closed(topology));
    EXPECT_EQ(*first_boundary_edge(topology), Edge(0, 1));
}

TEST(Topology, names_the_first_inconsistent_edge)
{
    const std::vector<Triangle> triangles{{0, 1, 2}, {3, 1, 2}};
    const SurfaceTopology topology = build_surface_topology(4, triangles);
    EXPECT_FALSE(is_consistently_oriented(topology));
    EXPECT_EQ(*first_inconsistent_edge(topology), Edge(1, 2));
    EXPECT_FALSE(first_non_manifold_edge(topology));
}

TEST(Topology, names_the_first_edge_with_three_triangles)
{
    const std::vector<Triangle> triangles{{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
    const SurfaceTopology topology = build_surface_topology(5, triangles);
    EXPECT_FALSE(is_manifold(topology));
    EXPECT_FALSE(is_closed(topology));
    EXPECT_EQ(*first_non_manifold_edge(topology), Edge(0, 1));
    EXPECT_TRUE(topology.hinges.empty());
    EXPECT_EQ(topology.edge_triangles[0].size(), 3U);
}

TEST(Topology, names_the_first_bow_tie)
{
    const std::vector<Triangle> triangles{{0, 1, 2}, {2, 3, 4}};
    const SurfaceTopology topology = build_surface_topology(5, triangles);
    EXPECT_FALSE(is_manifold(topology));
    EXPECT_EQ(*first_bow_tie_node(topology), 2);
    EXPECT_TRUE(first_boundary_edge(topology));
}

TEST(Topology, of_nothing)
{
    const SurfaceTopology topology = build_surface_topology(3, std::vector<Triangle>{});
    EXPECT_TRUE(topology.edges.empty());
    EXPECT_TRUE(is_manifold(topology));
    EXPECT_FALSE(first_boundary_edge(topology));
    EXPECT_FALSE(first_inconsistent_edge(topology));
    EXPECT_FALSE(first_bow_tie_node(topology));
}

// A grid of n x m cells, each cut in two: inner sides n (m-1) + m (n-1), and n m diagonals.
TEST(Topology, counts_hinges_of_a_grid)
{
    for (const auto& [n, m] : {std::pair{1, 1}, std::pair{3, 5}, std::pair{8, 2}}) {
        for (const GridCut cut : {GridCut::diagonal, GridCut::alternating, GridCut::irregular}) {
            const SurfaceTopology topology = topology_of(grid_surface(1.0, 1.0, n, m, cut));
            EXPECT_EQ(topology.hinges.size(), static_cast<std::size_t>(n * (m - 1) + m * (n - 1) + n * m));
            EXPECT_EQ(topology.boundary_edges.size(), static_cast<std::size_t>(2 * (n + m)));
        }
    }
}

// Twin: edges gathered in a map; and every hinge has the shape its comment promises.
TEST(Topology, agrees_with_a_map_of_edges)
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        SurfaceMesh mesh = grid_surface(1.0, 1.0, 2 + Index(random() % 9), 2 + Index(random() % 9),
                                        GridCut::irregular, seed);
        for (std::size_t drop = random() % 6; drop > 0; --drop)
            mesh.triangles.erase(mesh.triangles.begin() +
                                 static_cast<std::ptrdiff_t>(random() % mesh.triangles.size()));
        std::map<std::pair<Index, Index>, std::vector<Index>> edges;
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            for (Index k = 0; k < 3; ++k) {
                const auto [a, b] = std::minmax({mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3]});
                edges[{a, b}].push_back(static_cast<Index>(t));
            }
        const SurfaceTopology topology = topology_of(mesh);
        ASSERT_EQ(topology.edges.size(), edges.size());
        Index number = 0;
        std::size_t hinges = 0;
        for (const auto& [nodes, triangles] : edges) {
            EXPECT_EQ(topology.edges[number], Edge(nodes.first, nodes.second));
            ASSERT_EQ(topology.edge_triangles[number].size(), triangles.size());
            for (std::size_t i = 0; i < triangles.size(); ++i) {
                EXPECT_EQ(topology.edge_triangles[number][i], triangles[i]);
                EXPECT_TRUE((topology.triangle_edges[triangles[i]].array() == number).any());
            }
            hinges += triangles.size() == 2;
            ++number;
        }
        ASSERT_EQ(topology.hinges.size(), hinges);
        for (const Hinge& h : topology.hinges) {
            EXPECT_LT(h.triangle0, h.triangle1);
            EXPECT_TRUE(contains_side(mesh.triangles[h.triangle0], h.e0, h.e1));
            EXPECT_TRUE(contains_side(mesh.triangles[h.triangle1], h.e1, h.e0));
            EXPECT_EQ(h.e0 + h.e1 + h.o0, mesh.triangles[h.triangle0].sum());
            EXPECT_EQ(h.e0 + h.e1 + h.o1, mesh.triangles[h.triangle1].sum());
        }
    }
}

TEST(BoundaryTriangles, of_one_tet_face_outward)
{
    const Vec3Array x{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<Tet> tets{{0, 1, 2, 3}};
    const std::vector<Triangle> faces = boundary_triangles(4, tets);
    const std::vector<Triangle> expected{{0, 1, 3}, {0, 2, 1}, {0, 3, 2}, {1, 2, 3}};
    EXPECT_TRUE(same_bytes(faces, expected));
    EXPECT_NEAR(enclosed_volume(x, faces), 1.0 / 6.0, 1e-15);
}

TEST(BoundaryTriangles, of_a_box_are_its_closed_surface)
{
    const TetMesh box = box_tets(Vec3(1.0, 2.0, 3.0), {2, 3, 4});
    SurfaceMesh surface{box.positions, boundary_triangles(points_of(box), box.tets)};
    EXPECT_EQ(surface.triangles.size(), 2U * 2U * (6U + 12U + 8U));
    EXPECT_NEAR(total_area(surface.positions, surface.triangles), 2.0 * (2.0 + 6.0 + 3.0), 1e-12);
    EXPECT_NEAR(enclosed_volume(surface.positions, surface.triangles), 6.0, 1e-12);
    const SurfaceTopology topology = topology_of(surface);
    EXPECT_TRUE(is_closed(topology));
    EXPECT_TRUE(is_consistently_oriented(topology));
    EXPECT_TRUE(
        std::is_sorted(surface.triangles.begin(), surface.triangles.end(), [](const auto& a, const auto& b) {
            return std::tie(a[0], a[1], a[2]) < std::tie(b[0], b[1], b[2]);
        }));
}

TEST(BoundaryTriangles, do_not_depend_on_the_order_of_tets)
{
    TetMesh ball = ball_tets(1.0, 16);
    const std::vector<Triangle> faces = boundary_triangles(points_of(ball), ball.tets);
    std::reverse(ball.tets.begin(), ball.tets.end());
    EXPECT_TRUE(same_bytes(boundary_triangles(points_of(ball), ball.tets), faces));
}

}  // namespace
}  // namespace stiction
