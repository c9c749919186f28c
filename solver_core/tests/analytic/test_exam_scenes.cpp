#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/expectations.hpp"
#include "solver_core/sim/run.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

// Scene files that check themselves, in the form they are published in; those named "long" in their description are
// left to `stiction verify`.
class ExamScene : public testing::TestWithParam<const char*> {};

TEST_P(ExamScene, HoldsItsOwnExpectations)
{
    const Scene scene = load_scene(std::string(STICTION_SOURCE_DIR "/test_hips/") + GetParam() + ".json");
    ASSERT_FALSE(scene.expect.empty());
    RunObserver silent;
    const RunResult result = run_simulation(scene, {}, silent);
    ASSERT_EQ(result.status, RunStatus::done) << result.message;
    for (const Verdict& verdict : check_expectations(scene.expect, result.summary))
        EXPECT_TRUE(verdict.passed) << verdict.quantity << " is " << verdict.measured << ", expected "
                                    << verdict.expected << ": " << verdict.reason;
}

INSTANTIATE_TEST_SUITE_P(Analytic, ExamScene,
                         testing::Values("incline_slide", "incline_stick", "incline_slip", "cloth_slide",
                                         "cloth_slide_on", "incline_directions", "turntable",
                                         "turntable_slip", "stack_normal", "capstan", "capstan_slip",
                                         "topple", "topple_not", "hard_inner_edges", "hard_parallel"));

}  // namespace
}  // namespace stiction
