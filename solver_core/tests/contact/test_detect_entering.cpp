#include "solver_core/contact/convex_distance.hpp"
#include "solver_core/friction/crossing_guard.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stiction::contact_tests {
namespace {

constexpr double kStep = 0.005, kRadius = 0.003;
constexpr int kMoments = 400;

// How deep a node's middle gets into any of the colliders, looked at in many moments.
double deepest(const Pieces& pieces, const Vec3& x, const Vec3& v)
{
    double deepest = -1.0;
    for (const Collider& collider : pieces.geometry.colliders) {
        for (int i = 0; i <= kMoments; ++i) {
            const double t = kStep * i / kMoments;
            const RigidPose pose = pose_at(collider, t);
            const Vec3 local = pose.rotation.conjugate() * (x + t * v - pose.translation);
            deepest = std::max(deepest, -signed_distance(collider.shape, local).phi);
        }
    }
    return deepest;
}

// A sheet between a ball and a floor that leans, all at rest in the free flight, then torn in all directions.
Pieces sheet_in_between()
{
    Pieces pieces;
    pieces.add(grid(20, 20, 0.5, 0.5), kRadius);
    pieces.add_collider(SphereShape{0.1}, Vec3(0.0, 0.15, 0.0));
    pieces.add_collider(BoxShape{Vec3(0.3, 0.02, 0.3)}, Vec3(0.1, -0.06, 0.0));
    pieces.finish();
    return pieces;
}

TEST(DetectEntering, FindsWhoManyMomentsFindAndKeepsThemOut)
{
    for (const unsigned seed : {1U, 2U, 3U}) {
        Pieces pieces = sheet_in_between();
        DetectWorkspace work;
        ContactSet contacts, entering;
        detect(pieces.geometry, pieces.query(kStep), work, contacts);
        EXPECT_EQ(contacts.size(), 0);
        Random random(seed);
        for (Vec3& v : pieces.v) v = uniform_vec(random, 30.0);
        detect_entering(pieces.geometry, pieces.v, 0.0, {}, work, entering);
        expect_valid(entering);

        CrossingGuard guard;
        hold_all(entering, kStep, guard.entering);
        Vec3Array held = pieces.v;
        hold_back(std::vector<double>(pieces.v.size(), 1.0), guard, held);
        int deep = 0;
        for (std::size_t i = 0; i < pieces.x.size(); ++i) {
            const bool found =
                std::find(entering.node.begin(), entering.node.end(), Index(i)) != entering.node.end();
            if (deepest(pieces, pieces.x[i], pieces.v[i]) > 0.0) {
                ++deep;
                EXPECT_TRUE(found) << i;
            }
            EXPECT_EQ(found, held[i] != pieces.v[i]) << i;
            EXPECT_LT(deepest(pieces, pieces.x[i], held[i]), 0.0) << i;
        }
        EXPECT_GT(deep, 20);
    }
}

// What only touches, or overlaps by less than its thickness, is left to the next step.
TEST(DetectEntering, LeavesTouchingNodesAlone)
{
    Pieces pieces;
    pieces.add(moved(grid(4, 4, 0.1, 0.1), Vec3(0.0, kRadius, 0.0)), kRadius);
    pieces.add_collider(PlaneShape{});
    pieces.finish();
    DetectWorkspace work;
    ContactSet contacts, entering;
    detect(pieces.geometry, pieces.query(kStep), work, contacts);
    for (Vec3& v : pieces.v) v.y() = -0.9 * kRadius / kStep;
    detect_entering(pieces.geometry, pieces.v, 0.0, {}, work, entering);
    EXPECT_EQ(entering.size(), 0);
    for (Vec3& v : pieces.v) v.y() = -1.1 * kRadius / kStep;
    detect_entering(pieces.geometry, pieces.v, 0.0, {}, work, entering);
    EXPECT_EQ(entering.size(), 25);
}

TEST(DetectEntering, WhatBeganInsideMayStayAndLeave)
{
    Pieces pieces;
    pieces.add(moved(grid(4, 4, 0.1, 0.1), Vec3(0.0, -2.0 * kRadius, 0.0)), kRadius);
    pieces.add_collider(PlaneShape{});
    pieces.finish();
    DetectWorkspace work;
    ContactSet contacts, entering;
    detect(pieces.geometry, pieces.query(kStep), work, contacts);
    for (const auto& [speed, count] : {std::pair(0.5, 0), std::pair(0.0, 0), std::pair(-0.5, 25)}) {
        for (Vec3& v : pieces.v) v.y() = speed;
        detect_entering(pieces.geometry, pieces.v, 0.0, {}, work, entering);
        EXPECT_EQ(entering.size(), count) << speed;
    }
}

}  // namespace
}  // namespace stiction::contact_tests
