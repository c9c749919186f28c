#include "solver_core/base/assert.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(Assert, StopsOnAFalseConditionWhereItIsOn)
{
    int evaluations = 0;
    const auto check = [&](bool value) {
        ++evaluations;
        return value;
    };
    STICTION_ASSERT(check(true));
#ifdef STICTION_ASSERTS
    EXPECT_EQ(evaluations, 1);
    EXPECT_DEATH(STICTION_ASSERT(1 + 1 == 3), "test_assert.cpp:[0-9]+: .*assertion failed: 1 \\+ 1 == 3");
#else
    STICTION_ASSERT(check(false));
    EXPECT_EQ(evaluations, 0) << "a condition that is off must not be evaluated";
#endif
}

}  // namespace
}  // namespace stiction
