#include "solver_core/friction/contact_layers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace stiction {
namespace {

void add(ContactSet& set, std::int32_t obstacle, const std::vector<Index>& nodes)
{
    set.key.push_back(
        {obstacle >= 0 ? ContactKind::vertex_obstacle : ContactKind::vertex_face, obstacle, set.size(), 0});
    for (const Index a : nodes) {
        set.node.push_back(a);
        set.weight.push_back(1.0);
    }
    set.begin.push_back(static_cast<Index>(set.node.size()));
}

void check_batches(const ContactSet& set, const ContactLayers& layers)
{
    std::vector<Index> sorted = layers.order;
    std::sort(sorted.begin(), sorted.end());
    for (Index c = 0; c < set.size(); ++c) ASSERT_EQ(sorted[c], c) << "every contact once";
    for (Index b = 0; b < layers.batches(); ++b) {
        std::set<Index> nodes;
        for (Index i = layers.batch_begin[b]; i < layers.batch_begin[b + 1]; ++i) {
            const Index c = layers.order[i];
            for (Index k = set.begin[c]; k < set.begin[c + 1]; ++k) {
                const bool fresh = nodes.insert(set.node[k]).second;
                EXPECT_TRUE(fresh || layers.parallel[b] == 0)
                    << "batch " << b << " shares node " << set.node[k];
            }
        }
    }
}

TEST(ContactLayers, GrowFromTheObstacleUpwards)
{
    ContactSet set;
    add(set, -1, {2, 3});
    add(set, -1, {1, 2});
    add(set, 0, {0});
    add(set, -1, {0, 1});
    ContactLayers layers;
    build_layers(set, 4, layers);
    EXPECT_EQ(layers.layer, (std::vector<Index>{3, 2, 0, 1}));
    EXPECT_EQ(layers.order, (std::vector<Index>{2, 3, 1, 0}));
    check_batches(set, layers);
}

TEST(ContactLayers, GroupsWithoutObstacleStartAtTheirFirstContact)
{
    ContactSet set;
    add(set, -1, {4, 5});
    add(set, -1, {5, 6});
    add(set, -1, {0, 1});
    ContactLayers layers;
    build_layers(set, 7, layers);
    EXPECT_EQ(layers.layer, (std::vector<Index>{0, 1, 0}));
    check_batches(set, layers);
}

TEST(ContactLayers, RandomSetsAreCutIntoDisjointBatches)
{
    std::mt19937 random(3);
    ContactLayers layers;  // reused: buffers must not leak from one set to the next
    for (int trial = 0; trial < 50; ++trial) {
        const Index node_count = 5 + trial * 4;
        std::uniform_int_distribution<Index> node(0, node_count - 1);
        ContactSet set;
        for (int c = 0; c < 20 * trial; ++c) {
            if (c % 3 == 0) {
                add(set, c % 2, {node(random)});
            } else {
                std::set<Index> nodes;
                while (nodes.size() < 4) nodes.insert(node(random));
                add(set, -1, {nodes.begin(), nodes.end()});
            }
        }
        build_layers(set, node_count, layers);
        check_batches(set, layers);
        for (Index c = 0; c < set.size(); ++c)
            EXPECT_EQ(layers.layer[c] == 0, set.is_external(c) || layers.layer[c] == 0);
    }
}

TEST(ContactLayers, OneNodeWithVeryManyContactsFallsBackToASerialBatch)
{
    ContactSet set;
    for (int c = 0; c < 200; ++c) add(set, -1, {0, 1 + c});
    ContactLayers layers;
    build_layers(set, 201, layers);
    check_batches(set, layers);
    EXPECT_TRUE(std::find(layers.parallel.begin(), layers.parallel.end(), 0) != layers.parallel.end());
}

}  // namespace
}  // namespace stiction
