#include "solver_core/mesh/ring_stack.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;

}  // namespace

double ring_angle(const Ring& ring, Index i) { return kPi * (2.0 * i + ring.half_turned) / ring.count; }

void stitch_rings(const Ring& lower, const Ring& upper, std::vector<Triangle>& triangles)
{
    const auto node = [](const Ring& ring, Index i) { return ring.first + i % ring.count; };
    // Middle of segment i over the full turn: (2 i + 1 + half_turned) / (2 count), compared without division.
    const auto upper_is_next = [&](Index i, Index j) {
        return (2 * std::int64_t(j) + 1 + upper.half_turned) * lower.count <=
               (2 * std::int64_t(i) + 1 + lower.half_turned) * upper.count;
    };
    const Index lower_steps = lower.count == 1 ? 0 : lower.count;
    const Index upper_steps = upper.count == 1 ? 0 : upper.count;
    for (Index i = 0, j = 0; i < lower_steps || j < upper_steps;) {
        if (j < upper_steps && (i >= lower_steps || upper_is_next(i, j))) {
            triangles.emplace_back(node(lower, i), node(upper, j + 1), node(upper, j));
            ++j;
        } else {
            triangles.emplace_back(node(lower, i), node(lower, i + 1), node(upper, j));
            ++i;
        }
    }
}

Index rows_along(double length, double widest, Index resolution)
{
    const double segment = 2.0 * kPi * widest / resolution;
    return static_cast<Index>(std::max(1.0, std::round(length / (segment * std::sqrt(0.75)))));
}

Index torus_section_segments(double radius, double section_radius, Index resolution)
{
    constexpr Index kRoundEnough = 12;
    const Index even = static_cast<Index>(std::round(resolution * section_radius / radius));
    return std::max(even, std::min(resolution, kRoundEnough));
}

void RingStack::push(Ring ring, double radius, double y)
{
    ring.first = static_cast<Index>(mesh_.positions.size());
    for (Index i = 0; i < ring.count; ++i) {
        const double angle = ring_angle(ring, i);
        mesh_.positions.emplace_back(radius * std::sin(angle), y, radius * std::cos(angle));
    }
    if (rings_ > 0) stitch_rings(last_, ring, mesh_.triangles);
    last_ = ring;
    ++rings_;
}

void RingStack::add_ring(double radius, double y)
{
    const double count = std::max(3.0, std::round(resolution_ * radius / widest_));
    push({0, static_cast<Index>(count), rings_ % 2}, radius, y);
}

void RingStack::add_pole(double y) { push({0, 1, 0}, 0.0, y); }

void RingStack::add_rings_to(double radius0, double y0, double radius1, double y1)
{
    const Index rows = rows_along(std::hypot(radius1 - radius0, y1 - y0), widest_, resolution_);
    for (Index row = 1; row <= rows; ++row) {
        const double t = double(row) / rows;
        if (row == rows && radius1 == 0.0)
            add_pole(y1);
        else
            add_ring(radius0 + t * (radius1 - radius0), row == rows ? y1 : y0 + t * (y1 - y0));
    }
}

}  // namespace stiction
