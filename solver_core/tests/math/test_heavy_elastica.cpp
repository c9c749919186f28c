#include "solver_core/math/heavy_elastica.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

// A stiff strip is a beam: its tip sinks by w L^4 / (8 D).
TEST(HeavyElastica, IsABeamForSmallLoads)
{
    for (const double gamma : {0.01, 0.05}) {
        const double degrees = std::atan(gamma / 8.0) * 180.0 / 3.14159265358979323846;
        EXPECT_NEAR(cantilever_angle(gamma) / degrees, 1.0, 1e-4);
    }
}

// The angle of ASTM D1388 is the one at which the overhang is twice the bending length.
TEST(HeavyElastica, StandardAngleIsThatOfTwiceTheBendingLength)
{
    EXPECT_NEAR(cantilever_angle(8.0), kCantileverAngle, 0.05);
    EXPECT_NEAR(cantilever_gamma(kCantileverAngle), 8.0, 0.01);
    EXPECT_NEAR(cantilever_angle(cantilever_gamma(20.0)), 20.0, 1e-6);
}

TEST(HeavyElastica, LimpStripHangsDown)
{
    EXPECT_GT(cantilever_angle(50.0), cantilever_angle(8.0));
    EXPECT_GT(cantilever_angle(1000.0), 84.0);
    EXPECT_LT(cantilever_angle(1000.0), 90.0);
}

}  // namespace
}  // namespace stiction
