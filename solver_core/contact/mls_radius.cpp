#include "solver_core/contact/mls_radius.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

double longest_side(const Triangle& t, Span<const Vec3> x)
{
    double square = 0.0;
    for (int k = 0; k < 3; ++k)
        square = std::max(square, (x[at(t[(k + 1) % 3])] - x[at(t[k])]).squaredNorm());
    return std::sqrt(square);
}

}  // namespace

double longest_edge(Span<const Triangle> triangles, Span<const Vec3> x)
{
    double longest = 0.0;
    for (const Triangle& t : triangles) longest = std::max(longest, longest_side(t, x));
    return longest;
}

std::vector<double> triangle_radii(Span<const Triangle> triangles, Span<const Vec3> x, MlsRadiusRule rule,
                                   double factor)
{
    std::vector<double> radii(triangles.size(), factor * longest_edge(triangles, x));
    if (rule == MlsRadiusRule::local)
        for (std::size_t t = 0; t < triangles.size(); ++t) radii[t] = factor * longest_side(triangles[t], x);
    return radii;
}

std::optional<Index> first_uncovered_triangle(const MlsSurface& surface, Span<const Triangle> triangles,
                                              Span<const Vec3> x)
{
    MlsStencil stencil;
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            const Vec3 &a = x[at(triangles[t][k])], &b = x[at(triangles[t][(k + 1) % 3])];
            for (const Vec3& point : {a, Vec3(0.5 * (a + b))}) {
                surface.evaluate(point, stencil);
                if (!stencil.known || !(stencil.coverage > 0.0)) return static_cast<Index>(t);
            }
        }
    return std::nullopt;
}

void check_coverage(const MlsSurface& surface, Span<const Triangle> triangles, Span<const Vec3> x)
{
    const std::optional<Index> hole = first_uncovered_triangle(surface, triangles, x);
    if (!hole) return;
    const double longest = longest_side(triangles[at(*hole)], x);
    throw InputError(
        "", fmt::format("triangle {} has points that no sample reaches with the radius {:.4g} m (its longest "
                        "edge is {:.4g} m); a radius factor of 0.67 always reaches, 1 is the default",
                        *hole, surface.largest_radius(), longest));
}

}  // namespace stiction
