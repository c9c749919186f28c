// The crossing guard behind the methods of finite strain: a sheet that comes down on its edge crumples without passing through
// itself, whatever the solve left open. Without the guard it does.

#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/simulation.hpp"
#include "solver_core/tests/robustness/crossings.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace stiction::testing {
namespace {

struct GuardedMethod {
    const char* name;
    const char* solver;
    int steps;  // few where steps take long; enough to cross without the guard
    friend void PrintTo(const GuardedMethod& method, std::ostream* out) { *out << method.name; }
};

class GuardedMethods : public ::testing::TestWithParam<GuardedMethod> {
protected:
    // Most crossings after any step, and how many pairs were held back.
    static std::pair<Index, Index> crumple(const GuardedMethod& method, bool guard)
    {
        Simulation simulation =
            begin_simulation(parse_scene(fmt::format(
                                             R"({{"time": {{"step": 0.005}}, "solver": {{{}}},
                "contact": {{"friction_rule": "max", "guard": {}}}, "objects": [
               {{"name": "sheet", "type": "cloth", "thickness": 0.004, "friction": 0.3,
                 "mesh": {{"generator": "grid", "size": [0.3, 0.3], "divisions": [8, 8], "pattern": "irregular", "seed": 2}},
                 "transform": {{"translate": [0, 0.2, 0], "rotate": [90, 0, 0]}}, "velocity": [0, -8, 0.3],
                 "material": {{"density": 0.2, "stretch": 50, "bend": 1e-6}}}},
               {{"name": "floor", "type": "collider", "shape": {{"type": "plane"}}, "friction": 0.3}}]}})",
                                             method.solver, guard),
                                         "crumple"));
        Index most = 0, held = 0;
        for (int i = 0; i < method.steps; ++i) {
            const StepReport report = advance_step(simulation, {});
            EXPECT_TRUE(is_usable(report.status)) << report.stats.reason;
            most = std::max(most, count_self_crossings(simulation.model, simulation.state.x));
            held += report.stats.held_back;
        }
        return {most, held};
    }
};

TEST_P(GuardedMethods, CrumpledClothDoesNotPassThroughItself)
{
    const auto [crossings, held] = crumple(GetParam(), true);
    EXPECT_EQ(crossings, 0);
    EXPECT_GT(held, 0);
    EXPECT_GT(crumple(GetParam(), false).first, 0);
}

INSTANTIATE_TEST_SUITE_P(Crumple, GuardedMethods,
                         ::testing::Values(GuardedMethod{"staggered", R"("method": "staggered")", 12},
                                           GuardedMethod{"implicit", R"("method": "implicit")", 6}),
                         [](const ::testing::TestParamInfo<GuardedMethod>& method) {
                             return std::string(method.param.name);
                         });

}  // namespace
}  // namespace stiction::testing
