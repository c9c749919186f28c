#include "solver_core/mesh/mesh_checks.hpp"

#include "solver_core/mesh/coincident_points.hpp"
#include "solver_core/mesh/lumped_mass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace stiction {
namespace {

const char* noun(const Triangle&) { return "triangle"; }
const char* noun(const Tet&) { return "tet"; }

template <class Element>
std::string corners_text(const Element& element)
{
    std::string text;
    for (Index corner = 0; corner < element.size(); ++corner)
        text += fmt::format("{}{}", corner ? " " : "", element[corner]);
    return text;
}

template <class Element>
FoundDefect bad_index(Index node_count, Span<const Element> elements)
{
    for (std::size_t e = 0; e < elements.size(); ++e) {
        for (Index corner = 0; corner < elements[e].size(); ++corner) {
            const Index node = elements[e][corner];
            if (node >= 0 && node < node_count) continue;
            return MeshDefect{
                DefectKind::index_out_of_range, static_cast<Index>(e),
                fmt::format("{} {} refers to point {}; there are {} points, numbered from 0: correct the "
                            "number or add the missing points",
                            noun(elements[e]), e, node, node_count)};
        }
    }
    return std::nullopt;
}

template <class Element>
FoundDefect repeated_corner(Span<const Element> elements)
{
    for (std::size_t e = 0; e < elements.size(); ++e) {
        for (Index a = 0; a < elements[e].size(); ++a) {
            for (Index b = a + 1; b < elements[e].size(); ++b) {
                if (elements[e][a] != elements[e][b]) continue;
                return MeshDefect{
                    DefectKind::repeated_corner, static_cast<Index>(e),
                    fmt::format("{} {} has point {} at two corners (points {}): delete it", noun(elements[e]),
                                e, elements[e][a], corners_text(elements[e]))};
            }
        }
    }
    return std::nullopt;
}

template <std::size_t N, class Element>
FoundDefect duplicate(Span<const Element> elements)
{
    std::vector<std::array<Index, N + 1>> keyed(elements.size());  // sorted corners, then the number
    for (std::size_t e = 0; e < elements.size(); ++e) {
        for (std::size_t corner = 0; corner < N; ++corner)
            keyed[e][corner] = elements[e][static_cast<Index>(corner)];
        std::sort(keyed[e].begin(), keyed[e].end() - 1);
        keyed[e][N] = static_cast<Index>(e);
    }
    std::sort(keyed.begin(), keyed.end());
    Index first = -1, later = std::numeric_limits<Index>::max();
    for (std::size_t i = 1; i < keyed.size(); ++i) {
        if (!std::equal(keyed[i].begin(), keyed[i].end() - 1, keyed[i - 1].begin()) || keyed[i][N] >= later)
            continue;
        first = keyed[i - 1][N];
        later = keyed[i][N];
    }
    if (first < 0) return std::nullopt;
    return MeshDefect{
        DefectKind::duplicate_element, later,
        fmt::format("{0} {1} has the same points as {0} {2} (points {3}): delete one of the two",
                    noun(elements[later]), later, first, corners_text(elements[later]))};
}

template <class Element>
FoundDefect isolated_point(Index node_count, Span<const Element> elements)
{
    std::vector<char> used(static_cast<std::size_t>(node_count), 0);
    for (const Element& element : elements)
        for (Index corner = 0; corner < element.size(); ++corner) used[element[corner]] = 1;
    const auto found = std::find(used.begin(), used.end(), 0);
    if (found == used.end()) return std::nullopt;
    const Index node = static_cast<Index>(found - used.begin());
    return MeshDefect{
        DefectKind::isolated_point, node,
        fmt::format("point {} belongs to no {}, so it would have no mass: delete it", node, noun(Element()))};
}

template <class Element>
double longest_edge(Span<const Vec3> positions, const Element& element)
{
    double longest = 0.0;
    for (Index a = 0; a < element.size(); ++a)
        for (Index b = a + 1; b < element.size(); ++b)
            longest = std::max(longest, (positions[element[a]] - positions[element[b]]).norm());
    return longest;
}

// Longest edge over shortest height; infinite for a triangle without area.
double aspect_ratio(Span<const Vec3> positions, const Triangle& t)
{
    const double longest = longest_edge(positions, t);
    const double twice_area = 2.0 * triangle_area(positions[t[0]], positions[t[1]], positions[t[2]]);
    if (!(twice_area > kZeroMeasure * longest * longest)) return std::numeric_limits<double>::infinity();
    return longest * longest / twice_area;
}

std::string edge_text(const SurfaceTopology& topology, Index edge)
{
    return fmt::format("{}-{}", topology.edges[edge][0], topology.edges[edge][1]);
}

}  // namespace

const char* to_string(DefectKind kind)
{
    switch (kind) {
        case DefectKind::non_finite_position: return "non_finite_position";
        case DefectKind::index_out_of_range: return "index_out_of_range";
        case DefectKind::repeated_corner: return "repeated_corner";
        case DefectKind::zero_area: return "zero_area";
        case DefectKind::zero_volume: return "zero_volume";
        case DefectKind::inverted_tet: return "inverted_tet";
        case DefectKind::duplicate_element: return "duplicate_element";
        case DefectKind::isolated_point: return "isolated_point";
        case DefectKind::non_manifold_edge: return "non_manifold_edge";
        case DefectKind::inconsistent_winding: return "inconsistent_winding";
        case DefectKind::sliver: return "sliver";
        case DefectKind::bow_tie_vertex: return "bow_tie_vertex";
        case DefectKind::coincident_points: return "coincident_points";
    }
    return "unknown";
}

bool is_warning(DefectKind kind)
{
    return kind == DefectKind::sliver || kind == DefectKind::bow_tie_vertex ||
           kind == DefectKind::coincident_points;
}

FoundDefect find_non_finite_position(Span<const Vec3> positions)
{
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Vec3& x = positions[i];
        if (x.allFinite()) continue;
        return MeshDefect{
            DefectKind::non_finite_position, static_cast<Index>(i),
            fmt::format("point {} is at ({}, {}, {}); coordinates must be finite: correct or delete it", i,
                        x.x(), x.y(), x.z())};
    }
    return std::nullopt;
}

FoundDefect find_bad_index(Index node_count, Span<const Triangle> triangles)
{
    return bad_index(node_count, triangles);
}
FoundDefect find_bad_index(Index node_count, Span<const Tet> tets) { return bad_index(node_count, tets); }
FoundDefect find_repeated_corner(Span<const Triangle> triangles) { return repeated_corner(triangles); }
FoundDefect find_repeated_corner(Span<const Tet> tets) { return repeated_corner(tets); }
FoundDefect find_duplicate(Span<const Triangle> triangles) { return duplicate<3>(triangles); }
FoundDefect find_duplicate(Span<const Tet> tets) { return duplicate<4>(tets); }

FoundDefect find_isolated_point(Index node_count, Span<const Triangle> triangles)
{
    return isolated_point(node_count, triangles);
}

FoundDefect find_isolated_point(Index node_count, Span<const Tet> tets)
{
    return isolated_point(node_count, tets);
}

FoundDefect find_zero_area(Span<const Vec3> positions, Span<const Triangle> triangles)
{
    for (std::size_t e = 0; e < triangles.size(); ++e) {
        const Triangle& t = triangles[e];
        if (std::isfinite(aspect_ratio(positions, t))) continue;
        return MeshDefect{
            DefectKind::zero_area, static_cast<Index>(e),
            fmt::format("triangle {} has zero area ({:.3g} m^2 with a longest edge of {:.3g} m, points {}): "
                        "delete it, or merge or move its points",
                        e, triangle_area(positions[t[0]], positions[t[1]], positions[t[2]]),
                        longest_edge(positions, t), corners_text(t))};
    }
    return std::nullopt;
}

FoundDefect find_sliver(Span<const Vec3> positions, Span<const Triangle> triangles)
{
    for (std::size_t e = 0; e < triangles.size(); ++e) {
        const double aspect = aspect_ratio(positions, triangles[e]);
        if (!(aspect > kSliverAspect)) continue;
        return MeshDefect{
            DefectKind::sliver, static_cast<Index>(e),
            fmt::format("triangle {} is a sliver (longest edge over height {:.3g}, above {:.0e}; points {}): "
                        "remesh around it, or merge its close points",
                        e, aspect, kSliverAspect, corners_text(triangles[e]))};
    }
    return std::nullopt;
}

FoundDefect find_bad_volume(Span<const Vec3> positions, Span<const Tet> tets)
{
    for (std::size_t e = 0; e < tets.size(); ++e) {
        const Tet& t = tets[e];
        const double volume = tet_volume(positions[t[0]], positions[t[1]], positions[t[2]], positions[t[3]]);
        const double longest = longest_edge(positions, t);
        const double zero = kZeroMeasure * longest * longest * longest;
        if (6.0 * volume > zero) continue;
        const bool inverted = 6.0 * volume < -zero;
        const char* format =
            inverted ? "tet {} is inverted (volume {:.3g} m^3, longest edge {:.3g} m, points {}): swap "
                       "two of its corners"
                     : "tet {} has zero volume ({:.3g} m^3 with a longest edge of {:.3g} m, points {}): "
                       "delete it or move its points";
        return MeshDefect{inverted ? DefectKind::inverted_tet : DefectKind::zero_volume,
                          static_cast<Index>(e),
                          fmt::format(fmt::runtime(format), e, volume, longest, corners_text(t))};
    }
    return std::nullopt;
}

FoundDefect find_coincident_points(Span<const Vec3> positions, double tolerance)
{
    const auto pair = first_coincident_pair(positions, tolerance);
    if (!pair) return std::nullopt;
    const auto [earlier, later] = *pair;
    return MeshDefect{
        DefectKind::coincident_points, later,
        fmt::format("point {} lies on point {} ({:.3g} m apart): merge the two if they belong together",
                    later, earlier, (positions[later] - positions[earlier]).norm())};
}

FoundDefect find_non_manifold_edge(const SurfaceTopology& topology)
{
    if (topology.non_manifold_edges.empty()) return std::nullopt;
    const Index edge = topology.non_manifold_edges.front();
    const Span<const Index> triangles = topology.edge_triangles[edge];
    return MeshDefect{
        DefectKind::non_manifold_edge, triangles[2],
        fmt::format("edge {} has {} triangles ({}, {}, {} are the first); at most 2: delete the extra ones "
                    "or split the sheets by doubling the edge's points",
                    edge_text(topology, edge), triangles.size(), triangles[0], triangles[1], triangles[2])};
}

FoundDefect find_inconsistent_winding(const SurfaceTopology& topology)
{
    if (topology.inconsistent_edges.empty()) return std::nullopt;
    const Index edge = topology.inconsistent_edges.front();
    const Span<const Index> triangles = topology.edge_triangles[edge];
    return MeshDefect{
        DefectKind::inconsistent_winding, triangles[1],
        fmt::format("triangles {} and {} face opposite sides (both run the same way along edge {}): reverse "
                    "the corners of one of them",
                    triangles[0], triangles[1], edge_text(topology, edge))};
}

FoundDefect find_bow_tie(const SurfaceTopology& topology)
{
    if (topology.bow_tie_nodes.empty()) return std::nullopt;
    const Index node = topology.bow_tie_nodes.front();
    return MeshDefect{
        DefectKind::bow_tie_vertex, node,
        fmt::format("point {} joins parts of the surface that share no edge there ({} triangles): double the "
                    "point, or join the parts along an edge",
                    node, topology.node_triangles[node].size())};
}

FoundDefect check_mesh(const SurfaceMesh& mesh)
{
    const Index nodes = static_cast<Index>(mesh.positions.size());
    if (auto defect = find_non_finite_position(mesh.positions)) return defect;
    if (auto defect = find_bad_index(nodes, mesh.triangles)) return defect;
    if (auto defect = find_repeated_corner(mesh.triangles)) return defect;
    if (auto defect = find_zero_area(mesh.positions, mesh.triangles)) return defect;
    if (auto defect = find_duplicate(mesh.triangles)) return defect;
    if (auto defect = find_isolated_point(nodes, mesh.triangles)) return defect;
    const SurfaceTopology topology = build_surface_topology(nodes, mesh.triangles);
    if (auto defect = find_non_manifold_edge(topology)) return defect;
    return find_inconsistent_winding(topology);
}

FoundDefect check_mesh(const TetMesh& mesh)
{
    const Index nodes = static_cast<Index>(mesh.positions.size());
    if (auto defect = find_non_finite_position(mesh.positions)) return defect;
    if (auto defect = find_bad_index(nodes, mesh.tets)) return defect;
    if (auto defect = find_repeated_corner(mesh.tets)) return defect;
    if (auto defect = find_bad_volume(mesh.positions, mesh.tets)) return defect;
    if (auto defect = find_duplicate(mesh.tets)) return defect;
    return find_isolated_point(nodes, mesh.tets);
}

std::vector<MeshDefect> mesh_warnings(const SurfaceMesh& mesh)
{
    std::vector<MeshDefect> warnings;
    const auto add = [&](FoundDefect defect) {
        if (defect) warnings.push_back(std::move(*defect));
    };
    add(find_sliver(mesh.positions, mesh.triangles));
    add(find_bow_tie(build_surface_topology(static_cast<Index>(mesh.positions.size()), mesh.triangles)));
    add(find_coincident_points(mesh.positions));
    return warnings;
}

}  // namespace stiction
