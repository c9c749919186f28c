#include "solver_core/base/error.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/start_shape.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace stiction {
namespace {

Simulation pinned_sheet()
{
    return begin_simulation(parse_scene(R"({
        "time": {"step": 0.005}, "gravity": [0, 0, 0],
        "objects": [{"name": "sheet", "type": "cloth",
                     "mesh": {"generator": "grid", "size": [1, 1], "divisions": [4, 4]},
                     "pins": [{"points": [0, 1]}]}]})",
                                        "x.json"));
}

TEST(StartShape, the_same_start_changes_nothing)
{
    Simulation a = pinned_sheet(), b = pinned_sheet();
    set_start(b, a.state.x, a.state.v);
    EXPECT_EQ(b.run, a.run);
    for (int i = 0; i < 5; ++i) {
        advance_step(a, {});
        advance_step(b, {});
    }
    EXPECT_EQ(state_hash(a.state), state_hash(b.state));
}

// Stretched to twice its width the sheet comes back; the pins hold where it was put, not where it rests.
TEST(StartShape, rest_stays_and_pins_hold_the_start)
{
    Simulation simulation = pinned_sheet();
    Vec3Array x = simulation.state.x;
    for (Vec3& p : x) p.x() *= 2.0;
    const std::uint64_t run = simulation.run;
    set_start(simulation, x, simulation.state.v);
    EXPECT_NE(simulation.run, run);
    const double width = (x.back() - x.front()).norm();
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(is_usable(advance_step(simulation, {}).status));
    EXPECT_LT((simulation.state.x.back() - simulation.state.x.front()).norm(), 0.9 * width);
    EXPECT_LT((simulation.state.x[0] - x[0]).norm(), 1e-14);
    EXPECT_LT((simulation.state.x[1] - x[1]).norm(), 1e-14);
}

TEST(StartShape, numbers_that_are_none_are_refused)
{
    Simulation simulation = pinned_sheet();
    Vec3Array x = simulation.state.x;
    x[3].y() = std::numeric_limits<double>::infinity();
    EXPECT_THROW(set_start(simulation, x, simulation.state.v), InputError);
}

}  // namespace
}  // namespace stiction
