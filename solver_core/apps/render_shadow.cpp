#include "solver_core/apps/render_shadow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr int kBlockerSamples = 24;
constexpr int kEdgeSamples = 64;
constexpr double kGoldenAngle = 2.39996322972865332;
constexpr double kSteepest = 3.0;    // slope of the receiver's plane that is still followed
constexpr double kWidestEdge = 0.1;  // half width of a shadow's edge, in radii of the map

// Places spread evenly over the unit disc, along a spiral.
template <int Count>
std::array<Vec2, Count> make_disc()
{
    std::array<Vec2, Count> places;
    for (int i = 0; i < Count; ++i)
        places[i] =
            std::sqrt((i + 0.5) / Count) * Vec2(std::cos(i * kGoldenAngle), std::sin(i * kGoldenAngle));
    return places;
}
const std::array<Vec2, kBlockerSamples> kBlockerDisc = make_disc<kBlockerSamples>();
const std::array<Vec2, kEdgeSamples> kEdgeDisc = make_disc<kEdgeSamples>();

}  // namespace

ShadowMap::ShadowMap(const Vec3& towards, const Vec3& centre, double radius, Index size)
    : towards_(towards.normalized()),
      across_(towards_.unitOrthogonal()),
      along_(towards_.cross(across_)),
      centre_(centre),
      column_(across_ * (0.5 * size / radius)),
      row_(along_ * (0.5 * size / radius)),
      radius_(radius),
      texel_(2.0 * radius / size),
      size_(size),
      heights_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size),
               -std::numeric_limits<float>::infinity())
{
}

ShadowMap::Place ShadowMap::place_of(const Vec3& point) const
{
    const Vec3 p = point - centre_;
    return {0.5 * size_ + column_.dot(p), 0.5 * size_ + row_.dot(p), towards_.dot(p)};
}

void ShadowMap::draw(const RenderMesh& mesh)
{
    std::vector<Place> places(mesh.positions.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = place_of(mesh.positions[i]);
    for (const Triangle& t : mesh.triangles) draw_triangle(places[t[0]], places[t[1]], places[t[2]]);
}

void ShadowMap::draw_triangle(const Place& a, const Place& b, const Place& c)
{
    const double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (!(std::abs(area) > 1e-12)) return;  // on edge
    const auto first = [](double least) { return std::max(0.0, std::ceil(least - 0.5)); };
    const auto last = [&](double most) { return std::min(size_ - 1.0, std::floor(most - 0.5)); };
    const double x0 = first(std::min({a.x, b.x, c.x})), x1 = last(std::max({a.x, b.x, c.x}));
    const double y0 = first(std::min({a.y, b.y, c.y})), y1 = last(std::max({a.y, b.y, c.y}));
    drawn_x0_ = std::min(drawn_x0_, x0);
    drawn_x1_ = std::max(drawn_x1_, x1);
    drawn_y0_ = std::min(drawn_y0_, y0);
    drawn_y1_ = std::max(drawn_y1_, y1);
    const double inverse = 1.0 / area;
    for (double y = y0; y <= y1; y += 1.0) {
        float* row = heights_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(size_);
        for (double x = x0; x <= x1; x += 1.0) {
            const double px = x + 0.5, py = y + 0.5;
            const double wb = ((px - a.x) * (c.y - a.y) - (c.x - a.x) * (py - a.y)) * inverse;
            const double wc = ((b.x - a.x) * (py - a.y) - (px - a.x) * (b.y - a.y)) * inverse;
            if (wb < 0.0 || wc < 0.0 || wb + wc > 1.0) continue;
            const auto height =
                static_cast<float>(a.height + wb * (b.height - a.height) + wc * (c.height - a.height));
            float& texel = row[static_cast<std::size_t>(x)];
            texel = std::max(texel, height);
        }
    }
}

double ShadowMap::reach(const Vec3& point) const
{
    const Place p = place_of(point);
    const double x = p.x - 0.5, y = p.y - 0.5;
    if (x < drawn_x0_ - 1.0 || x > drawn_x1_ + 1.0 || y < drawn_y0_ - 1.0 || y > drawn_y1_ + 1.0) return 1.0;
    if (!(x >= 0.0 && y >= 0.0 && x < size_ - 1 && y < size_ - 1)) return 1.0;
    const auto ix = static_cast<Index>(x), iy = static_cast<Index>(y);
    const double fx = x - ix, fy = y - iy;
    const auto height = static_cast<float>(p.height);
    const auto lit = [&](Index i, Index j) { return at(i, j) <= height ? 1.0 : 0.0; };
    const double lower = (1.0 - fx) * lit(ix, iy) + fx * lit(ix + 1, iy);
    const double upper = (1.0 - fx) * lit(ix, iy + 1) + fx * lit(ix + 1, iy + 1);
    return (1.0 - fy) * lower + fy * upper;
}

double ShadowMap::soft_reach(const Vec3& point, const Vec3& normal, double light_size, double turn) const
{
    const Place p = place_of(point);
    const double widest = kWidestEdge * radius_ / texel_;
    if (p.x < drawn_x0_ - widest || p.x > drawn_x1_ + widest + 1.0 || p.y < drawn_y0_ - widest ||
        p.y > drawn_y1_ + widest + 1.0)
        return 1.0;
    const double facing = std::max(normal.dot(towards_), 0.05);
    // Rise of the receiver's own plane, m a texel.
    const auto slope = [&](const Vec3& axis) {
        return texel_ * std::clamp(-normal.dot(axis) / facing, -kSteepest, kSteepest);
    };
    const double slope_x = slope(across_), slope_y = slope(along_);
    const double cosine = std::cos(turn), sine = std::sin(turn);
    // Calls visit(height of the surface above the receiver's plane) at samples on a disc of `radius` texels.
    const auto sample_disc = [&](const auto& disc, double radius, auto&& visit) {
        for (const Vec2& unit : disc) {
            const double dx = radius * (cosine * unit.x() - sine * unit.y());
            const double dy = radius * (sine * unit.x() + cosine * unit.y());
            if (!covers(p.x + dx, p.y + dy)) continue;
            const double plane = p.height + slope_x * dx + slope_y * dy;
            visit(at(static_cast<Index>(p.x + dx), static_cast<Index>(p.y + dy)) - plane);
        }
    };
    const double margin = 1.5 * texel_;
    double sum = 0.0;
    int count = 0;
    sample_disc(kBlockerDisc, widest, [&](double above) {
        if (above <= margin) return;
        sum += above;
        ++count;
    });
    if (count == 0) return 1.0;
    const double edge = std::clamp(light_size * sum / count / texel_, 2.0, widest);
    int blocked = 0;
    sample_disc(kEdgeDisc, edge, [&](double above) { blocked += above > margin ? 1 : 0; });
    return 1.0 - blocked / double(kEdgeSamples);
}

}  // namespace stiction
