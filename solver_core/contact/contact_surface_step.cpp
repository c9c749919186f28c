#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/contact_surface.hpp"
#include "solver_core/contact/mesh_motion.hpp"
#include "solver_core/contact/proximity.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kChunk = 1024;

// Positions, velocities and radii of all nodes; those of the colliders from their motion.
void set_nodes(const ContactGeometry& geometry, const DetectQuery& query, ContactSurface& s)
{
    const std::size_t nodes = s.node_object.size();
    s.x.resize(nodes);
    s.v.resize(nodes);
    s.radius.resize(nodes);
    parallel_for(s.deformable_nodes, kChunk, [&](Index i) {
        s.x[at(i)] = query.x[at(i)];
        s.v[at(i)] = query.v[at(i)];
        s.radius[at(i)] = geometry.radius[at(i)];
    });
    for (auto o = at(s.deformable_objects); o < s.object_collider.size(); ++o) {
        const Collider& collider = geometry.colliders[at(s.object_collider[o])];
        const auto first = at(s.object_first_node[o]);
        const std::size_t count = std::get<MeshShape>(collider.shape).mesh.positions.size();
        mesh_motion(collider, query.time, query.step, Span<Vec3>(s.x.data() + first, count),
                    Span<Vec3>(s.v.data() + first, count));
        std::fill_n(s.radius.begin() + static_cast<std::ptrdiff_t>(first), count, collider.radius);
    }
}

void set_mean_velocity(ContactSurface& s)
{
    const Vec3 zero = Vec3::Zero();
    s.mean_velocity =
        ordered_sum(s.deformable_nodes, kChunk, zero, s.partial_sums, [&](Index begin, Index end) {
            Vec3 sum = Vec3::Zero();
            for (Index i = begin; i < end; ++i) sum += s.v[at(i)];
            return sum;
        });
    s.mean_velocity /= std::max<double>(1.0, s.deformable_nodes);
}

// The box around the nodes of a block.
template <class EachNode>
Bvh::Node box_around(const ContactSurface& s, const EachNode& each_node)
{
    constexpr double kSlack = 1e-6;  // of the longest side: more than a sliver's normal can be wrong by
    Aabb box, displacement;
    double touch = 0.0;
    each_node([&](Index node) {
        box.include(s.x[at(node)]);
        displacement.include(s.step * s.v[at(node)]);
        touch = std::max(touch, s.touch(node));
    });
    return Bvh::rounded(box, displacement, touch + kSlack * (box.hi - box.lo).sum());
}

Bvh::Node block_box(const ContactSurface& s, Index block)
{
    const LeafPatch& patch = s.patches[at(block)];
    if (patch.nodes > 0)
        return box_around(s, [&](auto&& visit) { std::for_each_n(patch.node, patch.nodes, visit); });
    return box_around(s, [&](auto&& visit) {
        for (Index leaf = s.block_first_leaf[at(block)]; leaf < s.block_first_leaf[at(block) + 1]; ++leaf)
            for (const Index node : s.leaves[at(leaf)].node) visit(node);
    });
}

void set_patches(ContactSurface& s)
{
    s.block_boxes.resize(s.patches.size());
    parallel_for(static_cast<Index>(s.patches.size()), kChunk / 4, [&](Index i) {
        s.patches[at(i)].begin_step(s.x);
        s.block_boxes[at(i)] = block_box(s, i);
    });
}

void set_boxes(ContactSurface& s)
{
    parallel_for(static_cast<Index>(s.patches.size()), kChunk / 4,
                 [&](Index i) { s.block_boxes[at(i)] = block_box(s, i); });
}

void set_groups(ContactSurface& s)
{
    for (PatchGroups& groups : s.groups)
        parallel_for(static_cast<Index>(groups.groups.size()), kChunk / 16,
                     [&](Index i) { groups.groups[at(i)].begin_step(s.patches, s.x); });
}

void set_trees(ContactSurface& s)
{
    for (std::size_t object = 0; object < s.trees.size(); ++object) {
        const Index first = s.object_first_block[object], end = s.object_first_block[object + 1];
        s.trees[object].refit_leaves(
            Span<const Bvh::Node>(s.block_boxes.data() + first, static_cast<std::size_t>(end - first)));
        s.leaf_boxes[object].set(s.trees[object]);
        s.group_boxes[object].set(s.trees[object]);
    }
    s.magnitude = 0.0F;
    for (const Bvh& tree : s.trees)
        for (int k = 0; k < 3 && !tree.empty(); ++k)
            s.magnitude = std::max(
                {s.magnitude, std::fabs(tree.nodes().front().lo[k]), std::fabs(tree.nodes().front().hi[k])});
}

}  // namespace

void ContactSurface::begin_step(const ContactGeometry& geometry, const DetectQuery& query)
{
    step = query.step;
    v_carried = query.v_carried;
    touch_share = 1.0;
    set_nodes(geometry, query, *this);
    if (!pairs_wanted) return;
    block_is_set.assign(face_lanes.size(), 0);
    set_mean_velocity(*this);
    set_patches(*this);
    set_groups(*this);
    set_trees(*this);
}

void ContactSurface::take_velocities(Span<const Vec3> velocity)
{
    parallel_for(deformable_nodes, kChunk, [&](Index i) { v[at(i)] = velocity[at(i)]; });
}

void ContactSurface::follow(Span<const Vec3> velocity, double share)
{
    touch_share = share;
    take_velocities(velocity);
    set_mean_velocity(*this);
    set_boxes(*this);
    set_trees(*this);
}

void ContactSurface::set_block(Index block)
{
    block_is_set[at(block)] = 1;
    const Vec3* corner[FaceLanes::kSize][3];
    for (Index k = 0; k < block_size(block); ++k)
        for (int c = 0; c < 3; ++c)
            corner[k][c] = &x[at(leaves[at(block_first_leaf[at(block)] + k)].node[c])];
    face_lanes[at(block)].set_all(corner, block_size(block));
    const Span<const Index> nodes = block_nodes[block];
    for (Index i = 0; i < static_cast<Index>(nodes.size()); i += NodeLanes::kSize)
        node_lanes[at(block_first_nodes[at(block)] + i / NodeLanes::kSize)].set(
            nodes.data() + i, static_cast<Index>(nodes.size()) - i, x);
    const Span<const Index> own = block_edges[block];
    EdgeLanes* lanes = edge_lanes.data() + block_first_lanes[at(block)];
    for (std::size_t i = 0; i < own.size(); ++i) {
        const auto k = static_cast<Index>(i) % EdgeLanes::kSize;
        if (k == 0) lanes[i / at(EdgeLanes::kSize)].clear();
        const Edge& edge = edges[at(own[i])];
        lanes[i / at(EdgeLanes::kSize)].set(k, edge, x[at(edge[0])], x[at(edge[1])]);
    }
}

Aabb ContactSurface::swept_box(Index node) const
{
    const auto n = at(node);
    Aabb box;
    box.include(x[n]);
    box.include(x[n] + step * (v[n] - mean_velocity));
    box.inflate(touch(node));
    return box;
}

}  // namespace stiction
