#include "solver_core/contact/pair_search.hpp"

#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr Index kVertexChunk = 256;
// Pieces that one object pair is cut into: enough to share among many threads, few enough to cost nothing.
constexpr std::size_t kTasks = 256;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

bool has_node(const SurfaceTriangle& t, Index p)
{
    return (t.node[0] == p) | (t.node[1] == p) | (t.node[2] == p);
}

// The nodes that block a owns against the faces of block b.
void test_nodes_of(const ContactGeometry& g, const ContactSurface& s, Index a, Index b,
                   const LeafReach& reach, std::vector<PairContact>& found)
{
    const unsigned used = (1U << s.block_size(b)) - 1U;
    PairContact contact;
    for (const Index p : s.block_nodes[a])
        for_each_bit(s.face_lanes[at(b)].near(s.x[at(p)], reach) & used, [&](Index k) {
            const SurfaceTriangle& face = s.leaves[at(s.block_first_leaf[at(b)] + k)];
            if (!has_node(face, p) && vertex_face_contact(g, s, p, face.number, contact) &&
                node_and_face_boxes_overlap(s, p, face.number))
                found.push_back(contact);
        });
}

void test_nodes(const ContactGeometry& g, const ContactSurface& s, const PairBuffers::BlockPair& pair,
                std::vector<PairContact>& found)
{
    const LeafReach reach{Bvh::reach_between(*pair.box_a, *pair.box_b), s.magnitude};
    test_nodes_of(g, s, pair.a, pair.b, reach, found);
    if (pair.a != pair.b) test_nodes_of(g, s, pair.b, pair.a, reach, found);
}

// Closest points so near each other that the edges' boxes overlap for sure.
bool within_touch(const ContactSurface& s, const PairContact& c)
{
    constexpr double kSlack = 1e-9;
    const double touch =
        std::min(s.touch(c.node[0]), s.touch(c.node[1])) + std::min(s.touch(c.node[2]), s.touch(c.node[3]));
    return std::fabs(c.distance) < (1.0 - kSlack) * touch;
}

// One edge of a block against those of another. What the vertices see would be dropped in the end.
void test_edge(const ContactGeometry& g, const ContactSurface& s, const VertexRows& vertices, Index edge,
               unsigned others, const Index* other_edges, std::vector<PairContact>& found)
{
    PairContact contact;
    for_each_bit(others, [&](Index k) {
        const Index e = std::min(edge, other_edges[k]), f = std::max(edge, other_edges[k]);
        if (edge_edge_contact(g, s, e, f, contact) && !vertices.see(contact) &&
            (within_touch(s, contact) || edge_boxes_overlap(s, e, f)))
            found.push_back(contact);
    });
}

void test_edges(const ContactGeometry& g, const ContactSurface& s, const VertexRows& vertices,
                const PairBuffers::Task& task, const PairBuffers::BlockPair& pair,
                std::vector<PairContact>& found)
{
    constexpr Index kSize = EdgeLanes::kSize;
    const LeafReach reach{Bvh::reach_between(*pair.box_a, *pair.box_b), s.magnitude};
    const bool self = task.object_a == task.object_b;
    // Edges of a solid may have passed each other; then they point the other way.
    const bool two_sided = !s.object_solid[at(task.object_a)] && !s.object_solid[at(task.object_b)];
    const Index *edges_a = s.block_edges[pair.a].data(), *edges_b = s.block_edges[pair.b].data();
    const Index first_a = s.block_first_lanes[at(pair.a)], end_a = s.block_first_lanes[at(pair.a) + 1];
    const Index first_b = s.block_first_lanes[at(pair.b)], end_b = s.block_first_lanes[at(pair.b) + 1];
    for (Index la = first_a; la < end_a; ++la) {
        const EdgeLanes& lanes_a = s.edge_lanes[at(la)];
        for_each_bit(lanes_a.near(*pair.box_b, reach), [&](Index i) {
            // Within one block a pair comes up once, not twice, and no edge meets itself.
            for (Index lb = pair.a == pair.b ? la : first_b; lb < end_b; ++lb) {
                const EdgeLanes& lanes_b = s.edge_lanes[at(lb)];
                unsigned others = lanes_b.near(lanes_a, i, reach);
                if (pair.a == pair.b && la == lb) others &= ~0U << (i + 1);
                if (self && others != 0U) others &= ~lanes_b.sharing(lanes_a, i);
                if (others == 0U) continue;
                const Index edge = edges_a[(la - first_a) * kSize + i];
                if (two_sided)
                    others &= ~lanes_b.seen(lanes_a, i, reach,
                                            vertices.witnesses(s.edges[at(edge)], task.object_b));
                test_edge(g, s, vertices, edge, others, edges_b + (lb - first_b) * kSize, found);
            }
        });
    }
}

// Can any features of two blocks whose boxes meet be in contact?
bool may_touch(const ContactSurface& s, const PairBuffers::BlockPair& pair, bool self)
{
    const LeafPatch &a = s.patches[at(pair.a)], &b = s.patches[at(pair.b)];
    if (self && at_peace(a, b, *pair.box_a, *pair.box_b, s.magnitude)) return false;
    const float reach = Bvh::reach_between(*pair.box_a, *pair.box_b);
    return !apart(a, b, reach, s.magnitude) && !apart(b, a, reach, s.magnitude);
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
    const LeafBoxes &boxes_a = s.leaf_boxes[at(task.object_a)], &boxes_b = s.leaf_boxes[at(task.object_b)];
    const Index block_a = s.object_first_block[at(task.object_a)],
                block_b = s.object_first_block[at(task.object_b)];
    visit_groups(tree_a, tree_b, task.nodes, LeafBoxes::kLanes, [&](Bvh::NodePair nodes) {
        if (self && groups_at_peace(s, task.object_a, nodes)) return;
        const Bvh::Leaves leaves_a = tree_a.leaves(nodes.a), leaves_b = tree_b.leaves(nodes.b);
        const Bvh::Node& around_b = tree_b.nodes()[at(nodes.b)];
        const bool same = self && nodes.a == nodes.b;
        for (Index i = 0; i < leaves_a.count; ++i) {
            const Bvh::Node& box_a = boxes_a.node(tree_a, leaves_a.first + i);
            if (!same && !Bvh::meet(box_a, around_b)) continue;
            unsigned others = boxes_b.meet(box_a, leaves_b);
            // Within one group a pair comes up once, not twice; a block with itself is one of them.
            if (same) others &= ~0U << i;
            for_each_bit(others, [&](Index j) {
                const PairBuffers::BlockPair pair{block_a + leaves_a.first + i, block_b + leaves_b.first + j,
                                                  &box_a, &boxes_b.node(tree_b, leaves_b.first + j)};
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
    }
    if (buffers.near.size() < buffers.tasks.size()) buffers.near.resize(buffers.tasks.size());
}

void find_at_nodes(const ContactGeometry& g, const ContactSurface& s, PairBuffers& buffers)
{
    parallel_for(task_count(buffers), 1, [&](Index i) {
        std::vector<PairContact>& found = buffers.found[at(i)].vertex_face;
        found.clear();
        for (const PairBuffers::BlockPair& pair : buffers.near[at(i)]) test_nodes(g, s, pair, found);
    });
    for (std::size_t i = 0; i < buffers.tasks.size(); ++i)
        for (const PairContact& contact : buffers.found[i].vertex_face)
            buffers.vertex_face.push_back(&contact);
}

void find_at_edges(const ContactGeometry& g, const ContactSurface& s, const VertexRows& vertices,
                   PairBuffers& buffers, std::vector<const PairContact*>& edge_edge)
{
    parallel_for(task_count(buffers), 1, [&](Index i) {
        std::vector<PairContact>& found = buffers.found[at(i)].edge_edge;
        found.clear();
        for (const PairBuffers::BlockPair& pair : buffers.near[at(i)])
            test_edges(g, s, vertices, buffers.tasks[at(i)], pair, found);
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

bool node_and_face_boxes_overlap(const ContactSurface& s, Index p, Index t)
{
    Aabb box;
    for (const Index node : s.triangles[at(t)].node) box.include(s.swept_box(node));
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
        make_tasks(geometry, surface, buffers);
        open_tasks(buffers);
        parallel_for(task_count(buffers), 1,
                     [&](Index i) { find_near(surface, buffers.tasks[at(i)], buffers.near[at(i)]); });
        set_blocks(surface, buffers);
        find_at_nodes(geometry, surface, buffers);
        find_inside(geometry, surface, buffers);
    }
    contacts.vertices.set(buffers.vertex_face, surface.node_object.size());
    if (surface.pairs_wanted)
        find_at_edges(geometry, surface, contacts.vertices, buffers, contacts.edge_edge);
}

}  // namespace stiction
