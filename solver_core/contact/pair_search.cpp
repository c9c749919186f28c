#include "solver_core/contact/pair_search.hpp"

#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <limits>

namespace stiction {
namespace {

constexpr Index kVertexChunk = 256;
// Pieces that one object pair is cut into: enough to share among many threads, few enough to cost nothing.
constexpr std::size_t kTasks = 256;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

using Lanes = LeafTriangle::Lanes;

// How far the corners of one triangle lie beyond the sides and above the plane of another.
struct Beyond {
    Lanes corner[3];
    Beyond(const LeafTriangle& of, const LeafTriangle& against)
        : corner{against.beyond(of.corner(0)), against.beyond(of.corner(1)), against.beyond(of.corner(2))}
    {
    }
    // All corners beyond one side, or above or below the plane, by more than the reach: no two features can
    // touch.
    bool apart(double reach) const
    {
        const Lanes least = corner[0].min(corner[1]).min(corner[2]);
        return least.maxCoeff() > reach || std::max({corner[0][3], corner[1][3], corner[2][3]}) < -reach;
    }
    bool may_touch(int k, double reach) const
    {
        return !(corner[k].maxCoeff() > reach) && !(corner[k][3] < -reach);
    }
};

// Side i of a against the three sides of b: bit j is set unless the lines' closest points lie outside one of
// the sides. Wider than edge_edge_contact by more than rounding, so that it only spares work. (Symbols as in
// closest_segment_segment.)
unsigned sides_that_may_touch(const LeafTriangle& a, int i, const LeafTriangle& b)
{
    constexpr double kSlack = 1e-6;
    const double dx = a.along[0][i], dy = a.along[1][i], dz = a.along[2][i], A = a.length2[i];
    const Lanes rx = a.origin[0][i] - b.origin[0], ry = a.origin[1][i] - b.origin[1],
                rz = a.origin[2][i] - b.origin[2];
    const Lanes B = dx * b.along[0] + dy * b.along[1] + dz * b.along[2];
    const Lanes C = dx * rx + dy * ry + dz * rz;
    const Lanes F = b.along[0] * rx + b.along[1] * ry + b.along[2] * rz;
    const Lanes AE = A * b.length2, slack = kSlack * AE;
    const Lanes det = AE - B * B + slack;
    const Lanes s = B * F - C * b.length2, t = A * F - B * C;
    const Lanes inner = (s + slack).min(det - s).min((t + slack).min(det - t));
    return (inner[0] >= 0.0 ? 1U : 0U) | (inner[1] >= 0.0 ? 2U : 0U) | (inner[2] >= 0.0 ? 4U : 0U);
}

bool sides_share_node(const SurfaceTriangle& a, int i, const SurfaceTriangle& b, int j)
{
    const Index a0 = a.node[i], a1 = a.node[i == 2 ? 0 : i + 1], b0 = b.node[j],
                b1 = b.node[j == 2 ? 0 : j + 1];
    return (a0 == b0) | (a0 == b1) | (a1 == b0) | (a1 == b1);
}

bool has_node(const SurfaceTriangle& t, Index p)
{
    return (t.node[0] == p) | (t.node[1] == p) | (t.node[2] == p);
}

// The nodes that triangle a owns against the face b; false when the triangles are too far apart for any
// contact.
bool test_nodes(const ContactGeometry& g, const ContactSurface& s, std::size_t leaf_a, std::size_t leaf_b,
                double reach, PairBuffers::Found& found)
{
    const Beyond a_to_b(s.leaf_data[leaf_a], s.leaf_data[leaf_b]);
    if (a_to_b.apart(reach)) return false;
    const SurfaceTriangle &a = s.leaves[leaf_a], &b = s.leaves[leaf_b];
    for (int k = 0; k < a.owned_nodes; ++k) {
        const int corner = a.owned_node[k];
        const Index p = a.node[corner];
        if (has_node(b, p) || !a_to_b.may_touch(corner, reach)) continue;
        PairContact contact;
        if (overlap(s.node_box[at(p)], s.triangle_box[leaf_b]) &&
            vertex_face_contact(g, s, p, b.number, contact))
            found.vertex_face.push_back(contact);
    }
    return true;
}

void test_edges(const ContactGeometry& g, const ContactSurface& s, std::size_t leaf_a, std::size_t leaf_b,
                PairBuffers::Found& found)
{
    const SurfaceTriangle &a = s.leaves[leaf_a], &b = s.leaves[leaf_b];
    for (int i = 0; i < a.owned_edges; ++i) {
        const int side_a = a.owned_edge[i];
        const unsigned sides = sides_that_may_touch(s.leaf_data[leaf_a], side_a, s.leaf_data[leaf_b]);
        if (sides == 0U) continue;
        for (int j = 0; j < b.owned_edges; ++j) {
            const int side_b = b.owned_edge[j];
            if (!(sides >> side_b & 1U) || sides_share_node(a, side_a, b, side_b)) continue;
            const Index e = std::min(a.edge[side_a], b.edge[side_b]),
                        f = std::max(a.edge[side_a], b.edge[side_b]);
            PairContact contact;
            if (edge_edge_contact(g, s, e, f, contact) && edge_boxes_overlap(s, e, f))
                found.edge_edge.push_back(contact);
        }
    }
}

// The features of two triangles against each other: owned nodes against the other face, owned edges against
// owned edges.
void test_triangles(const ContactGeometry& g, const ContactSurface& s, std::size_t leaf_a, std::size_t leaf_b,
                    PairBuffers::Found& found)
{
    const SurfaceTriangle &a = s.leaves[leaf_a], &b = s.leaves[leaf_b];
    const double reach = s.leaf_data[leaf_a].reach + s.leaf_data[leaf_b].reach;
    if (a.owned_nodes > 0 && !test_nodes(g, s, leaf_a, leaf_b, reach, found)) return;
    if (b.owned_nodes > 0 && !test_nodes(g, s, leaf_b, leaf_a, reach, found)) return;
    if (a.owned_edges > 0 && b.owned_edges > 0) test_edges(g, s, leaf_a, leaf_b, found);
}

void run_task(const ContactGeometry& g, const ContactSurface& s, const PairBuffers::Task& task,
              PairBuffers::Found& found)
{
    const auto first_a = at(s.object_triangles.begin[at(task.object_a)]);
    const auto first_b = at(s.object_triangles.begin[at(task.object_b)]);
    const auto on_leaves = [&](const Bvh::Node& node_a, const Bvh::Node& node_b) {
        const BoxBlock& block_b = s.leaf_blocks[s.block_of(task.object_b, node_b)];
        const unsigned owners_a = s.block_owners[s.block_of(task.object_a, node_a)];
        const unsigned owners_b = s.block_owners[s.block_of(task.object_b, node_b)];
        const bool same = &node_a == &node_b;
        for (Index i = 0; i < node_a.count; ++i) {
            const std::size_t leaf_a = first_a + at(node_a.first + i);
            unsigned others = block_b.overlaps(s.leaf_box[leaf_a]);
            if (!(owners_a >> i & 1U)) others &= owners_b;
            // Within one leaf a pair comes up once, not twice, and no triangle meets itself.
            if (same) others &= ~0U << (i + 1);
            for (Index j = 0; others != 0U; ++j, others >>= 1U)
                if (others & 1U) test_triangles(g, s, leaf_a, first_b + at(node_b.first + j), found);
        }
    };
    visit_pairs(s.trees[at(task.object_a)], s.trees[at(task.object_b)], task.nodes, on_leaves);
}

void make_tasks(const ContactGeometry& g, const ContactSurface& s, PairBuffers& buffers)
{
    buffers.tasks.clear();
    const auto objects = static_cast<Index>(s.trees.size());
    for (Index a = 0; a < objects; ++a)
        for (Index b = a; b < objects; ++b) {
            if (!s.objects_meet(a, b, g)) continue;
            buffers.cuts.clear();
            cut_pairs(s.trees[at(a)], s.trees[at(b)], kTasks, buffers.cuts, buffers.scratch);
            for (const Bvh::NodePair& nodes : buffers.cuts) buffers.tasks.push_back({a, b, nodes});
        }
}

void find_inside(const ContactGeometry& g, const ContactSurface& s, PairBuffers& buffers,
                 PairContacts& contacts)
{
    const auto nodes = static_cast<Index>(s.node_object.size());
    const std::size_t chunks = at((nodes + kVertexChunk - 1) / kVertexChunk);
    if (buffers.inside.size() < chunks) buffers.inside.resize(chunks);
    for (std::size_t c = 0; c < chunks; ++c) buffers.inside[c].clear();
    for (Index object = 0; object < static_cast<Index>(s.trees.size()); ++object) {
        if (!s.object_solid[at(object)]) continue;
        parallel_chunks(nodes, kVertexChunk, [&](Index begin, Index end) {
            PairContact contact;
            Index guess = -1;  // neighbours in number are often neighbours in space
            for (Index p = begin; p < end; ++p) {
                if (!can_be_inside(g, s, p, object) || !s.trees[at(object)].root_contains(s.x[at(p)]))
                    continue;
                const NearestTriangle nearest = nearest_triangle(s, object, s.x[at(p)], guess);
                guess = nearest.triangle;
                if (vertex_inside_contact(g, s, p, nearest, contact))
                    buffers.inside[at(begin / kVertexChunk)].push_back(contact);
            }
        });
    }
    for (std::size_t c = 0; c < chunks; ++c)
        for (const PairContact& contact : buffers.inside[c]) contacts.vertex_face.push_back(&contact);
}

}  // namespace

bool edge_boxes_overlap(const ContactSurface& s, Index e, Index f)
{
    Aabb box_e = s.node_box[at(s.edges[at(e)][0])], box_f = s.node_box[at(s.edges[at(f)][0])];
    box_e.include(s.node_box[at(s.edges[at(e)][1])]);
    box_f.include(s.node_box[at(s.edges[at(f)][1])]);
    return overlap(box_e, box_f);
}

bool can_be_inside(const ContactGeometry& g, const ContactSurface& s, Index vertex, Index object)
{
    const Index own = s.node_object[at(vertex)];
    return s.object_solid[at(object)] && own != object && s.objects_meet(own, object, g) &&
           s.node_triangles[vertex].size() > 0;
}

NearestTriangle nearest_triangle(const ContactSurface& s, Index object, const Vec3& p, Index guess)
{
    NearestTriangle best;
    if (guess >= 0) consider_nearest(s, p, guess, best);
    double bound2 = guess >= 0 ? best.distance2 : std::numeric_limits<double>::infinity();
    const Index first = s.object_triangles.begin[at(object)];
    visit_nearest(s.trees[at(object)], p, bound2, [&](Index i) {
        consider_nearest(s, p, s.object_triangles.item[at(first + i)], best);
        bound2 = best.distance2;
    });
    return best;
}

void find_pair_contacts(const ContactGeometry& geometry, const ContactSurface& surface, PairBuffers& buffers,
                        PairContacts& contacts)
{
    contacts.vertex_face.clear();
    contacts.edge_edge.clear();
    if (!surface.pairs_wanted) return;
    make_tasks(geometry, surface, buffers);
    if (buffers.found.size() < buffers.tasks.size()) buffers.found.resize(buffers.tasks.size());
    parallel_for(static_cast<Index>(buffers.tasks.size()), 1, [&](Index i) {
        PairBuffers::Found& found = buffers.found[at(i)];
        found.vertex_face.clear();
        found.edge_edge.clear();
        run_task(geometry, surface, buffers.tasks[at(i)], found);
    });
    for (std::size_t i = 0; i < buffers.tasks.size(); ++i) {
        const PairBuffers::Found& found = buffers.found[i];
        for (const PairContact& contact : found.vertex_face) contacts.vertex_face.push_back(&contact);
        for (const PairContact& contact : found.edge_edge) contacts.edge_edge.push_back(&contact);
    }
    find_inside(geometry, surface, buffers, contacts);
}

}  // namespace stiction
