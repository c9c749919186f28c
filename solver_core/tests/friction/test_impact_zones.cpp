#include "solver_core/friction/impact_zones.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

void add_pair(ContactSet& contacts, Index obstacle, const std::vector<Index>& node)
{
    contacts.key.push_back(
        {obstacle < 0 ? ContactKind::edge_edge : ContactKind::vertex_obstacle, obstacle, contacts.size(), 0});
    contacts.normal.emplace_back(Vec3::UnitY());
    contacts.obstacle_velocity.emplace_back(Vec3::Zero());
    contacts.gap.push_back(0.0);
    contacts.mu.push_back(0.0);
    contacts.node.insert(contacts.node.end(), node.begin(), node.end());
    contacts.weight.resize(contacts.node.size(), 1.0);
    contacts.begin.push_back(static_cast<Index>(contacts.node.size()));
}

// Ten nodes that fly in different directions.
struct Swarm {
    std::vector<double> inverse_mass;
    Vec3Array v;
    ContactSet passing, contacts, entering;
    CrossingGuard guard;
    ImpactZones zones;

    Swarm()
    {
        for (int i = 0; i < 10; ++i) {
            inverse_mass.push_back(1.0 / (1.0 + i));
            v.emplace_back(0.3 * i - 1.0, (i % 3) - 1.0, 0.1 * i * i);
        }
        zones.clear(10);
    }
    void move()
    {
        zones.join(passing);
        zones.join(entering);
        guard.known.contacts = &contacts;
        guard.known.impulse.assign(contacts.key.size(), Vec3::Zero());
        hold_all(entering, 0.01, guard.entering);
        zones.move_as_one(inverse_mass, guard, v);
    }
    Vec3 momentum() const
    {
        Vec3 sum = Vec3::Zero();
        for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] / inverse_mass[i];
        return sum;
    }
    double kinetic() const
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < v.size(); ++i) sum += 0.5 / inverse_mass[i] * v[i].squaredNorm();
        return sum;
    }
};

TEST(ImpactZones, PairsThatShareANodeMoveAsOneAndOthersDoNot)
{
    Swarm swarm;
    const Vec3Array before = swarm.v;
    const Vec3 momentum = swarm.momentum();
    const double energy = swarm.kinetic();
    add_pair(swarm.passing, -1, {0, 1, 4, 5});
    add_pair(swarm.passing, -1, {5, 6, 2, 9});
    swarm.move();
    EXPECT_EQ(swarm.zones.size(), 7);
    for (const std::size_t node : {1U, 4U, 5U, 6U, 2U, 9U}) EXPECT_EQ(swarm.v[node], swarm.v[0]);
    for (const std::size_t node : {3U, 7U, 8U}) EXPECT_EQ(swarm.v[node], before[node]);
    EXPECT_LT((swarm.momentum() - momentum).norm(), 1e-13);
    EXPECT_LT(swarm.kinetic(), energy);
}

// A zone that meets another later is one with it, and the sum does not depend on the way there.
TEST(ImpactZones, ZonesThatMeetAreOne)
{
    Swarm stepwise, at_once;
    add_pair(stepwise.passing, -1, {0, 1, 2, 3});
    stepwise.move();
    stepwise.passing = ContactSet{};
    add_pair(stepwise.passing, -1, {6, 7, 8, 9});
    stepwise.move();
    EXPECT_GT((stepwise.v[0] - stepwise.v[9]).norm(), 0.1);
    stepwise.passing = ContactSet{};
    add_pair(stepwise.passing, -1, {3, 4, 5, 6});
    stepwise.move();
    add_pair(at_once.passing, -1, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    at_once.move();
    for (std::size_t i = 0; i < 10; ++i) EXPECT_LT((stepwise.v[i] - at_once.v[i]).norm(), 1e-14);
}

TEST(ImpactZones, AHeldNodeTakesItsZoneAlong)
{
    Swarm swarm;
    swarm.inverse_mass[4] = 0.0;
    const Vec3 held = swarm.v[4];
    add_pair(swarm.passing, -1, {0, 1, 4, 5});
    swarm.move();
    for (const std::size_t node : {0U, 1U, 4U, 5U}) EXPECT_EQ(swarm.v[node], held);
}

TEST(ImpactZones, CollidersStandFirm)
{
    Swarm swarm;
    add_pair(swarm.passing, -1, {0, 1, 3, 4});
    add_pair(swarm.contacts, 0, {3});
    add_pair(swarm.contacts, 0, {7});
    swarm.guard.known.floor = {0.25, 0.0};
    const Vec3 momentum = swarm.momentum();
    const Vec3 other = swarm.v[7];
    swarm.move();
    EXPECT_NEAR(swarm.v[3].y(), 0.25, 1e-9);
    EXPECT_EQ(swarm.v[7], other);  // in no zone
    EXPECT_LT((swarm.momentum() - momentum - swarm.guard.known.impulse[0]).norm(), 1e-13);
    EXPECT_EQ(swarm.guard.known.impulse[1], Vec3::Zero());
}

// Who enters a collider and passes nothing is stopped before it, alone.
TEST(ImpactZones, AnEnteringNodeIsAZoneOfOne)
{
    Swarm swarm;
    const Vec3Array before = swarm.v;
    add_pair(swarm.entering, 0, {6});
    swarm.move();
    EXPECT_EQ(swarm.zones.size(), 1);
    EXPECT_LT((swarm.v[6] - Vec3(before[6].x(), 0.0, before[6].z())).norm(), 1e-14);
    for (const std::size_t node : {0U, 1U, 5U, 7U}) EXPECT_EQ(swarm.v[node], before[node]);
    EXPECT_NEAR(swarm.guard.entering.impulse[0].y(), 7.0, 1e-13);
}

}  // namespace
}  // namespace stiction
