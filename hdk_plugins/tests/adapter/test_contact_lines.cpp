#include "hdk_plugins/adapter/contact_lines.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

GeoDetail one_contact(double state, bool integer_normal)
{
    GeometryTable table;
    table.positions = {Vec3(0, 0, 0)};
    table.point_attributes["N"] = {3, {0, 1, 0}, integer_normal};
    table.point_attributes["state"] = {1, {state}, false};
    table.point_attributes["cone"] = {1, {0.5}, false};
    table.point_attributes["mu"] = {1, {0.5}, false};
    return detail_from_table(table, {});
}

GeoDetail lines_of(const GeoDetail& contacts, bool with_open)
{
    return contact_lines(contacts, ContactLine::normal, 1.0, with_open, "input");
}

TEST(ContactLines, a_vector_of_integers_is_refused)
{
    const std::string text = test::input_error([] { lines_of(one_contact(1.0, true), true); });
    EXPECT_TRUE(test::contains(text, "no point attribute N of 3 numbers")) << text;
}

TEST(ContactLines, a_state_that_is_none_is_open)
{
    for (const double state : {std::nan(""), HUGE_VAL, -1.0, 1e300, 0.5, 3.0}) {
        EXPECT_EQ(lines_of(one_contact(state, false), false).primitive_count, 0) << state;
        EXPECT_EQ(lines_of(one_contact(state, false), true).primitive_count, 1) << state;
    }
    EXPECT_EQ(lines_of(one_contact(1.0, false), false).primitive_count, 1);
}

}  // namespace
}  // namespace stiction
