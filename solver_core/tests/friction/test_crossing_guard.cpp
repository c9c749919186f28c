#include "solver_core/friction/crossing_guard.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

constexpr double kStep = 0.01;

void add_contact(ContactSet& contacts, Index obstacle, double gap, const std::vector<Index>& node,
                 const std::vector<double>& weight)
{
    contacts.key.push_back({obstacle < 0 ? ContactKind::vertex_face : ContactKind::vertex_obstacle, obstacle,
                            contacts.size(), 0});
    contacts.normal.emplace_back(Vec3::UnitY());
    contacts.obstacle_velocity.emplace_back(Vec3::Zero());
    contacts.gap.push_back(gap);
    contacts.mu.push_back(0.0);
    contacts.node.insert(contacts.node.end(), node.begin(), node.end());
    contacts.weight.insert(contacts.weight.end(), weight.begin(), weight.end());
    contacts.begin.push_back(static_cast<Index>(contacts.node.size()));
}

// Node 0 falls on the face 1 2 3.
struct Fall {
    ContactSet passing, contacts, entering;
    std::vector<double> inverse_mass = {1.0, 2.0, 2.0, 4.0};
    Vec3Array v = {Vec3(1.0, -3.0, 0.0), Vec3::Zero(), Vec3(0.0, 0.5, 0.0), Vec3::Zero()};
    CrossingGuard guard;

    explicit Fall(double gap) { add_contact(passing, -1, gap, {0, 1, 2, 3}, {1.0, -0.2, -0.3, -0.5}); }
    void hold()
    {
        hold_external(contacts, kStep, v, guard.known);
        hold_all(entering, kStep, guard.entering);
        hold_all(passing, kStep, guard.passing);
        hold_back(inverse_mass, guard, v);
    }
    double normal_velocity() const { return v[0].y() - 0.2 * v[1].y() - 0.3 * v[2].y() - 0.5 * v[3].y(); }
    double kinetic() const
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < v.size(); ++i) sum += 0.5 / inverse_mass[i] * v[i].squaredNorm();
        return sum;
    }
    Vec3 momentum() const
    {
        Vec3 sum = Vec3::Zero();
        for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] / inverse_mass[i];
        return sum;
    }
};

TEST(CrossingGuard, StopsAPairWhereItMayStillGo)
{
    for (const double gap : {0.01, 0.0, -0.002}) {
        Fall fall(gap);
        const double energy = fall.kinetic();
        const Vec3 momentum = fall.momentum();
        fall.hold();
        // Up to what may be closed and no further; who is nearer than that comes no nearer, and is not pushed away.
        EXPECT_NEAR(fall.normal_velocity(), -std::max(gap, 0.0) / kStep, 1e-12);
        EXPECT_LT(fall.kinetic(), energy);
        EXPECT_LT((fall.momentum() - momentum).norm(), 1e-14);
        EXPECT_DOUBLE_EQ(fall.v[0].x(), 1.0);
    }
}

TEST(CrossingGuard, LeavesTheRestAsItIs)
{
    Fall fall(0.04);  // 3.15 m/s and 10 ms do not get it there
    const Vec3Array before = fall.v;
    fall.hold();
    EXPECT_EQ(fall.v, before);
}

// The face lies on a plane: the falling node is stopped without pressing it in.
TEST(CrossingGuard, ContactsWithCollidersStandFirm)
{
    Fall fall(0.0);
    fall.v[2].setZero();
    for (const Index node : {1, 2, 3}) add_contact(fall.contacts, 0, 0.0, {node}, {1.0});
    fall.hold();
    for (const Index node : {1, 2, 3}) EXPECT_GT(fall.v[static_cast<std::size_t>(node)].y(), -0.05);
    EXPECT_GT(fall.normal_velocity(), -0.05);
    EXPECT_GT(fall.guard.known.impulse[0].y(), 0.0);
}

// A contact the solve has left pressing in may stay so and becomes no deeper.
TEST(CrossingGuard, ContactsWithCollidersKeepWhatTheSolveLeft)
{
    Fall fall(0.0);
    fall.v[1].y() = -0.5;
    add_contact(fall.contacts, 0, 0.0, {1}, {1.0});
    fall.hold();
    EXPECT_NEAR(fall.v[1].y(), -0.5, 1e-3);
    EXPECT_NEAR(fall.normal_velocity(), 0.0, 1e-3);
}

// The push of the falling node would take node 3 through a plane that the solve did not watch.
TEST(CrossingGuard, WhoIsPushedIsKeptOutOfColliders)
{
    Fall alone(0.0), fall(0.0);
    alone.hold();
    ASSERT_LT(alone.v[3].y() * kStep, -0.004);
    add_contact(fall.entering, 0, 0.004, {3}, {1.0});
    fall.hold();
    EXPECT_GT(fall.v[3].y() * kStep, -0.004 - 1e-4);
    EXPECT_GT(fall.normal_velocity(), -0.01);
    EXPECT_GT(fall.guard.entering.impulse[0].y(), 0.0);
}

// Held nodes have no answer: nothing moves, nothing is divided by zero.
TEST(CrossingGuard, HeldNodesStay)
{
    Fall fall(0.0);
    fall.inverse_mass.assign(4, 0.0);
    const Vec3Array before = fall.v;
    fall.hold();
    EXPECT_EQ(fall.v, before);
}

}  // namespace
}  // namespace stiction
