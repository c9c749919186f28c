#include "solver_core/math/gmres.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kRounding = 1e-14;  // of a product: what is left of it by rounding alone

}  // namespace

// Applies the earlier rotations to column k and makes the one that clears its last entry; false when nothing is left of it.
bool Gmres::rotate(Index k, double least)
{
    for (Index j = 0; j < k; ++j) {
        const double a = hessenberg_(j, k), b = hessenberg_(j + 1, k);
        hessenberg_(j, k) = cosine_[j] * a + sine_[j] * b;
        hessenberg_(j + 1, k) = cosine_[j] * b - sine_[j] * a;
    }
    const double a = hessenberg_(k, k), b = hessenberg_(k + 1, k), length = std::hypot(a, b);
    if (!(length > least)) return false;
    cosine_[k] = a / length;
    sine_[k] = b / length;
    hessenberg_(k, k) = length;
    rest_[k + 1] = -sine_[k] * rest_[k];
    rest_[k] *= cosine_[k];
    return true;
}

double Gmres::solve(const Eigen::VectorXd& b, double tolerance, Index most,
                    const std::function<void(const Eigen::VectorXd& in, Eigen::VectorXd& out)>& product,
                    Eigen::VectorXd& x)
{
    products_ = 0;
    x.setZero(b.size());
    const double size = b.norm();
    if (size == 0.0 || !std::isfinite(size)) return size == 0.0 ? 0.0 : 1.0;
    most = std::min(most, static_cast<Index>(b.size()));
    if (hessenberg_.cols() < most) {
        hessenberg_.resize(most + 1, most);
        for (Eigen::VectorXd* values : {&cosine_, &sine_, &rest_, &weight_}) values->resize(most + 1);
        basis_.resize(static_cast<std::size_t>(most) + 1);
    }
    basis_[0] = b / size;
    rest_[0] = size;
    Index k = 0;
    while (k < most && std::abs(rest_[k]) > tolerance * size) {
        Eigen::VectorXd& next = basis_[k + 1];
        product(basis_[k], next);
        ++products_;
        const double least = kRounding * next.norm();
        for (Index j = 0; j <= k; ++j) {
            hessenberg_(j, k) = basis_[j].dot(next);
            next -= hessenberg_(j, k) * basis_[j];
        }
        hessenberg_(k + 1, k) = next.norm();
        const bool complete = !(hessenberg_(k + 1, k) > least);
        if (!complete) next /= hessenberg_(k + 1, k);
        if (!rotate(k, least)) break;  // a direction without answer: A is singular
        ++k;
        if (complete) break;
    }
    for (Index i = k - 1; i >= 0; --i) {
        double sum = rest_[i];
        for (Index j = i + 1; j < k; ++j) sum -= hessenberg_(i, j) * weight_[j];
        weight_[i] = sum / hessenberg_(i, i);
    }
    for (Index i = 0; i < k; ++i) x += weight_[i] * basis_[i];
    return std::abs(rest_[k]) / size;
}

}  // namespace stiction
