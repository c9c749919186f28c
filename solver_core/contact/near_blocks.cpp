#include "solver_core/contact/near_blocks.hpp"

#include "solver_core/base/parallel.hpp"

namespace stiction {
namespace {

constexpr Index kBlockChunk = 256;
// Pieces that one object pair is cut into: enough to share among many threads, few enough to cost nothing.
constexpr std::size_t kTasks = 256;

// Can any features of two blocks whose boxes meet be in contact?
bool may_touch(const ContactSurface& s, const BlockPair& pair, bool self)
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

// One side of a task: an object's tree, with its leaves and groups of leaves side by side.
struct Side {
    const Bvh& tree;
    const LeafBoxes &leaves, &groups;
    Index first_block;

    Side(const ContactSurface& s, Index object)
        : tree(s.trees[at(object)]),
          leaves(s.leaf_boxes[at(object)]),
          groups(s.group_boxes[at(object)]),
          first_block(s.object_first_block[at(object)])
    {
    }
    const Bvh::Node& box(Index node) const { return tree.nodes()[at(node)]; }
    bool is_group(Index node) const { return tree.leaves(node).count <= LeafBoxes::kLanes; }
};

// visit(lane of a, lane of b, their reach) for every pair of lanes below two nodes that meet, once. `box` gives the box of a lane
// of a; `around_b` is the second node's, null when the two nodes are one.
template <class BoxOfLane, class Visit>
void visit_lanes(const LeafBoxes& a, const LeafBoxes& b, Bvh::NodePair nodes, const Bvh::Node* around_b,
                 const BoxOfLane& box, const Visit& visit)
{
    const Bvh::Leaves lanes_a = a.below(nodes.a), lanes_b = b.below(nodes.b);
    const bool same = around_b == nullptr;
    for_each_bit(same ? (1U << lanes_a.count) - 1U : a.meet(*around_b, lanes_a), [&](Index i) {
        Lanes8 reach;
        unsigned others = b.meet(box(lanes_a.first + i), lanes_b, reach);
        // Within one node a pair comes up once, not twice; a lane with itself is one of them.
        if (same) others &= ~0U << i;
        for_each_bit(others, [&](Index j) { visit(lanes_a.first + i, lanes_b.first + j, reach[j]); });
    });
}

// The pairs of blocks below a pair of tree nodes that are near each other and may touch.
void find_near(const ContactSurface& s, const BlockTask& task, BlockFlags& is_near,
               std::vector<BlockPair>& found)
{
    found.clear();
    const bool self = task.object_a == task.object_b;
    const Side a(s, task.object_a), b(s, task.object_b);
    const auto around_b = [&](Bvh::NodePair nodes) {
        return self && nodes.a == nodes.b ? nullptr : &b.box(nodes.b);
    };
    const auto look_at_leaves = [&](Bvh::NodePair nodes) {
        if (self && groups_at_peace(s, task.object_a, nodes)) return;
        const auto box = [&](Index leaf) -> const Bvh::Node& {
            return s.block_boxes[at(a.first_block + leaf)];
        };
        visit_lanes(a.leaves, b.leaves, nodes, around_b(nodes), box, [&](Index i, Index j, float reach) {
            const BlockPair pair{a.first_block + i, b.first_block + j, reach};
            if (!may_touch(s, pair, self)) return;
            found.push_back(pair);
            is_near.set(pair.a);
            is_near.set(pair.b);
        });
    };
    const auto look_at_groups = [&](Bvh::NodePair nodes) {
        const auto box = [&](Index group) -> const Bvh::Node& { return a.box(a.groups.node(group)); };
        visit_lanes(a.groups, b.groups, nodes, around_b(nodes), box, [&](Index i, Index j, float) {
            look_at_leaves({a.groups.node(i), b.groups.node(j)});
        });
    };
    // Eight groups of eight leaves on either side: no more steps down the trees.
    constexpr Index kMostLeaves = LeafBoxes::kLanes * LeafBoxes::kLanes;
    visit_groups(a.tree, b.tree, task.nodes, kMostLeaves, [&](Bvh::NodePair nodes) {
        if (a.is_group(nodes.a) || b.is_group(nodes.b))
            visit_groups(a.tree, b.tree, nodes, LeafBoxes::kLanes, look_at_leaves);
        else
            look_at_groups(nodes);
    });
}

// Bounds of the features of all blocks that are near another one and have none yet in this step.
void set_blocks(ContactSurface& s, NearBlocks& blocks)
{
    parallel_for(static_cast<Index>(s.face_lanes.size()), kBlockChunk, [&](Index block) {
        if (blocks.is_near.is_set(block) && s.block_is_set[at(block)] == 0) s.set_block(block);
    });
}

bool is_sheet(const ContactSurface& s, Index object)
{
    return s.object_collider[at(object)] < 0 && s.object_solid[at(object)] == 0;
}

void make_tasks(const ContactGeometry& g, const ContactSurface& s, bool sheets_alone, NearBlocks& blocks)
{
    blocks.tasks.clear();
    const auto objects = static_cast<Index>(s.trees.size());
    for (Index a = 0; a < objects; ++a)
        for (Index b = a; b < objects; ++b) {
            if (!s.objects_meet(a, b, g)) continue;
            if (sheets_alone && !(is_sheet(s, a) && is_sheet(s, b))) continue;
            blocks.cuts.clear();
            cut_pairs(s.trees[at(a)], s.trees[at(b)], kTasks, blocks.cuts, blocks.scratch);
            for (const Bvh::NodePair& nodes : blocks.cuts) blocks.tasks.push_back({a, b, nodes});
        }
}

}  // namespace

void find_near_blocks(const ContactGeometry& g, ContactSurface& s, bool sheets_alone, NearBlocks& blocks)
{
    make_tasks(g, s, sheets_alone, blocks);
    blocks.is_near.clear(s.face_lanes.size());
    if (blocks.near.size() < blocks.tasks.size()) blocks.near.resize(blocks.tasks.size());
    parallel_for(static_cast<Index>(blocks.tasks.size()), 1,
                 [&](Index i) { find_near(s, blocks.tasks[at(i)], blocks.is_near, blocks.near[at(i)]); });
    set_blocks(s, blocks);
}

}  // namespace stiction
