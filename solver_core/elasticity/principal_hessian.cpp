#include "solver_core/elasticity/principal_hessian.hpp"

#include <Eigen/Eigenvalues>

namespace stiction {
namespace {

// Sylvester: leading minors, each beyond rounding.
bool is_positive(const Mat3& a)
{
    constexpr double kRounding = 1e-12;
    const double m2 = a(0, 0) * a(1, 1) - a(0, 1) * a(0, 1);
    if (!(a(0, 0) > 0.0) || !(m2 > kRounding * a(0, 0) * a(1, 1))) return false;
    const double m3 = a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(1, 2)) -
                      a(0, 1) * (a(0, 1) * a(2, 2) - a(1, 2) * a(0, 2)) +
                      a(0, 2) * (a(0, 1) * a(1, 2) - a(1, 1) * a(0, 2));
    return m3 > kRounding * a(0, 0) * a(1, 1) * a(2, 2);
}

struct PairModuli {
    Vec3 d, e;
};

Mat3 principal_block(const Mat3& a, const PairModuli& pair, const Vec3& p, const Vec3& q)
{
    const Vec3 pq = p.cwiseProduct(q);
    Mat3 b;
    b(0, 0) = a(0, 0) * pq[0] + pair.d[2] * pq[1] + pair.d[1] * pq[2];
    b(1, 1) = a(1, 1) * pq[1] + pair.d[2] * pq[0] + pair.d[0] * pq[2];
    b(2, 2) = a(2, 2) * pq[2] + pair.d[1] * pq[0] + pair.d[0] * pq[1];
    b(0, 1) = a(0, 1) * p[0] * q[1] + pair.e[2] * p[1] * q[0];
    b(1, 0) = a(0, 1) * p[1] * q[0] + pair.e[2] * p[0] * q[1];
    b(0, 2) = a(0, 2) * p[0] * q[2] + pair.e[1] * p[2] * q[0];
    b(2, 0) = a(0, 2) * p[2] * q[0] + pair.e[1] * p[0] * q[2];
    b(1, 2) = a(1, 2) * p[1] * q[2] + pair.e[0] * p[2] * q[1];
    b(2, 1) = a(1, 2) * p[2] * q[1] + pair.e[0] * p[1] * q[2];
    return b;
}

}  // namespace

void make_positive(PrincipalModuli& moduli)
{
    moduli.symmetric = moduli.symmetric.cwiseMax(0.0);
    moduli.skew = moduli.skew.cwiseMax(0.0);
    if (is_positive(moduli.diagonal)) return;
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(moduli.diagonal);
    const Mat3 scaled = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal();
    moduli.diagonal = scaled * eigen.eigenvectors().transpose();
}

void principal_blocks(const PrincipalModuli& moduli, const Svd3& f, const Mat3& gradients, double measure,
                      Index corners, Mat3* block)
{
    const Mat3 turned = gradients * f.v;  // row a - 1: b'_a
    const Mat3 a = measure * moduli.diagonal;
    const PairModuli pair{0.5 * measure * (moduli.symmetric + moduli.skew),
                          0.5 * measure * (moduli.symmetric - moduli.skew)};
    for (Index i = 1; i < corners; ++i) {
        const Vec3 p = turned.row(i - 1);
        for (Index j = 1; j <= i; ++j) {
            const Vec3 q = turned.row(j - 1);
            const Mat3 left = f.u * principal_block(a, pair, p, q);
            block[block_of(i, j)].noalias() = left * f.u.transpose();
        }
    }
    complete_blocks(corners, block);
}

void complete_blocks(Index corners, Mat3* block)
{
    Mat3 total = Mat3::Zero();
    for (Index i = 1; i < corners; ++i) {
        Mat3 sum = Mat3::Zero();
        for (Index j = 1; j < corners; ++j) {
            if (j <= i)
                sum += block[block_of(i, j)];
            else
                sum += block[block_of(j, i)].transpose();
        }
        block[block_of(i, 0)] = -sum;
        total += sum;
    }
    block[0] = 0.5 * (total + total.transpose());
}

}  // namespace stiction
