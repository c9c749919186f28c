#include "solver_core/math/svd3.hpp"

#include "solver_core/math/perpendicular.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stiction {
namespace {

// Four cyclic sweeps bring the off-diagonal of any 3x3 below rounding (convergence is quadratic).
constexpr int kSweeps = 4;
constexpr double kSmallest = std::numeric_limits<double>::min();

// Symmetric matrices S and the rotations V that make them diagonal, one in each lane.
template <int Lanes>
struct Jacobi {
    alignas(32) double s[3][3][Lanes];  // S(i, j) with i <= j
    alignas(32) double v[3][3][Lanes];

    void start(const Mat3& f, int lane)
    {
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 3; ++i) {
                if (i <= j) s[i][j][lane] = f.col(i).dot(f.col(j));
                v[i][j][lane] = i == j ? 1.0 : 0.0;
            }
    }

    // Makes S(p, q) = 0, p < q; r is the third index. No branch, so that the lanes go together.
    void rotate(int p, int q, int r)
    {
        double* const s_pr = s[std::min(p, r)][std::max(p, r)];
        double* const s_qr = s[std::min(q, r)][std::max(q, r)];
        for (int l = 0; l < Lanes; ++l) {
            const double off = s[p][q][l], d = s[q][q][l] - s[p][p][l];
            // tan of the smaller angle of the two, 2 off / (d +- sqrt(d^2 + 4 off^2)); the last term is for 0 / 0
            const double root = std::sqrt(d * d + 4.0 * off * off);
            const double t = (d < 0.0 ? -2.0 : 2.0) * off / (std::abs(d) + root + kSmallest);
            const double c = 1.0 / std::sqrt(1.0 + t * t);
            const double n = t * c;
            s[p][p][l] -= t * off;
            s[q][q][l] += t * off;
            s[p][q][l] = 0.0;
            const double pr = s_pr[l], qr = s_qr[l];
            s_pr[l] = c * pr - n * qr;
            s_qr[l] = n * pr + c * qr;
            for (int i = 0; i < 3; ++i) {
                const double ip = v[i][p][l], iq = v[i][q][l];
                v[i][p][l] = c * ip - n * iq;
                v[i][q][l] = n * ip + c * iq;
            }
        }
    }

    void sweep()
    {
        rotate(0, 1, 2);
        rotate(0, 2, 1);
        rotate(1, 2, 0);
    }

    Mat3 vectors(int lane) const
    {
        Mat3 out;
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 3; ++i) out(i, j) = v[i][j][lane];
        return out;
    }
};

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

// U and sigma for F with the vectors V known but for their order.
Svd3 with_vectors(const Mat3& f, const Mat3& v)
{
    Svd3 out;
    out.v = v;
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

}  // namespace

Svd3 svd3(const Mat3& f)
{
    Jacobi<1> jacobi;
    jacobi.start(f, 0);
    for (int sweep = 0; sweep < kSweeps; ++sweep) jacobi.sweep();
    return with_vectors(f, jacobi.vectors(0));
}

void svd3_lanes(const Mat3* f, Index count, Svd3* out)
{
    Jacobi<kSvd3Lanes> jacobi;
    for (Index l = 0; l < kSvd3Lanes; ++l) jacobi.start(f[std::min(l, count - 1)], l);
    for (int sweep = 0; sweep < kSweeps; ++sweep) jacobi.sweep();
    for (Index l = 0; l < count; ++l) out[l] = with_vectors(f[l], jacobi.vectors(l));
}

Mat3 nearest_rotation(const Mat3& f)
{
    const Svd3 d = svd3(f);
    return d.u * d.v.transpose();
}

}  // namespace stiction
