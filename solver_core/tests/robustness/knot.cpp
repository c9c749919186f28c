#include "solver_core/tests/robustness/knot.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <vector>

namespace stiction::testing {
namespace {

// Place on the line: segment number plus the part of it.
struct Crossing {
    double above = 0.0, below = 0.0;
};

double area(const Vec3& a, const Vec3& b) { return a.x() * b.y() - a.y() * b.x(); }

void find_crossings(Span<const Vec3> line, std::vector<Crossing>& crossings)
{
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        for (std::size_t j = i + 2; j + 1 < line.size(); ++j) {
            const Vec3 a = line[i + 1] - line[i], b = line[j + 1] - line[j], r = line[j] - line[i];
            const double det = area(a, b);
            if (det == 0.0) continue;
            const double s = area(r, b) / det, t = area(r, a) / det;
            if (s < 0.0 || s >= 1.0 || t < 0.0 || t >= 1.0) continue;
            const bool first_above = line[i].z() + s * a.z() > line[j].z() + t * b.z();
            const double on_first = static_cast<double>(i) + s, on_second = static_cast<double>(j) + t;
            crossings.push_back({first_above ? on_first : on_second, first_above ? on_second : on_first});
        }
    }
}

}  // namespace

Index knot_determinant(Span<const Vec3> line)
{
    std::vector<Crossing> crossings;
    find_crossings(line, crossings);
    const auto count = static_cast<Index>(crossings.size());
    if (count < 2) return 1;
    std::sort(crossings.begin(), crossings.end(),
              [](const Crossing& l, const Crossing& r) { return l.below < r.below; });
    // Arc k begins at the k-th passage below; what comes before the first one joins what comes after the last.
    const auto arc_at = [&](double place) {
        const auto after = std::upper_bound(crossings.begin(), crossings.end(), place,
                                            [](double value, const Crossing& c) { return value < c.below; });
        return (static_cast<Index>(after - crossings.begin()) + count - 1) % count;
    };
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(count, count);
    for (Index k = 0; k < count; ++k) {
        rows(k, arc_at(crossings[static_cast<std::size_t>(k)].above)) += 2.0;
        rows(k, k) -= 1.0;
        rows(k, (k + count - 1) % count) -= 1.0;
    }
    return static_cast<Index>(std::lround(std::fabs(rows.topLeftCorner(count - 1, count - 1).determinant())));
}

}  // namespace stiction::testing
