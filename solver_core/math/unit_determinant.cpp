#include "solver_core/math/unit_determinant.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kLastStep = 1e-7;   // of ln t: what a step of Newton this short leaves is its square
constexpr int kMostIterations = 60;  // ten are rare; bisection alone would need this many

// ln and exp to rounding where it matters, next to 1: there a few terms do, and most elements are hardly strained.
constexpr double kNear = 0.01;

double log_near(double p)
{
    const double z = (p - 1.0) / (p + 1.0), z2 = z * z;
    // 2 artanh z; what is left off is below 2e-17 of it.
    if (std::abs(z) < kNear)
        return 2.0 * z * (1.0 + z2 * (1.0 / 3.0 + z2 * (0.2 + z2 * (1.0 / 7.0 + z2 / 9.0))));
    return std::log(p);
}

double exp_near(double y)
{
    // What is left off is below 2e-17.
    if (std::abs(y) < kNear)
        return 1.0 +
               y * (1.0 + y / 2.0 * (1.0 + y / 3.0 * (1.0 + y / 4.0 * (1.0 + y / 5.0 * (1.0 + y / 6.0)))));
    return std::exp(y);
}

struct Roots {
    double t = 0.0;             // value of the smallest sigma
    double s1 = 0.0, s2 = 0.0;  // of the other two
    double g = 0.0;             // ln(t s1 s2)
    double slope = 0.0;         // dg / d ln t
};

class UnitDeterminant {
public:
    // `low` is the smallest of the three.
    UnitDeterminant(double low, double a, double b) : low_(low), a_(a), b_(b) {}

    Roots nearest() const
    {
        const double product = low_ * a_ * b_;
        if (!(low_ > 0.0 && product > 1.0)) return solve(std::max(low_, 0.0), 1.0);
        const double half = 0.5 * low_;
        if (at(half).g > 0.0) return solve(least(), half);
        const Roots thick = solve(half, low_);
        if (product <= 2.0) return thick;  // t s1 s2 <= t a b, at most product / 2
        const Roots thin = climb();
        return thin.t > 0.0 && distance(thin) < distance(thick) ? thin : thick;
    }

private:
    Roots at(double t) const
    {
        const double m = t * (t - low_);
        Roots r;
        r.t = t;
        r.s1 = larger_root(a_, m);
        r.s2 = larger_root(b_, m);
        r.g = log_near(t * r.s1 * r.s2);
        const double square = t * t + m;
        r.slope = 1.0 + square / (r.s1 * r.s1 + m) + square / (r.s2 * r.s2 + m);
        return r;
    }

    // Rounding alone can bring the root's argument below 0, at t = low / 2 when two values are equal.
    static double larger_root(double sigma, double m)
    {
        return 0.5 * (sigma + std::sqrt(std::max(0.0, sigma * sigma + 4.0 * m)));
    }

    // s_i <= sigma_i while m <= 0, so the product is at most 1 here.
    double least() const { return 1.0 / (a_ * b_); }

    // The root between two values of t with g(low) <= 0 <= g(high): Newton on ln t, bisection where it leaves the bracket.
    Roots solve(double low, double high) const
    {
        // All values scaled alike are close to the answer for small strains.
        const double start = low_ > 0.0 ? low_ / std::cbrt(low_ * a_ * b_) : high;
        Roots r = at(start >= low && start <= high ? start : high);
        for (int i = 0; i < kMostIterations; ++i) {
            (r.g < 0.0 ? low : high) = r.t;
            const double step = -r.g / r.slope;
            double next = r.t * exp_near(step);
            if (std::abs(step) < kLastStep) return at(std::clamp(next, low, high));
            if (!(next >= low && next <= high)) next = low > 0.0 ? std::sqrt(low * high) : 0.5 * high;
            r = at(next);
        }
        return r;
    }

    // The root before the peak of g, from the left, where the tangent never reaches beyond it; t = 0 when g does not
    // reach 0.
    Roots climb() const
    {
        Roots r = at(least());
        for (int i = 0; i < kMostIterations; ++i) {
            if (!(r.slope > 0.0) || !(r.t < 0.5 * low_)) return {};
            const double step = -r.g / r.slope;
            r = at(r.t * exp_near(step));
            if (std::abs(step) < kLastStep) return r;
        }
        return {};
    }

    double distance(const Roots& r) const
    {
        const double dt = r.t - low_, da = r.s1 - a_, db = r.s2 - b_;
        return dt * dt + da * da + db * db;
    }

    double low_, a_, b_;
};

}  // namespace

Vec3 nearest_unit_determinant(const Vec3& sigma)
{
    Index low = 0;
    for (Index i = 1; i < 3; ++i)
        if (sigma[i] < sigma[low]) low = i;
    const Index a = (low + 1) % 3, b = (low + 2) % 3;
    const Roots roots = UnitDeterminant(sigma[low], sigma[a], sigma[b]).nearest();
    Vec3 s;
    s[low] = roots.t;
    s[a] = roots.s1;
    s[b] = roots.s2;
    return s;
}

}  // namespace stiction
