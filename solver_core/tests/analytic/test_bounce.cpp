// What a bounce is left with, by the rule of time.                                             [Larionov 2022, fig. 4.11]

#include "solver_core/tests/robustness/scene_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace stiction::testing {
namespace {

constexpr double kDropped = 7.0593;  // m/s
constexpr double kRounding = 1e-6;

double speed(const SceneRun& run)
{
    return run.momentum().norm() / std::accumulate(run.model.mass.begin(), run.model.mass.end(), 0.0);
}

// A coarser ball than the file's.
TEST(TennisDrop, BouncesHigherWithRulesOfHigherOrder)
{
    const auto speed_after = [](const char* integrator) {
        SceneRun run("tennis_drop",
                     {"objects.ball.mesh.resolution=8", std::string("solver.integrator=") + integrator});
        run.run();
        return speed(run);
    };
    const double be = speed_after("be"), bdf2 = speed_after("bdf2"), tr_bdf2 = speed_after("tr_bdf2"),
                 sdirk2 = speed_after("sdirk2");
    constexpr double kClearly = 1.1;
    EXPECT_GT(bdf2, kClearly * be);
    EXPECT_GT(tr_bdf2, kClearly * bdf2);
    EXPECT_GT(sdirk2, kClearly * bdf2);
    EXPECT_LT(std::max(tr_bdf2, sdirk2), kDropped);
}

// With the force of the start as it is, 0.1 um of layer makes 53 times the energy of this.
TEST(TennisDrop, AThinLayerAddsNothingWhereTheForceOfTheStartIsLeftOut)
{
    SceneRun run("tennis_drop", {"solver.integrator=tr_bdf2", "solver.decoupled_contact=true",
                                 "solver.contact_layer=1e-7", "time.step=0.00025"});
    double start = 0.0;
    for (Index i = 0; i < run.model.node_count; ++i)
        start +=
            run.model.mass[i] * (0.5 * run.state.v[i].squaredNorm() - run.model.gravity.dot(run.state.x[i]));
    double most = 0.0;
    run.run(20, [&] { most = std::max(most, run.energy()); });
    EXPECT_LE(most, (1.0 + kRounding) * start);
}

}  // namespace
}  // namespace stiction::testing
