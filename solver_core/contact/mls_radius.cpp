#include "solver_core/contact/mls_radius.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

double longest_side(const Triangle& t, Span<const Vec3> x)
{
    double square = 0.0;
    for (int k = 0; k < 3; ++k)
        square = std::max(square, (x[at(t[(k + 1) % 3])] - x[at(t[k])]).squaredNorm());
    return std::sqrt(square);
}

constexpr std::size_t kNeighbours = 6;

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
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

std::vector<double> point_spacing(Span<const Vec3> points)
{
    Aabb box;
    for (const Vec3& p : points) box.include(p);
    const double diagonal = (box.hi - box.lo).norm();
    // About two points a cell where they cover a surface as large as the box.
    const double cell = diagonal / std::sqrt(0.5 * double(points.size()) + 1.0);
    SampleGrid grid;
    grid.build(points, cell > 0.0 ? cell : 1.0);
    const std::size_t wanted = std::min(kNeighbours + 1, points.size());  // the point itself is among them
    std::vector<double> spacing(points.size(), 0.0);
    std::vector<Index> near;
    std::vector<double> square;
    for (std::size_t i = 0; diagonal > 0.0 && i < points.size(); ++i) {
        for (double radius = cell;; radius *= 2.0) {
            grid.gather(points, points[i], radius, near);
            if (near.size() >= wanted || radius > 2.0 * diagonal) break;
        }
        square.clear();
        for (const Index n : near) square.push_back((points[at(n)] - points[i]).squaredNorm());
        const auto last = square.begin() + static_cast<std::ptrdiff_t>(wanted) - 1;
        std::nth_element(square.begin(), last, square.end());
        spacing[i] = std::sqrt(*last);
    }
    return spacing;
}

std::vector<double> point_radii(Span<const Vec3> points, MlsRadiusRule rule, double factor)
{
    std::vector<double> radii = point_spacing(points);
    if (rule == MlsRadiusRule::uniform) radii.assign(radii.size(), median(radii));
    for (std::size_t i = 0; i < radii.size(); ++i) {
        if (!(radii[i] > 0.0))
            throw InputError("",
                             fmt::format("point {} and the six next to it are at one place; remove points "
                                         "that coincide",
                                         i));
        radii[i] *= factor;
    }
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

void check_neighbourhoods(const MlsSurface& surface)
{
    const MlsSamples& samples = surface.samples();
    MlsStencil stencil;
    for (std::size_t s = 0; s < samples.position.size(); ++s) {
        surface.evaluate(samples.position[s], stencil);
        if (stencil.terms.size() < 2)
            throw InputError("", fmt::format("point {} has no other within the radius {:.4g} m; remove it, "
                                             "or make the radius larger",
                                             s, samples.radius[s]));
        Vec3 mean = Vec3::Zero();
        for (std::size_t i = 0; i < stencil.terms.size(); ++i)
            mean += stencil.weight[i] * samples.normal[at(stencil.terms[i].sample)];
        if (!(mean.dot(samples.normal[s]) > 0.0))
            throw InputError(
                "",
                fmt::format("the normal of point {} looks against those of the points within {:.4g} m; turn "
                            "it around, or make the radius smaller than the parts are thin",
                            s, samples.radius[s]));
    }
}

}  // namespace stiction
