#include "solver_core/mesh/tet_generators.hpp"

#include "solver_core/mesh/generator_checks.hpp"
#include "solver_core/mesh/lattice_tets.hpp"
#include "solver_core/mesh/prism_layers.hpp"
#include "solver_core/mesh/ring_stack.hpp"
#include "solver_core/mesh/surface_generators.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr Index kLeastResolution = 3;

void check_round(double radius, Index resolution)
{
    require_positive("radius", radius);
    require_at_least("resolution", resolution, kLeastResolution);
}

// A solid of `volume` times the cube of its widest radius, in layers of near-equilateral triangles.
void require_countable_volume(double volume, Index resolution)
{
    const double segment = 2.0 * kPi / resolution;
    require_countable(volume / (segment * segment * segment * std::sqrt(0.75)));
}

// Layers a segment thick that fit in; at least one.
Index layer_count(double layers_wanted)
{
    return static_cast<Index>(std::max(1.0, std::round(layers_wanted)));
}

// The sheet copied to place(point, layer) for layers 0 ... layers; a closed sweep joins the last copy to the
// first.
template <class Place>
TetMesh sweep(const SurfaceMesh& sheet, Index layers, bool closed, const Place& place)
{
    TetMesh mesh;
    const std::size_t count = sheet.positions.size();
    for (Index layer = 0; layer < (closed ? layers : layers + 1); ++layer)
        for (const Vec3& x : sheet.positions) mesh.positions.push_back(place(x, layer));
    std::vector<Index> bottom = consecutive(0, count);
    for (Index layer = 0; layer < layers; ++layer) {
        const bool back = closed && layer + 1 == layers;
        std::vector<Index> top = consecutive(back ? 0 : (layer + 1) * static_cast<Index>(count), count);
        add_prism_layer(sheet.triangles, bottom, top, layer % 2 != 0, mesh.tets);
        bottom = std::move(top);
    }
    return mesh;
}

// A sheet in the xz plane extruded along y.
TetMesh extruded(const SurfaceMesh& sheet, double length, double segment)
{
    const Index layers = layer_count(length / segment);
    return sweep(sheet, layers, false, [&](const Vec3& x, Index layer) {
        return Vec3(x.x(), length * (double(layer) / layers - 0.5), x.z());
    });
}

// A flat ring that faces +y. All circles have the same points, none turned, and radii in geometric
// progression: cells keep their shape from the outer to the inner side, and a wall of any thinness stays
// between its two polygons.
SurfaceMesh annulus(double outer_radius, double inner_radius, Index circles, Index resolution)
{
    SurfaceMesh mesh;
    for (Index c = 0; c <= circles; ++c) {
        const Ring ring{c * resolution, resolution, 0};
        const double radius = c == circles
                                  ? inner_radius
                                  : outer_radius * std::pow(inner_radius / outer_radius, double(c) / circles);
        for (Index i = 0; i < resolution; ++i) {
            const double angle = ring_angle(ring, i);
            mesh.positions.emplace_back(radius * std::sin(angle), 0.0, radius * std::cos(angle));
        }
        if (c > 0) stitch_rings({ring.first - resolution, resolution, 0}, ring, mesh.triangles);
    }
    return mesh;
}

}  // namespace

TetMesh hollow_ball_tets(double outer_radius, double inner_radius, Index resolution)
{
    require_positive("outer_radius", outer_radius);
    require_below("inner_radius", inner_radius, "outer_radius", outer_radius);
    require_at_least("resolution", resolution, kLeastResolution);
    const double layers_wanted = std::log(outer_radius / inner_radius) * resolution / (2.0 * kPi);
    require_countable(layers_wanted * resolution * resolution / 2.0);

    // Radii in geometric progression: all layers have prisms of one shape.
    const Index layers = layer_count(layers_wanted);
    return sweep(sphere_surface(1.0, resolution), layers, false, [&](const Vec3& x, Index layer) -> Vec3 {
        if (layer == layers) return outer_radius * x;
        return inner_radius * std::pow(outer_radius / inner_radius, double(layer) / layers) * x;
    });
}

TetMesh cylinder_tets(double radius, double length, Index resolution)
{
    check_round(radius, resolution);
    require_positive("length", length);
    require_countable_volume(kPi * length / radius, resolution);
    return extruded(disc_surface(radius, resolution), length, 2.0 * kPi * radius / resolution);
}

TetMesh tube_tets(double outer_radius, double inner_radius, double length, Index resolution)
{
    require_positive("outer_radius", outer_radius);
    require_below("inner_radius", inner_radius, "outer_radius", outer_radius);
    require_positive("length", length);
    require_at_least("resolution", resolution, kLeastResolution);
    const double segments_through_wall = std::log(outer_radius / inner_radius) * resolution / (2.0 * kPi);
    const double segment = 2.0 * kPi * std::sqrt(outer_radius * inner_radius) / resolution;
    require_countable((segments_through_wall + 2.0) * (length / segment + 2.0) * resolution);
    return extruded(annulus(outer_radius, inner_radius, layer_count(segments_through_wall), resolution),
                    length, segment);
}

TetMesh torus_tets(double radius, double section_radius, Index resolution)
{
    check_round(radius, resolution);
    require_below("section_radius", section_radius, "radius", radius);
    const Index around = torus_section_segments(radius, section_radius, resolution);
    require_countable(0.1 * double(around) * around * resolution);
    return sweep(
        disc_surface(section_radius, around), resolution, true, [&](const Vec3& x, Index section) -> Vec3 {
            // The disc faces +y and z x x = y; swept, its z becomes the axis and its x the way outward.
            const double turn = 2.0 * kPi * section / resolution;
            return (radius + x.x()) * Vec3(std::sin(turn), 0.0, std::cos(turn)) + x.z() * Vec3::UnitY();
        });
}

TetMesh ball_tets(double radius, Index resolution)
{
    check_round(radius, resolution);
    return rounded_lattice_tets(radius, 0.0, resolution);
}

TetMesh capsule_tets(double radius, double length, Index resolution)
{
    check_round(radius, resolution);
    require_positive("length", length);
    return rounded_lattice_tets(radius, length, resolution);
}

}  // namespace stiction
