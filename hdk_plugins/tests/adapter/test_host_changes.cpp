#include "hdk_plugins/adapter/host_changes.hpp"
#include "hdk_plugins/adapter/host_solver.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

const HostMembers kStart{{{0, "cape"}, {3, "belt"}}, {{7, "body"}}};

std::string refusal_of(const HostMembers& now)
{
    return test::input_error([&] { require_same_members(kStart, now); });
}

TEST(HostChanges, the_same_members_may_have_other_names)
{
    EXPECT_EQ(refusal_of(kStart), "");
    EXPECT_EQ(refusal_of({{{0, "cloak"}, {3, "belt"}}, {{7, "body"}}}), "");
}

TEST(HostChanges, who_came_and_who_is_gone_is_named)
{
    for (const auto& [now, text] : {
             std::pair<HostMembers, const char*>{{{{0, "cape"}, {2, "hat"}, {3, "belt"}}, {{7, "body"}}},
                                                 "hat: this object appeared"},
             {{{{3, "belt"}}, {{7, "body"}}}, "cape: this object of the start is gone"},
             {{{{0, "cape"}}, {{7, "body"}}}, "belt: this object of the start is gone"},
             {{{{0, "cape"}, {3, "belt"}}, {}}, "body: this collider of the start is gone"},
             {{{{0, "cape"}, {3, "belt"}}, {{6, "chair"}, {7, "body"}}}, "chair: this collider appeared"},
         }) {
        const std::string found = refusal_of(now);
        EXPECT_TRUE(test::contains(found, text)) << found;
        EXPECT_TRUE(test::contains(found, "reset the simulation")) << found;
    }
}

TEST(HostChanges, elements_are_counted)
{
    HostSolver solver(test::moving_floor_host("projective"));
    const ObjectLink& sheet = solver.built().links[0];
    const GeoDetail detail = test::sheet_detail();
    EXPECT_EQ(test::input_error(
                  [&] { require_same_elements(sheet, detail.point_count, detail.primitive_count, "sheet"); }),
              "");
    for (const int change : {-1, 1}) {
        EXPECT_NE(test::input_error([&] {
                      require_same_elements(sheet, detail.point_count + change, detail.primitive_count,
                                            "sheet");
                  }),
                  "");
        EXPECT_NE(test::input_error([&] {
                      require_same_elements(sheet, detail.point_count, detail.primitive_count + change,
                                            "sheet");
                  }),
                  "");
    }
}

// Houdini's clock is a sum of many steps: rounding is no change, a thousandth is.
TEST(HostChanges, a_time_step_is_the_hosts)
{
    HostSolver solver(test::moving_floor_host("projective"));
    EXPECT_EQ(solver.host_step(), test::kFrameTime);
    const auto refused = [&](double now) {
        return test::input_error([&] { require_same_time_step(solver.host_step(), now, "node"); });
    };
    EXPECT_EQ(refused((1.0 + 1e-12) * test::kFrameTime), "");
    for (const double now :
         {0.999 * test::kFrameTime, 2.0 * test::kFrameTime, 0.0, -test::kFrameTime, std::nan("")})
        EXPECT_TRUE(test::contains(refused(now), "node: found a time step of")) << now;
}

TEST(HostChanges, what_is_compared_is_saved)
{
    HostSolver solver(test::moving_floor_host("projective"));
    const std::unique_ptr<HostSolver> loaded = HostSolver::load(solver.save(), "x.sim");
    EXPECT_EQ(loaded->host_step(), solver.host_step());
    for (std::size_t i = 0; i < solver.built().links.size(); ++i) {
        EXPECT_EQ(loaded->built().links[i].host_points, solver.built().links[i].host_points);
        EXPECT_EQ(loaded->built().links[i].host_primitives, solver.built().links[i].host_primitives);
    }
}

}  // namespace
}  // namespace stiction
