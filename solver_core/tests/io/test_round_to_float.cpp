#include "solver_core/base/types.hpp"
#include "solver_core/io/round_to_float.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace stiction {
namespace {

// Positions are where the compiler pairs up conversions; a plain cast leaves x and y unrounded there.
TEST(RoundToFloat, rounds_every_component_of_a_position)
{
    for (std::size_t count = 1; count < 14; ++count) {
        Vec3Array positions(count, Vec3(0.1, 0.1, 0.1));
        for (Vec3& position : positions)
            for (double& value : position) value = round_to_float(value);
        for (const Vec3& position : positions)
            for (int c = 0; c < 3; ++c)
                EXPECT_EQ(position[c], 0.100000001490116119384765625) << count << " " << c;
    }
}

TEST(RoundToFloat, keeps_what_a_float_holds)
{
    for (const double value : {0.5, -3.0, 16777216.0, std::ldexp(1.0, -149)})
        EXPECT_EQ(round_to_float(value), value);
    EXPECT_TRUE(std::signbit(round_to_float(-0.0)));
    EXPECT_TRUE(std::isnan(round_to_float(std::numeric_limits<double>::quiet_NaN())));
    EXPECT_EQ(round_to_float(1e300), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace stiction
