// Frames of contacts and blocks of the Jacobian.

#include "solver_core/friction/contact_jacobian.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(ContactJacobian, FramesAreRightHandedAndWeightsBecomeBlocks)
{
    for (const Vec3& n : {Vec3(0.0, 0.0, 1.0), Vec3(1.0, 2.0, -3.0), Vec3(-1.0, 0.0, 0.0)}) {
        const Mat3 frame = contact_frame(n.normalized());
        EXPECT_LT((frame.transpose() * frame - Mat3::Identity()).norm(), 1e-14);
        EXPECT_GT(frame.determinant(), 0.0);
        EXPECT_LT((frame.col(0) - n.normalized()).norm(), 1e-15);
    }
    ContactSet set;
    set.begin = {0, 2};
    set.node = {1, 3};
    set.weight = {0.25, -0.75};
    ContactJacobian jacobian;
    fill_jacobian(set, 4, jacobian);
    const Vec3Array v{Vec3::Zero(), Vec3(4.0, 0.0, 0.0), Vec3::Zero(), Vec3(0.0, 4.0, 0.0)};
    EXPECT_EQ(jacobian.velocity(0, v), Vec3(1.0, -3.0, 0.0));
}

}  // namespace
}  // namespace stiction
