#include "run_fixture.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/sim/exam.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(Exam, JudgesWhatCameToItsEnd)
{
    const Scene scene = test::sliding_scene();
    RunResult result;
    result.summary = {{"objects", {{"sheet", {{"slid", 0.5}}}}}};
    EXPECT_EQ(to_json(judge(scene, result))["passed"], true);
    EXPECT_EQ(judge(scene, result).file, "sliding.json");
    result.status = RunStatus::failed;
    EXPECT_EQ(judge(scene, result).verdicts.size(), 1u);
    EXPECT_EQ(to_json(judge(scene, result))["passed"], false);
    result.status = RunStatus::stopped;
    EXPECT_TRUE(judge(scene, result).verdicts.empty());
}

TEST(Exam, NeedsExpectations)
{
    Scene scene = test::sliding_scene();
    EXPECT_NO_THROW(require_expectations(scene));
    scene.expect.clear();
    try {
        require_expectations(scene);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.where(), "sliding.json");
        EXPECT_EQ(error.path(), "expect");
    }
}

}  // namespace
}  // namespace stiction
