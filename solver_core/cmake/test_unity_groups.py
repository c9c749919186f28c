"""Tests of unity_groups.py."""

import unittest

from unity_groups import group_sources, private_names, used_names

SOURCE = """\
#include "a.hpp"

namespace stiction {
constexpr double kOpen = 1.0;
namespace {

constexpr int kSize = 3, kMore = 2 * kSize;
using Json = nlohmann::json;
using testing::grid_matrix;
struct Cell {
    int value() const { return helper(); }
};

std::vector<Vec3> corners_of(const Box& box)
{
    return inner(box);
}

TEST(Suite, Name) {}

}  // namespace

int visible(int i) { return i; }
}  // namespace stiction
"""


class UnityGroups(unittest.TestCase):
    def test_finds_what_a_source_has_for_itself(self):
        self.assertEqual(private_names(SOURCE), {"kOpen", "kSize", "kMore", "Json", "grid_matrix", "Cell", "corners_of"})

    def test_comments_and_strings_use_no_names(self):
        used = used_names('f(a, "b", R"(c)");  // d\ng<e>();\n')
        self.assertEqual(used, {"f", "a", "g", "e"})

    def test_keeps_equal_names_apart(self):
        sources = [({"a"}, {"a"}), ({"b"}, {"b"}), ({"a"}, {"a"}), ({"c"}, {"c"})]
        self.assertEqual(group_sources(sources, 8), [0, 0, 1, 0])

    def test_keeps_a_private_name_from_those_who_mean_another_by_it(self):
        self.assertEqual(group_sources([({"a"}, {"a"}), (set(), {"a", "b"}), (set(), {"b"})], 8), [0, 1, 0])

    def test_groups_are_no_larger_than_asked(self):
        self.assertEqual(group_sources([(set(), {"a"})] * 5, 2), [0, 0, 1, 1, 2])

    def test_nothing_moves_when_a_source_is_added_at_the_end(self):
        sources = [({"a"}, {"a"}), ({"b"}, {"b"}), ({"a", "c"}, {"a", "c"}), (set(), set())]
        self.assertEqual(group_sources([*sources, ({"d"}, {"d"})], 3)[:4], group_sources(sources, 3))


if __name__ == "__main__":
    unittest.main()
