#include "solver_core/math/polar2.hpp"

#include <Eigen/SVD>
#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

Mat32 random_matrix(std::mt19937& random)
{
    std::normal_distribution<double> normal;
    Mat32 f;
    for (int i = 0; i < 6; ++i) f.data()[i] = normal(random);
    return f;
}

TEST(Polar2, MatchesTheSingularValueDecomposition)
{
    std::mt19937 random(7);
    for (int trial = 0; trial < 1000; ++trial) {
        const Mat32 f = random_matrix(random);
        const Eigen::JacobiSVD<Eigen::MatrixXd> svd(f, Eigen::ComputeThinU | Eigen::ComputeThinV);
        const Mat32 expected = svd.matrixU() * svd.matrixV().transpose();
        EXPECT_LT((nearest_isometry(f) - expected).norm(), 1e-9) << "trial " << trial;
        const Eigen::Vector2d clamped = svd.singularValues().cwiseMax(0.9).cwiseMin(1.1);
        const Mat32 limited = svd.matrixU() * clamped.asDiagonal() * svd.matrixV().transpose();
        EXPECT_LT((clamp_singular_values(f, 0.9, 1.1) - limited).norm(), 1e-9) << "trial " << trial;
    }
}

TEST(Polar2, StaysAnIsometryWhereTheMapIsSingular)
{
    Mat32 line = Mat32::Zero();
    line.col(0) = Vec3(1.0, 2.0, 3.0);
    Mat32 folded = line;
    folded.col(1) = 2.0 * line.col(0);
    for (const Mat32& f : {Mat32(Mat32::Zero()), line, folded, Mat32(1e-200 * folded), Mat32(1e-12 * line)}) {
        const Mat32 r = nearest_isometry(f);
        EXPECT_LT((r.transpose() * r - Mat2::Identity()).norm(), 1e-9);
    }
}

TEST(Polar2, LeavesAdmissibleStrainAlone)
{
    Mat32 f = Mat32::Zero();
    f(0, 0) = 1.03;
    f(2, 1) = 0.98;
    EXPECT_LT((clamp_singular_values(f, 0.95, 1.05) - f).norm(), 1e-14);
}

}  // namespace
}  // namespace stiction
