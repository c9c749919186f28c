#pragma once

// Triangle meshes of simple shapes, centred at the origin, axis y, outward (closed ones) or with normal +y
// (sheets).
//
// `resolution` is the number of segments around the widest circle; the other directions follow so that
// triangles are near-equilateral. Points of curved shapes lie exactly on the surface, so area and volume
// converge from below with the square of the spacing. A parameter out of range throws InputError with an
// empty place: the caller knows it.

#include "solver_core/mesh/surface_mesh.hpp"

#include <array>
#include <cstdint>

namespace stiction {

// How the cells of a sheet are cut into triangles.
enum class GridCut {
    diagonal,     // all diagonals parallel
    alternating,  // neighbours mirror each other, as on a Union Jack
    crossed,      // a point in the middle of each cell, four triangles
    irregular,    // inner points moved at random by up to a fifth of a cell, the Delaunay diagonal
};

// In the xz plane; point (i, j) of the lattice has number i + j (nx + 1), x and z growing with i and j.
SurfaceMesh grid_surface(double size_x, double size_z, Index nx, Index nz, GridCut cut,
                         std::uint64_t seed = 1);
SurfaceMesh disc_surface(double radius, Index resolution);

SurfaceMesh box_surface(const Vec3& size, const std::array<Index, 3>& divisions);
SurfaceMesh sphere_surface(double radius, Index resolution);
// Hemispheres about (0, +-length/2, 0): the whole height is length + 2 radius.
SurfaceMesh capsule_surface(double radius, double length, Index resolution);
// Flat caps at y = +-length/2.
SurfaceMesh cylinder_surface(double radius, double length, Index resolution);
// Circle of `radius` about y swept by a circle of `section_radius` < radius, itself of 12 segments at least
// (or of `resolution`, if that is less).
SurfaceMesh torus_surface(double radius, double section_radius, Index resolution);

// Open at both ends: a sleeve, or a skirt when the radii differ.
SurfaceMesh tube_surface(double radius_bottom, double radius_top, double length, Index resolution);

}  // namespace stiction
