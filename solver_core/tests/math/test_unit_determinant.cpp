#include "solver_core/math/unit_determinant.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace stiction {
namespace {

// The smallest squared distance by a grid over (ln s0, ln s1), refined about its best point.
double searched_distance(const Vec3& sigma)
{
    const auto distance = [&](double y0, double y1) {
        return (Vec3(std::exp(y0), std::exp(y1), std::exp(-y0 - y1)) - sigma).squaredNorm();
    };
    double best = 1e300, best0 = 0.0, best1 = 0.0, width = 8.0;
    for (int level = 0; level < 50; ++level) {
        const int half = level == 0 ? 60 : 4;
        const double middle0 = best0, middle1 = best1;
        for (int i = -half; i <= half; ++i) {
            for (int j = -half; j <= half; ++j) {
                const double y0 = middle0 + width * i / half, y1 = middle1 + width * j / half;
                const double found = distance(y0, y1);
                if (found < best) best = found, best0 = y0, best1 = y1;
            }
        }
        width *= level == 0 ? 1.5 / half : 0.55;
    }
    return best;
}

void expect_nearest(const Vec3& sigma)
{
    const Vec3 s = nearest_unit_determinant(sigma);
    ASSERT_GT(s.minCoeff(), 0.0) << sigma.transpose();
    EXPECT_NEAR(s.prod(), 1.0, 1e-12) << sigma.transpose();
    // At the nearest point s (s - sigma) is the same for all three.
    const Vec3 m = s.cwiseProduct(s - sigma);
    EXPECT_LT(m.maxCoeff() - m.minCoeff(), 1e-11 * std::max(1.0, sigma.squaredNorm())) << sigma.transpose();
    const double searched = searched_distance(sigma);
    EXPECT_LT((s - sigma).squaredNorm() - searched, 1e-10 * std::max(1.0, searched)) << sigma.transpose();
}

TEST(UnitDeterminant, IsTheNearestFromATwentiethToTwentyfold)
{
    std::mt19937 random(13);
    std::uniform_real_distribution<double> exponent(std::log(0.05), std::log(20.0));
    for (int trial = 0; trial < 120; ++trial) {
        Vec3 sigma;
        for (double& value : sigma) value = std::exp(exponent(random));
        expect_nearest(sigma);
        Index smallest = 0;
        sigma.minCoeff(&smallest);
        sigma[smallest] = -sigma[smallest];  // inverted
        expect_nearest(sigma);
    }
}

TEST(UnitDeterminant, IsTheNearestWhereValuesAreEqualOrZero)
{
    for (const double value : {0.05, 0.5, 1.0, 1.3, 1.88, 1.9, 1.95, 2.0, 2.1, 20.0}) {
        expect_nearest(Vec3::Constant(value));
        expect_nearest(Vec3(value, 1.0, value));
        expect_nearest(Vec3(value, value, 0.0));
        expect_nearest(Vec3(value, -value, value));
    }
    expect_nearest(Vec3::Zero());
    expect_nearest(Vec3(1e-8, 1.0, -1e-9));
    expect_nearest(Vec3(20.0, 20.0, -20.0));
}

TEST(UnitDeterminant, KeepsWhatHasItAndFollowsTheOrder)
{
    const Vec3 kept(2.0, 1.25, 0.4);
    EXPECT_LT((nearest_unit_determinant(kept) - kept).norm(), 1e-14);
    const Vec3 s = nearest_unit_determinant(Vec3(1.3, 0.7, -0.2));
    const Vec3 turned = nearest_unit_determinant(Vec3(-0.2, 1.3, 0.7));
    EXPECT_LT((turned - Vec3(s[2], s[0], s[1])).norm(), 1e-14);
    EXPECT_GT(s[0], s[1]);
    EXPECT_GT(s[1], s[2]);
}

TEST(UnitDeterminant, EndsOnWhatIsNoNumber)
{
    EXPECT_FALSE(nearest_unit_determinant(Vec3::Constant(std::nan(""))).allFinite());
}

}  // namespace
}  // namespace stiction
