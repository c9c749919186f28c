#include "solver_core/contact/pair_contact.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::contact_tests {
namespace {

constexpr double kRadius = 0.001;
constexpr double kEdgeRest = (1.0 - kEdgeCloser) * 2.0 * kRadius;  // between edges

SurfaceMesh triangle_of(const Vec3& a, const Vec3& b, const Vec3& c)
{
    SurfaceMesh mesh;
    mesh.positions = {a, b, c};
    mesh.triangles = {Triangle(0, 1, 2)};
    return mesh;
}

// A roof: two triangles each side of a ridge of the given half length along z, falling off to both sides.
SurfaceMesh ridge(double half_length, double drop)
{
    SurfaceMesh mesh;
    mesh.positions = {Vec3(0, 0, -half_length), Vec3(0, 0, half_length), Vec3(half_length, -drop, 0),
                      Vec3(-half_length, -drop, 0)};
    mesh.triangles = {Triangle(0, 1, 2), Triangle(1, 0, 3)};
    return mesh;
}

TEST(PairContact, VertexOverFace)
{
    for (const double side : {1.0, -1.0}) {
        Pieces pieces;
        pieces.add(triangle_of(Vec3(-1, 0, -1), Vec3(0, 0, 1), Vec3(1, 0, -1)), kRadius);
        pieces.add(triangle_of(Vec3(0, side * 0.0018, 0), Vec3(0.1, side, 0), Vec3(0, side, 0.1)),
                   2.0 * kRadius);
        pieces.finish();
        const ContactSet contacts = run_detect(pieces);
        ASSERT_EQ(contacts.size(), 1);
        EXPECT_EQ(contacts.key[0].kind, ContactKind::vertex_face);
        EXPECT_EQ(contacts.key[0].a, 3);
        EXPECT_EQ(contacts.key[0].b, 0);
        EXPECT_NEAR(contacts.gap[0], 0.0018 - 0.003, 1e-15);
        EXPECT_LT((contacts.normal[0] - side * Vec3::UnitY()).norm(), 1e-14);
        EXPECT_EQ(contacts.weight[0], 1.0);
        EXPECT_NEAR(contacts.mu[0], 0.2, 1e-15) << "vertex's object first";
    }
}

// Nothing of two features that cross within the step may be missed, whatever they do on the way.
TEST(PairContact, NoCrossingIsMissed)
{
    Random random(5);
    int crossings = 0;
    for (int i = 0; i < 3000; ++i) {
        Pieces pieces;
        const Vec3 far(30, 30, 30);
        pieces.add(triangle_of(uniform_vec(random, 1), uniform_vec(random, 1), uniform_vec(random, 1)),
                   kRadius);
        const Vec3 p = uniform_vec(random, 1);
        pieces.add(triangle_of(p, p + far, p + far + Vec3(1, 0, 0)), kRadius);
        pieces.finish();
        for (std::size_t k = 0; k < 4; ++k) pieces.v[k] = uniform_vec(random, 1);
        pieces.v[4] = pieces.v[5] = pieces.v[3];
        // The vertex's height over the moving face changes sign while it is over the face.
        bool crosses = false;
        double before = 0.0;
        for (int k = 0; k <= 100; ++k) {
            const double s = k / 100.0;
            Vec3 q[4];
            for (std::size_t n = 0; n < 4; ++n) q[n] = pieces.x[n] + s * pieces.v[n];
            const Vec3 normal = (q[1] - q[0]).cross(q[2] - q[0]);
            const double height = normal.dot(q[3] - q[0]);
            const double wb = normal.dot((q[3] - q[0]).cross(q[2] - q[0])),
                         wc = normal.dot((q[1] - q[0]).cross(q[3] - q[0]));
            const double n2 = normal.squaredNorm();
            const bool over = wb > 0.02 * n2 && wc > 0.02 * n2 && wb + wc < 0.98 * n2;
            crosses |= k > 0 && over && height * before < 0.0;
            before = height;
        }
        if (!crosses) continue;
        ++crossings;
        const ContactSet contacts = run_detect(pieces, 1.0);
        bool found = false;
        // Vertex against vertex bears the smaller number, so the pair is told by its weights.
        for (std::size_t c = 0; c < contacts.key.size(); ++c) {
            bool other = false, own = false;
            for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k) {
                const bool is_own = contacts.node[at(k)] == 3;
                (is_own ? own : other) |= contacts.weight[at(k)] != 0.0;
            }
            found |= own && other;
        }
        EXPECT_TRUE(found) << "case " << i;
    }
    EXPECT_GT(crossings, 50);
}

TEST(PairContact, ParallelSheetsTouchAtVerticesOnly)
{
    Pieces pieces;
    pieces.add(grid(8, 8, 0.2, 0.2), kRadius);
    pieces.add(moved(grid(7, 7, 0.19, 0.19), Vec3(0.0013, 0.0021, 0.0007)), kRadius);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    EXPECT_EQ(count_kind(contacts, ContactKind::edge_edge), 0);
    // Every vertex of the smaller sheet and the inner ones of the larger see the other side, once each.
    EXPECT_EQ(count_kind(contacts, ContactKind::vertex_face), 64 + 49);
    for (std::size_t c = 0; c < contacts.key.size(); ++c) {
        EXPECT_NEAR(contacts.gap[c], 0.0001, 1e-12);
        EXPECT_GT(std::fabs(contacts.normal[c][1]), 1.0 - 1e-12);
    }
}

TEST(PairContact, AlignedSheetsGiveOneContactPerFeaturePair)
{
    Pieces pieces;
    pieces.add(grid(6, 6, 0.2, 0.2), kRadius);
    pieces.add(moved(grid(6, 6, 0.2, 0.2), Vec3(0, 0.002, 0)), kRadius);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    // Vertex exactly above vertex: one contact for each of the 49 pairs, found from the smaller number.
    EXPECT_EQ(contacts.size(), 49);
    for (const ContactKey& key : contacts.key) EXPECT_LT(key.a, 49);
}

TEST(PairContact, CrossedRidgesTouchAtTheirEdges)
{
    Pieces pieces;
    pieces.add(ridge(0.1, 0.1), kRadius);
    SurfaceMesh upper = ridge(0.1, 0.1);
    for (Vec3& p : upper.positions) p = Vec3(p[2], 0.0019 - p[1], p[0]);
    pieces.add(upper, kRadius);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    ASSERT_EQ(contacts.size(), 1);
    EXPECT_EQ(contacts.key[0].kind, ContactKind::edge_edge);
    EXPECT_NEAR(contacts.gap[0], 0.0019 - kEdgeRest, 1e-12);
    EXPECT_LT((contacts.normal[0] + Vec3::UnitY()).norm(), 1e-12) << "side a is the lower one";
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(contacts.weight[at(k)], k < 2 ? 0.5 : -0.5, 1e-12);
}

TEST(PairContact, ParallelRidgesTouchAtTheirEnds)
{
    Pieces pieces;
    pieces.add(ridge(0.1, 0.1), kRadius);
    SurfaceMesh upper = ridge(0.06, 0.1);
    for (Vec3& p : upper.positions) p = Vec3(p[0], 0.0019 - p[1], p[2]);
    pieces.add(upper, kRadius);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    EXPECT_EQ(count_kind(contacts, ContactKind::edge_edge), 0);
    EXPECT_EQ(count_kind(contacts, ContactKind::vertex_face), 2);
    for (const double gap : contacts.gap) EXPECT_NEAR(gap, -0.0001, 1e-12);
}

// Coarse cloth laid over the upper edge of a soft box, its nodes away from the edge: edge-edge carries it.
TEST(PairContact, CoarseClothOverASoftBoxEdge)
{
    Pieces pieces;
    pieces.add(box_surface(Vec3(0.1, 0.1, 0.1)), kRadius, true);
    const Vec3 n = Vec3(1, 1, 0).normalized(), along = Vec3(1, -1, 0).normalized(), edge(0.1, 0.1, 0);
    SurfaceMesh cloth = grid(3, 3, 0.3, 0.17);
    for (Vec3& p : cloth.positions) p = edge + 0.0019 * n + (p[0] + 0.01) * along + Vec3(0, 0, p[2] + 0.003);
    pieces.add(cloth, kRadius);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    EXPECT_GE(count_kind(contacts, ContactKind::edge_edge), 3);
    for (std::size_t c = 0; c < contacts.key.size(); ++c) {
        const bool of_edges = contacts.key[c].kind == ContactKind::edge_edge;
        EXPECT_NEAR(contacts.gap[c], 0.0019 - (of_edges ? kEdgeRest : 2.0 * kRadius), 1e-9);
        EXPECT_NEAR(std::fabs(contacts.normal[c].dot(n)), 1.0, 1e-9);
    }
    // Pushed in by less than the thickness it is pushed out again, not through.
    for (std::size_t i = 8; i < pieces.x.size(); ++i) pieces.x[i] -= 0.0025 * n;
    const ContactSet pushed = run_detect(pieces);
    EXPECT_GE(count_kind(pushed, ContactKind::edge_edge), 3);
    for (std::size_t c = 0; c < pushed.key.size(); ++c)
        if (pushed.key[c].kind == ContactKind::edge_edge) {
            EXPECT_NEAR(pushed.gap[c], -0.0006 - kEdgeRest, 1e-9);
            EXPECT_LT(pushed.normal[c].dot(n), -0.99) << "from the cloth (b) to the box (a)";
        }
}

TEST(PairContact, VertexInsideASolidIsPushedOut)
{
    Pieces pieces;
    pieces.add(box_surface(Vec3(0.1, 0.1, 0.1)), kRadius, true);
    pieces.add(moved(grid(2, 2, 0.1, 0.1), Vec3(0.01, 0.07, 0.0)), kRadius);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    Index inside = 0;
    for (std::size_t c = 0; c < contacts.key.size(); ++c) {
        if (contacts.key[c].kind != ContactKind::vertex_face || contacts.key[c].a < 8) continue;
        ++inside;
        EXPECT_NEAR(contacts.gap[c], -0.03 - 0.002, 1e-12);
        EXPECT_LT((contacts.normal[c] - Vec3::UnitY()).norm(), 1e-12);
    }
    EXPECT_EQ(inside, 9) << "each node of the sheet once";
}

TEST(PairContact, ClosedMeshColliderPushesOut)
{
    Pieces pieces;
    pieces.add(moved(grid(2, 2, 0.1, 0.1), Vec3(0.01, 0.07, 0.0)), kRadius);
    pieces.add_collider(MeshShape{box_surface(Vec3(0.1, 0.1, 0.1)), true, {}, {}}, Vec3::Zero(), 0.0005);
    pieces.geometry.colliders[0].motion.velocity = Vec3(0, 0.2, 0);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    ASSERT_EQ(count_kind(contacts, ContactKind::vertex_obstacle), 9);
    for (std::size_t c = 0; c < 9; ++c) {
        EXPECT_NEAR(contacts.gap[c], -0.03 - 0.0015, 1e-12);
        EXPECT_LT((contacts.normal[c] - Vec3::UnitY()).norm(), 1e-12);
        EXPECT_LT((contacts.obstacle_velocity[c] - Vec3(0, 0.2, 0)).norm(), 1e-12);
        EXPECT_EQ(contacts.begin[c + 1] - contacts.begin[c], 1);
    }
}

// A mesh corner and a mesh edge under a coarse cloth face.
TEST(PairContact, MeshColliderUnderACoarseFace)
{
    Pieces pieces;
    pieces.add(triangle_of(Vec3(-1, 0.0018, -1), Vec3(0, 0.0018, 1), Vec3(1, 0.0018, -1)), kRadius);
    SurfaceMesh spike = triangle_of(Vec3(0, 0, 0), Vec3(0.1, -1, 0), Vec3(-0.1, -1, 0));
    pieces.add_collider(MeshShape{spike, false, {}, {}}, Vec3::Zero(), 0.001);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    ASSERT_EQ(contacts.size(), 1);
    EXPECT_EQ(contacts.key[0].kind, ContactKind::face_obstacle);
    EXPECT_NEAR(contacts.gap[0], -0.0002, 1e-15);
    EXPECT_LT((contacts.normal[0] - Vec3::UnitY()).norm(), 1e-14);
    EXPECT_EQ(contacts.begin[1], 3);
}

// A mesh collider that crosses the sheet many edge lengths in one step holds every node in its way.
TEST(PairContact, FastMeshColliderDoesNotJumpOver)
{
    Pieces pieces;
    pieces.add(grid(20, 20, 0.4, 0.4), kRadius);
    pieces.add_collider(MeshShape{ball_surface(0.06, 12), true, {}, {}}, Vec3(0.003, -0.2, 0.002));
    const double h = 0.01;
    pieces.geometry.colliders[0].motion.velocity = Vec3(0, 0.4 / h, 0);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces, h);
    std::vector<double> needed(pieces.x.size(), 0.0);
    for (std::size_t c = 0; c < contacts.key.size(); ++c) {
        if (contacts.key[c].kind != ContactKind::vertex_obstacle) continue;
        const Vec3& n = contacts.normal[c];
        const double rise = (n.dot(contacts.obstacle_velocity[c]) * h - contacts.gap[c]) / n[1];
        double& most = needed[at(contacts.node[at(contacts.begin[c])])];
        most = std::max(most, n[1] > 0.0 ? rise : 0.0);
    }
    for (std::size_t i = 0; i < pieces.x.size(); ++i)
        EXPECT_TRUE(std::hypot(pieces.x[i][0], pieces.x[i][2]) > 0.045 || needed[i] > 0.2) << "node " << i;
}

// A mesh finer than its thickness: at rest, and bent a little, it must not press on itself.
TEST(PairContact, FineMeshIsAtPeaceWithItself)
{
    Pieces pieces;
    pieces.add(grid(30, 30, 0.03, 0.03), 0.002);
    pieces.finish();
    for (const double bend : {0.0, 20.0, 60.0}) {
        for (std::size_t i = 0; i < pieces.x.size(); ++i) {
            const Vec3& r = pieces.geometry.rest[i];
            pieces.x[i] =
                bend > 0.0 ? Vec3(std::sin(bend * r[0]) / bend, (1 - std::cos(bend * r[0])) / bend, r[2]) : r;
        }
        for (const double gap : run_detect(pieces).gap) EXPECT_GT(gap, 0.0) << "bend " << bend;
    }
}

// ... but folded onto itself it touches at its full thickness away from the fold.
TEST(PairContact, FoldedSheetTouchesItself)
{
    Pieces pieces;
    pieces.add(grid(20, 4, 0.2, 0.04), kRadius);
    pieces.finish();
    for (Vec3& p : pieces.x) p = p[0] <= 0.0 ? Vec3(p[0], 0.0, p[2]) : Vec3(-p[0], 0.0019, p[2] + 0.001);
    const ContactSet contacts = run_detect(pieces);
    Index touching = 0;
    for (std::size_t c = 0; c < contacts.key.size(); ++c) touching += contacts.gap[c] < 0.0;
    EXPECT_GE(touching, 80);
    pieces.geometry.object_self_contact[0] = false;
    EXPECT_EQ(run_detect(pieces).size(), 0);
    pieces.geometry.object_self_contact[0] = true;
    pieces.geometry.self_contact = false;
    EXPECT_EQ(run_detect(pieces).size(), 0);
}

// A sheet sliding fast over another meets no inner edges: all normals stay upright.
TEST(PairContact, SlidingSheetsMeetNoInnerEdges)
{
    Pieces pieces;
    pieces.add(grid(20, 20, 0.4, 0.4), kRadius);
    pieces.add(moved(grid(5, 5, 0.1, 0.1), Vec3(0.0013, 0.0021, 0.0007)), kRadius);
    pieces.finish();
    for (std::size_t i = 21 * 21; i < pieces.v.size(); ++i)
        pieces.v[i] = Vec3(8, -0.1, 3);  // two edges a step
    const ContactSet contacts = run_detect(pieces);
    EXPECT_GE(contacts.size(), 36);
    for (std::size_t c = 0; c < contacts.key.size(); ++c)
        EXPECT_TRUE(contacts.key[c].a < 21 * 21 || contacts.normal[c][1] > 0.999) << "contact " << c;
}

// Nodes of the lower sheet that the upper one's rim comes to stand before it at the start, and under it at the end. No
// plane may brake the way there, whatever gravity would add to it if nothing carried the sheet.
TEST(PairContact, ARimThatComesOverNodesIsNotBraked)
{
    constexpr double kHeight = 2.0 * kRadius, kStep = 0.005;
    for (const double speed : {0.3, 1.0, 4.0}) {
        Pieces pieces;
        pieces.add(grid(40, 40, 0.4, 0.4), kRadius);
        pieces.add(moved(grid(5, 5, 0.1, 0.1), Vec3(0.0013, kHeight, 0.0007)), kRadius);
        pieces.finish();
        pieces.v_carried = pieces.v;
        for (std::size_t i = 41 * 41; i < pieces.v.size(); ++i) {
            pieces.v_carried[i] = Vec3(speed, 0, 0.4 * speed);
            pieces.v[i] = pieces.v_carried[i] - Vec3(0, 9.81 * kStep, 0);
        }
        const ContactSet contacts = run_detect(pieces, kStep);
        int before_rim = 0;
        for (std::size_t c = 0; c < contacts.key.size(); ++c) {
            Vec3 way = Vec3::Zero();
            for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
                way += kStep * contacts.weight[at(k)] * pieces.v_carried[at(contacts.node[at(k)])];
            EXPECT_GT(contacts.gap[c] + contacts.normal[c].dot(way), -1e-12) << "contact " << c;
            before_rim += contacts.key[c].kind == ContactKind::vertex_face && contacts.key[c].a < 41 * 41 &&
                          contacts.gap[c] > 1e-9;
        }
        EXPECT_GT(before_rim, 0);
    }
}

TEST(PairContact, ThinSolidDoesNotTouchItsOwnFarSide)
{
    Pieces pieces;
    pieces.add(box_surface(Vec3(0.1, 0.0008, 0.1)), kRadius, true);
    pieces.finish();
    EXPECT_EQ(run_detect(pieces).size(), 0);
    // Nor does a sheet that lies on its upper side see the lower one.
    pieces = Pieces();
    pieces.add(box_surface(Vec3(0.1, 0.0012, 0.1)), kRadius, true);
    pieces.add(moved(grid(3, 3, 0.25, 0.25), Vec3(0, 0.0012 + 0.0019, 0)), kRadius);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    EXPECT_GT(contacts.size(), 4);
    for (std::size_t c = 0; c < contacts.key.size(); ++c) EXPECT_GT(contacts.gap[c], -0.00011);
}

}  // namespace
}  // namespace stiction::contact_tests
