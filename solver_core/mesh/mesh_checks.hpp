#pragma once

// What can be wrong with a mesh. Each search returns the first defect in ascending order of its element, with
// the element's number, the value found and the remedy.

#include "solver_core/base/span.hpp"
#include "solver_core/mesh/surface_mesh.hpp"
#include "solver_core/mesh/topology.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiction {

enum class DefectKind {
    non_finite_position,   // element: point
    index_out_of_range,    // element: triangle or tet
    repeated_corner,       // element: triangle or tet
    zero_area,             // element: triangle
    zero_volume,           // element: tet
    inverted_tet,          // element: tet
    duplicate_element,     // element: the later triangle or tet
    isolated_point,        // element: point
    non_manifold_edge,     // element: the third triangle on the edge
    inconsistent_winding,  // element: the later of the two triangles
    sliver,                // element: triangle; a warning
    bow_tie_vertex,        // element: point; a warning
    coincident_points,     // element: the later point; a warning
};

const char* to_string(DefectKind kind);
// Can be simulated, but is seldom meant.
bool is_warning(DefectKind kind);

struct MeshDefect {
    DefectKind kind;
    Index element;
    std::string message;
};
using FoundDefect = std::optional<MeshDefect>;

// Twice the area (six times the volume) counts as zero below this fraction of the longest edge squared
// (cubed).
constexpr double kZeroMeasure = 1e-12;
// Longest edge over shortest height.
constexpr double kSliverAspect = 1e6;
// Points closer than this fraction of the bounding box's diagonal coincide.
constexpr double kCoincidence = 1e-9;

FoundDefect find_non_finite_position(Span<const Vec3> positions);
FoundDefect find_bad_index(Index node_count, Span<const Triangle> triangles);
FoundDefect find_bad_index(Index node_count, Span<const Tet> tets);
FoundDefect find_repeated_corner(Span<const Triangle> triangles);
FoundDefect find_repeated_corner(Span<const Tet> tets);
FoundDefect find_duplicate(Span<const Triangle> triangles);
FoundDefect find_duplicate(Span<const Tet> tets);
FoundDefect find_isolated_point(Index node_count, Span<const Triangle> triangles);
FoundDefect find_isolated_point(Index node_count, Span<const Tet> tets);

// These read positions through node numbers, which must be valid.
FoundDefect find_zero_area(Span<const Vec3> positions, Span<const Triangle> triangles);
FoundDefect find_sliver(Span<const Vec3> positions, Span<const Triangle> triangles);
FoundDefect find_bad_volume(Span<const Vec3> positions, Span<const Tet> tets);  // zero_volume or inverted_tet
FoundDefect find_coincident_points(Span<const Vec3> positions, double tolerance = kCoincidence);

FoundDefect find_non_manifold_edge(const SurfaceTopology& topology);
FoundDefect find_inconsistent_winding(const SurfaceTopology& topology);
FoundDefect find_bow_tie(const SurfaceTopology& topology);

// The first defect that is not a warning; searches go in the order of DefectKind.
FoundDefect check_mesh(const SurfaceMesh& mesh);
FoundDefect check_mesh(const TetMesh& mesh);
// For a mesh that passed: the first sliver, bow tie and pair of coincident points.
std::vector<MeshDefect> mesh_warnings(const SurfaceMesh& mesh);

}  // namespace stiction
