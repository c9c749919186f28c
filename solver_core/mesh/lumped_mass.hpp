#pragma once

// Masses, areas and volumes of meshes. Mass is lumped: an element gives each corner an equal share.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <vector>

namespace stiction {

double triangle_area(const Vec3& a, const Vec3& b, const Vec3& c);
// Positive when d lies on the side of the normal of (a, b, c).
double tet_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

double total_area(Span<const Vec3> positions, Span<const Triangle> triangles);
double total_volume(Span<const Vec3> positions, Span<const Tet> tets);
// Signed volume inside a closed surface, positive when the triangles face outward.
double enclosed_volume(Span<const Vec3> positions, Span<const Triangle> triangles);

// A third of the area of each triangle at a node, m^2.
std::vector<double> node_areas(Span<const Vec3> positions, Span<const Triangle> triangles);
// kg a node, from kg/m^2 over triangles and from kg/m^3 over tets.
std::vector<double> lumped_mass(Span<const Vec3> positions, Span<const Triangle> triangles, double density);
std::vector<double> lumped_mass(Span<const Vec3> positions, Span<const Tet> tets, double density);

// Sum of m_i x_i over sum of m_i; the masses must not sum to zero.
Vec3 center_of_mass(Span<const Vec3> positions, Span<const double> mass);

}  // namespace stiction
