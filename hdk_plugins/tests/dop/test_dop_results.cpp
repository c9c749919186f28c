// What the plugin computes over the stand-in of the HDK: the command's results.

#include "hdk_plugins/tests/dop/dop_network.hpp"
#include "hdk_plugins/tests/dop/floating_sheet.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <UT/UT_ParallelUtil.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace stiction::dop_tests {
namespace {

// Positions and velocities of every frame, as in the files of `stiction simulate`, and the state itself.
TEST_P(DopSolverOf, the_same_bits_as_the_command)
{
    const test::TempFolder folder;
    const Simulation expected = test::simulate_files(folder, GetParam());
    const std::unique_ptr<test::MiniEngine> engine = network(GetParam());
    run(*engine);
    EXPECT_TRUE(hdk_double::messages.empty());
    EXPECT_EQ(hash_at(*engine, test::kFrames), state_hash(expected.state));
    for (int frame = 0; frame <= test::kFrames; ++frame)
        for (std::size_t o = 0; o < expected.model.objects.size(); ++o) {
            const std::string file =
                fmt::format("out/frames/{}.{:04}.bgeo", expected.model.objects[o].name, frame);
            const GeoDetail written = decode_geo(read_file(folder / file), file);
            const GeoDetail& shown = engine->geometry(static_cast<std::size_t>(frame), o);
            EXPECT_EQ(written.find(GeoOwner::point, "P")->reals, shown.find(GeoOwner::point, "P")->reals)
                << file;
            if (frame > 0) {
                ASSERT_NE(shown.find(GeoOwner::point, "v"), nullptr) << file;
                EXPECT_EQ(written.find(GeoOwner::point, "v")->reals, shown.find(GeoOwner::point, "v")->reals)
                    << file;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(Methods, DopSolverOf, ::testing::Values("projective", "staggered", "implicit"));

TEST(DopSolver, contacts_are_those_of_the_files)
{
    const test::TempFolder folder;
    test::simulate_files(folder, "projective");
    const std::unique_ptr<test::MiniEngine> engine = network();
    run(*engine);
    std::size_t shown = 0;
    for (std::size_t o = 0; o < 2; ++o)
        shown += static_cast<std::size_t>(engine->geometry(test::kFrames, o, "StictionContacts").point_count);
    const GeometryTable written =
        read_geometry(folder / fmt::format("out/contacts/contacts.{:04}.bgeo", test::kFrames));
    EXPECT_GT(shown, 20U);
    EXPECT_EQ(shown, written.positions.size());
    const GeoDetail& contacts = engine->geometry(test::kFrames, 0, "StictionContacts");
    for (const char* name : {"N", "impulse", "state", "cone", "mu"})
        EXPECT_NE(contacts.find(GeoOwner::point, name), nullptr) << name;
}

TEST_P(DopSolverOf, two_networks_at_once)
{
    const std::unique_ptr<test::MiniEngine> alone = network(GetParam());
    run(*alone);
    std::vector<std::unique_ptr<test::MiniEngine>> engines;
    for (int i = 0; i < 2; ++i) engines.push_back(network(GetParam()));
    // Step by step in turn, then both in threads of their own.
    for (auto& engine : engines) ASSERT_EQ(engine->create(), kSuccess);
    for (auto& engine : engines) ASSERT_EQ(engine->advance(), kSuccess);
    std::vector<std::thread> threads;
    for (auto& engine : engines) threads.emplace_back([&engine] { run(*engine); });
    for (std::thread& thread : threads) thread.join();
    for (auto& engine : engines) EXPECT_EQ(hash_at(*engine, test::kFrames), hash_at(*alone, test::kFrames));
}

// 1681 nodes: more than one thread's part.
TEST(DopSolver, loops_run_on_threads_of_the_host)
{
    const auto engine = floating_sheet(
        test::detail_of(grid_surface(0.5, 0.5, 40, 40, GridCut::alternating), Vec3::Zero()), "projective");
    ASSERT_EQ(engine->create(), kSuccess);
    hdk_double::parallel_loops = 0;
    ASSERT_EQ(engine->advance(), kSuccess);
    EXPECT_GT(hdk_double::parallel_loops, 0);
}

TEST(DopSolver, pinned_points_follow_their_target)
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    GeoDetail sheet = test::sheet_detail();
    std::vector<double> follow(81, 0.0);
    follow[0] = follow[8] = 1.0;
    test::add_numbers(sheet, GeoOwner::point, "pintoanimation", follow);
    engine->add_object("sheet", sheet);
    engine->add_target(0, [](int frame) {
        return test::detail_of(grid_surface(0.5, 0.5, 8, 8, GridCut::alternating, 1),
                               Vec3(0.0, 0.01 + 0.0625 * frame, 0.0));
    });
    run(*engine);
    const Vec3Array x = positions_of(engine->geometry(test::kFrames, 0));
    const Vec3Array start = positions_of(engine->geometry(0, 0));
    EXPECT_NEAR(x[0].y() - start[0].y(), 0.0625 * test::kFrames, 1e-6);
    EXPECT_LT(x[40].y() - start[40].y(), 0.0625 * test::kFrames - 0.01);
}

// The same scene, turned about y by a quarter and moved: the motion is the same, seen from there.
TEST(DopSolver, objects_have_transforms)
{
    const std::unique_ptr<test::MiniEngine> plain = network();
    const std::unique_ptr<test::MiniEngine> turned = network();
    UT_DMatrix4 matrix;
    matrix(0, 0) = matrix(2, 2) = 0.0;
    matrix(0, 2) = -1.0;
    matrix(2, 0) = 1.0;
    matrix(3, 1) = 2.0;
    for (std::size_t i = 0; i < 3; ++i) turned->set_transform(i, matrix);
    run(*plain);
    run(*turned);
    const Vec3Array a = positions_of(plain->geometry(3, 1)), b = positions_of(turned->geometry(3, 1));
    double farthest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) farthest = std::max(farthest, (a[i] - b[i]).norm());
    EXPECT_LT(farthest, 1e-4);
    EXPECT_GT((a[0] - positions_of(plain->geometry(0, 1))[0]).norm(), 1e-2);
}

}  // namespace
}  // namespace stiction::dop_tests
