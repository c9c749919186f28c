#include "solver_core/contact/sample_grid.hpp"
#include "solver_core/tests/contact/mls_scenes.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

std::vector<Index> near_by_hand(const Vec3Array& points, const Vec3& x, double radius)
{
    std::vector<Index> found;
    for (std::size_t i = 0; i < points.size(); ++i)
        if ((points[i] - x).squaredNorm() < radius * radius) found.push_back(static_cast<Index>(i));
    return found;
}

// The slow twin: every point, after every move, small moves and jumps across the whole box.
TEST(SampleGrid, FindsWhatALoopOverAllFindsAfterManyMoves)
{
    std::mt19937 random(3);
    Vec3Array points;
    for (int i = 0; i < 500; ++i) points.push_back(tests::random_vector(random, 1.0));
    SampleGrid grid;
    grid.build(points, 0.2);
    std::vector<Index> found;
    Index changed = 0;
    for (int round = 0; round < 30; ++round) {
        for (Vec3& p : points) p += tests::random_vector(random, 0.03);
        points[static_cast<std::size_t>(round)] = tests::random_vector(random, 5.0);
        changed += grid.update(points);
        for (int query = 0; query < 30; ++query) {
            const Vec3 x = tests::random_vector(random, 1.2);
            const double radius = 0.1 + 0.02 * query;
            grid.gather(points, x, radius, found);
            ASSERT_EQ(found, near_by_hand(points, x, radius));
        }
    }
    EXPECT_GT(changed, 100);           // cells do change,
    EXPECT_LT(changed, 500 * 30 / 2);  // of some points only
}

TEST(SampleGrid, DoesNotAllocateOnceWarm)
{
    std::mt19937 random(5);
    Vec3Array points;
    for (int i = 0; i < 300; ++i) points.push_back(tests::random_vector(random, 1.0));
    SampleGrid grid;
    grid.build(points, 0.3);
    std::vector<Index> found;
    found.reserve(300);
    const std::int64_t before = testing::allocation_count();
    for (int round = 0; round < 5; ++round) {
        for (Vec3& p : points) p += Vec3(0.05, 0.02, -0.03);
        grid.update(points);
        grid.gather(points, Vec3::Zero(), 0.5, found);
    }
    EXPECT_EQ(testing::allocation_count(), before);
}

TEST(SampleGrid, FarAwayAndBrokenPlacesFindNothing)
{
    const Vec3Array points{Vec3(0, 0, 0), Vec3(1e9, 0, 0)};
    SampleGrid grid;
    grid.build(points, 0.1);
    std::vector<Index> found{7};
    grid.gather(points, Vec3(5, 5, 5), 0.5, found);
    EXPECT_TRUE(found.empty());
    grid.gather(points, Vec3(1e9, 0, 0), 0.05, found);
    EXPECT_EQ(found, std::vector<Index>{1});
    grid.gather(points, Vec3(std::nan(""), 0, 0), 0.5, found);
    EXPECT_TRUE(found.empty());
}

}  // namespace
}  // namespace stiction
