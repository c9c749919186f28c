#include "solver_core/math/svd3.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

Mat3 random_matrix(std::mt19937& random)
{
    std::normal_distribution<double> normal;
    Mat3 f;
    for (int i = 0; i < 9; ++i) f.data()[i] = normal(random);
    return f;
}

void check(const Mat3& f)
{
    const Svd3 d = svd3(f);
    const double scale = std::max(1e-300, f.norm());
    EXPECT_LT((d.u * d.sigma.asDiagonal() * d.v.transpose() - f).norm() / scale, 1e-12) << f;
    EXPECT_LT((d.u.transpose() * d.u - Mat3::Identity()).norm(), 1e-12) << f;
    EXPECT_LT((d.v.transpose() * d.v - Mat3::Identity()).norm(), 1e-12) << f;
    EXPECT_NEAR(d.u.determinant(), 1.0, 1e-12);
    EXPECT_NEAR(d.v.determinant(), 1.0, 1e-12);
    EXPECT_GE(d.sigma[0], d.sigma[1] * (1.0 - 1e-12));
    EXPECT_GE(d.sigma[1], std::abs(d.sigma[2]) * (1.0 - 1e-9));
}

TEST(Svd3, DecomposesRandomAndDegenerateMatrices)
{
    std::mt19937 random(11);
    for (int trial = 0; trial < 2000; ++trial) check(random_matrix(random));
    check(Mat3::Identity());
    check(-Mat3::Identity());
    check(Mat3::Zero());
    check(Vec3(1.0, 1.0, -1.0).asDiagonal());
    check(Vec3(2.0, 0.0, 0.0).asDiagonal());
    check(Vec3(1.0, 2.0, 3.0) * Vec3(0.3, -1.0, 2.0).transpose());
}

TEST(Svd3, LanesGiveTheBitsOfOne)
{
    std::mt19937 random(13);
    for (int trial = 0; trial < 200; ++trial) {
        Mat3 f[kSvd3Lanes];
        Svd3 together[kSvd3Lanes];
        for (Mat3& one : f) one = random_matrix(random);
        f[trial % kSvd3Lanes] = trial % 2 == 0 ? Mat3(Mat3::Zero()) : Mat3(Mat3::Identity());
        const Index count = 1 + trial % kSvd3Lanes;
        svd3_lanes(f, count, together);
        for (Index l = 0; l < count; ++l) {
            const Svd3 alone = svd3(f[l]);
            EXPECT_EQ(together[l].u, alone.u);
            EXPECT_EQ(together[l].sigma, alone.sigma);
            EXPECT_EQ(together[l].v, alone.v);
        }
    }
}

TEST(Svd3, NearestRotationIsProperAndTheNearest)
{
    std::mt19937 random(12);
    for (int trial = 0; trial < 200; ++trial) {
        const Mat3 f = random_matrix(random);
        const Mat3 r = nearest_rotation(f);
        EXPECT_NEAR(r.determinant(), 1.0, 1e-12);
        std::uniform_real_distribution<double> angle(-0.2, 0.2);
        for (int k = 0; k < 20; ++k) {
            const Mat3 other =
                r * Eigen::AngleAxisd(angle(random), Vec3::Random().normalized()).toRotationMatrix();
            EXPECT_GE((f - other).squaredNorm(), (f - r).squaredNorm() - 1e-12);
        }
    }
}

}  // namespace
}  // namespace stiction
