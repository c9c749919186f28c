#include "solver_core/contact/patch_group.hpp"

#include "solver_core/mesh/leaf_boxes.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

using Axis = PatchAxis;

float dot(const Axis& a, const Axis& b) { return (a * b).sum(); }

const LeafPatch* patches_of(const PatchGroup& group, const std::vector<LeafPatch>& patches)
{
    return patches.data() + group.first_block;
}

// The mean of the leaves' origins: near the middle, and the same for both shapes.
template <class Frame>
Axis middle(const PatchGroup& group, const LeafPatch* patches, const Frame& frame)
{
    Axis sum = Axis::Zero();
    for (Index i = 0; i < group.blocks; ++i) sum += frame(patches[i]).origin;
    return sum / static_cast<float>(group.blocks);
}

// The two nodes farthest apart at rest, and the one farthest from the line through them.
void choose_support(const std::vector<Index>& nodes, const Vec3Array& reference, Index* support)
{
    double longest2 = -1.0, widest2 = -1.0;
    for (const Index i : nodes)
        for (const Index j : nodes) {
            const double length2 = (reference[at(i)] - reference[at(j)]).squaredNorm();
            if (!(length2 > longest2)) continue;
            longest2 = length2;
            support[0] = i;
            support[1] = j;
        }
    const Vec3 &a = reference[at(support[0])], along = reference[at(support[1])] - a;
    for (const Index k : nodes) {
        const double width2 = along.cross(reference[at(k)] - a).squaredNorm();
        if (!(width2 > widest2)) continue;
        widest2 = width2;
        support[2] = k;
    }
}

bool set_rest(const LeafPatch* patches, const Vec3Array& reference, PatchGroup& group)
{
    std::vector<Index> nodes;
    group.closest = patches[0].closest;
    for (Index i = 0; i < group.blocks; ++i) {
        if (patches[i].nodes == 0 || !(patches[i].closest > 0.0F)) return false;
        nodes.insert(nodes.end(), patches[i].node, patches[i].node + patches[i].nodes);
        group.closest = std::min(group.closest, patches[i].closest);
        group.rest_magnitude = std::max(group.rest_magnitude, patches[i].rest_magnitude);
    }
    choose_support(nodes, reference, group.support);
    const auto rest = [](const LeafPatch& patch) -> const PatchFrame& { return patch.rest_frame; };
    group.rest_frame = frame_through(reference[at(group.support[0])], reference[at(group.support[1])],
                                     reference[at(group.support[2])], middle(group, patches, rest));
    const PatchFrame& frame = group.rest_frame;
    const Axis* axes[3] = {&frame.u, &frame.v, &frame.n};
    for (Index i = 0; i < group.blocks; ++i)
        for (int k = 0; k < 3; ++k)
            group.extent[k] = std::max(group.extent[k],
                                       coordinate(patches[i].rest, frame.origin, *axes[k]).abs().maxCoeff());
    return true;
}

// Bound of the change of the coordinate of b's nodes along one axis of a's frame, b's own strain left out.
float moved_along(const Axis& now, const Axis& rest, const PatchGroup& a, const PatchGroup& b, float level_b)
{
    const PatchFrame &f = b.frame, &r = b.rest_frame;
    return std::fabs(dot(now, f.origin - a.frame.origin) - dot(rest, r.origin - a.rest_frame.origin)) +
           std::fabs(dot(now, f.u) - dot(rest, r.u)) * b.extent[0] +
           std::fabs(dot(now, f.v) - dot(rest, r.v)) * b.extent[1] + std::fabs(dot(now, f.n)) * level_b +
           std::fabs(dot(rest, r.n)) * b.extent[2];
}

}  // namespace

void PatchGroup::begin_step(const std::vector<LeafPatch>& patches, Span<const Vec3> x)
{
    const LeafPatch* own = patches_of(*this, patches);
    const auto now = [](const LeafPatch& patch) -> const PatchFrame& { return patch.frame; };
    frame = frame_through(x[at(support[0])], x[at(support[1])], x[at(support[2])], middle(*this, own, now));
    float strain2 = 0.0F;
    lo = hi = 0.0F;
    for (Index i = 0; i < blocks; ++i) {
        const LeafPatch& patch = own[i];
        const Lanes8 du = coordinate(patch.now, frame.origin, frame.u) -
                          coordinate(patch.rest, rest_frame.origin, rest_frame.u);
        const Lanes8 dv = coordinate(patch.now, frame.origin, frame.v) -
                          coordinate(patch.rest, rest_frame.origin, rest_frame.v);
        const Lanes8 level = coordinate(patch.now, frame.origin, frame.n);
        strain2 = std::max(strain2, (du.square() + dv.square()).maxCoeff());
        lo = std::min(lo, level.minCoeff());
        hi = std::max(hi, level.maxCoeff());
    }
    // std::max drops a NaN; the frame keeps it.
    strain = std::sqrt(strain2) + 0.0F * dot(frame.n, frame.n);
}

bool at_peace(const PatchGroup& a, const PatchGroup& b, const Bvh::Node& box_a, const Bvh::Node& box_b,
              float magnitude)
{
    const float d = std::min(a.closest, b.closest);
    const float touch = box_a.reach + box_b.reach;
    // Some ten roundings go into each bound below.
    const float rounding =
        4.0F * kPatchRounding * (magnitude + std::max(a.rest_magnitude, b.rest_magnitude) + d);
    const float needed = touching_distance(d, touch) + 4.0F * rounding;
    if (!(d - needed - a.strain - b.strain > 0.0F)) return false;
    const PatchFrame &fa = a.frame, &ra = a.rest_frame, &fb = b.frame, &rb = b.rest_frame;
    const float level_b = std::max(-b.lo, b.hi);
    const float u = moved_along(fa.u, ra.u, a, b, level_b), v = moved_along(fa.v, ra.v, a, b, level_b);
    const float strain = a.strain + b.strain + std::sqrt(u * u + v * v);
    const float height_b = std::fabs(dot(ra.n, rb.origin - ra.origin)) +
                           std::fabs(dot(ra.n, rb.u)) * b.extent[0] +
                           std::fabs(dot(ra.n, rb.v)) * b.extent[1] + b.extent[2];
    const float height = a.extent[2] + height_b + 2.0F * rounding;
    const float side = std::sqrt(d * d - height * height) - strain;
    if (!(side > needed)) return false;
    if (side > needed + Bvh::reach_between(box_a, box_b) - touch) return true;
    const float level = dot(fa.n, fb.origin - fa.origin);
    const float spread = std::fabs(dot(fa.n, fb.u)) * (b.extent[0] + b.strain) +
                         std::fabs(dot(fa.n, fb.v)) * (b.extent[1] + b.strain) + level_b;
    const float rise = std::max(a.hi - level, level - a.lo) + spread + 2.0F * rounding;
    return side > needed + approach_along(fa, box_a, box_b, side, rise);
}

void PatchGroups::build(const Bvh& tree, Index first_block, const std::vector<LeafPatch>& patches,
                        const Vec3Array& reference)
{
    groups.clear();
    of_node.assign(tree.nodes().size(), -1);
    for (std::size_t n = 0; n < tree.nodes().size(); ++n) {
        const Bvh::Node& node = tree.nodes()[n];
        if (node.is_leaf() || tree.leaves(static_cast<Index>(n)).count <= LeafBoxes::kLanes) continue;
        for (Index child = node.first; child < node.first + 2; ++child) {
            const Bvh::Leaves leaves = tree.leaves(child);
            if (leaves.count > LeafBoxes::kLanes) continue;
            PatchGroup group;
            group.first_block = first_block + leaves.first;
            group.blocks = leaves.count;
            if (!set_rest(patches_of(group, patches), reference, group)) continue;
            of_node[at(child)] = static_cast<Index>(groups.size());
            groups.push_back(group);
        }
    }
}

}  // namespace stiction
