// Low points of faces that hang between their corners.

#include "solver_core/contact/obstacle_faces.hpp"
#include "solver_core/contact/triangle_depth.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>

namespace stiction::contact_tests {
namespace {

SurfaceMesh one_triangle()
{
    SurfaceMesh mesh;
    mesh.positions = {Vec3(-0.05, 0, -0.05), Vec3(0, 0, 0.05), Vec3(0.05, 0, -0.05)};
    mesh.triangles = {Triangle(0, 1, 2)};
    return mesh;
}

// Over a drum a face touches along a line: one point of it does not hold the face, its ends do.
TEST(ObstacleContact, AFaceOverADrumIsHeldAtBothEndsOfItsLine)
{
    Pieces pieces;
    SurfaceMesh sheet = grid(1, 1, 0.1, 0.1);
    for (Vec3& p : sheet.positions) p = Vec3(0.5005, p[2], p[0]);
    pieces.add(sheet, 0.001);
    pieces.add_collider(CylinderShape{0.5, 1.0});
    pieces.finish();
    const ContactSet contacts = run_detect(pieces);
    double lowest = 0.0, highest = 0.0;
    for (Index c = 0; c < contacts.size(); ++c) {
        const auto i = static_cast<std::size_t>(c);
        EXPECT_EQ(contacts.key[i].kind, ContactKind::face_obstacle);
        EXPECT_NEAR(contacts.gap[i], 0.0005 - (1.0 - kFaceShare) * 0.001, 1e-6);
        EXPECT_NEAR(contacts.point[i][2], 0.0, 1e-6);
        lowest = std::min(lowest, contacts.point[i][1]);
        highest = std::max(highest, contacts.point[i][1]);
    }
    EXPECT_NEAR(lowest, -0.05, 1e-6);
    EXPECT_NEAR(highest, 0.05, 1e-6);
}

// A low point never appears with an overlap: where the corners of a face rest or are higher and no contact is listed, no point
// of the face is below its own rest. Otherwise contacts come and go, and what is thrown up at each coming creeps.
TEST(ObstacleContact, WhatIsNotListedIsNotBelowItsRest)
{
    const Shape shapes[] = {SphereShape{0.1}, CapsuleShape{0.1, 0.3}, CylinderShape{0.1, 0.3}};
    Random random(7);
    for (const Shape& shape : shapes) {
        int listed = 0;
        for (int i = 0; i < 2000; ++i) {
            SurfaceMesh mesh = one_triangle();
            const Vec3 out =
                Vec3(uniform(random, -1.0, 1.0), 0.3 * uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0))
                    .normalized();
            const Mat3 turn = Eigen::Quaterniond::FromTwoVectors(
                                  Vec3::UnitY(), (out + 0.15 * uniform_vec(random, 1.0)).normalized())
                                  .toRotationMatrix();
            Vec3Array& x = mesh.positions;
            for (Vec3& p : x) p = turn * p + 0.1 * out;
            double least = 1.0;
            for (const Vec3& p : x) least = std::min(least, signed_distance(shape, p).phi);
            for (Vec3& p : x) p += (0.001 - least + 1e-4 * (1.0 + uniform(random, -1.0, 1.0))) * out;
            least = 1.0;
            for (const Vec3& p : x) least = std::min(least, signed_distance(shape, p).phi);
            if (least < 0.001) continue;
            Pieces pieces;
            pieces.add(mesh, 0.001);
            pieces.add_collider(shape);
            pieces.finish();
            const ContactSet contacts = run_detect(pieces);
            double gap = 1.0;
            for (Index c = 0; c < contacts.size(); ++c)
                if (contacts.key[static_cast<std::size_t>(c)].kind == ContactKind::face_obstacle)
                    gap = std::min(gap, contacts.gap[static_cast<std::size_t>(c)]);
            if (gap < 1.0) ++listed;
            const TriangleDepth depth = triangle_depth_by_search(shape, x[0], x[1], x[2]);
            const double rest = (1.0 - kFaceShare) * 0.001;
            if (gap == 1.0)
                EXPECT_GT(depth.phi, rest) << shape.index();
            else
                EXPECT_NEAR(gap, depth.phi - rest, 1e-7) << shape.index();
        }
        EXPECT_GT(listed, 100) << shape.index();
    }
}

}  // namespace
}  // namespace stiction::contact_tests
