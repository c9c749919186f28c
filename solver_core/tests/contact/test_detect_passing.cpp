#include "solver_core/contact/passing_features.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace stiction::contact_tests {
namespace {

constexpr double kStep = 0.005;

using Corners = std::array<Index, 4>;
using Found = std::set<std::pair<ContactKind, Corners>>;

bool passes(const Pieces& pieces, ContactKind kind, const Corners& node)
{
    Vec3 x[4], d[4];
    for (std::size_t k = 0; k < 4; ++k) {
        x[k] = pieces.x[static_cast<std::size_t>(node[k])];
        d[k] = kStep * pieces.v[static_cast<std::size_t>(node[k])];
    }
    return pass_through(kind, x, d);
}

bool is_sheet(const Pieces& pieces, Index node)
{
    return !pieces.geometry.object_is_solid[static_cast<std::size_t>(
        pieces.geometry.node_object[static_cast<std::size_t>(node)])];
}

// Every pair of features of sheets, no trees, no bounds.
Found every_pair(const Pieces& pieces)
{
    Found found;
    const auto look = [&](ContactKind kind, Corners node) {
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = i + 1; j < 4; ++j)
                if (node[i] == node[j]) return;
        if (!std::all_of(node.begin(), node.end(), [&](Index i) { return is_sheet(pieces, i); })) return;
        if (passes(pieces, kind, node)) found.insert({kind, node});
    };
    for (const Triangle& t : pieces.geometry.triangles)
        for (const Index p : pieces.geometry.vertices) look(ContactKind::vertex_face, {p, t[0], t[1], t[2]});
    const auto& edges = pieces.geometry.edges;
    for (std::size_t e = 0; e < edges.size(); ++e)
        for (std::size_t f = e + 1; f < edges.size(); ++f)
            look(ContactKind::edge_edge, {edges[e][0], edges[e][1], edges[f][0], edges[f][1]});
    return found;
}

ContactSet run_passing(const Pieces& pieces)
{
    DetectWorkspace work;
    ContactSet contacts, passing;
    detect(pieces.geometry, pieces.query(kStep), work, contacts);
    detect_passing(pieces.geometry, pieces.v, work, passing);
    return passing;
}

// Two crumpled sheets and a ball of a soft body thrown through each other.
Pieces crumpled(unsigned seed)
{
    Random random(seed);
    Pieces pieces;
    pieces.add(grid(10, 10, 0.5, 0.5), 0.004);
    pieces.add(moved(grid(9, 11, 0.5, 0.5), Vec3(0.01, 0.012, 0.0)), 0.003);
    pieces.add(moved(ball_surface(0.1, 8), Vec3(0.0, 0.1, 0.0)), 0.002, true);
    pieces.finish();
    for (std::size_t i = 0; i < pieces.x.size(); ++i) {
        pieces.x[i].y() += 0.02 * std::sin(20.0 * pieces.x[i].x()) * std::cos(17.0 * pieces.x[i].z());
        pieces.x[i] += uniform_vec(random, 0.002);
        pieces.v[i] = uniform_vec(random, 4.0);
    }
    return pieces;
}

TEST(DetectPassing, FindsWhatEveryPairFinds)
{
    for (const unsigned seed : {1U, 2U, 3U}) {
        const Pieces pieces = crumpled(seed);
        const ContactSet passing = run_passing(pieces);
        expect_valid(passing);
        Found found;
        for (Index c = 0; c < passing.size(); ++c) {
            Corners node;
            std::copy_n(passing.node.begin() + passing.begin[static_cast<std::size_t>(c)], 4, node.begin());
            found.insert({passing.key[static_cast<std::size_t>(c)].kind, node});
        }
        const Found all = every_pair(pieces);
        EXPECT_EQ(found.size(), passing.key.size());
        EXPECT_EQ(found.size(), all.size());
        EXPECT_TRUE(found == all) << "seed " << seed;
        EXPECT_GT(all.size(), 20U);
    }
}

// The plane of a pair keeps its features apart at the start.
TEST(DetectPassing, PlanesSeparate)
{
    const Pieces pieces = crumpled(4);
    const ContactSet passing = run_passing(pieces);
    ASSERT_GT(passing.size(), 0);
    for (Index c = 0; c < passing.size(); ++c) {
        const auto begin = static_cast<std::size_t>(passing.begin[static_cast<std::size_t>(c)]);
        double distance = 0.0;
        for (std::size_t k = begin; k < begin + 4; ++k)
            distance += passing.weight[k] * passing.normal[static_cast<std::size_t>(c)].dot(
                                                pieces.x[static_cast<std::size_t>(passing.node[k])]);
        EXPECT_GT(distance, 0.0);
        EXPECT_LT(passing.gap[static_cast<std::size_t>(c)], distance);
    }
}

TEST(DetectPassing, NothingWhereNothingMoves)
{
    Pieces pieces = crumpled(5);
    for (Vec3& v : pieces.v) v.setZero();
    EXPECT_EQ(run_passing(pieces).size(), 0);
}

}  // namespace
}  // namespace stiction::contact_tests
