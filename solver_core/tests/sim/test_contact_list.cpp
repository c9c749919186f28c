#include "run_fixture.hpp"
#include "solver_core/sim/contact_list.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

constexpr double kSlope = 20.0 * 3.14159265358979323846 / 180.0;
const Vec3 kUp(std::sin(kSlope), std::cos(kSlope), 0.0);

TEST(ContactList, SaysWhatTheReportCounts)
{
    Simulation simulation = begin_simulation(test::sliding_scene());
    EXPECT_TRUE(list_contacts(simulation).kind.empty());
    StepReport report;
    for (int s = 0; s < 24; ++s) report = advance_step(simulation, {});
    const ContactList list = list_contacts(simulation);
    Index sticking = 0, external = 0;
    for (std::size_t c = 0; c < list.kind.size(); ++c) {
        EXPECT_NE(list.mode[c], ContactMode::take_off);
        sticking += list.mode[c] == ContactMode::stick ? 1 : 0;
        external += list.object_b[c] == 2 ? 1 : 0;  // the slope
        EXPECT_LT(list.object_a[c], 2);
        EXPECT_GE(list.node_a[c], 0);
    }
    EXPECT_EQ(static_cast<Index>(list.kind.size()), report.stats.sticking + report.stats.sliding);
    EXPECT_EQ(sticking, report.stats.sticking);
    EXPECT_EQ(external, report.stats.contacts_external);
    EXPECT_GT(report.stats.contacts_self, 0);
    restore(simulation, save(simulation), "saved");
    EXPECT_TRUE(list_contacts(simulation).kind.empty());
}

// On a plane everything is known: the normal, the gap of the end positions, the slip of the nodes.
TEST(ContactList, IsTrueAtTheEndOfTheStep)
{
    Simulation simulation = begin_simulation(test::sliding_scene());
    for (int s = 0; s < 12; ++s) advance_step(simulation, {});
    const ContactList list = list_contacts(simulation);
    int seen = 0;
    for (std::size_t c = 0; c < list.kind.size(); ++c) {
        if (list.kind[c] != ContactKind::vertex_obstacle || list.object_a[c] != 0) continue;
        ++seen;
        const auto node = static_cast<std::size_t>(list.node_a[c]);
        const Vec3& x = simulation.state.x[node];
        EXPECT_NEAR(list.normal[c].dot(kUp), 1.0, 1e-12);
        EXPECT_NEAR((list.velocity[c] - simulation.state.v[node]).norm(), 0.0, 1e-12);
        // The sheet was laid on the slope, so its distance there is its offset.
        EXPECT_NEAR(list.gap[c], x.dot(kUp), 1e-9);
        EXPECT_NEAR((list.point[c] - x).cross(kUp).norm(), 0.0, 1e-9);
        EXPECT_NEAR(list.mu[c], 0.2, 0.0);
        const double r_n = list.impulse[c].dot(kUp);
        EXPECT_LE((list.impulse[c] - r_n * kUp).norm(), 0.2 * r_n * (1.0 + 1e-12));
    }
    EXPECT_GT(seen, 20);
}

}  // namespace
}  // namespace stiction
