#include "solver_core/contact/obstacle_contact.hpp"
#include "solver_core/contact/obstacle_faces.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::contact_tests {
namespace {

SurfaceMesh one_triangle(double size)
{
    SurfaceMesh mesh;
    mesh.positions = {Vec3(-size, 0, -size), Vec3(0, 0, size), Vec3(size, 0, -size)};
    mesh.triangles = {Triangle(0, 1, 2)};
    return mesh;
}

TEST(ObstacleContact, SheetOnAPlane)
{
    Pieces pieces;
    pieces.add(moved(grid(4, 4, 0.4, 0.4), Vec3(0, 0.0011, 0)), 0.001);
    pieces.add_collider(PlaneShape{});
    pieces.finish();
    for (Vec3& u : pieces.v) u = Vec3(0.3, -0.01, 0);
    const ContactSet contacts = run_detect(pieces);
    ASSERT_EQ(contacts.size(), 25);
    for (std::size_t c = 0; c < 25; ++c) {
        EXPECT_EQ(contacts.key[c].kind, ContactKind::vertex_obstacle);
        EXPECT_EQ(contacts.normal[c], Vec3(0, 1, 0));
        EXPECT_NEAR(contacts.gap[c], 0.0001, 1e-15);
        EXPECT_EQ(contacts.obstacle_velocity[c], Vec3(0, 0, 0));
        EXPECT_NEAR(contacts.point[c][1], 0.0, 1e-15);
    }
}

TEST(ObstacleContact, OnlyWhatIsInReach)
{
    Pieces pieces;
    pieces.add(moved(one_triangle(0.1), Vec3(0, 0.1, 0)), 0.001);
    pieces.add_collider(PlaneShape{});
    pieces.finish();
    const double margin = 0.1 * 0.001 + 1e-4;
    const double gap = 0.099;
    const double just = (gap - margin) / 0.01;  // speed at which gap = approach h + margin
    for (Vec3& u : pieces.v) u = Vec3(0, -just * 0.999, 0);
    EXPECT_EQ(run_detect(pieces, 0.01).size(), 0);
    for (Vec3& u : pieces.v) u = Vec3(0, -gap / 0.01 * 1.001, 0);
    EXPECT_EQ(run_detect(pieces, 0.01).size(), 3);
    for (Vec3& u : pieces.v) u = Vec3(0, 50, 0);
    EXPECT_EQ(run_detect(pieces, 0.01).size(), 0);
}

// The secant velocity of the surface point of a spinning, rising sphere.
TEST(ObstacleContact, SpinningSphereCarriesItsSurface)
{
    Pieces pieces;
    pieces.add(moved(one_triangle(0.01), Vec3(0, 0.501, 0)), 0.001);
    pieces.add_collider(SphereShape{0.5});
    Motion& motion = pieces.geometry.colliders[0].motion;
    motion.spin_axis = Vec3::UnitX();
    motion.spin_rate = 2.0;
    motion.velocity = Vec3(0, 0.25, 0);
    pieces.finish();
    const double h = 1e-3;
    const ContactSet contacts = run_detect(pieces, h, 0.0);
    ASSERT_GE(contacts.size(), 3);
    for (std::size_t c = 0; c < 3; ++c) {
        const Vec3 arm = contacts.point[c];
        EXPECT_NEAR(arm.norm(), 0.5, 1e-14);
        const Vec3 exact = (Eigen::AngleAxisd(2.0 * h, Vec3::UnitX()) * arm - arm) / h + Vec3(0, 0.25, 0);
        EXPECT_LT((contacts.obstacle_velocity[c] - exact).norm(), 1e-11);
        EXPECT_LT(
            (contacts.obstacle_velocity[c] - (2.0 * Vec3::UnitX().cross(arm) + Vec3(0, 0.25, 0))).norm(),
            2e-3);
    }
}

TEST(ObstacleContact, InsideAtAnyDepth)
{
    for (const Shape& shape :
         {Shape(SphereShape{1.0}), Shape(BoxShape{Vec3(1, 1, 1)}), Shape(CapsuleShape{1.0, 1.0}),
          Shape(CylinderShape{1.0, 2.0}), Shape(PlaneShape{})}) {
        Pieces pieces;
        pieces.add(moved(one_triangle(0.01), Vec3(0.02, -0.03, 0.01)), 0.001);
        pieces.add_collider(shape);
        pieces.finish();
        const ContactSet contacts = run_detect(pieces);
        EXPECT_EQ(count_kind(contacts, ContactKind::vertex_obstacle), 3);
    }
}

// A collider that moves ten edge lengths in the step has jumped over the sheet; each node in its way holds it
// off from the side it came from: after a step that obeys the contacts no node is left behind.
TEST(ObstacleContact, FastColliderDoesNotJumpOver)
{
    const Shape shapes[] = {SphereShape{0.05}, BoxShape{Vec3(0.05, 0.02, 0.05)}, CapsuleShape{0.02, 0.1},
                            CylinderShape{0.05, 0.04}};
    for (const Shape& shape : shapes)
        for (const double spin : {0.0, 60.0}) {
            SCOPED_TRACE(::testing::Message() << "shape " << shape.index() << " spin " << spin);
            Pieces pieces;
            pieces.add(grid(20, 20, 0.4, 0.4), 0.001);
            pieces.add_collider(shape, Vec3(0.003, -0.15, 0.002));
            Motion& motion = pieces.geometry.colliders[0].motion;
            const double h = 0.01;
            motion.velocity = Vec3(0, 0.3 / h, 0);
            motion.spin_rate = spin;
            pieces.finish();
            const ContactSet contacts = run_detect(pieces, h);
            Index held = 0;
            for (std::size_t c = 0; c < contacts.key.size(); ++c) {
                if (contacts.key[c].kind != ContactKind::vertex_obstacle) continue;
                const Vec3& x = pieces.x[static_cast<std::size_t>(
                    contacts.node[static_cast<std::size_t>(contacts.begin[c])])];
                if (std::hypot(x[0], x[2]) > 0.019) continue;
                ++held;
                EXPECT_GT(contacts.normal[c][1], 0.3);
                // u_N >= -gap / h with only vertical motion: how far up the node must go.
                const double needed =
                    (contacts.normal[c].dot(contacts.obstacle_velocity[c]) * h - contacts.gap[c]) /
                    contacts.normal[c][1];
                EXPECT_GT(needed, 0.14);
            }
            EXPECT_GE(held, 1);
        }
}

TEST(ObstacleContact, EntryHasTheSideItWasEnteredBy)
{
    const Collider box = [] {
        Collider collider;
        collider.shape = BoxShape{Vec3(1, 1, 1)};
        return collider;
    }();
    const ObstacleFrame frame(box, 0, 0.0, 1.0);
    ObstacleContact contact;
    // Nearest is the corner's rounding, but the path goes in through the side x = 1.
    ASSERT_TRUE(vertex_obstacle_contact(frame, Vec3(1.5, 1.2, 0), Vec3(-1.4, -0.9, 0), 0.01, contact));
    EXPECT_LT((contact.normal - Vec3::UnitX()).norm(), 1e-14);
    EXPECT_NEAR(contact.gap, 0.49, 1e-12);
    EXPECT_NEAR(contact.point[0], 1.0, 1e-12);
}

// Coarse cloth over a box's sharp edge, its nodes far to both sides: only the face sees the edge.
TEST(ObstacleContact, CoarseFaceOverASharpEdge)
{
    for (const double depth : {-0.0005, 0.0, 0.004}) {
        Pieces pieces;
        const Vec3 n = Vec3(1, 1, 0).normalized(), along = Vec3(1, -1, 0).normalized();
        SurfaceMesh mesh;
        const Vec3 base = Vec3(0.5, 0.5, 0) + (0.001 - depth) * n;
        mesh.positions = {base + 0.3 * along + Vec3(0, 0, -0.2), base - 0.3 * along + Vec3(0, 0, -0.2),
                          base + Vec3(0, 0, 0.4)};
        mesh.triangles = {Triangle(0, 1, 2)};
        pieces.add(mesh, 0.001);
        pieces.add_collider(BoxShape{Vec3(0.5, 0.5, 0.3)});
        pieces.finish();
        for (Vec3& u : pieces.v) u = -0.2 * n;
        const ContactSet contacts = run_detect(pieces);
        ASSERT_GE(count_kind(contacts, ContactKind::face_obstacle), 1) << depth;
        const std::size_t c = contacts.key.size() - 1;
        EXPECT_NEAR(contacts.gap[c], -depth, 1e-6);
        EXPECT_GT(contacts.normal[c].dot(n), 1.0 - 1e-6);
        EXPECT_EQ(count_kind(contacts, ContactKind::vertex_obstacle), 0);
    }
}

// A face that hangs over a corner of a box and over an edge that ends there is held at both: at the deeper one alone it
// would sink in at the other.
TEST(ObstacleContact, CoarseFaceOverACornerKeepsCornerAndEdge)
{
    for (const double depth : {-0.0002, 0.0, 0.004}) {
        Pieces pieces;
        const Vec3 n = Vec3(1, 1, 0.01).normalized(), u = Vec3(1, -1, 0).normalized(), w = u.cross(n);
        const Vec3 base = Vec3(0.5, 0.5, 0.5) + (0.001 - depth) * n;
        SurfaceMesh mesh;  // a side across the edge along z, the corner across from it far outside
        mesh.positions = {base + 0.4 * u - 0.1 * w, base - 0.4 * u - 0.1 * w, base + 0.4 * w};
        ASSERT_GT(w[2], 0.9);
        mesh.triangles = {Triangle(0, 1, 2)};
        pieces.add(mesh, 0.001);
        pieces.add_collider(BoxShape{Vec3(0.5, 0.5, 0.5)});
        pieces.finish();
        for (Vec3& v : pieces.v) v = -0.2 * n;
        const ContactSet contacts = run_detect(pieces);
        ASSERT_EQ(contacts.size(), 2) << depth;
        // On the side of the triangle, which has two nodes, and in the triangle.
        const bool side_first = contacts.begin[1] == 2;
        const std::size_t side = side_first ? 0 : 1, face = side_first ? 1 : 0;
        EXPECT_EQ(contacts.begin[face + 1] - contacts.begin[face], 3);
        EXPECT_EQ(contacts.begin[side + 1] - contacts.begin[side], 2);
        EXPECT_LT((contacts.point[face] - Vec3(0.5, 0.5, 0.5)).norm(), 1e-12);
        EXPECT_NEAR(contacts.gap[face], -depth, 1e-12);
        EXPECT_LT((contacts.normal[face] - n).norm(), 1e-12);
        EXPECT_NEAR(contacts.point[side][2], 0.4, 1e-3);
        EXPECT_NEAR(contacts.gap[side], -depth + 0.1 * 0.01 / std::sqrt(2.0), 1e-4);
    }
}

// Nodes carry a sheet that lies on one face of a box; its faces add nothing.
TEST(ObstacleContact, FlatSheetOnABoxNeedsNoFaces)
{
    Pieces pieces;
    pieces.add(moved(grid(6, 6, 0.4, 0.4), Vec3(0, 0.201, 0)), 0.001);
    pieces.add_collider(BoxShape{Vec3(0.3, 0.2, 0.3)});
    pieces.finish();
    for (Vec3& u : pieces.v) u = Vec3(0.5, -0.05, 0.2);
    const ContactSet contacts = run_detect(pieces);
    EXPECT_EQ(count_kind(contacts, ContactKind::vertex_obstacle), 49);
    EXPECT_EQ(count_kind(contacts, ContactKind::face_obstacle), 0);
}

TEST(ObstacleContact, SmallSphereUnderACoarseFace)
{
    Pieces pieces;
    pieces.add(moved(one_triangle(0.05), Vec3(0, 0.0102, 0)), 0.001);
    pieces.add_collider(SphereShape{0.01});
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    ASSERT_EQ(contacts.size(), 1);
    EXPECT_EQ(contacts.key[0].kind, ContactKind::face_obstacle);
    EXPECT_EQ(contacts.key[0].a, 0);
    EXPECT_NEAR(contacts.gap[0], 0.0002 - (1.0 - kFaceShare) * 0.001, 1e-12);
    EXPECT_LT((contacts.normal[0] - Vec3::UnitY()).norm(), 1e-12);
    Vec3 sum = Vec3::Zero();
    for (Index k = contacts.begin[0]; k < contacts.begin[1]; ++k)
        sum += contacts.weight[static_cast<std::size_t>(k)] *
               pieces.x[static_cast<std::size_t>(contacts.node[static_cast<std::size_t>(k)])];
    EXPECT_LT((sum - Vec3(0, 0.0102, 0)).norm(), 1e-12);
}

// The same small sphere shot through the face from far away.
TEST(ObstacleContact, SmallSphereShotThroughAFace)
{
    const Shape shapes[] = {SphereShape{0.01}, CapsuleShape{0.01, 0.1}, BoxShape{Vec3(0.01, 0.01, 0.1)},
                            CylinderShape{0.01, 0.04}};
    for (const Shape& shape : shapes) {
        Pieces pieces;
        pieces.add(one_triangle(0.5), 0.001);
        pieces.add_collider(shape, Vec3(0.8, 0.7, 0.0));
        pieces.geometry.colliders[0].motion.velocity = Vec3(-80, -140, 0);
        pieces.finish();
        const ContactSet contacts = run_detect(pieces, 0.01);
        ASSERT_GE(count_kind(contacts, ContactKind::face_obstacle), 1) << "shape " << shape.index();
        const std::size_t c = contacts.key.size() - 1;
        EXPECT_GT(contacts.normal[c].dot(contacts.obstacle_velocity[c]) * 0.01, contacts.gap[c]);
    }
}

// A sphere centred under an inner edge (or a node) of a sheet: one contact, not one for each triangle around.
TEST(ObstacleContact, SharedEdgesGiveOneContact)
{
    Pieces pieces;
    pieces.add(moved(grid(4, 4, 2.0, 2.0), Vec3(0, 0.0602, 0)), 0.001);
    pieces.add_collider(SphereShape{0.06}, Vec3(0.25, 0, 0));
    pieces.finish();
    const ContactSet on_edge = run_detect(pieces);
    EXPECT_EQ(on_edge.size(), 1);
    EXPECT_EQ(count_kind(on_edge, ContactKind::face_obstacle), 1);
    pieces.geometry.colliders[0].placement.translation = Vec3(0, 0, 0);
    const ContactSet on_node = run_detect(pieces);
    EXPECT_EQ(on_node.size(), 1);
    EXPECT_EQ(count_kind(on_node, ContactKind::vertex_obstacle), 1);
}

// Cloth as fine as a garment on a body-sized ball is carried by its nodes alone.
TEST(ObstacleContact, FineClothNeedsNoFaces)
{
    Pieces pieces;
    pieces.add(grid(40, 40, 0.5, 0.5), 0.001);
    pieces.add_collider(SphereShape{0.5});
    pieces.finish();
    for (Vec3& p : pieces.x) {
        const double angle = std::hypot(p[0], p[2]) / 0.5;
        const double across = angle > 0 ? std::sin(angle) / angle : 1.0;
        p = Vec3(p[0] * across, 0.5 * std::cos(angle), p[2] * across) * (0.501 / 0.5);
    }
    const ContactSet contacts = run_detect(pieces);
    EXPECT_EQ(count_kind(contacts, ContactKind::vertex_obstacle), 41 * 41);
    EXPECT_EQ(count_kind(contacts, ContactKind::face_obstacle), 0);
}

TEST(ObstacleContact, TurnedFrameGivesTurnedContacts)
{
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(1.1, Vec3(1, 2, -1).normalized()));
    const Vec3 shift(3, -2, 1);
    ContactSet sets[2];
    for (int k = 0; k < 2; ++k) {
        Pieces pieces;
        pieces.add(moved(grid(6, 6, 0.5, 0.5), Vec3(0, 0.2005, 0)), 0.002);
        pieces.add_collider(BoxShape{Vec3(0.12, 0.2, 0.13)});
        pieces.finish();
        for (std::size_t i = 0; i < pieces.x.size(); ++i) pieces.v[i] = Vec3(0.1, -1.0, 0.3 * pieces.x[i][0]);
        if (k == 1) {
            for (Vec3& p : pieces.x) p = turn * p + shift;
            for (Vec3& u : pieces.v) u = turn * u;
            pieces.geometry.colliders[0].placement = {shift, turn};
        }
        sets[k] = run_detect(pieces);
    }
    ASSERT_EQ(sets[0].size(), sets[1].size());
    ASSERT_GT(sets[0].size(), 5);
    for (std::size_t c = 0; c < sets[0].key.size(); ++c) {
        EXPECT_TRUE(sets[0].key[c] == sets[1].key[c]);
        EXPECT_NEAR(sets[0].gap[c], sets[1].gap[c], 1e-9);
        EXPECT_LT((turn * sets[0].normal[c] - sets[1].normal[c]).norm(), 1e-5);
    }
}

}  // namespace
}  // namespace stiction::contact_tests
