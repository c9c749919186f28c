#include "solver_core/contact/contact_merge.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

// One contact a vertex, with its gap and as many entries as the vertex's number plus one.
ContactSet contacts_of(const std::vector<Index>& vertices, double gap)
{
    ContactSet set;
    for (const Index vertex : vertices) {
        set.key.push_back({ContactKind::vertex_smooth, -1, vertex, 0});
        set.normal.emplace_back(Vec3::UnitY());
        set.point.emplace_back(Vec3::Zero());
        set.obstacle_velocity.emplace_back(Vec3::Zero());
        set.gap.push_back(gap);
        set.mu.push_back(0.5);
        for (Index k = 0; k <= vertex; ++k) {
            set.node.push_back(10 * vertex + k);
            set.weight.push_back(1.0);
            set.block.emplace_back(gap * Mat3::Identity());
            set.gap_gradient.emplace_back(gap * Vec3::UnitY());
        }
        set.begin.push_back(static_cast<Index>(set.node.size()));
    }
    return set;
}

TEST(ContactMerge, NewRowsComeInOrderAndKnownOnesStay)
{
    ContactSet contacts = contacts_of({1, 4}, 1.0);
    ContactMerge merge;
    ASSERT_TRUE(add_new_contacts(contacts_of({0, 1, 2, 5}, 2.0), merge, contacts));
    const std::vector<Index> vertices = {0, 1, 2, 4, 5};
    const std::vector<double> gaps = {2.0, 1.0, 2.0, 1.0, 2.0};
    ASSERT_EQ(contacts.size(), 5);
    EXPECT_EQ(contacts.gap, gaps);
    for (Index c = 0; c < 5; ++c) {
        EXPECT_EQ(contacts.key[c].a, vertices[c]);
        ASSERT_EQ(contacts.begin[c + 1] - contacts.begin[c], vertices[c] + 1);
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k) {
            EXPECT_EQ(contacts.node[k], 10 * vertices[c] + k - contacts.begin[c]);
            EXPECT_EQ(contacts.block[k](0, 0), gaps[c]);
        }
    }
}

TEST(ContactMerge, NothingNewChangesNothing)
{
    ContactSet contacts = contacts_of({1, 4}, 1.0);
    ContactMerge merge;
    EXPECT_FALSE(add_new_contacts(contacts_of({4}, 2.0), merge, contacts));
    EXPECT_FALSE(add_new_contacts(ContactSet(), merge, contacts));
    EXPECT_EQ(contacts.gap, (std::vector<double>{1.0, 1.0}));
}

TEST(ContactMerge, AnEmptySetTakesAll)
{
    ContactSet contacts;
    ContactMerge merge;
    ASSERT_TRUE(add_new_contacts(contacts_of({0, 3}, 2.0), merge, contacts));
    EXPECT_EQ(contacts.size(), 2);
    EXPECT_TRUE(contacts.has_blocks());
}

}  // namespace
}  // namespace stiction
