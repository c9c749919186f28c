#pragma once

// The stabilised biconjugate gradient method for A x = b with an unsymmetric A known by its products alone,
// preconditioned from the right, so that the residual it stops at is the true one.                    [van der Vorst 1992]
//
// The inner product may weigh entries, <a, b> = sum w_i a_i . b_i: then the residual is measured in that norm.
//
// Sums run in chunk order: the same bits for any number of threads. A breakdown (the shadow residual at right angles to what
// the recurrence needs) starts it afresh from where it is; after kRestarts of them it gives up. With `patience` it gives up as well
// when the residual has not been halved in so many iterations: what stands still for that long seldom comes down before it has cost
// more than another preconditioner.

#include "solver_core/base/parallel.hpp"
#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <cmath>
#include <vector>

namespace stiction {

struct BicgstabWorkspace {
    Vec3Array x, r, shadow, p, v, s, t, p_hat, s_hat;
    std::vector<double> partial;
};

struct BicgstabLimits {
    double tolerance = 0.0;  // of |b - A x| / |b|
    Index iterations = 0;
    Index patience = 0;  // 0: endless
    bool go_on = false;  // from where the solve before ended, for the same A and b
};

struct BicgstabResult {
    bool converged = false;
    bool stagnated = false;  // out of patience
    Index iterations = 0;    // of two products each
    double residual = 0.0;   // |b - A x| / |b|
};

namespace bicgstab_detail {

constexpr Index kVectorChunk = 1024;
constexpr int kRestarts = 10;

inline double dot(Span<const Vec3> a, Span<const Vec3> b, Span<const double> weight,
                  std::vector<double>& partial)
{
    return ordered_sum(static_cast<Index>(a.size()), kVectorChunk, 0.0, partial, [&](Index begin, Index end) {
        double sum = 0.0;
        if (weight.empty())
            for (Index i = begin; i < end; ++i) sum += a[i].dot(b[i]);
        else
            for (Index i = begin; i < end; ++i) sum += weight[i] * a[i].dot(b[i]);
        return sum;
    });
}

}  // namespace bicgstab_detail

// product(x, y): y = A x; precondition(x, y): y = an approximation of A^-1 x. The answer is work.x; it starts from zero or goes on.
template <class Product, class Precondition>
BicgstabResult bicgstab(Product&& product, Precondition&& precondition, Span<const Vec3> b,
                        const BicgstabLimits& limits, BicgstabWorkspace& w, Span<const double> weight = {})
{
    using namespace bicgstab_detail;
    const std::size_t n = b.size();
    const auto each = [&](auto&& body) { parallel_for(static_cast<Index>(n), kVectorChunk, body); };
    BicgstabResult result;
    if (!limits.go_on) {
        w.x.assign(n, Vec3::Zero());
        w.r.assign(b.begin(), b.end());
    }
    for (Vec3Array* values : {&w.v, &w.s, &w.t, &w.p_hat, &w.s_hat}) values->resize(n);
    const double size = std::sqrt(dot(b, b, weight, w.partial));
    if (size == 0.0) return {true, false, 0, 0.0};
    int restarts = 0;
    double rho = 0.0;
    const auto restart = [&] {
        w.shadow = w.r;
        w.p = w.r;
        rho = dot(w.shadow, w.r, weight, w.partial);
    };
    restart();
    result.residual = limits.go_on ? std::sqrt(rho) / size : 1.0;
    double milestone = result.residual;
    Index waited = 0;
    while (result.residual > limits.tolerance && result.iterations < limits.iterations) {
        if (result.residual <= 0.5 * milestone) {
            milestone = result.residual;
            waited = 0;
        } else if (limits.patience > 0 && waited++ >= limits.patience) {
            result.stagnated = true;
            break;
        }
        precondition(w.p, w.p_hat);
        product(w.p_hat, w.v);
        const double along = dot(w.shadow, w.v, weight, w.partial);
        const double alpha = rho / along;
        if (!std::isfinite(alpha)) {
            if (++restarts > kRestarts) return result;
            restart();
            continue;
        }
        ++result.iterations;
        each([&](Index i) { w.s[i] = w.r[i] - alpha * w.v[i]; });
        precondition(w.s, w.s_hat);
        product(w.s_hat, w.t);
        const double tt = dot(w.t, w.t, weight, w.partial);
        const double omega = tt > 0.0 ? dot(w.t, w.s, weight, w.partial) / tt : 0.0;
        each([&](Index i) {
            w.x[i] += alpha * w.p_hat[i] + omega * w.s_hat[i];
            w.r[i] = w.s[i] - omega * w.t[i];
        });
        result.residual = std::sqrt(dot(w.r, w.r, weight, w.partial)) / size;
        if (!std::isfinite(result.residual)) return result;
        const double rho_next = dot(w.shadow, w.r, weight, w.partial);
        const double beta = (rho_next / rho) * (alpha / omega);
        if (!std::isfinite(beta) ||
            std::abs(rho_next) < 1e-14 * size * size * result.residual * result.residual) {
            if (++restarts > kRestarts) break;
            restart();
            continue;
        }
        rho = rho_next;
        each([&](Index i) { w.p[i] = w.r[i] + beta * (w.p[i] - omega * w.v[i]); });
    }
    result.converged = result.residual <= limits.tolerance;
    return result;
}

}  // namespace stiction
