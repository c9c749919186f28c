// The law at one contact whose block of W is full.

#include "solver_core/friction/coupled_sweeps.hpp"
#include "solver_core/friction/friction_error.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

TEST(CoupledSweeps, OneContactWithAFullBlockMeetsTheLaw)
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    Index solved = 0, slips = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        Mat3 a;
        for (Index k = 0; k < 9; ++k) a.data()[k] = value(random);
        const Mat3 w = a * a.transpose() + 0.3 * Mat3::Identity();
        const Vec3 d(value(random), 2.0 * value(random), 2.0 * value(random));
        const double mu = 0.25 + 0.25 * value(random);
        Vec3 r = Vec3::Zero();
        if (!solve_coulomb_block(w, d, mu, r)) continue;
        ++solved;
        const Vec3 u = d + w * r;
        slips += r[0] > 0.0 && u.norm() > 1e-9;
        const FrictionSample sample{u, r, d, Vec3::UnitX(), mu};
        const FrictionError error = friction_error({&sample, 1}, w.trace() / 3.0);
        EXPECT_LT(error.natural_map, 1e-10) << "trial " << trial;
    }
    EXPECT_GT(solved, 1990);
    EXPECT_GT(slips, 500);
}

}  // namespace
}  // namespace stiction
