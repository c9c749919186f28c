#include "solver_core/tests/robustness/scene_run.hpp"

#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/expectations.hpp"
#include "solver_core/sim/run_summary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace stiction::testing {

SceneRun::SceneRun(const std::string& name, const std::vector<std::string>& overrides)
    : scene(load_scene(std::string(STICTION_SOURCE_DIR) + "/test_hips/" + name + ".json", overrides)),
      model(build_model(scene)),
      state(initial_state(model)),
      track(begin_track(model, state))
{
}

void SceneRun::shake(unsigned seed)
{
    std::mt19937 random(seed);
    // By hand: what a standard distribution makes of these numbers differs from library to library.
    const auto next = [&] { return 1e-6 * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1.0); };
    for (Index i = 0; i < model.node_count; ++i)
        if (model.projective.inverse_mass[i] > 0.0)
            for (int k = 0; k < 3; ++k) state.x[i][k] += next();
}

void SceneRun::run(Index steps, const std::function<void()>& after)
{
    if (steps == 0) steps = scene.time.frames * scene.time.steps_per_frame;
    for (Index i = 0; i < steps; ++i) {
        report = step(model, {}, state, work_);
        ASSERT_TRUE(is_usable(report.status))
            << scene.name << ", step " << i + 1 << ": " << to_string(report.status);
        const bool finite =
            std::all_of(state.x.begin(), state.x.end(), [](const Vec3& x) { return x.allFinite(); });
        ASSERT_TRUE(finite) << scene.name << ", step " << i + 1;
        update_track(model, state, report, work_.contact_forces, track);
        if (after) after();
    }
}

void SceneRun::check_expectations() const
{
    const nlohmann::ordered_json summary = run_summary({scene, model, state, track, "done", 0.0});
    for (const Verdict& verdict : stiction::check_expectations(scene.expect, summary))
        EXPECT_TRUE(verdict.passed) << scene.name << ": " << verdict.quantity << " is " << verdict.measured
                                    << ", expected " << verdict.expected << " (" << verdict.why << ")";
}

double SceneRun::energy() const { return track.energy.kinetic + track.energy.elastic + track.energy.gravity; }

Vec3 SceneRun::momentum() const
{
    Vec3 sum = Vec3::Zero();
    for (Index i = 0; i < model.node_count; ++i) sum += model.mass[i] * state.v[i];
    return sum;
}

double SceneRun::max_speed() const
{
    double fastest = 0.0;
    for (const Vec3& v : state.v) fastest = std::max(fastest, v.norm());
    return fastest;
}

}  // namespace stiction::testing
