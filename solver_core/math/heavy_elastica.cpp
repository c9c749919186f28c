#include "solver_core/math/heavy_elastica.hpp"

#include <array>
#include <cmath>

namespace stiction {
namespace {

constexpr double kDegreesPerRadian = 180.0 / 3.14159265358979323846;
constexpr int kSteps = 400;

// theta, theta', and the height and reach of the point, over s / L.
using Shape = std::array<double, 4>;

Shape slope(const Shape& y, double s, double gamma)
{
    return {y[1], -gamma * (1.0 - s) * std::cos(y[0]), std::cos(y[0]), std::sin(y[0])};
}

Shape moved(const Shape& y, const Shape& k, double h)
{
    Shape r = y;
    for (std::size_t i = 0; i < r.size(); ++i) r[i] += h * k[i];
    return r;
}

// Classical Runge-Kutta from the clamp with a given curvature there.
Shape tip(double gamma, double curvature)
{
    Shape y = {0.0, curvature, 0.0, 0.0};
    const double h = 1.0 / kSteps;
    for (int i = 0; i < kSteps; ++i) {
        const double s = i * h;
        const Shape k1 = slope(y, s, gamma);
        const Shape k2 = slope(moved(y, k1, 0.5 * h), s + 0.5 * h, gamma);
        const Shape k3 = slope(moved(y, k2, 0.5 * h), s + 0.5 * h, gamma);
        const Shape k4 = slope(moved(y, k3, h), s + h, gamma);
        for (std::size_t j = 0; j < y.size(); ++j)
            y[j] += h / 6.0 * (k1[j] + 2.0 * k2[j] + 2.0 * k3[j] + k4[j]);
    }
    return y;
}

}  // namespace

double cantilever_angle(double gamma)
{
    // Small curvatures leave the tip bent the wrong way, theta'(L) < 0; gamma / 2 is that of a strip that stays level,
    // whose moment is the largest there is.
    double low = 0.0;
    double high = 0.5 * gamma;
    for (int i = 0; i < 80; ++i) {
        const double middle = 0.5 * (low + high);
        (tip(gamma, middle)[1] < 0.0 ? low : high) = middle;
    }
    const Shape y = tip(gamma, 0.5 * (low + high));
    return kDegreesPerRadian * std::atan2(y[3], y[2]);
}

double cantilever_gamma(double angle)
{
    double low = 1e-3;
    double high = 2000.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = std::sqrt(low * high);
        (cantilever_angle(middle) < angle ? low : high) = middle;
    }
    return std::sqrt(low * high);
}

}  // namespace stiction
