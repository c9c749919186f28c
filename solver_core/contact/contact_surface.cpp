#include "solver_core/contact/contact_surface.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/mesh_motion.hpp"
#include "solver_core/contact/proximity.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace stiction {
namespace {

constexpr Index kLeafSize = BoxBlock::kSize;
constexpr Index kChunk = 1024;

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
            surface.triangles.push_back({0, {first + t[0], first + t[1], first + t[2]}, {0, 0, 0}, object, 0, 0, {}, {}});
    }
}

// Numbers the edges of all triangles: the deformable ones as the geometry numbers them, the colliders' after them.
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
            while (next_given != given.end() && std::tie(next_given->lo, next_given->hi) < std::tie(h.lo, h.hi))
                ++next_given;
            if (next_given == given.end() || next_given->lo != h.lo || next_given->hi != h.hi)
                throw InputError("contact geometry", "a triangle has an edge that is not in the list of edges; list "
                                                     "every edge once, node numbers ascending");
            number = next_given->triangle;
        }
        surface.triangles[static_cast<std::size_t>(h.triangle)].edge[h.slot] = number;
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
    fill_lists(surface.node_object.size(), surface.node_neighbours, each_end);
    fill_lists(surface.object_collider.size(), surface.object_triangles, each_object);
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) surface.triangles[t].number = static_cast<Index>(t);
}

// Hands every edge and node to one triangle around it. As few triangles as possible get any: first those none of whose
// edges is taken yet, greedily, get all three; pairs of triangles that own nothing need no look at all.
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

}  // namespace

void LeafTriangle::set(const Vec3& a, const Vec3& b, const Vec3& c, double corner_reach)
{
    constexpr double kSlack = 1e-6;
    const Vec3 side[3] = {b - a, c - b, a - c};
    const Vec3 n = triangle_normal(a, b, c);
    for (int k = 0; k < 3; ++k) {
        origin[k] = Lanes(a[k], b[k], c[k], a[k]);
        along[k] = Lanes(side[0][k], side[1][k], side[2][k], 0.0);
    }
    length2 = along[0].square() + along[1].square() + along[2].square();
    // A side of no length has no outside.
    const Lanes scale = (length2 > 0.0).select(length2.max(1e-300).sqrt().inverse(), 0.0);
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = (along[i] * n[j] - along[j] * n[i]) * scale;
        out[k][3] = n[k];
    }
    reach = corner_reach + kSlack * (corner_reach + std::sqrt(length2.maxCoeff()));
}

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
        triangles.push_back({0, {corner[0], corner[1], corner[2]}, {0, 0, 0}, geometry.triangle_object[t], 0, 0, {}, {}});
    }
    add_collider_meshes(geometry, *this);
    number_edges(geometry, *this);
    link_features(*this);
    share_out_features(*this);
    object_first_edge.assign(object_collider.size(), 0);
    for (std::size_t o = objects; o < object_collider.size(); ++o) {
        object_first_edge[o] = static_cast<Index>(edges.size());
        for (const Index t : object_triangles[static_cast<Index>(o)])
            for (const Index e : triangles[static_cast<std::size_t>(t)].edge)
                object_first_edge[o] = std::min(object_first_edge[o], e);
    }
    pairs_wanted = geometry.self_contact || object_collider.size() > objects;

    // The trees' shape comes from the undeformed surface where it is known: it stays good however the cloth folds.
    Vec3Array reference(geometry.rest.empty() ? Vec3Array(positions.begin(), positions.end()) : geometry.rest);
    for (std::size_t o = objects; o < object_collider.size(); ++o) {
        const Collider& collider = geometry.colliders[static_cast<std::size_t>(object_collider[o])];
        const Vec3Array& mesh = std::get<MeshShape>(collider.shape).mesh.positions;
        reference.insert(reference.end(), mesh.begin(), mesh.end());
    }
    trees.resize(object_collider.size());
    Vec3Array centres;
    for (std::size_t o = 0; o < trees.size(); ++o) {
        centres.clear();
        for (const Index t : object_triangles[static_cast<Index>(o)]) {
            const Index* node = triangles[static_cast<std::size_t>(t)].node;
            centres.push_back((reference[static_cast<std::size_t>(node[0])] +
                               reference[static_cast<std::size_t>(node[1])] +
                               reference[static_cast<std::size_t>(node[2])]) /
                              3.0);
        }
        trees[o].build(centres, kLeafSize);
        const auto first = static_cast<std::ptrdiff_t>(object_triangles.begin[o]);
        const std::vector<Index> before(object_triangles.item.begin() + first,
                                        object_triangles.item.begin() + first +
                                            static_cast<std::ptrdiff_t>(centres.size()));
        for (std::size_t i = 0; i < before.size(); ++i)
            object_triangles.item[static_cast<std::size_t>(first) + i] =
                before[static_cast<std::size_t>(trees[o].order()[i])];
    }
    for (const Index t : object_triangles.item) leaves.push_back(triangles[static_cast<std::size_t>(t)]);
    object_first_block.assign(1, 0);
    for (std::size_t o = 0; o < trees.size(); ++o) {
        const Index first = object_triangles.begin[o], count = object_triangles.begin[o + 1] - first;
        const Index blocks = (count + kLeafSize - 1) / kLeafSize;
        object_first_block.push_back(object_first_block.back() + blocks);
        for (Index b = 0; b < blocks; ++b) {
            unsigned owners = 0;
            for (Index k = 0; k < std::min(kLeafSize, count - b * kLeafSize); ++k)
                owners |= leaves[static_cast<std::size_t>(first + b * kLeafSize + k)].owns() ? 1U << k : 0U;
            block_owners.push_back(static_cast<std::uint8_t>(owners));
        }
    }
    leaf_blocks.resize(block_owners.size());
}

void ContactSurface::begin_step(const ContactGeometry& geometry, const DetectQuery& query)
{
    step = query.step;
    const std::size_t nodes = node_object.size();
    x.resize(nodes);
    v.resize(nodes);
    radius.resize(nodes);
    node_box.resize(nodes);
    reach.resize(nodes);
    parallel_for(deformable_nodes, kChunk, [&](Index i) {
        const auto n = static_cast<std::size_t>(i);
        x[n] = query.x[n];
        v[n] = query.v[n];
        radius[n] = geometry.radius[n];
    });
    for (std::size_t o = static_cast<std::size_t>(deformable_objects); o < object_collider.size(); ++o) {
        const Collider& collider = geometry.colliders[static_cast<std::size_t>(object_collider[o])];
        const auto first = static_cast<std::size_t>(object_first_node[o]);
        const std::size_t count = std::get<MeshShape>(collider.shape).mesh.positions.size();
        mesh_motion(collider, query.time, query.step, Span<Vec3>(x.data() + first, count),
                    Span<Vec3>(v.data() + first, count));
        std::fill_n(radius.begin() + static_cast<std::ptrdiff_t>(first), count, collider.radius);
    }
    const Vec3 zero = Vec3::Zero();
    mean_velocity = ordered_sum(deformable_nodes, kChunk, zero, partial_sums, [&](Index begin, Index end) {
        Vec3 sum = Vec3::Zero();
        for (Index i = begin; i < end; ++i) sum += v[static_cast<std::size_t>(i)];
        return sum;
    });
    mean_velocity /= std::max<double>(1.0, deformable_nodes);
    parallel_for(static_cast<Index>(nodes), kChunk, [&](Index i) {
        const auto n = static_cast<std::size_t>(i);
        const Vec3 travel = step * (v[n] - mean_velocity);
        const double touch = (1.0 + kMarginShare) * radius[n] + 0.5 * kMarginFixed;
        Aabb box;
        box.include(x[n]);
        box.include(x[n] + travel);
        box.inflate(touch);
        node_box[n] = box;
        reach[n] = touch + travel.norm();
    });
    triangle_box.resize(triangles.size());
    leaf_box.resize(triangles.size());
    leaf_data.resize(triangles.size());
    parallel_for(static_cast<Index>(triangles.size()), kChunk, [&](Index i) {
        const auto leaf = static_cast<std::size_t>(i);
        const Index* node = leaves[leaf].node;
        const auto a = static_cast<std::size_t>(node[0]), b = static_cast<std::size_t>(node[1]),
                   c = static_cast<std::size_t>(node[2]);
        Aabb box = node_box[a];
        box.include(node_box[b]);
        box.include(node_box[c]);
        triangle_box[leaf] = box;
        leaf_box[leaf] = Bvh::rounded(box);
        leaf_data[leaf].set(x[a], x[b], x[c], std::max({reach[a], reach[b], reach[c]}));
    });
    for (std::size_t o = 0; o < trees.size(); ++o) {
        const auto first = static_cast<std::size_t>(object_triangles.begin[o]);
        const auto count = static_cast<Index>(object_triangles[static_cast<Index>(o)].size());
        const Index first_block = object_first_block[o];
        parallel_for(object_first_block[o + 1] - first_block, kChunk, [&](Index b) {
            BoxBlock& block = leaf_blocks[static_cast<std::size_t>(first_block + b)];
            block.clear();
            for (Index k = 0; k < std::min(kLeafSize, count - b * kLeafSize); ++k)
                block.set(k, leaf_box[first + static_cast<std::size_t>(b * kLeafSize + k)]);
        });
    }
    parallel_for(static_cast<Index>(trees.size()), 1, [&](Index o) {
        const auto first = static_cast<std::size_t>(object_triangles.begin[static_cast<std::size_t>(o)]);
        trees[static_cast<std::size_t>(o)].refit(
            Span<const Aabb>(triangle_box.data() + first, object_triangles[o].size()));
    });
}

bool ContactSurface::objects_meet(Index object_a, Index object_b, const ContactGeometry& geometry) const
{
    const bool deformable_a = object_a < deformable_objects, deformable_b = object_b < deformable_objects;
    if (!deformable_a && !deformable_b) return false;
    if (!deformable_a || !deformable_b) return true;
    if (!geometry.self_contact) return false;
    return object_a != object_b || geometry.object_self_contact[static_cast<std::size_t>(object_a)];
}

}  // namespace stiction
