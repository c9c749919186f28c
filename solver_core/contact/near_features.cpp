#include "solver_core/contact/near_features.hpp"

#include <algorithm>

namespace stiction {
namespace {

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

}  // namespace

void list_nodes(const ContactSurface& s, const BlockPair& pair, std::vector<FeaturePair>& pairs)
{
    const LeafReach reach{pair.reach, s.magnitude};
    list_nodes_of(s, pair.a, pair.b, reach, pairs);
    if (pair.a != pair.b) list_nodes_of(s, pair.b, pair.a, reach, pairs);
}

void list_edges(const ContactSurface& s, const VertexRows* vertices, const BlockTask& task,
                const BlockPair& pair, std::vector<FeaturePair>& pairs)
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

}  // namespace stiction
