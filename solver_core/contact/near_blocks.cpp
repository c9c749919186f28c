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

// The pairs of blocks below a pair of tree nodes that are near each other and may touch.
void find_near(const ContactSurface& s, const BlockTask& task, std::vector<BlockPair>& found)
{
    found.clear();
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
                const BlockPair pair{a, b, Bvh::reach_between(box_a, s.block_boxes[at(b)])};
                if (may_touch(s, pair, self)) found.push_back(pair);
            });
        }
    });
}

// Bounds of the features of all blocks that are near another one.
void set_blocks(ContactSurface& s, NearBlocks& blocks)
{
    blocks.is_near.assign(s.face_lanes.size(), 0);
    for (std::size_t i = 0; i < blocks.tasks.size(); ++i)
        for (const BlockPair& pair : blocks.near[i])
            blocks.is_near[at(pair.a)] = blocks.is_near[at(pair.b)] = 1;
    parallel_for(static_cast<Index>(s.face_lanes.size()), kBlockChunk, [&](Index block) {
        if (blocks.is_near[at(block)]) s.set_block(block);
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
    if (blocks.near.size() < blocks.tasks.size()) blocks.near.resize(blocks.tasks.size());
    parallel_for(static_cast<Index>(blocks.tasks.size()), 1,
                 [&](Index i) { find_near(s, blocks.tasks[at(i)], blocks.near[at(i)]); });
    set_blocks(s, blocks);
}

}  // namespace stiction
