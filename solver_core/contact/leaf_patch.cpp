#include "solver_core/contact/leaf_patch.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/contact_surface.hpp"
#include "solver_core/contact/pair_contact.hpp"
#include "solver_core/contact/proximity.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

using Lanes = LeafPatch::Lanes;
using Axis = PatchAxis;

// Features farther apart than this share of the longest side are not looked for.
constexpr double kFarShare = 0.7;

Vec3 point(const Lanes* lanes, int k)
{
    return {static_cast<double>(lanes[0][k]), static_cast<double>(lanes[1][k]),
            static_cast<double>(lanes[2][k])};
}

PatchFrame frame_of(const Lanes* lanes, const int* support)
{
    return frame_through(point(lanes, support[0]), point(lanes, support[1]), point(lanes, support[2]),
                         Axis(lanes[0].mean(), lanes[1].mean(), lanes[2].mean()));
}

float strain_in(const LeafPatch& frame, const LeafPatch& of)
{
    const PatchFrame &r = frame.rest_frame, &f = frame.frame;
    const Lanes du = coordinate(of.now, f.origin, f.u) - coordinate(of.rest, r.origin, r.u);
    const Lanes dv = coordinate(of.now, f.origin, f.v) - coordinate(of.rest, r.origin, r.v);
    return std::sqrt((du.square() + dv.square()).maxCoeff());
}

float height_in(const LeafPatch& frame, const LeafPatch& of)
{
    return coordinate(of.rest, frame.rest_frame.origin, frame.rest_frame.n).abs().maxCoeff();
}

// The two nodes farthest apart at rest, and the one farthest from the line through them.
void choose_support(LeafPatch& patch)
{
    double longest2 = -1.0, widest2 = -1.0;
    for (int i = 0; i < LeafPatch::kNodes; ++i)
        for (int j = 0; j < i; ++j) {
            const double length2 = (point(patch.rest, i) - point(patch.rest, j)).squaredNorm();
            if (!(length2 > longest2)) continue;
            longest2 = length2;
            patch.support[0] = j;
            patch.support[1] = i;
        }
    const Vec3 a = point(patch.rest, patch.support[0]), along = point(patch.rest, patch.support[1]) - a;
    for (int k = 0; k < LeafPatch::kNodes; ++k) {
        const double width2 = along.cross(point(patch.rest, k) - a).squaredNorm();
        if (!(width2 > widest2)) continue;
        widest2 = width2;
        patch.support[2] = k;
    }
}

void set_rest(const SurfaceTriangle* triangles, Index count, const Vec3Array& rest, LeafPatch& patch)
{
    Index nodes = 0;
    for (Index i = 0; i < count; ++i)
        for (const Index node : triangles[i].node) {
            if (std::find(patch.node, patch.node + nodes, node) != patch.node + nodes) continue;
            if (nodes == LeafPatch::kNodes) return;
            patch.node[nodes++] = node;
        }
    patch.nodes = nodes;
    std::fill(patch.node + nodes, patch.node + LeafPatch::kNodes, patch.node[nodes - 1]);
    for (int k = 0; k < LeafPatch::kNodes; ++k)
        for (int axis = 0; axis < 3; ++axis) {
            const auto value = static_cast<float>(rest[at(patch.node[k])][axis]);
            patch.rest[axis][k] = value;
            patch.rest_magnitude = std::max(patch.rest_magnitude, std::fabs(value));
        }
    choose_support(patch);
    patch.rest_frame = frame_of(patch.rest, patch.support);
    patch.height = height_in(patch, patch);
}

bool share_node(const SurfaceTriangle& t, const Index* node, int count)
{
    for (int k = 0; k < count; ++k)
        if (t.node[0] == node[k] || t.node[1] == node[k] || t.node[2] == node[k]) return true;
    return false;
}

double closest_node2(const SurfaceTriangle& a, const SurfaceTriangle& b, const Vec3Array& rest, double best2)
{
    for (int k = 0; k < a.owned_nodes; ++k) {
        const Index p = a.node[a.owned_node[k]];
        if (share_node(b, &p, 1)) continue;
        const PointTriangle close = closest_point_triangle(rest[at(p)], rest[at(b.node[0])],
                                                           rest[at(b.node[1])], rest[at(b.node[2])]);
        best2 = std::min(best2, close.distance2);
    }
    return best2;
}

// Least squared rest distance of the features that two triangles own and that share no node, or best2.
double closest_features2(const SurfaceTriangle& a, const SurfaceTriangle& b, const Vec3Array& rest,
                         double best2)
{
    best2 = closest_node2(b, a, rest, closest_node2(a, b, rest, best2));
    for (int i = 0; i < a.owned_edges; ++i) {
        const int k = a.owned_edge[i];
        const Index e[2] = {a.node[k], a.node[(k + 1) % 3]};
        for (int j = 0; j < b.owned_edges; ++j) {
            const int l = b.owned_edge[j];
            const Index f[2] = {b.node[l], b.node[(l + 1) % 3]};
            if (e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1]) continue;
            best2 = std::min(
                best2, closest_segment_segment(rest[at(e[0])], rest[at(e[1])], rest[at(f[0])], rest[at(f[1])])
                           .distance2);
        }
    }
    return best2;
}

// The triangle at rest as a box that meets all others nearer than kFarShare of both longest sides.
Bvh::Node rest_box(const SurfaceTriangle& t, const Vec3Array& rest)
{
    Aabb box, still;
    double longest = 0.0;
    for (int k = 0; k < 3; ++k) {
        const Vec3 &a = rest[at(t.node[k])], &b = rest[at(t.node[(k + 1) % 3])];
        box.include(a);
        longest = std::max(longest, (b - a).norm());
    }
    still.include(Vec3::Zero());
    return Bvh::rounded(box, still, 0.5 * kFarShare * longest);
}

// `closest` of the patches of one object. A leaf looks as far as its own reach; two leaves that are nearer
// than both their reaches see each other.
void set_closest(ContactSurface& s, Index object, const Vec3Array& rest)
{
    const auto first = at(s.object_triangles.begin[at(object)]);
    const std::size_t count = s.object_triangles[object].size();
    std::vector<Bvh::Node> boxes;
    for (std::size_t i = 0; i < count; ++i) boxes.push_back(rest_box(s.leaves[first + i], rest));
    Bvh tree = s.trees[at(object)];
    tree.refit(boxes);
    parallel_for(static_cast<Index>(tree.nodes().size()), 64, [&](Index n) {
        const Bvh::Node& leaf = tree.nodes()[at(n)];
        LeafPatch& patch = s.patches[leaf.is_leaf() ? at(s.block_of(object, leaf)) : 0];
        if (!leaf.is_leaf() || patch.nodes == 0) return;
        double best2 = 4.0 * static_cast<double>(leaf.reach) * static_cast<double>(leaf.reach);
        visit_pairs(tree, tree, {n, 0}, [&](const Bvh::Node& node_a, const Bvh::Node& node_b) {
            for (Index i = 0; i < node_a.count; ++i)
                for (Index j = &node_a == &node_b ? i : 0; j < node_b.count; ++j) {
                    const std::size_t a = at(node_a.first + i), b = at(node_b.first + j);
                    if (Bvh::meet(boxes[a], boxes[b]))
                        best2 = closest_features2(s.leaves[first + a], s.leaves[first + b], rest, best2);
                }
        });
        patch.closest = static_cast<float>(std::sqrt(best2));
    });
}

}  // namespace

void LeafPatch::begin_step(Span<const Vec3> x)
{
    if (nodes == 0) return;
    for (int k = 0; k < kNodes; ++k)
        for (int axis = 0; axis < 3; ++axis) now[axis][k] = static_cast<float>(x[at(node[k])][axis]);
    frame = frame_of(now, support);
    const Axis* axes[3] = {&frame.u, &frame.v, &frame.n};
    for (int axis = 0; axis < 3; ++axis) {
        const Lanes along = coordinate(now, frame.origin, *axes[axis]);
        lo[axis] = along.minCoeff();
        hi[axis] = along.maxCoeff();
    }
    strain = strain_in(*this, *this);
}

bool at_peace(const LeafPatch& a, const LeafPatch& b, const Bvh::Node& box_a, const Bvh::Node& box_b,
              float magnitude)
{
    const float d = std::min(a.closest, b.closest);
    const float touch = box_a.reach + box_b.reach;
    const float rounding = kPatchRounding * (magnitude + std::max(a.rest_magnitude, b.rest_magnitude) + d);
    const float needed = touching_distance(d, touch) + 4.0F * rounding;
    if (!(d - needed - a.strain > 0.0F)) return false;
    const float height = a.height + height_in(a, b) + 2.0F * rounding;
    const float side = std::sqrt(d * d - height * height) - a.strain - strain_in(a, b);
    if (!(side > needed)) return false;
    if (side > needed + Bvh::reach_between(box_a, box_b) - touch) return true;
    const Lanes level = coordinate(b.now, a.frame.origin, a.frame.n);
    const float rise = std::max(a.hi[2] - level.minCoeff(), level.maxCoeff() - a.lo[2]) + 2.0F * rounding;
    return side > needed + approach_along(a.frame, box_a, box_b, side, rise);
}

bool apart(const LeafPatch& a, const LeafPatch& b, float reach, float magnitude)
{
    if (a.nodes == 0 || b.nodes == 0) return false;
    const float gap = reach + kPatchRounding * (magnitude + reach);
    const Axis* axes[3] = {&a.frame.n, &a.frame.u, &a.frame.v};
    constexpr int kPlace[3] = {2, 0, 1};
    for (int i = 0; i < 3; ++i) {
        const Lanes along = coordinate(b.now, a.frame.origin, *axes[i]);
        const Lanes above = along - (a.hi[kPlace[i]] + gap), below = (a.lo[kPlace[i]] - gap) - along;
        if (not_positive(above) == 0U || not_positive(below) == 0U) return true;
    }
    return false;
}

void build_patches(const ContactGeometry& geometry, const Vec3Array& reference, ContactSurface& s)
{
    s.patches.resize(s.face_lanes.size());
    s.groups.resize(s.trees.size());
    for (std::size_t b = 0; b < s.patches.size(); ++b)
        set_rest(s.leaves.data() + s.block_first_leaf[b], s.block_size(static_cast<Index>(b)), reference,
                 s.patches[b]);
    if (!geometry.self_contact || geometry.rest.empty()) return;
    for (Index object = 0; object < s.deformable_objects; ++object) {
        if (!geometry.object_self_contact[at(object)] || s.object_triangles[object].size() == 0) continue;
        set_closest(s, object, reference);
        s.groups[at(object)].build(s.trees[at(object)], s.object_first_block[at(object)], s.patches,
                                   reference);
    }
}

}  // namespace stiction
