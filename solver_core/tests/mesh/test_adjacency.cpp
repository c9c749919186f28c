#include "solver_core/mesh/adjacency.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/tests/mesh/mesh_measures.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace stiction {
namespace {

TEST(Adjacency, lists_each_element_once_at_each_corner_in_ascending_order)
{
    const SurfaceMesh mesh = grid_surface(1.0, 1.0, 7, 5, GridCut::irregular, 3);
    const Adjacency around = triangles_of_nodes(points_of(mesh), mesh.triangles);
    ASSERT_EQ(around.rows(), points_of(mesh));
    EXPECT_EQ(around.items.size(), 3 * mesh.triangles.size());
    for (Index node = 0; node < around.rows(); ++node) {
        Index last = -1;
        for (const Index t : around[node]) {
            EXPECT_LT(last, t);
            EXPECT_TRUE((mesh.triangles[t].array() == node).any());
            last = t;
        }
    }
}

TEST(Adjacency, of_tets_covers_all_corners)
{
    const TetMesh mesh = box_tets(Vec3::Ones(), {2, 3, 1});
    const Adjacency around = tets_of_nodes(points_of(mesh), mesh.tets);
    EXPECT_EQ(around.items.size(), 4 * mesh.tets.size());
    for (Index node = 0; node < around.rows(); ++node)
        for (const Index t : around[node]) EXPECT_TRUE((mesh.tets[t].array() == node).any());
}

TEST(Components, are_numbered_by_their_lowest_node)
{
    // Piece 0: nodes 0, 4, 5; piece 1: node 1 alone; piece 2: nodes 2, 3, 6, 7.
    const std::vector<Triangle> triangles{{5, 4, 0}, {7, 6, 3}, {3, 6, 2}};
    const Components pieces = connected_components(8, triangles);
    EXPECT_EQ(pieces.count, 3);
    EXPECT_EQ(pieces.of_node, (std::vector<Index>{0, 1, 2, 2, 0, 0, 2, 2}));
}

TEST(Components, of_two_tet_bodies)
{
    TetMesh mesh = box_tets(Vec3::Ones(), {1, 1, 1});
    for (std::size_t i = 0; i < 6; ++i) mesh.tets.push_back(mesh.tets[i] + Tet::Constant(8));
    EXPECT_EQ(connected_components(16, mesh.tets).count, 2);
}

// Twin: flood fill over node neighbours.
TEST(Components, agree_with_flood_fill_on_random_triangles)
{
    for (unsigned seed = 1; seed <= 50; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        const Index nodes = 5 + static_cast<Index>(random() % 60);
        std::vector<Triangle> triangles(random() % 25);
        std::vector<std::set<Index>> neighbours(nodes);
        for (Triangle& t : triangles) {
            t[0] = static_cast<Index>(random() % nodes);
            t[1] = (t[0] + 1 + static_cast<Index>(random() % (nodes / 2))) % nodes;
            do t[2] = static_cast<Index>(random() % nodes);
            while (t[2] == t[0] || t[2] == t[1]);
            for (Index a = 0; a < 3; ++a)
                for (Index b = 0; b < 3; ++b) neighbours[t[a]].insert(t[b]);
        }
        std::vector<Index> piece(nodes, -1);
        Index count = 0;
        for (Index start = 0; start < nodes; ++start) {
            if (piece[start] >= 0) continue;
            std::vector<Index> open{start};
            piece[start] = count;
            while (!open.empty()) {
                const Index node = open.back();
                open.pop_back();
                for (const Index next : neighbours[node]) {
                    if (piece[next] >= 0) continue;
                    piece[next] = count;
                    open.push_back(next);
                }
            }
            ++count;
        }
        const Components found = connected_components(nodes, triangles);
        EXPECT_EQ(found.count, count);
        EXPECT_EQ(found.of_node, piece);
    }
}

}  // namespace
}  // namespace stiction
