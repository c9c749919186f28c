#include "run_fixture.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/sim/run.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace stiction {
namespace {

Simulation after(int steps)
{
    Simulation simulation = begin_simulation(test::sliding_scene());
    for (int s = 0; s < steps; ++s) advance_step(simulation, {});
    return simulation;
}

TEST(Simulation, StepsAsARunDoes)
{
    const Simulation simulation = after(24);
    RunObserver silent;
    const RunResult run = run_simulation(test::sliding_scene(), RunOptions(), silent);
    EXPECT_EQ(test::without_times(summarize(simulation, "done")), test::without_times(run.summary));
}

// The second object's mass is 1e-19 of its stiffness: its field is named, not the row of a matrix.
TEST(Simulation, MassLostBesideStiffnessIsRefusedByObject)
{
    const Scene scene = parse_scene(R"({"time": {"step": 1}, "objects": [
        {"name": "sound", "type": "cloth", "mesh": {"generator": "grid", "divisions": [2, 2]}},
        {"name": "light", "type": "cloth", "mesh": {"generator": "grid", "divisions": [2, 2]},
         "material": {"density": 1e-6, "stretch": 1e9, "bend": 1e6}}]})",
                                    "light.json");
    try {
        begin_simulation(scene);
        FAIL() << "not refused";
    } catch (const InputError& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("light.json: objects[1].material (\"light\")"), std::string::npos) << message;
        EXPECT_NE(message.find("raise the density"), std::string::npos) << message;
    }
}

TEST(Simulation, ARunGoesOnFromWhereItIs)
{
    const Simulation whole = after(24);
    Simulation simulation = after(5);
    RunObserver silent;
    RunOptions options;
    options.frames = FrameRange{0, 3};
    EXPECT_EQ(run_simulation(simulation, options, silent).status, RunStatus::done);
    EXPECT_EQ(simulation.state.step, 12);
    run_simulation(simulation, RunOptions(), silent);
    EXPECT_EQ(state_hash(simulation.state), state_hash(whole.state));

    const test::TempFolder temp;
    options.folder = temp / "late";
    EXPECT_THROW(run_simulation(simulation, options, silent), InputError);
    EXPECT_FALSE(std::filesystem::exists(temp / "late"));
}

TEST(Simulation, RestoreReplaysInTheSameMemory)
{
    Simulation simulation = after(10);
    const std::string saved = save(simulation);
    const Vec3* x = simulation.state.x.data();
    const Vec3* v = simulation.state.v.data();
    for (int s = 0; s < 5; ++s) advance_step(simulation, {});
    const auto summary = test::without_times(summarize(simulation, "done"));
    restore(simulation, saved, "saved");
    EXPECT_EQ(simulation.state.step, 10);
    for (int s = 0; s < 5; ++s) advance_step(simulation, {});
    EXPECT_EQ(test::without_times(summarize(simulation, "done")), summary);
    EXPECT_EQ(simulation.state.x.data(), x);
    EXPECT_EQ(simulation.state.v.data(), v);
}

TEST(Simulation, RestoreRefusesOthersAndChangesNothing)
{
    Simulation simulation = after(3);
    const std::uint64_t before = state_hash(simulation.state);
    Scene other = test::sliding_scene();
    other.objects[0].friction = 0.3;
    EXPECT_THROW(restore(simulation, save(begin_simulation(other)), "other"), InputError);
    EXPECT_THROW(restore(simulation, "nonsense", "nonsense"), InputError);
    EXPECT_EQ(state_hash(simulation.state), before);
}

TEST(Simulation, PointsCanBePutElsewhere)
{
    Simulation simulation = after(4);
    const ObjectRange block = simulation.model.objects[1];
    const double slid = simulation.track.objects[1].slid;
    Vec3Array x(simulation.state.x.begin() + block.first_node, simulation.state.x.end());
    for (Vec3& p : x) p.y() += 2.0;
    set_positions(simulation, block.first_node, x);
    set_velocities(simulation, block.first_node, Vec3Array(x.size(), Vec3(0, 7, 0)));
    EXPECT_EQ(simulation.track.objects[1].slid, slid);
    EXPECT_NEAR(simulation.track.objects[1].speed, 7.0, 1e-12);
    advance_step(simulation, {});
    EXPECT_NEAR(simulation.track.objects[1].slid, slid + 0.005 * (7.0 - 0.005 * 9.81), 1e-9);

    x[2].x() = std::numeric_limits<double>::quiet_NaN();
    const std::uint64_t before = state_hash(simulation.state);
    EXPECT_THROW(set_positions(simulation, block.first_node, x), InputError);
    EXPECT_THROW(set_velocities(simulation, block.first_node, x), InputError);
    EXPECT_EQ(state_hash(simulation.state), before);
}

}  // namespace
}  // namespace stiction
