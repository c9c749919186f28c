#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/contact_surface.hpp"
#include "solver_core/contact/mesh_motion.hpp"
#include "solver_core/contact/proximity.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kChunk = 1024;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

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

void set_node_boxes(ContactSurface& s)
{
    const Vec3 zero = Vec3::Zero();
    s.mean_velocity =
        ordered_sum(s.deformable_nodes, kChunk, zero, s.partial_sums, [&](Index begin, Index end) {
            Vec3 sum = Vec3::Zero();
            for (Index i = begin; i < end; ++i) sum += s.v[at(i)];
            return sum;
        });
    s.mean_velocity /= std::max<double>(1.0, s.deformable_nodes);
    s.node_box.resize(s.x.size());
    s.reach.resize(s.x.size());
    parallel_for(static_cast<Index>(s.x.size()), kChunk, [&](Index i) {
        const auto n = at(i);
        const Vec3 travel = s.step * (s.v[n] - s.mean_velocity);
        const double touch = (1.0 + kMarginShare) * s.radius[n] + 0.5 * kMarginFixed;
        Aabb box;
        box.include(s.x[n]);
        box.include(s.x[n] + travel);
        box.inflate(touch);
        s.node_box[n] = box;
        s.reach[n] = touch + travel.norm();
    });
}

void set_leaves(ContactSurface& s)
{
    s.triangle_box.resize(s.triangles.size());
    s.leaf_box.resize(s.triangles.size());
    s.leaf_data.resize(s.triangles.size());
    parallel_for(static_cast<Index>(s.triangles.size()), kChunk, [&](Index i) {
        const auto leaf = at(i);
        const Index* node = s.leaves[leaf].node;
        const auto a = at(node[0]), b = at(node[1]), c = at(node[2]);
        Aabb box = s.node_box[a];
        box.include(s.node_box[b]);
        box.include(s.node_box[c]);
        s.triangle_box[leaf] = box;
        s.leaf_box[leaf] = Bvh::rounded(box);
        s.leaf_data[leaf].set(s.x[a], s.x[b], s.x[c], std::max({s.reach[a], s.reach[b], s.reach[c]}));
    });
}

// The boxes of the object's leaves, four together, and its tree.
void set_tree(ContactSurface& s, Index object)
{
    constexpr Index kSize = BoxBlock::kSize;
    const auto first = at(s.object_triangles.begin[at(object)]);
    const auto count = static_cast<Index>(s.object_triangles[object].size());
    const Index first_block = s.object_first_block[at(object)];
    parallel_for(s.object_first_block[at(object) + 1] - first_block, kChunk, [&](Index b) {
        BoxBlock& block = s.leaf_blocks[at(first_block + b)];
        block.clear();
        for (Index k = 0; k < std::min(kSize, count - b * kSize); ++k)
            block.set(k, s.leaf_box[first + at(b * kSize + k)]);
    });
    s.trees[at(object)].refit(Span<const Aabb>(s.triangle_box.data() + first, at(count)));
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

void ContactSurface::begin_step(const ContactGeometry& geometry, const DetectQuery& query)
{
    step = query.step;
    set_nodes(geometry, query, *this);
    if (!pairs_wanted) return;
    set_node_boxes(*this);
    set_leaves(*this);
    for (Index object = 0; object < static_cast<Index>(trees.size()); ++object) set_tree(*this, object);
}

}  // namespace stiction
