// A strip in an overhand knot is pulled tight; whether it is still knotted is read off its centre line.

#include "solver_core/tests/robustness/crossings.hpp"
#include "solver_core/tests/robustness/knot.hpp"
#include "solver_core/tests/robustness/scene_run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::testing {
namespace {

constexpr Index kAcross = 5;  // nodes across the strip of knot_strip.obj

Vec3Array centre_line(const Vec3Array& x)
{
    Vec3Array line;
    for (std::size_t i = kAcross / 2; i < x.size(); i += kAcross) line.push_back(x[i]);
    return line;
}

TEST(KnotDeterminant, TellsKnotsFromLoops)
{
    // A loop that is no knot: one end passes over, then the other.
    Vec3Array loop, knot;
    for (int i = 0; i <= 100; ++i) {
        const double t = 0.02 * i - 1.0;
        loop.emplace_back(t * t * t - 0.3 * t, 0.5 - t * t, 0.1 * t);
        // The polynomial drawing of the trefoil.
        const double u = 2.3 * t;
        knot.emplace_back(u * u * u - 3.0 * u, u * u * u * u - 4.0 * u * u,
                          0.2 * (std::pow(u, 5) - 10.0 * u));
    }
    EXPECT_EQ(knot_determinant(loop), 1);
    EXPECT_EQ(knot_determinant(knot), 3);
}

TEST(Knot, StaysTiedWhenPulledTight)
{
    SceneRun run("hard_knot");
    ASSERT_EQ(knot_determinant(centre_line(run.state.x)), 3);
    run.run();
    run.check_expectations();
    EXPECT_EQ(knot_determinant(centre_line(run.state.x)), 3);
    EXPECT_EQ(count_self_crossings(run.model, run.state.x), 0);
}

}  // namespace
}  // namespace stiction::testing
