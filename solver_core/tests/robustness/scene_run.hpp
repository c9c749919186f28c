#pragma once

// An exam scene of test_hips/ stepped in memory, with the numbers a test asks for kept after every step.

#include "solver_core/sim/run_track.hpp"
#include "solver_core/sim/step.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiction::testing {

class SceneRun {
public:
    // Loads test_hips/<name>.json with overrides as for --set.
    explicit SceneRun(const std::string& name, const std::vector<std::string>& overrides = {});

    // Moves every free node by up to 1 um: another run of the same scene, where a single one would be chance.
    void shake(unsigned seed);
    // Steps until the scene's end or for `steps`; stops at the first step that is not usable or not finite and tells it
    // as a test failure. `after` is called after every step.
    void run(Index steps = 0, const std::function<void()>& after = {});
    // The scene's own expect block as test failures.
    void check_expectations() const;

    double energy() const;  // kinetic, elastic and gravity together, J
    Vec3 momentum() const;  // kg m/s
    double max_speed() const;
    double time() const { return static_cast<double>(state.step) * model.step; }

    Scene scene;
    Model model;
    State state;
    StepReport report;
    RunTrack track;

private:
    Workspace work_;
};

}  // namespace stiction::testing
