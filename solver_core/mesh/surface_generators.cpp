#include "solver_core/mesh/surface_generators.hpp"

#include "solver_core/mesh/generator_checks.hpp"
#include "solver_core/mesh/ring_stack.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr Index kLeastResolution = 3;

// A surface of `area` times the square of its widest radius: two triangles a point.
void require_countable_area(double area, Index resolution)
{
    const double segment = 2.0 * kPi / resolution;
    require_countable(area / (segment * segment * std::sqrt(0.75)));
}

void check_round(double radius, Index resolution)
{
    require_positive("radius", radius);
    require_at_least("resolution", resolution, kLeastResolution);
    require_countable_area(4.0 * kPi, resolution);
}

void check_long(double radius, double length, Index resolution)
{
    check_round(radius, resolution);
    require_positive("length", length);
    require_countable_area(2.0 * kPi * (length / radius + 2.0), resolution);
}

// Latitudes of a hemisphere about (0, y, 0) from bottom to top, the pole included, the equator not.
void add_hemisphere(double radius, double y, Index resolution, bool upper, RingStack& stack)
{
    const Index rows = rows_along(0.5 * kPi * radius, radius, resolution);
    if (!upper) stack.add_pole(y - radius);
    for (Index row = 1; row < rows; ++row) {
        const double latitude = 0.5 * kPi * (upper ? row : rows - row) / rows;
        const double height = radius * std::sin(latitude);
        stack.add_ring(radius * std::cos(latitude), upper ? y + height : y - height);
    }
    if (upper) stack.add_pole(y + radius);
}

}  // namespace

SurfaceMesh disc_surface(double radius, Index resolution)
{
    check_round(radius, resolution);
    RingStack stack(radius, resolution);
    stack.add_ring(radius, 0.0);
    stack.add_rings_to(radius, 0.0, 0.0, 0.0);
    return stack.take();
}

SurfaceMesh sphere_surface(double radius, Index resolution)
{
    check_round(radius, resolution);
    RingStack stack(radius, resolution);
    add_hemisphere(radius, 0.0, resolution, false, stack);
    stack.add_ring(radius, 0.0);
    add_hemisphere(radius, 0.0, resolution, true, stack);
    return stack.take();
}

SurfaceMesh capsule_surface(double radius, double length, Index resolution)
{
    check_long(radius, length, resolution);
    RingStack stack(radius, resolution);
    add_hemisphere(radius, -0.5 * length, resolution, false, stack);
    stack.add_ring(radius, -0.5 * length);
    stack.add_rings_to(radius, -0.5 * length, radius, 0.5 * length);
    add_hemisphere(radius, 0.5 * length, resolution, true, stack);
    return stack.take();
}

SurfaceMesh cylinder_surface(double radius, double length, Index resolution)
{
    check_long(radius, length, resolution);
    const double top = 0.5 * length;
    const Index rows = rows_along(radius, radius, resolution);
    RingStack stack(radius, resolution);
    stack.add_pole(-top);
    for (Index row = 1; row < rows; ++row) stack.add_ring(radius * row / rows, -top);
    stack.add_ring(radius, -top);
    stack.add_rings_to(radius, -top, radius, top);
    stack.add_rings_to(radius, top, 0.0, top);
    return stack.take();
}

SurfaceMesh tube_surface(double radius_bottom, double radius_top, double length, Index resolution)
{
    require_positive("radius_bottom", radius_bottom);
    require_positive("radius_top", radius_top);
    const double widest = std::max(radius_bottom, radius_top);
    check_long(widest, length, resolution);
    RingStack stack(widest, resolution);
    stack.add_ring(radius_bottom, -0.5 * length);
    stack.add_rings_to(radius_bottom, -0.5 * length, radius_top, 0.5 * length);
    return stack.take();
}

SurfaceMesh torus_surface(double radius, double section_radius, Index resolution)
{
    check_round(radius, resolution);
    require_below("section_radius", section_radius, "radius", radius);
    const Index around = torus_section_segments(radius, section_radius, resolution);
    require_countable(double(around) * resolution);

    SurfaceMesh mesh;
    const auto section = [&](Index s) {
        return Ring{(s % resolution) * around, around, (s % resolution) % 2};
    };
    for (Index s = 0; s < resolution; ++s) {
        const double turn = 2.0 * kPi * s / resolution;
        const Vec3 outward(std::sin(turn), 0.0, std::cos(turn));
        // Counter-clockwise seen along the sweep, as the stitching wants: downward on the outer side.
        for (Index i = 0; i < around; ++i) {
            const double angle = ring_angle(section(s), i);
            mesh.positions.push_back((radius + section_radius * std::cos(angle)) * outward -
                                     section_radius * std::sin(angle) * Vec3::UnitY());
        }
    }
    for (Index s = 0; s < resolution; ++s) stitch_rings(section(s), section(s + 1), mesh.triangles);
    return mesh;
}

}  // namespace stiction
