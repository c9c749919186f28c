#include "solver_core/contact/pair_search.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/passing_pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr Index kVertexChunk = 256;
// Pieces that one object pair is cut into: enough to share among many threads, few enough to cost nothing.
constexpr std::size_t kTasks = 256;

using FeaturePair = PairBuffers::FeaturePair;

// A pair is tested while the data of one so many places later are on their way into the cache.
constexpr std::size_t kAhead = 8;

template <class T>
void fetch(const T& data)
{
#if defined(__GNUC__)
    __builtin_prefetch(&data);
#endif
}

// The nodes that block a owns with the faces of block b that they are near to.
void list_nodes_of(const ContactSurface& s, Index a, Index b, const LeafReach& reach,
                   std::vector<FeaturePair>& pairs)
{
    const FaceLanes& faces = s.face_lanes[at(b)];
    const Index first = s.block_first_leaf[at(b)];
    for (Index i = s.block_first_nodes[at(a)]; i < s.block_first_nodes[at(a) + 1]; ++i) {
        const NodeLanes& nodes = s.node_lanes[at(i)];
        for_each_bit(faces.near(nodes, reach), [&](Index bit) {
            pairs.push_back({nodes.node[bit / FaceLanes::kSize], first + bit % FaceLanes::kSize});
        });
    }
}

void list_nodes(const ContactSurface& s, const PairBuffers::BlockPair& pair, std::vector<FeaturePair>& pairs)
{
    const LeafReach reach{pair.reach, s.magnitude};
    list_nodes_of(s, pair.a, pair.b, reach, pairs);
    if (pair.a != pair.b) list_nodes_of(s, pair.b, pair.a, reach, pairs);
}

void test_nodes(const ContactGeometry& g, const ContactSurface& s, const std::vector<FeaturePair>& pairs,
                std::vector<PairContact>& found)
{
    PairContact contact;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (i + kAhead < pairs.size()) fetch(s.leaves[at(pairs[i + kAhead].b)]);
        const Index p = pairs[i].a;
        const SurfaceTriangle& face = s.leaves[at(pairs[i].b)];
        if (vertex_face_contact(g, s, p, face, contact) && node_and_face_boxes_overlap(s, p, face))
            found.push_back(contact);
    }
}

// Closest points so near each other that the edges' boxes overlap for sure.
bool within_touch(const ContactSurface& s, const PairContact& c)
{
    constexpr double kSlack = 1e-9;
    const double touch =
        std::min(s.touch(c.node[0]), s.touch(c.node[1])) + std::min(s.touch(c.node[2]), s.touch(c.node[3]));
    return std::fabs(c.distance) < (1.0 - kSlack) * touch;
}

// What the vertices see would be dropped in the end.
void test_edges(const ContactGeometry& g, const ContactSurface& s, const VertexRows& vertices,
                const std::vector<FeaturePair>& pairs, std::vector<PairContact>& found)
{
    PairContact contact;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (i + kAhead < pairs.size()) {
            fetch(s.edges[at(pairs[i + kAhead].a)]);
            fetch(s.edges[at(pairs[i + kAhead].b)]);
        }
        const Index e = std::min(pairs[i].a, pairs[i].b), f = std::max(pairs[i].a, pairs[i].b);
        if (edge_edge_contact(g, s, e, f, contact) && !vertices.see(contact) &&
            (within_touch(s, contact) || edge_boxes_overlap(s, e, f)))
            found.push_back(contact);
    }
}

// Up to eight edges of one block that are tested against such a set of another.
struct EdgeSide {
    Index lanes = 0;
    const Index* edges = nullptr;  // by lane
    unsigned near = 0;             // bit k: edge k is near the other block
    Index object = 0;
};

Bvh::Node box_of(const EdgeLanes& lanes, Index i)
{
    Bvh::Node box{};
    for (int axis = 0; axis < 3; ++axis) {
        const float end = lanes.origin[axis][i] + lanes.along[axis][i];
        box.lo[axis] = std::min(lanes.origin[axis][i], end);
        box.hi[axis] = std::max(lanes.origin[axis][i], end);
    }
    return box;
}

// With `vertices`: pairs that are closest inside both edges and that no vertex has seen. Without: all that are near each other,
// for edges that pass within the step may begin beside each other.
void list_lanes(const ContactSurface& s, const VertexRows* vertices, const LeafReach& reach,
                const EdgeSide& a, const EdgeSide& b, std::vector<FeaturePair>& pairs)
{
    const EdgeLanes &lanes_a = s.edge_lanes[at(a.lanes)], &lanes_b = s.edge_lanes[at(b.lanes)];
    const bool self = a.object == b.object;
    // Edges of a solid may have passed each other; then they point the other way.
    const bool two_sided =
        vertices != nullptr && !s.object_solid[at(a.object)] && !s.object_solid[at(b.object)];
    for_each_bit(a.near, [&](Index i) {
        unsigned others = (vertices != nullptr ? lanes_b.near(lanes_a, i, reach)
                                               : lanes_b.near(box_of(lanes_a, i), reach)) &
                          b.near;
        // Within one set a pair comes up once, not twice, and no edge meets itself.
        if (a.lanes == b.lanes) others &= ~0U << (i + 1);
        if (self && others != 0U) others &= ~lanes_b.sharing(lanes_a, i);
        if (others == 0U) return;
        if (two_sided)
            others &=
                ~lanes_b.seen(lanes_a, i, reach, vertices->witnesses(s.edges[at(a.edges[i])], b.object));
        for_each_bit(others, [&](Index k) { pairs.push_back({a.edges[i], b.edges[k]}); });
    });
}

void list_edges(const ContactSurface& s, const VertexRows* vertices, const PairBuffers::Task& task,
                const PairBuffers::BlockPair& pair, std::vector<FeaturePair>& pairs)
{
    const LeafReach reach{pair.reach, s.magnitude};
    const auto side = [&](Index block, Index lanes, Index other, Index object) {
        const Index* edges =
            s.block_edges[block].data() + (lanes - s.block_first_lanes[at(block)]) * EdgeLanes::kSize;
        return EdgeSide{lanes, edges, s.edge_lanes[at(lanes)].near(s.block_boxes[at(other)], reach), object};
    };
    const Index end_a = s.block_first_lanes[at(pair.a) + 1], end_b = s.block_first_lanes[at(pair.b) + 1];
    for (Index la = s.block_first_lanes[at(pair.a)]; la < end_a; ++la) {
        const EdgeSide a = side(pair.a, la, pair.b, task.object_a);
        if (a.near == 0U) continue;
        for (Index lb = pair.a == pair.b ? la : s.block_first_lanes[at(pair.b)]; lb < end_b; ++lb) {
            const EdgeSide b = side(pair.b, lb, pair.a, task.object_b);
            // The few against the many: the many go side by side.
            if (count_bits(a.near) <= count_bits(b.near))
                list_lanes(s, vertices, reach, a, b, pairs);
            else
                list_lanes(s, vertices, reach, b, a, pairs);
        }
    }
}

// Can any features of two blocks whose boxes meet be in contact?
bool may_touch(const ContactSurface& s, const PairBuffers::BlockPair& pair, bool self)
{
    const LeafPatch &a = s.patches[at(pair.a)], &b = s.patches[at(pair.b)];
    if (self && at_peace(a, b, s.block_boxes[at(pair.a)], s.block_boxes[at(pair.b)], s.magnitude))
        return false;
    return !apart(a, b, pair.reach, s.magnitude) && !apart(b, a, pair.reach, s.magnitude);
}

// Groups of one object that need no look at their leaves.
bool groups_at_peace(const ContactSurface& s, Index object, Bvh::NodePair nodes)
{
    const PatchGroups& groups = s.groups[at(object)];
    if (groups.groups.empty()) return false;
    const Index a = groups.of_node[at(nodes.a)], b = groups.of_node[at(nodes.b)];
    const std::vector<Bvh::Node>& boxes = s.trees[at(object)].nodes();
    return a >= 0 && b >= 0 &&
           at_peace(groups.groups[at(a)], groups.groups[at(b)], boxes[at(nodes.a)], boxes[at(nodes.b)],
                    s.magnitude);
}

// The pairs of blocks below a pair of tree nodes that are near each other and may touch.
void find_near(const ContactSurface& s, const PairBuffers::Task& task,
               std::vector<PairBuffers::BlockPair>& near)
{
    near.clear();
    const bool self = task.object_a == task.object_b;
    const Bvh &tree_a = s.trees[at(task.object_a)], &tree_b = s.trees[at(task.object_b)];
    const LeafBoxes& boxes_b = s.leaf_boxes[at(task.object_b)];
    const Index block_a = s.object_first_block[at(task.object_a)],
                block_b = s.object_first_block[at(task.object_b)];
    visit_groups(tree_a, tree_b, task.nodes, LeafBoxes::kLanes, [&](Bvh::NodePair nodes) {
        if (self && groups_at_peace(s, task.object_a, nodes)) return;
        const Bvh::Leaves leaves_a = tree_a.leaves(nodes.a), leaves_b = tree_b.leaves(nodes.b);
        const Bvh::Node& around_b = tree_b.nodes()[at(nodes.b)];
        const bool same = self && nodes.a == nodes.b;
        for (Index i = 0; i < leaves_a.count; ++i) {
            const Index a = block_a + leaves_a.first + i;
            const Bvh::Node& box_a = s.block_boxes[at(a)];
            if (!same && !Bvh::meet(box_a, around_b)) continue;
            unsigned others = boxes_b.meet(box_a, leaves_b);
            // Within one group a pair comes up once, not twice; a block with itself is one of them.
            if (same) others &= ~0U << i;
            for_each_bit(others, [&](Index j) {
                const Index b = block_b + leaves_b.first + j;
                const PairBuffers::BlockPair pair{a, b, Bvh::reach_between(box_a, s.block_boxes[at(b)])};
                if (may_touch(s, pair, self)) near.push_back(pair);
            });
        }
    });
}

// Bounds of the features of all blocks that are near another one.
void set_blocks(ContactSurface& s, PairBuffers& buffers)
{
    buffers.block_is_near.assign(s.face_lanes.size(), 0);
    for (std::size_t i = 0; i < buffers.tasks.size(); ++i)
        for (const PairBuffers::BlockPair& pair : buffers.near[i])
            buffers.block_is_near[at(pair.a)] = buffers.block_is_near[at(pair.b)] = 1;
    parallel_for(static_cast<Index>(s.face_lanes.size()), kVertexChunk, [&](Index block) {
        if (buffers.block_is_near[at(block)]) s.set_block(block);
    });
}

bool is_sheet(const ContactSurface& s, Index object)
{
    return s.object_collider[at(object)] < 0 && s.object_solid[at(object)] == 0;
}

void make_tasks(const ContactGeometry& g, const ContactSurface& s, bool sheets_alone, PairBuffers& buffers)
{
    buffers.tasks.clear();
    const auto objects = static_cast<Index>(s.trees.size());
    for (Index a = 0; a < objects; ++a)
        for (Index b = a; b < objects; ++b) {
            if (!s.objects_meet(a, b, g)) continue;
            if (sheets_alone && !(is_sheet(s, a) && is_sheet(s, b))) continue;
            buffers.cuts.clear();
            cut_pairs(s.trees[at(a)], s.trees[at(b)], kTasks, buffers.cuts, buffers.scratch);
            for (const Bvh::NodePair& nodes : buffers.cuts) buffers.tasks.push_back({a, b, nodes});
        }
}

Index task_count(const PairBuffers& buffers) { return static_cast<Index>(buffers.tasks.size()); }

void open_tasks(PairBuffers& buffers)
{
    // Room from the start: a task that finds its first contact late would allocate in a step that is otherwise
    // steady.
    constexpr std::size_t kRoom = 64;
    while (buffers.found.size() < buffers.tasks.size()) {
        PairBuffers::Found& found = buffers.found.emplace_back();
        found.vertex_face.reserve(kRoom);
        found.edge_edge.reserve(kRoom);
        found.pairs.reserve(4 * kRoom);
    }
    if (buffers.near.size() < buffers.tasks.size()) buffers.near.resize(buffers.tasks.size());
}

// Pairs of blocks that are near each other, by task, with the bounds of their features.
void find_blocks(const ContactGeometry& g, ContactSurface& s, bool sheets_alone, PairBuffers& buffers)
{
    make_tasks(g, s, sheets_alone, buffers);
    open_tasks(buffers);
    parallel_for(task_count(buffers), 1,
                 [&](Index i) { find_near(s, buffers.tasks[at(i)], buffers.near[at(i)]); });
    set_blocks(s, buffers);
}

void find_at_nodes(const ContactGeometry& g, const ContactSurface& s, PairBuffers& buffers)
{
    parallel_for(task_count(buffers), 1, [&](Index i) {
        PairBuffers::Found& found = buffers.found[at(i)];
        found.vertex_face.clear();
        found.pairs.clear();
        for (const PairBuffers::BlockPair& pair : buffers.near[at(i)]) list_nodes(s, pair, found.pairs);
        test_nodes(g, s, found.pairs, found.vertex_face);
    });
    for (std::size_t i = 0; i < buffers.tasks.size(); ++i)
        for (const PairContact& contact : buffers.found[i].vertex_face)
            buffers.vertex_face.push_back(&contact);
}

void find_at_edges(const ContactGeometry& g, const ContactSurface& s, const VertexRows& vertices,
                   PairBuffers& buffers, std::vector<const PairContact*>& edge_edge)
{
    parallel_for(task_count(buffers), 1, [&](Index i) {
        PairBuffers::Found& found = buffers.found[at(i)];
        found.edge_edge.clear();
        found.pairs.clear();
        for (const PairBuffers::BlockPair& pair : buffers.near[at(i)])
            list_edges(s, &vertices, buffers.tasks[at(i)], pair, found.pairs);
        test_edges(g, s, vertices, found.pairs, found.edge_edge);
    });
    for (std::size_t i = 0; i < buffers.tasks.size(); ++i)
        for (const PairContact& contact : buffers.found[i].edge_edge) edge_edge.push_back(&contact);
}

void find_inside(const ContactGeometry& g, const ContactSurface& s, PairBuffers& buffers)
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
        for (const PairContact& contact : buffers.inside[c]) buffers.vertex_face.push_back(&contact);
}

}  // namespace

bool edge_boxes_overlap(const ContactSurface& s, Index e, Index f)
{
    Aabb box_e = s.swept_box(s.edges[at(e)][0]), box_f = s.swept_box(s.edges[at(f)][0]);
    box_e.include(s.swept_box(s.edges[at(e)][1]));
    box_f.include(s.swept_box(s.edges[at(f)][1]));
    return overlap(box_e, box_f);
}

bool node_and_face_boxes_overlap(const ContactSurface& s, Index p, const SurfaceTriangle& face)
{
    Aabb box;
    for (const Index node : face.node) box.include(s.swept_box(node));
    return overlap(s.swept_box(p), box);
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

void find_pair_contacts(const ContactGeometry& geometry, ContactSurface& surface, PairBuffers& buffers,
                        PairContacts& contacts)
{
    buffers.vertex_face.clear();
    contacts.edge_edge.clear();
    if (surface.pairs_wanted) {
        find_blocks(geometry, surface, false, buffers);
        find_at_nodes(geometry, surface, buffers);
        find_inside(geometry, surface, buffers);
    }
    contacts.vertices.set(buffers.vertex_face, surface.node_object.size());
    if (surface.pairs_wanted)
        find_at_edges(geometry, surface, contacts.vertices, buffers, contacts.edge_edge);
}

void find_passing_pairs(const ContactGeometry& geometry, ContactSurface& surface, PairBuffers& buffers,
                        std::vector<const PairContact*>& passing)
{
    passing.clear();
    if (!surface.pairs_wanted) return;
    find_blocks(geometry, surface, true, buffers);
    parallel_for(task_count(buffers), 1, [&](Index i) {
        PairBuffers::Found& found = buffers.found[at(i)];
        found.vertex_face.clear();
        found.edge_edge.clear();
        PairContact contact;
        found.pairs.clear();
        for (const PairBuffers::BlockPair& pair : buffers.near[at(i)]) list_nodes(surface, pair, found.pairs);
        for (const FeaturePair& pair : found.pairs)
            if (vertex_passes_face(surface, pair.a, surface.leaves[at(pair.b)], contact))
                found.vertex_face.push_back(contact);
        found.pairs.clear();
        for (const PairBuffers::BlockPair& pair : buffers.near[at(i)])
            list_edges(surface, nullptr, buffers.tasks[at(i)], pair, found.pairs);
        for (const FeaturePair& pair : found.pairs)
            if (edges_pass(surface, std::min(pair.a, pair.b), std::max(pair.a, pair.b), contact))
                found.edge_edge.push_back(contact);
    });
    for (std::size_t i = 0; i < buffers.tasks.size(); ++i) {
        for (const PairContact& contact : buffers.found[i].vertex_face) passing.push_back(&contact);
        for (const PairContact& contact : buffers.found[i].edge_edge) passing.push_back(&contact);
    }
}

}  // namespace stiction
