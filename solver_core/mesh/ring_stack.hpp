#pragma once

// Surfaces of revolution as stacks of rings, each stitched to the one before.

#include "solver_core/mesh/surface_mesh.hpp"

#include <utility>
#include <vector>

namespace stiction {

// Points on a circle, point i at the angle 2 pi (i + half_turned / 2) / count. A count of 1 is a pole.
struct Ring {
    Index first = 0;  // number of its first point
    Index count = 0;
    Index half_turned = 0;  // 1: turned by half a segment, so that stacked rings interlock
};

double ring_angle(const Ring& ring, Index i);

// Triangles between two rings; they face away from the axis when angles grow counter-clockwise seen from the
// upper ring. Ring sizes may differ; the walk around advances on the ring whose next segment has the earlier
// middle.
void stitch_rings(const Ring& lower, const Ring& upper, std::vector<Triangle>& triangles);

// Stacks rings about the y axis from bottom to top, faces outward. Rings of one height stacked from the
// outside in make a disc that faces up.
class RingStack {
public:
    // Segments of length 2 pi widest / resolution.
    RingStack(double widest, Index resolution) : widest_(widest), resolution_(resolution) {}

    void add_ring(double radius, double y);  // segments in proportion to the radius, three at least
    void add_pole(double y);
    // Rings from the last one, at (radius0, y0), to (radius1, y1), which is added too.
    void add_rings_to(double radius0, double y0, double radius1, double y1);
    SurfaceMesh take() { return std::move(mesh_); }

private:
    void push(Ring ring, double radius, double y);

    double widest_;
    Index resolution_;
    Index rings_ = 0;
    Ring last_;
    SurfaceMesh mesh_;
};

// Rows of near-equilateral triangles with base 2 pi widest / resolution that fit into a length; at least one.
Index rows_along(double length, double widest, Index resolution);

// Segments around the section of a torus with `resolution` around its ring: equal lengths, but not so few
// that the section loses its roundness (12 have 95 % of the area of the disc).
Index torus_section_segments(double radius, double section_radius, Index resolution);

}  // namespace stiction
