#include "solver_core/contact/pair_search.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/passing_pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr Index kVertexChunk = 256;

// A pair is tested while the data of one so many places later are on their way into the cache.
constexpr std::size_t kAhead = 8;

template <class T>
void fetch(const T& data)
{
#if defined(__GNUC__)
    __builtin_prefetch(&data);
#endif
}

// A point of the face so near the node that their boxes overlap for sure.
bool within_touch(const ContactSurface& s, Index p, const PairContact& c)
{
    constexpr double kSlack = 1e-9;
    const double touch = s.touch(p) + std::min({s.touch(c.node[1]), s.touch(c.node[2]), s.touch(c.node[3])});
    return (s.x[at(p)] - c.point).squaredNorm() < (1.0 - kSlack) * touch * touch;
}

void test_nodes(const ContactGeometry& g, const ContactSurface& s, const std::vector<FeaturePair>& pairs,
                std::vector<PairContact>& found)
{
    PairContact contact;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (i + kAhead < pairs.size()) fetch(s.leaves[at(pairs[i + kAhead].b)]);
        const Index p = pairs[i].a;
        const SurfaceTriangle& face = s.leaves[at(pairs[i].b)];
        if (vertex_face_contact(g, s, p, face, contact) &&
            (within_touch(s, p, contact) || node_and_face_boxes_overlap(s, p, face)))
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

// But for what the vertices see.
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

Index task_count(const PairBuffers& buffers) { return static_cast<Index>(buffers.blocks.tasks.size()); }

void find_blocks(const ContactGeometry& g, ContactSurface& s, bool sheets_alone, PairBuffers& buffers)
{
    find_near_blocks(g, s, sheets_alone, buffers.blocks);
    // Room from the start: a task that finds its first contact late would allocate in a step that is otherwise
    // steady.
    constexpr std::size_t kRoom = 64;
    while (buffers.found.size() < buffers.blocks.tasks.size()) {
        PairBuffers::Found& found = buffers.found.emplace_back();
        found.vertex_face.reserve(kRoom);
        found.edge_edge.reserve(kRoom);
        found.pairs.reserve(4 * kRoom);
    }
}

void find_at_nodes(const ContactGeometry& g, const ContactSurface& s, PairBuffers& buffers)
{
    parallel_for(task_count(buffers), 1, [&](Index i) {
        PairBuffers::Found& found = buffers.found[at(i)];
        found.vertex_face.clear();
        found.pairs.clear();
        for (const BlockPair& pair : buffers.blocks.near[at(i)]) list_nodes(s, pair, found.pairs);
        test_nodes(g, s, found.pairs, found.vertex_face);
    });
    for (std::size_t i = 0; i < buffers.blocks.tasks.size(); ++i)
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
        for (const BlockPair& pair : buffers.blocks.near[at(i)])
            list_edges(s, &vertices, buffers.blocks.tasks[at(i)], pair, found.pairs);
        test_edges(g, s, vertices, found.pairs, found.edge_edge);
    });
    for (std::size_t i = 0; i < buffers.blocks.tasks.size(); ++i)
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
        for (const BlockPair& pair : buffers.blocks.near[at(i)]) list_nodes(surface, pair, found.pairs);
        for (const FeaturePair& pair : found.pairs)
            if (vertex_passes_face(surface, pair.a, surface.leaves[at(pair.b)], contact))
                found.vertex_face.push_back(contact);
        found.pairs.clear();
        for (const BlockPair& pair : buffers.blocks.near[at(i)])
            list_edges(surface, nullptr, buffers.blocks.tasks[at(i)], pair, found.pairs);
        for (const FeaturePair& pair : found.pairs)
            if (edges_pass(surface, std::min(pair.a, pair.b), std::max(pair.a, pair.b), contact))
                found.edge_edge.push_back(contact);
    });
    for (std::size_t i = 0; i < buffers.blocks.tasks.size(); ++i) {
        for (const PairContact& contact : buffers.found[i].vertex_face) passing.push_back(&contact);
        for (const PairContact& contact : buffers.found[i].edge_edge) passing.push_back(&contact);
    }
}

}  // namespace stiction
