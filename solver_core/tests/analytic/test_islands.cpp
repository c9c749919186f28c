// What one solid does is not the business of cloth that does not touch it.

#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::ExamRun;

constexpr const char* kBlocks = R"(
    {"name": "tipping", "type": "soft", "mesh": {"generator": "box", "size": [0.1, 0.2, 0.1], "divisions": [2, 3, 2]},
     "material": {"density": 1000, "young": 1e8}, "friction": 1,
     "transform": {"translate": [0.05, 0.0866025403784439, 0], "rotate": [0, 0, -30]}},
    {"name": "slope", "type": "collider", "shape": {"type": "plane"}, "friction": 1, "transform": {"rotate": [0, 0, -30]}})";

constexpr const char* kRag = R"(,
    {"name": "rag", "type": "cloth", "mesh": {"generator": "grid", "size": [0.2, 0.2], "divisions": [4, 4]},
     "material": {"density": 0.2, "stretch": 200, "bend": 1e-4}, "thickness": 0.002, "friction": 1,
     "transform": {"translate": [5, 3.001, 5]}},
    {"name": "table", "type": "collider", "shape": {"type": "box", "size": [1, 0.2, 1]}, "friction": 1,
     "transform": {"translate": [5, 2.9, 5]}})";

std::string scene(const char* more)
{
    return fmt::format(R"({{"time": {{"step": 0.002}}, "objects": [{}{}]}})", kBlocks, more);
}

TEST(Islands, ClothElsewhereChangesNothing)
{
    ExamRun alone(scene("")), beside(scene(kRag));
    const Vec3 start = alone.centre();
    alone.advance(100);
    beside.advance(100);
    EXPECT_GT((alone.centre() - start).norm(), 5e-3);  // it tips
    EXPECT_LT((beside.centre() - alone.centre()).norm(), 1e-6);
    EXPECT_LT(beside.friction_error, 1e-9);
    EXPECT_GT(beside.work.stats.together, 0);
    EXPECT_LT(beside.work.stats.together, beside.work.contacts.size());
}

// Too many contacts for one matrix: the island that comes first is solved together, the other is split.
TEST(Islands, AsManyAsTheMatrixMayHave)
{
    const auto blocks = [](Index most) {
        return fmt::format(R"({{"time": {{"step": 0.005}}, "solver": {{"exact_contacts": {}}}, "objects": [
            {{"name": "a", "type": "soft", "mesh": {{"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [1, 1, 1]}},
              "transform": {{"translate": [0, 0.05, 0]}}}},
            {{"name": "b", "type": "soft", "mesh": {{"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [2, 2, 2]}},
              "transform": {{"translate": [1, 0.05, 0]}}}},
            {{"name": "ground", "type": "collider", "shape": {{"type": "plane"}}}}]}})",
                           most);
    };
    for (const auto& [most, together] : {std::pair<Index, Index>{100, 13}, {12, 4}, {3, 0}}) {
        ExamRun run(blocks(most));
        run.advance(2);
        EXPECT_EQ(run.work.stats.together, together) << most;
    }
}

}  // namespace
}  // namespace stiction
