// The scenes of the paper's table 1 in short: coarse meshes, few steps. The full forms run with `stiction verify`.

#include "solver_core/tests/robustness/crossings.hpp"
#include "solver_core/tests/robustness/scene_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stiction::testing {
namespace {

// A flat face over a round collider may come this much closer than its corners: a tenth of the thickness, m.
constexpr double kSagitta = 1e-3;

double mean_height(const SceneRun& run, std::size_t object) { return run.track.objects[object].com.y(); }

TEST(PaperScenes, RibbonFoldsOnTheSlope)
{
    SceneRun run("ribbon", {"objects.ribbon.mesh.divisions=[6, 84]", "objects.ribbon.thickness=0.01"});
    const double start = mean_height(run, 0);
    double lowest = 0.0;
    run.run(200, [&] { lowest = std::max(lowest, deepest_in_convex(run.model, run.state.x, run.time())); });
    EXPECT_LT(mean_height(run, 0), 0.6 * start);  // it came down
    EXPECT_EQ(lowest, 0.0);                       // not into the slope
    EXPECT_LT(run.track.penetration_max, 0.01);   // its thickness
    EXPECT_LT(run.track.friction_residual_max, 0.2);
    EXPECT_GT(run.track.contacts_self, 0);
}

TEST(PaperScenes, Square1TurnsWithTheBall)
{
    SceneRun run("square1", {"objects.sheet.mesh.divisions=[20, 20]", "objects.sheet.thickness=0.01"});
    double deepest = 0.0;
    run.run(100, [&] { deepest = std::max(deepest, deepest_in_convex(run.model, run.state.x, run.time())); });
    EXPECT_LT(deepest, kSagitta);
    EXPECT_LT(run.track.penetration_max, 0.01);
    EXPECT_LT(run.track.friction_residual_max, 0.2);
    // The ball turns to the left seen from above, and drags the sheet along.
    double spin = 0.0;
    for (Index i = 0; i < run.model.node_count; ++i)
        spin += run.model.mass[i] * run.state.x[i].cross(run.state.v[i]).y();
    EXPECT_GT(spin, 0.0);
}

std::vector<std::string> coarse_square3()
{
    std::vector<std::string> coarse;
    for (const char* name : {"lower", "middle", "upper"}) {
        coarse.push_back(std::string("objects.") + name + ".mesh.divisions=[20, 20]");
        coarse.push_back(std::string("objects.") + name + ".thickness=0.01");
    }
    return coarse;
}

// Cloth that crumples on impact does not cross, and not by luck: other iterations, other starts.
TEST(PaperScenes, Square3CrumplesWithoutCrossing)
{
    for (const unsigned iterations : {16U, 18U, 20U, 24U, 30U}) {
        std::vector<std::string> overrides = coarse_square3();
        overrides.push_back("solver.iterations=" + std::to_string(iterations));
        SceneRun run("square3", overrides);
        run.shake(iterations);
        run.run(120);
        EXPECT_EQ(count_self_crossings(run.model, run.state.x), 0) << iterations << " iterations";
    }
}

TEST(PaperScenes, Square3StaysInOrder)
{
    SceneRun run("square3", coarse_square3());
    double deepest = 0.0;
    run.run(80, [&] { deepest = std::max(deepest, deepest_in_convex(run.model, run.state.x, run.time())); });
    EXPECT_LT(deepest, kSagitta);
    EXPECT_LT(run.track.penetration_max, 0.01);
    EXPECT_EQ(count_self_crossings(run.model, run.state.x), 0);
    EXPECT_LT(mean_height(run, 0), mean_height(run, 1));
    EXPECT_LT(mean_height(run, 1), mean_height(run, 2));
}

TEST(PaperScenes, DancerKeepsTheDressOutside)
{
    // In longer steps, as far as the leg's way up under the dress.
    SceneRun run("dancer",
                 {"objects.dress.mesh.resolution=60", "objects.dress.thickness=0.01", "time.step=0.005"});
    double deepest = 0.0;
    run.run(160, [&] { deepest = std::max(deepest, deepest_in_convex(run.model, run.state.x, run.time())); });
    EXPECT_LT(deepest, kSagitta);
    EXPECT_LT(run.track.penetration_max, 0.01);
    EXPECT_GT(run.track.contacts_external, 0);
}

TEST(PaperScenes, CrinolineKeepsItsLayers)
{
    SceneRun run("crinoline",
                 {"objects.skirt.mesh.resolution=80", "objects.flounce.mesh.resolution=64",
                  "objects.skirt.thickness=0.01", "objects.flounce.thickness=0.01", "time.step=0.005"});
    double deepest = 0.0;
    run.run(60, [&] { deepest = std::max(deepest, deepest_in_convex(run.model, run.state.x, run.time())); });
    EXPECT_LT(deepest, kSagitta);
    EXPECT_LT(run.track.penetration_max, 0.01);
}

}  // namespace
}  // namespace stiction::testing
