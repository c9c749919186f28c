#include "solver_core/mesh/leaf_boxes.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace stiction::contact_tests {
namespace {

struct Boxes {
    Vec3Array centres;
    std::vector<Aabb> boxes;
    Boxes(unsigned seed, std::size_t count, double size)
    {
        Random random(seed);
        for (std::size_t i = 0; i < count; ++i) {
            centres.push_back(uniform_vec(random, 1.0));
            Aabb box;
            box.include(centres.back());
            box.include(centres.back() + uniform_vec(random, size));
            boxes.push_back(box);
        }
    }
};

Bvh::Node still(const Aabb& box)
{
    Aabb displacement;
    displacement.include(Vec3::Zero());
    return Bvh::rounded(box, displacement, 0.0);
}

// Boxes in the tree's order, as refit wants them.
void refit(Bvh& tree, const std::vector<Aabb>& boxes)
{
    std::vector<Bvh::Node> ordered;
    for (const Index i : tree.order()) ordered.push_back(still(boxes[static_cast<std::size_t>(i)]));
    tree.refit(ordered);
}

using Pairs = std::multiset<std::pair<Index, Index>>;

// Primitive pairs by the trees, through cuts, with the exact boxes tested at the leaves.
Pairs by_trees(const Bvh& a, const Boxes& in_a, const Bvh& b, const Boxes& in_b, std::size_t wanted)
{
    Pairs pairs;
    std::vector<Bvh::NodePair> tasks, scratch;
    cut_pairs(a, b, wanted, tasks, scratch);
    for (const Bvh::NodePair& task : tasks)
        visit_pairs(a, b, task, [&](const Bvh::Node& l, const Bvh::Node& r) {
            for (Index i = 0; i < l.count; ++i)
                for (Index j = &l == &r ? i + 1 : 0; j < r.count; ++j) {
                    const Index p = a.order()[static_cast<std::size_t>(l.first + i)];
                    const Index q = b.order()[static_cast<std::size_t>(r.first + j)];
                    if (!overlap(in_a.boxes[static_cast<std::size_t>(p)],
                                 in_b.boxes[static_cast<std::size_t>(q)]))
                        continue;
                    const bool swap = &a == &b && q < p;
                    pairs.emplace(swap ? q : p, swap ? p : q);
                }
        });
    return pairs;
}

TEST(Bvh, SelfPairsEachOnce)
{
    for (const std::size_t count : {1U, 2U, 5U, 33U, 400U})
        for (const Index leaf : {1, 4}) {
            const Boxes in(static_cast<unsigned>(count), count, 0.15);
            Bvh tree;
            tree.build(in.centres, leaf);
            refit(tree, in.boxes);
            Pairs expected;
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t j = i + 1; j < count; ++j)
                    if (overlap(in.boxes[i], in.boxes[j])) expected.emplace(Index(i), Index(j));
            for (const std::size_t wanted : {1U, 16U, 10000U})
                EXPECT_EQ(by_trees(tree, in, tree, in, wanted), expected);
        }
}

TEST(Bvh, PairsOfTwoTrees)
{
    const Boxes a(1, 150, 0.2), b(2, 90, 0.3);
    Bvh tree_a, tree_b;
    tree_a.build(a.centres, 4);
    tree_b.build(b.centres, 2);
    refit(tree_a, a.boxes);
    refit(tree_b, b.boxes);
    Pairs expected;
    for (std::size_t i = 0; i < a.boxes.size(); ++i)
        for (std::size_t j = 0; j < b.boxes.size(); ++j)
            if (overlap(a.boxes[i], b.boxes[j])) expected.emplace(Index(i), Index(j));
    for (const std::size_t wanted : {1U, 50U}) EXPECT_EQ(by_trees(tree_a, a, tree_b, b, wanted), expected);
}

// Eight leaves at once say what one by one says, and groups of leaves bring up every pair once.
TEST(Bvh, LeavesSideBySide)
{
    for (const std::size_t count : {1U, 3U, 30U, 33U, 400U}) {
        const Boxes in(static_cast<unsigned>(count) + 9, count, 0.2);
        Random random(2);
        Bvh tree;
        tree.build(in.centres, 4);
        std::vector<Bvh::Node> primitives;
        for (const Index i : tree.order()) {
            Aabb displacement;
            displacement.include(uniform_vec(random, 0.1));
            primitives.push_back(Bvh::rounded(in.boxes[static_cast<std::size_t>(i)], displacement, 0.01));
        }
        tree.refit(primitives);
        LeafBoxes boxes;
        boxes.build(tree);
        boxes.set(tree);
        Pairs by_groups, by_leaves;
        const auto number = [](const Bvh::Node& leaf) { return leaf.first / 4; };
        visit_pairs(tree, tree, {0, 0}, [&](const Bvh::Node& a, const Bvh::Node& b) {
            by_leaves.insert(std::minmax(number(a), number(b)));
        });
        visit_groups(tree, tree, {0, 0}, LeafBoxes::kLanes, [&](Bvh::NodePair nodes) {
            const Bvh::Leaves a = tree.leaves(nodes.a), b = tree.leaves(nodes.b);
            ASSERT_LE(a.count, LeafBoxes::kLanes);
            for (Index i = 0; i < a.count; ++i) {
                const Bvh::Node& box = tree.nodes()[static_cast<std::size_t>(boxes.node(a.first + i))];
                EXPECT_EQ(number(box), a.first + i);
                const unsigned bits = boxes.meet(box, b);
                for (Index j = nodes.a == nodes.b ? i : 0; j < LeafBoxes::kLanes; ++j)
                    if (bits >> j & 1U) by_groups.insert(std::minmax(a.first + i, b.first + j));
            }
        });
        EXPECT_EQ(by_groups, by_leaves);
        EXPECT_GE(by_leaves.size(), (count + 3) / 4);

        LeafBoxes groups;
        groups.build(tree, LeafBoxes::kLanes);
        groups.set(tree);
        Index leaves = 0;
        for (Index i = 0; i < groups.below(0).count; ++i) {
            const Bvh::Leaves own = tree.leaves(groups.node(i));
            EXPECT_EQ(own.first, leaves);  // all leaves, in their order
            EXPECT_LE(own.count, LeafBoxes::kLanes);
            leaves += own.count;
            const Bvh::Node& box = tree.nodes()[static_cast<std::size_t>(groups.node(i))];
            for (Index j = 0; j < groups.below(0).count; ++j) {
                const Bvh::Node& other = tree.nodes()[static_cast<std::size_t>(groups.node(j))];
                Lanes8 reach;
                EXPECT_EQ(groups.meet(box, {j, 1}, reach), Bvh::meet(box, other) ? 1U : 0U);
                EXPECT_FLOAT_EQ(reach[0], Bvh::reach_between(box, other));
            }
        }
        EXPECT_EQ(leaves, tree.leaves(0).count);
        // Nodes of at most eight times eight leaves have at most eight groups.
        for (Index n = 0; n < static_cast<Index>(tree.nodes().size()); ++n) {
            const bool has_few = tree.leaves(n).count <= LeafBoxes::kLanes * LeafBoxes::kLanes;
            EXPECT_TRUE(!has_few || groups.below(n).count <= LeafBoxes::kLanes);
        }
    }
}

// From a single leaf to several branches.
TEST(Bvh, RefitByLeavesIsRefitByPrimitives)
{
    for (const std::size_t count : {1U, 4U, 300U, 2048U, 2049U, 9000U}) {
        const Boxes in(static_cast<unsigned>(count), count, 0.1);
        Bvh tree;
        tree.build(in.centres, 4);
        std::vector<Bvh::Node> leaves;
        for (std::size_t i = 0; i < count; i += 4) {
            Bvh one;
            std::vector<Aabb> boxes;
            Vec3Array centres;
            for (std::size_t k = i; k < std::min(i + 4, count); ++k) {
                const auto number = static_cast<std::size_t>(tree.order()[k]);
                boxes.push_back(in.boxes[number]);
                centres.push_back(in.centres[number]);
            }
            one.build(centres, 4);
            refit(one, boxes);
            leaves.push_back(one.nodes().front());
        }
        Bvh by_leaves = tree;
        refit(tree, in.boxes);
        by_leaves.refit_leaves(leaves);
        for (std::size_t n = 0; n < tree.nodes().size(); ++n) {
            const Bvh::Node &a = tree.nodes()[n], &b = by_leaves.nodes()[n];
            EXPECT_TRUE(std::equal(a.lo, a.lo + 3, b.lo) && std::equal(a.hi, a.hi + 3, b.hi)) << n;
            EXPECT_EQ(a.first, b.first);
            EXPECT_EQ(a.count, b.count);
        }
    }
}

TEST(Bvh, RefitWithOtherBoxesStaysConservative)
{
    const Boxes shape(3, 5000, 0.1), other(4, 5000, 0.1);
    Bvh tree;
    tree.build(shape.centres, 4);
    refit(tree, other.boxes);
    const Bvh::Node& root = tree.nodes().front();
    for (const Aabb& box : other.boxes)
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_LE(static_cast<double>(root.lo[axis]), box.lo[axis]);
            EXPECT_GE(static_cast<double>(root.hi[axis]), box.hi[axis]);
        }
    for (std::size_t n = 0; n < tree.nodes().size(); ++n) {
        const Bvh::Node& node = tree.nodes()[n];
        for (Index k = 0; k < node.count; ++k) {
            const Aabb& box =
                other.boxes[static_cast<std::size_t>(tree.order()[static_cast<std::size_t>(node.first + k)])];
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_LE(static_cast<double>(node.lo[axis]), box.lo[axis]);
                EXPECT_GE(static_cast<double>(node.hi[axis]), box.hi[axis]);
            }
        }
        EXPECT_TRUE(node.is_leaf() || static_cast<std::size_t>(node.first) > n);
    }
}

// Two boxes meet when some of their points, each with some displacement of its box, can come within reach.
TEST(Bvh, MeetIsNeverFalseForPointsThatComeWithinReach)
{
    Random random(8);
    int met = 0, missed = 0;
    for (int i = 0; i < 4000; ++i) {
        Aabb box[2], displacement[2];
        Vec3 p[2], move[2];
        const double far = uniform(random, 0.0, 1000.0) * (i % 3);
        for (int k = 0; k < 2; ++k) {
            const Vec3 centre = Vec3::Constant(far) + uniform_vec(random, 1.0);
            const Vec3 common = uniform_vec(random, 20.0);
            p[k] = centre + uniform_vec(random, 0.1);
            box[k].include(centre);
            box[k].include(p[k]);
            move[k] = common + uniform_vec(random, 0.1);
            displacement[k].include(common);
            displacement[k].include(move[k]);
            if (k == 1 && i % 2) {
                displacement[1] = displacement[0];
                move[1] = move[0];
            }
        }
        const double apart = (p[1] - p[0]).norm() - (move[1] - move[0]).norm();
        const Bvh::Node exact[2] = {Bvh::rounded(box[0], displacement[0], 0.5 * apart),
                                    Bvh::rounded(box[1], displacement[1], 0.5 * apart)};
        const Bvh::Node none[2] = {Bvh::rounded(box[0], displacement[0], 0.0),
                                   Bvh::rounded(box[1], displacement[1], 0.0)};
        EXPECT_TRUE(apart < 0.0 ? Bvh::meet(none[0], none[1]) : Bvh::meet(exact[0], exact[1])) << i;
        ++(Bvh::meet(none[0], none[1]) ? met : missed);
    }
    EXPECT_GT(met, 1000);
    EXPECT_GT(missed, 1000) << "common motion must not widen boxes";
}

TEST(Bvh, NearestByBranchAndBound)
{
    const Boxes in(5, 500, 0.05);
    Bvh tree;
    tree.build(in.centres, 3);
    refit(tree, in.boxes);
    Random random(6);
    for (int i = 0; i < 300; ++i) {
        const Vec3 p = uniform_vec(random, 1.5);
        double expected = 1e30;
        for (const Vec3& c : in.centres) expected = std::min(expected, (c - p).squaredNorm());
        double bound = 1e30;
        Index visited = 0;
        visit_nearest(tree, p, bound, [&](Index k) {
            const Index found = tree.order()[static_cast<std::size_t>(k)];
            bound = std::min(bound, (in.centres[static_cast<std::size_t>(found)] - p).squaredNorm());
            ++visited;
        });
        EXPECT_EQ(bound, expected);
        EXPECT_LT(visited, 250);
    }
}

TEST(Bvh, CoincidentCentres)
{
    const Vec3Array centres(100, Vec3(1, 2, 3));
    std::vector<Aabb> boxes(100);
    for (Aabb& box : boxes) box.include(centres[0]);
    Bvh tree;
    tree.build(centres, 4);
    refit(tree, boxes);
    EXPECT_TRUE(tree.root_contains(Vec3(1, 2, 3)));
    EXPECT_LT(tree.nodes().size(), 100U);
}

}  // namespace
}  // namespace stiction::contact_tests
