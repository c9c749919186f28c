#include "solver_core/scene/nearest_name.hpp"

#include <gtest/gtest.h>

namespace stiction::test {
namespace {

TEST(EditDistance, CountsSingleChanges)
{
    EXPECT_EQ(edit_distance("friction", "friction"), 0);
    EXPECT_EQ(edit_distance("friction", "fricton"), 1);    // removed
    EXPECT_EQ(edit_distance("friction", "friiction"), 1);  // added
    EXPECT_EQ(edit_distance("friction", "frixtion"), 1);   // replaced
    EXPECT_EQ(edit_distance("friction", "firction"), 1);   // swapped
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(EditDistance, IsSymmetricAndIgnoresCaseAndDashes)
{
    EXPECT_EQ(edit_distance("Self-Contact", "self_contact"), 0);
    EXPECT_EQ(edit_distance("bend", "blend"), edit_distance("blend", "bend"));
}

TEST(NearestName, TakesTheNearest)
{
    EXPECT_EQ(nearest_name("rotat", {"translate", "rotate", "scale"}), "rotate");
    EXPECT_EQ(nearest_name("steps", {"step", "steps_per_frame"}), "step");
}

TEST(NearestName, SaysNothingWhenNoneIsNear)
{
    EXPECT_EQ(nearest_name("flavour", {"step", "frames"}), "");
    EXPECT_EQ(nearest_name("", {"step"}), "");
    EXPECT_EQ(nearest_name("x", {}), "");
    EXPECT_EQ(nearest_name(std::string(1000, 'a'), {"step"}), "");
}

}  // namespace
}  // namespace stiction::test
