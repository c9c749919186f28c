#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::ExamRun;

Vec3 momentum(const ExamRun& run)
{
    Vec3 sum = Vec3::Zero();
    for (Index i = 0; i < run.model.node_count; ++i) sum += run.model.mass[i] * run.state.v[i];
    return sum;
}

TEST(Momentum, TwoSheetsCollidingInFreeSpaceKeepIt)
{
    ExamRun run(R"({"time": {"step": 0.005}, "gravity": [0, 0, 0], "solver": {"iterations": 10}, "objects": [
        {"name": "lower", "type": "cloth", "mesh": {"generator": "grid", "size": [0.4, 0.4], "divisions": [8, 8]},
         "velocity": [0.1, 0, 0], "friction": 0.6},
        {"name": "upper", "type": "cloth", "mesh": {"generator": "grid", "size": [0.2, 0.2], "divisions": [5, 5],
         "pattern": "irregular"}, "transform": {"translate": [0.02, 0.02, 0.01], "rotate": [4, 30, 0]},
         "velocity": [0, -2, 0.3], "material": {"density": 0.5}, "friction": 0.6}]})");
    const Vec3 before = momentum(run);
    const double scale = run.model.objects[1].mass * 2.0;
    Index touches = 0;
    for (int k = 0; k < 60; ++k) {
        run.advance();
        touches += run.work.contacts.size();
        ASSERT_LT((momentum(run) - before).norm(), 1e-10 * scale) << "after step " << k + 1;
    }
    EXPECT_GT(touches, 100) << "the sheets missed each other";
    EXPECT_GT(run.velocity(1).y(), -1.9) << "nothing was exchanged";
}

}  // namespace
}  // namespace stiction
