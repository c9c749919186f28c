#include "solver_core/contact/contact_surface.hpp"

#include "solver_core/base/error.hpp"

#include <algorithm>
#include <tuple>

namespace stiction {
namespace {

constexpr Index kLeafSize = FaceLanes::kSize;

struct HalfEdge {
    Index lo, hi, triangle, slot;
    bool operator<(const HalfEdge& other) const
    {
        return std::tie(lo, hi, triangle, slot) < std::tie(other.lo, other.hi, other.triangle, other.slot);
    }
};

// Rows from pairs (row, item) that come in ascending order of items within a row.
template <class ForEach>
void fill_lists(std::size_t rows, IndexLists& lists, const ForEach& for_each)
{
    lists.begin.assign(rows + 1, 0);
    for_each([&](Index row, Index) { ++lists.begin[static_cast<std::size_t>(row) + 1]; });
    for (std::size_t i = 0; i < rows; ++i) lists.begin[i + 1] += lists.begin[i];
    lists.item.resize(static_cast<std::size_t>(lists.begin[rows]));
    std::vector<Index> next(lists.begin.begin(), lists.begin.end() - 1);
    for_each([&](Index row, Index item) {
        lists.item[static_cast<std::size_t>(next[static_cast<std::size_t>(row)]++)] = item;
    });
}

void add_collider_meshes(const ContactGeometry& geometry, ContactSurface& surface)
{
    for (std::size_t c = 0; c < geometry.colliders.size(); ++c) {
        const auto* mesh = std::get_if<MeshShape>(&geometry.colliders[c].shape);
        if (!mesh) continue;
        const auto object = static_cast<Index>(surface.object_collider.size());
        const auto first = static_cast<Index>(surface.node_object.size());
        surface.object_collider.push_back(static_cast<Index>(c));
        surface.object_solid.push_back(mesh->closed ? 1 : 0);
        surface.object_first_node.push_back(first);
        surface.object_first_triangle.push_back(static_cast<Index>(surface.triangles.size()));
        surface.node_object.resize(surface.node_object.size() + mesh->mesh.positions.size(), object);
        for (const Triangle& t : mesh->mesh.triangles)
            surface.triangles.push_back(
                {0, {first + t[0], first + t[1], first + t[2]}, {0, 0, 0}, object, 0, 0, {}, {}, 0});
    }
}

// Numbers the edges of all triangles: the deformable ones as the geometry numbers them, the colliders' after
// them.
void number_edges(const ContactGeometry& geometry, ContactSurface& surface)
{
    std::vector<HalfEdge> half;
    half.reserve(3 * surface.triangles.size());
    for (std::size_t t = 0; t < surface.triangles.size(); ++t)
        for (Index k = 0; k < 3; ++k) {
            const Index i = surface.triangles[t].node[k], j = surface.triangles[t].node[(k + 1) % 3];
            half.push_back({std::min(i, j), std::max(i, j), static_cast<Index>(t), k});
        }
    std::sort(half.begin(), half.end());

    std::vector<HalfEdge> given;
    for (std::size_t e = 0; e < geometry.edges.size(); ++e)
        given.push_back({geometry.edges[e][0], geometry.edges[e][1], static_cast<Index>(e), 0});
    std::sort(given.begin(), given.end());

    surface.edges.assign(geometry.edges.begin(), geometry.edges.end());
    auto next_given = given.begin();
    Index number = -1;
    for (std::size_t i = 0; i < half.size(); ++i) {
        const HalfEdge& h = half[i];
        const bool is_new = i == 0 || half[i - 1].lo != h.lo || half[i - 1].hi != h.hi;
        if (is_new && h.lo >= surface.deformable_nodes) {
            number = static_cast<Index>(surface.edges.size());
            surface.edges.emplace_back(h.lo, h.hi);
        } else if (is_new) {
            while (next_given != given.end() &&
                   std::tie(next_given->lo, next_given->hi) < std::tie(h.lo, h.hi))
                ++next_given;
            if (next_given == given.end() || next_given->lo != h.lo || next_given->hi != h.hi)
                throw InputError("contact geometry",
                                 "a triangle has an edge that is not in the list of edges; list "
                                 "every edge once, node numbers ascending");
            number = next_given->triangle;
        }
        surface.triangles[static_cast<std::size_t>(h.triangle)].edge[h.slot] = number;
    }
    surface.object_first_edge.assign(surface.object_collider.size(),
                                     static_cast<Index>(surface.edges.size()));
    for (const SurfaceTriangle& triangle : surface.triangles)
        for (const Index e : triangle.edge) {
            Index& first = surface.object_first_edge[static_cast<std::size_t>(triangle.object)];
            first = std::min(first, e);
        }
}

void link_features(ContactSurface& surface)
{
    const auto each_corner = [&](auto&& add) {
        for (std::size_t t = 0; t < surface.triangles.size(); ++t)
            for (int k = 0; k < 3; ++k) add(surface.triangles[t].node[k], static_cast<Index>(t));
    };
    const auto each_side = [&](auto&& add) {
        for (std::size_t t = 0; t < surface.triangles.size(); ++t)
            for (int k = 0; k < 3; ++k) add(surface.triangles[t].edge[k], static_cast<Index>(t));
    };
    const auto each_corner_across = [&](auto&& add) {
        for (const SurfaceTriangle& t : surface.triangles)
            for (int k = 0; k < 3; ++k) add(t.edge[k], t.node[(k + 2) % 3]);
    };
    const auto each_end = [&](auto&& add) {
        for (const Edge& e : surface.edges) {
            add(e[0], e[1]);
            add(e[1], e[0]);
        }
    };
    const auto each_object = [&](auto&& add) {
        for (std::size_t t = 0; t < surface.triangles.size(); ++t)
            add(surface.triangles[t].object, static_cast<Index>(t));
    };
    fill_lists(surface.node_object.size(), surface.node_triangles, each_corner);
    fill_lists(surface.edges.size(), surface.edge_triangles, each_side);
    fill_lists(surface.edges.size(), surface.edge_corners, each_corner_across);
    fill_lists(surface.node_object.size(), surface.node_neighbours, each_end);
    fill_lists(surface.object_collider.size(), surface.object_triangles, each_object);
    for (std::size_t t = 0; t < surface.triangles.size(); ++t)
        surface.triangles[t].number = static_cast<Index>(t);
}

void name_features(ContactSurface& surface)
{
    for (SurfaceTriangle& t : surface.triangles)
        for (int k = 0; k < 3; ++k) {
            const unsigned corner = 1U << k, side = corner | 1U << (k + 1) % 3;
            const bool first_of_corner = surface.node_triangles[t.node[k]][0] == t.number;
            const bool first_of_side = surface.edge_triangles[t.edge[k]][0] == t.number;
            const unsigned names = (first_of_corner ? 1U << corner : 0U) | (first_of_side ? 1U << side : 0U);
            t.names = static_cast<std::uint8_t>(t.names | names);
        }
}

// Hands every edge and node to one triangle around it. As few triangles as possible get any: first those none
// of whose edges is taken yet, greedily, get all three; pairs of triangles that own nothing need no look at
// all.
void share_out_features(ContactSurface& surface)
{
    std::vector<std::uint8_t> edge_taken(surface.edges.size(), 0), node_taken(surface.node_object.size(), 0);
    const auto take_edges = [&](SurfaceTriangle& triangle) {
        for (int k = 0; k < 3; ++k) {
            std::uint8_t& taken = edge_taken[static_cast<std::size_t>(triangle.edge[k])];
            if (!taken) triangle.owned_edge[triangle.owned_edges++] = static_cast<std::int8_t>(k);
            taken = 1;
        }
    };
    const auto take_nodes = [&](SurfaceTriangle& triangle) {
        for (int k = 0; k < 3; ++k) {
            std::uint8_t& taken = node_taken[static_cast<std::size_t>(triangle.node[k])];
            if (!taken) triangle.owned_node[triangle.owned_nodes++] = static_cast<std::int8_t>(k);
            taken = 1;
        }
    };
    for (SurfaceTriangle& triangle : surface.triangles) {
        bool free = true;
        for (const Index e : triangle.edge) free &= !edge_taken[static_cast<std::size_t>(e)];
        if (free) take_edges(triangle);
    }
    for (SurfaceTriangle& triangle : surface.triangles) take_edges(triangle);
    for (const int least : {3, 1, 0})
        for (SurfaceTriangle& triangle : surface.triangles)
            if (triangle.owned_edges >= least) take_nodes(triangle);
}

// Positions that give the trees their shape: the undeformed surface where it is known, since a tree built on it
// stays good however the cloth folds.
Vec3Array reference_positions(const ContactGeometry& geometry, Span<const Vec3> positions,
                              const ContactSurface& surface)
{
    Vec3Array reference =
        geometry.rest.empty() ? Vec3Array(positions.begin(), positions.end()) : geometry.rest;
    for (const Index collider : surface.object_collider) {
        if (collider < 0) continue;
        const Shape& shape = geometry.colliders[static_cast<std::size_t>(collider)].shape;
        const Vec3Array& mesh = std::get<MeshShape>(shape).mesh.positions;
        reference.insert(reference.end(), mesh.begin(), mesh.end());
    }
    return reference;
}

// One tree for each object; its triangles are then listed in the tree's order.
void build_trees(const Vec3Array& reference, ContactSurface& surface)
{
    surface.trees.resize(surface.object_collider.size());
    Vec3Array centres;
    for (std::size_t o = 0; o < surface.trees.size(); ++o) {
        const Span<const Index> row = surface.object_triangles[static_cast<Index>(o)];
        const std::vector<Index> before(row.begin(), row.end());
        centres.clear();
        for (const Index t : before) {
            Vec3 sum = Vec3::Zero();
            for (const Index node : surface.triangles[static_cast<std::size_t>(t)].node)
                sum += reference[static_cast<std::size_t>(node)];
            centres.push_back(sum / 3.0);
        }
        surface.trees[o].build(centres, kLeafSize);
        const auto first = static_cast<std::size_t>(surface.object_triangles.begin[o]);
        for (std::size_t i = 0; i < before.size(); ++i)
            surface.object_triangles.item[first + i] =
                before[static_cast<std::size_t>(surface.trees[o].order()[i])];
        surface.leaf_boxes.emplace_back().build(surface.trees[o]);
        surface.group_boxes.emplace_back().build(surface.trees[o], LeafBoxes::kLanes);
    }
    for (const Index t : surface.object_triangles.item)
        surface.leaves.push_back(surface.triangles[static_cast<std::size_t>(t)]);
}

// Blocks, and the nodes and edges that they own.
void block_leaves(ContactSurface& surface)
{
    surface.object_first_block.assign(1, 0);
    surface.block_first_leaf.assign(1, 0);
    for (std::size_t o = 0; o < surface.trees.size(); ++o) {
        const Index first = surface.object_triangles.begin[o], end = surface.object_triangles.begin[o + 1];
        for (Index leaf = first; leaf < end; leaf += kLeafSize)
            surface.block_first_leaf.push_back(std::min(leaf + kLeafSize, end));
        surface.object_first_block.push_back(static_cast<Index>(surface.block_first_leaf.size()) - 1);
    }
    const std::size_t blocks = surface.block_first_leaf.size() - 1;
    const auto each_triangle = [&](auto&& visit) {
        for (std::size_t b = 0; b < blocks; ++b)
            for (Index leaf = surface.block_first_leaf[b]; leaf < surface.block_first_leaf[b + 1]; ++leaf)
                visit(static_cast<Index>(b), surface.leaves[static_cast<std::size_t>(leaf)]);
    };
    const auto each_node = [&](auto&& add) {
        each_triangle([&](Index b, const SurfaceTriangle& t) {
            for (int k = 0; k < t.owned_nodes; ++k) add(b, t.node[t.owned_node[k]]);
        });
    };
    const auto each_edge = [&](auto&& add) {
        each_triangle([&](Index b, const SurfaceTriangle& t) {
            for (int k = 0; k < t.owned_edges; ++k) add(b, t.edge[t.owned_edge[k]]);
        });
    };
    fill_lists(blocks, surface.block_nodes, each_node);
    fill_lists(blocks, surface.block_edges, each_edge);
    const auto share_out_lanes = [&](const IndexLists& owned, Index size, std::vector<Index>& first) {
        first.assign(1, 0);
        for (std::size_t b = 0; b < blocks; ++b) {
            const auto count = static_cast<Index>(owned[static_cast<Index>(b)].size());
            first.push_back(first.back() + (count + size - 1) / size);
        }
        return static_cast<std::size_t>(first.back());
    };
    surface.face_lanes.resize(blocks);
    surface.edge_lanes.resize(
        share_out_lanes(surface.block_edges, EdgeLanes::kSize, surface.block_first_lanes));
    surface.node_lanes.resize(
        share_out_lanes(surface.block_nodes, NodeLanes::kSize, surface.block_first_nodes));
}

}  // namespace

void ContactSurface::build(const ContactGeometry& geometry, Span<const Vec3> positions)
{
    *this = ContactSurface();
    deformable_nodes = static_cast<Index>(geometry.node_object.size());
    deformable_edges = static_cast<Index>(geometry.edges.size());
    deformable_triangles = static_cast<Index>(geometry.triangles.size());
    deformable_objects = static_cast<Index>(geometry.object_is_solid.size());
    node_object = geometry.node_object;
    const auto objects = static_cast<std::size_t>(deformable_objects);
    object_collider.assign(objects, -1);
    object_first_node.assign(objects, 0);
    object_first_triangle.assign(objects, 0);
    for (std::size_t i = 0; i < objects; ++i) object_solid.push_back(geometry.object_is_solid[i] ? 1 : 0);
    triangles.reserve(geometry.triangles.size());
    for (std::size_t t = 0; t < geometry.triangles.size(); ++t) {
        const Triangle& corner = geometry.triangles[t];
        triangles.push_back(
            {0, {corner[0], corner[1], corner[2]}, {0, 0, 0}, geometry.triangle_object[t], 0, 0, {}, {}, 0});
    }
    add_collider_meshes(geometry, *this);
    number_edges(geometry, *this);
    link_features(*this);
    name_features(*this);
    share_out_features(*this);
    pairs_wanted = geometry.self_contact || object_collider.size() > objects;
    const Vec3Array reference = reference_positions(geometry, positions, *this);
    build_trees(reference, *this);
    block_leaves(*this);
    if (pairs_wanted) build_patches(geometry, reference, *this);
}

bool ContactSurface::objects_meet(Index object_a, Index object_b, const ContactGeometry& geometry) const
{
    const bool deformable_a = object_a < deformable_objects, deformable_b = object_b < deformable_objects;
    if (!deformable_a && !deformable_b) return false;
    const auto is_smooth = [&](const std::vector<bool>& smooth, Index number) {
        return !smooth.empty() && smooth[static_cast<std::size_t>(number)];
    };
    if (!deformable_a || !deformable_b) {
        const Index collider = object_collider[static_cast<std::size_t>(deformable_a ? object_b : object_a)];
        return !is_smooth(geometry.smooth_collider, collider);
    }
    if (!geometry.self_contact) return false;
    const bool smooth_a = is_smooth(geometry.smooth_object, object_a),
               smooth_b = is_smooth(geometry.smooth_object, object_b);
    const auto is_solid = [&](Index object) { return object_solid[static_cast<std::size_t>(object)] != 0; };
    if ((smooth_a || smooth_b) && (smooth_a || !is_solid(object_a)) && (smooth_b || !is_solid(object_b)))
        return false;
    return object_a != object_b || geometry.object_self_contact[static_cast<std::size_t>(object_a)];
}

}  // namespace stiction
