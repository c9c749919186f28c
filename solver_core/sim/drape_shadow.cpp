// The shadow of a draped specimen: its area by counting cells, and the folds of its rim.

#include "solver_core/sim/virtual_scenes.hpp"
#include "solver_core/sim/virtual_tests.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr Index kPixels = 800;  // across
constexpr double kHalf = 1.05 * kDrapeSpecimenRadius;
constexpr double kPixel = 2.0 * kHalf / kPixels;

struct Flat {
    double x, z;
};

double cross(const Flat& a, const Flat& b, const Flat& c)
{
    return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
}

// Marks every cell whose centre the triangle covers.
void shade(const Flat& a, const Flat& b, const Flat& c, std::vector<char>& covered)
{
    const auto first = [](double low) {
        return std::clamp(static_cast<Index>(std::ceil((low + kHalf) / kPixel - 0.5)), Index(0), kPixels);
    };
    const auto last = [](double high) {
        return std::clamp(static_cast<Index>(std::floor((high + kHalf) / kPixel - 0.5)), Index(-1),
                          kPixels - 1);
    };
    const Index x_first = first(std::min({a.x, b.x, c.x})), x_last = last(std::max({a.x, b.x, c.x}));
    const Index z_first = first(std::min({a.z, b.z, c.z})), z_last = last(std::max({a.z, b.z, c.z}));
    for (Index j = z_first; j <= z_last; ++j) {
        for (Index i = x_first; i <= x_last; ++i) {
            const Flat p = {(i + 0.5) * kPixel - kHalf, (j + 0.5) * kPixel - kHalf};
            const double u = cross(a, b, p), v = cross(b, c, p), w = cross(c, a, p);
            if ((u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0))
                covered[static_cast<std::size_t>(j) * kPixels + static_cast<std::size_t>(i)] = 1;
        }
    }
}

// Rises of the rim's distance from the middle by more than 3 mm after a fall by as much.
Index count_folds(const std::vector<double>& radius)
{
    constexpr double kFold = 3e-3;  // m
    const auto lowest = std::min_element(radius.begin(), radius.end()) - radius.begin();
    Index folds = 0;
    bool rising = true;
    double extreme = radius[lowest];
    for (std::size_t k = 1; k <= radius.size(); ++k) {
        const double r = radius[(static_cast<std::size_t>(lowest) + k) % radius.size()];
        if (rising ? r > extreme + kFold : r < extreme - kFold) {
            folds += rising ? 1 : 0;
            rising = !rising;
            extreme = r;
        } else {
            extreme = rising ? std::min(extreme, r) : std::max(extreme, r);
        }
    }
    return folds;
}

}  // namespace

DrapeTest measure_shadow(const std::vector<Triangle>& triangles, const Vec3Array& x, Index around)
{
    std::vector<char> covered(static_cast<std::size_t>(kPixels) * kPixels, 0);
    const auto flat = [&](Index i) { return Flat{x[i].x(), x[i].z()}; };
    for (const Triangle& t : triangles) shade(flat(t[0]), flat(t[1]), flat(t[2]), covered);
    const double area = static_cast<double>(std::count(covered.begin(), covered.end(), 1)) * kPixel * kPixel;
    const double support = kPi * kDrapeSupportRadius * kDrapeSupportRadius;
    const double specimen = kPi * kDrapeSpecimenRadius * kDrapeSpecimenRadius;

    // The rim is the last ring before the middle point.
    std::vector<double> radius;
    const auto rim = static_cast<Index>(x.size()) - 1 - around;
    for (Index a = 0; a < around; ++a) radius.push_back(std::hypot(x[rim + a].x(), x[rim + a].z()));
    DrapeTest test;
    test.coefficient = (area - support) / (specimen - support);
    test.folds = count_folds(radius);
    return test;
}

}  // namespace stiction
