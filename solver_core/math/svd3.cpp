#include "solver_core/math/svd3.hpp"

#include "solver_core/math/perpendicular.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>
#include <utility>

namespace stiction {
namespace {

// Four cyclic sweeps bring the off-diagonal of any 3x3 below rounding (convergence is quadratic).
constexpr int kSweeps = 4;

// Rotates rows and columns p, q of the symmetric S so that S(p,q) = 0, and V with it.
void jacobi_rotate(Mat3& s, Mat3& v, int p, int q)
{
    const double off = s(p, q);
    if (off == 0.0) return;
    const double tau = (s(q, q) - s(p, p)) / (2.0 * off);
    const double t = (tau >= 0.0 ? 1.0 : -1.0) / (std::abs(tau) + std::sqrt(1.0 + tau * tau));
    const double c = 1.0 / std::sqrt(1.0 + t * t);
    const double n = t * c;
    for (int i = 0; i < 3; ++i) {
        const double sip = s(i, p);
        const double siq = s(i, q);
        s(i, p) = c * sip - n * siq;
        s(i, q) = n * sip + c * siq;
        const double vip = v(i, p);
        const double viq = v(i, q);
        v(i, p) = c * vip - n * viq;
        v(i, q) = n * vip + c * viq;
    }
    for (int i = 0; i < 3; ++i) {
        const double spi = s(p, i);
        const double sqi = s(q, i);
        s(p, i) = c * spi - n * sqi;
        s(q, i) = n * spi + c * sqi;
    }
}

// Swaps two columns and keeps the determinant by flipping one.
void swap_columns(Mat3& b, Mat3& v, Vec3& length, int i, int j)
{
    std::swap(length[i], length[j]);
    const Vec3 bi = b.col(i);
    b.col(i) = b.col(j);
    b.col(j) = -bi;
    const Vec3 vi = v.col(i);
    v.col(i) = v.col(j);
    v.col(j) = -vi;
}

}  // namespace

Svd3 svd3(const Mat3& f)
{
    Svd3 out;
    Mat3 s = f.transpose() * f;
    out.v.setIdentity();
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        jacobi_rotate(s, out.v, 0, 1);
        jacobi_rotate(s, out.v, 0, 2);
        jacobi_rotate(s, out.v, 1, 2);
    }

    Mat3 b = f * out.v;
    Vec3 length = b.colwise().norm();
    if (length[0] < length[1]) swap_columns(b, out.v, length, 0, 1);
    if (length[0] < length[2]) swap_columns(b, out.v, length, 0, 2);
    if (length[1] < length[2]) swap_columns(b, out.v, length, 1, 2);

    // Gram-Schmidt from the longest column; the third column of U follows from the first two, and carries the sign.
    constexpr double kTiny = 1e-14;
    const Vec3 u0 = length[0] > 0.0 ? Vec3(b.col(0) / length[0]) : Vec3::UnitX();
    Vec3 u1 = b.col(1) - u0.dot(b.col(1)) * u0;
    const double u1_length = u1.norm();
    u1 = u1_length > kTiny * length[0] ? Vec3(u1 / u1_length) : unit_perpendicular(u0);
    const Vec3 u2 = u0.cross(u1);
    out.u.col(0) = u0;
    out.u.col(1) = u1;
    out.u.col(2) = u2;
    out.sigma = Vec3(u0.dot(b.col(0)), u1.dot(b.col(1)), u2.dot(b.col(2)));
    return out;
}

Mat3 nearest_rotation(const Mat3& f)
{
    const Svd3 d = svd3(f);
    return d.u * d.v.transpose();
}

}  // namespace stiction
