#include "solver_core/base/error.hpp"
#include "solver_core/contact/contact_surface.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace stiction::contact_tests {
namespace {

Pieces mixed()
{
    Pieces pieces;
    pieces.add(grid(7, 5, 1.0, 0.7), 0.001);
    pieces.add(ball_surface(0.2, 8), 0.002, true);
    pieces.add_collider(SphereShape{});
    pieces.add_collider(MeshShape{box_surface(Vec3(0.1, 0.1, 0.1)), true, {}, {}}, Vec3(0, 1, 0), 0.003);
    pieces.finish();
    return pieces;
}

TEST(ContactSurface, EveryFeatureBelongsToOneTriangle)
{
    const Pieces pieces = mixed();
    ContactSurface surface;
    surface.build(pieces.geometry, pieces.x);
    std::multiset<Index> nodes, edges;
    int idle = 0;
    for (const SurfaceTriangle& t : surface.triangles) {
        for (int k = 0; k < t.owned_nodes; ++k) nodes.insert(t.node[t.owned_node[k]]);
        for (int k = 0; k < t.owned_edges; ++k) edges.insert(t.edge[t.owned_edge[k]]);
        idle += t.owns() ? 0 : 1;
        for (int k = 0; k < 3; ++k) {
            const Edge& e = surface.edges[at(t.edge[k])];
            EXPECT_EQ(e[0], std::min(t.node[k], t.node[(k + 1) % 3]));
            EXPECT_EQ(e[1], std::max(t.node[k], t.node[(k + 1) % 3]));
        }
    }
    ASSERT_EQ(nodes.size(), surface.node_object.size());
    ASSERT_EQ(edges.size(), surface.edges.size());
    for (Index i = 0; i < static_cast<Index>(nodes.size()); ++i) EXPECT_EQ(nodes.count(i), 1U);
    for (Index e = 0; e < static_cast<Index>(edges.size()); ++e) EXPECT_EQ(edges.count(e), 1U);
    EXPECT_GT(idle, static_cast<int>(surface.triangles.size()) / 4) << "features gather on few triangles";
}

// Sheet 0, solids 1 and 2, mesh colliders 3 and 4; 1 and 3 carry smooth surfaces.
TEST(ContactSurface, WhoeverCarriesASmoothSurfaceIsLeftOut)
{
    Pieces pieces;
    pieces.add(grid(2, 2, 1.0, 0.7), 0.001);
    pieces.add(ball_surface(0.2, 8), 0.002, true);
    pieces.add(ball_surface(0.1, 8), 0.002, true);
    for (int i = 0; i < 2; ++i)
        pieces.add_collider(MeshShape{box_surface(Vec3(0.1, 0.1, 0.1)), true, {}, {}});
    pieces.finish();
    pieces.geometry.smooth_object = {false, true, false};
    pieces.geometry.smooth_collider = {true, false};
    ContactSurface surface;
    surface.build(pieces.geometry, pieces.x);
    const std::set<std::pair<Index, Index>> smooth = {{0, 1}, {1, 1}, {0, 3}, {1, 3}, {2, 3}};
    for (Index a = 0; a < 5; ++a)
        for (Index b = a; b < 5; ++b) {
            const bool meet = a < 3 && smooth.count({a, b}) == 0;
            EXPECT_EQ(surface.objects_meet(a, b, pieces.geometry), meet) << a << " " << b;
            EXPECT_EQ(surface.objects_meet(b, a, pieces.geometry), meet) << b << " " << a;
        }
}

TEST(ContactSurface, ColliderMeshesFollowTheDeformable)
{
    const Pieces pieces = mixed();
    ContactSurface surface;
    surface.build(pieces.geometry, pieces.x);
    surface.begin_step(pieces.geometry, pieces.query());
    ASSERT_EQ(surface.object_collider, (std::vector<Index>{-1, -1, 1}));
    EXPECT_EQ(surface.object_first_node[2], surface.deformable_nodes);
    EXPECT_EQ(surface.object_first_edge[2], surface.deformable_edges);
    EXPECT_EQ(surface.object_first_triangle[2], surface.deformable_triangles);
    EXPECT_EQ(surface.radius.back(), 0.003);
    EXPECT_LT((surface.x.back() - Vec3(0.1, 1.1, 0.1)).norm(), 1e-15);
    EXPECT_FALSE(surface.objects_meet(2, 2, pieces.geometry));
    EXPECT_TRUE(surface.objects_meet(0, 2, pieces.geometry));
    EXPECT_TRUE(surface.objects_meet(0, 1, pieces.geometry));
}

TEST(ContactSurface, MissingEdgeIsRefused)
{
    Pieces pieces = mixed();
    pieces.geometry.edges.erase(pieces.geometry.edges.begin() + 5);
    ContactSurface surface;
    EXPECT_THROW(surface.build(pieces.geometry, pieces.x), InputError);
}

// A sheet in free fall has boxes no larger than one at rest.
TEST(ContactSurface, CommonMotionDoesNotWidenBoxes)
{
    Pieces pieces;
    pieces.add(grid(4, 4, 1.0, 1.0), 0.001);
    pieces.finish();
    ContactSurface rest, falling;
    rest.build(pieces.geometry, pieces.x);
    rest.begin_step(pieces.geometry, pieces.query());
    for (Vec3& u : pieces.v) u = Vec3(0, -20, 0);
    falling.build(pieces.geometry, pieces.x);
    falling.begin_step(pieces.geometry, pieces.query());
    for (Index i = 0; i < rest.deformable_nodes; ++i)
        EXPECT_LT((rest.swept_box(i).hi - falling.swept_box(i).hi).norm(), 1e-12);
    EXPECT_NEAR(Bvh::reach_between(rest.block_boxes.front(), rest.block_boxes.back()),
                Bvh::reach_between(falling.block_boxes.front(), falling.block_boxes.back()), 1e-6);
}

}  // namespace
}  // namespace stiction::contact_tests
