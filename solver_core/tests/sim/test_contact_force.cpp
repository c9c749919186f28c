#include "solver_core/base/error.hpp"
#include "solver_core/sim/contact_force.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

void add_contact(ContactSet& contacts, std::int32_t obstacle, const Vec3& normal,
                 const std::vector<Index>& nodes)
{
    ContactKey key;
    key.obstacle = obstacle;
    contacts.key.push_back(key);
    contacts.normal.push_back(normal);
    contacts.node.insert(contacts.node.end(), nodes.begin(), nodes.end());
    contacts.begin.push_back(static_cast<Index>(contacts.node.size()));
}

// Nodes 0, 1 are of object 0, nodes 2, 3 of object 1.
const std::vector<Index> kNodeObject = {0, 0, 1, 1};

TEST(ContactForce, CollidersObjectsNormalAndFriction)
{
    ContactSet contacts;
    add_contact(contacts, 0, Vec3::UnitY(), {0});
    add_contact(contacts, 0, Vec3::UnitY(), {1});
    add_contact(contacts, -1, Vec3::UnitY(), {2, 0, 1});  // object 1 lies on object 0
    add_contact(contacts, -1, Vec3::UnitX(), {2, 3});     // object 1 touches itself
    const std::vector<Vec3> impulse = {Vec3(0.3, 1.0, 0.4), Vec3(-0.3, 2.0, 0.0), Vec3(0.1, 0.5, 0.0),
                                       Vec3(9.0, 9.0, 9.0)};
    std::vector<ContactForce> force(2);
    add_contact_forces(contacts, impulse, kNodeObject, 0.1, force);
    EXPECT_LT((force[0].from_colliders - Vec3(0.0, 30.0, 4.0)).norm(), 1e-12);
    EXPECT_LT((force[0].from_objects - Vec3(-1.0, -5.0, 0.0)).norm(), 1e-12);
    EXPECT_LT((force[1].from_objects - Vec3(1.0, 5.0, 0.0)).norm(), 1e-12);
    EXPECT_EQ(force[1].from_colliders, Vec3::Zero());
    EXPECT_NEAR(force[0].normal_force, 30.0, 1e-12);
    EXPECT_NEAR(force[0].friction_force, 5.0 + 3.0, 1e-12);  // opposed ones add up
    EXPECT_EQ(force[1].normal_force, 0.0);
}

// A window of one object whose force in step s is s.
ForceWindow counted(double step, std::int64_t steps)
{
    ForceWindow window(1, step);
    for (std::int64_t s = 1; s <= steps; ++s)
        window.put(s, std::vector<ContactForce>{{Vec3::Zero(), Vec3::Zero(), static_cast<double>(s), 0.0}});
    return window;
}

TEST(ForceWindow, IsTheLaterHalfOfAShortRunAndTheLastSecondOfALongOne)
{
    const auto mean = [](double step, std::int64_t steps) {
        return counted(step, steps).mean(steps, 0).normal_force;
    };
    EXPECT_EQ(mean(0.1, 0), 0.0);
    EXPECT_EQ(mean(0.1, 1), 1.0);
    EXPECT_EQ(mean(0.1, 4), 3.5);         // steps 3, 4
    EXPECT_EQ(mean(0.1, 5), 4.0);         // steps 3 to 5
    EXPECT_EQ(mean(0.1, 20), 15.5);       // 11 to 20
    EXPECT_EQ(mean(0.1, 57), 52.5);       // 48 to 57
    EXPECT_EQ(mean(3.0, 7), 7.0);         // a step longer than the window
    EXPECT_EQ(mean(1e-5, 5000), 4500.5);  // no more than 1000 steps
}

TEST(ForceWindow, ComesBackFromItsNumbersAndGoesOn)
{
    const ForceWindow window = counted(0.1, 13);
    ForceWindow back = ForceWindow::from_values(1, window.values());
    EXPECT_EQ(back.values(), window.values());
    back.put(14, std::vector<ContactForce>{{Vec3::Zero(), Vec3::Zero(), 14.0, 0.0}});
    EXPECT_EQ(back.mean(14, 0).normal_force, counted(0.1, 14).mean(14, 0).normal_force);
    EXPECT_THROW(ForceWindow::from_values(2, std::vector<double>(8)), InputError);
    EXPECT_THROW(ForceWindow::from_values(1, {}), InputError);
    EXPECT_THROW(ForceWindow::from_values(0, {1.0}), InputError);
}

}  // namespace
}  // namespace stiction
