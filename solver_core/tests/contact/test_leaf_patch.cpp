#include "solver_core/contact/contact_surface.hpp"
#include "solver_core/contact/pair_contact.hpp"
#include "solver_core/contact/proximity.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace stiction::contact_tests {
namespace {

struct Sheet {
    Pieces pieces;
    ContactSurface surface;

    explicit Sheet(double radius)
    {
        pieces.add(grid(14, 10, 0.28, 0.2), radius);
        pieces.finish();
    }
    // Rolls the sheet up with this curvature, then noise.
    void bend(double curvature, double noise, double speed, unsigned seed)
    {
        Random random(seed);
        for (std::size_t i = 0; i < pieces.x.size(); ++i) {
            const Vec3 rest = pieces.geometry.rest[i];
            const double angle = curvature * rest[0];
            const double radius = 1.0 / curvature + 0.02 * rest[0];
            pieces.x[i] = Vec3(radius * std::sin(angle), radius * (1.0 - std::cos(angle)), rest[2]) +
                          uniform_vec(random, noise);
            pieces.v[i] = Vec3(0, -30, 5) + uniform_vec(random, speed);
        }
    }
    // Parts move against each other across the sheet, by centimetres a step.
    void flap(double speed)
    {
        for (std::size_t i = 0; i < pieces.x.size(); ++i) {
            const Vec3& rest = pieces.geometry.rest[i];
            const double angle = std::atan2(pieces.x[i][0], 1.0 - pieces.x[i][1]);
            pieces.v[i] += speed * std::sin(30.0 * rest[0] + 20.0 * rest[2]) *
                           Vec3(-std::sin(angle), std::cos(angle), 0.0);
        }
    }
    void begin()
    {
        surface.build(pieces.geometry, pieces.x);
        surface.begin_step(pieces.geometry, pieces.query());
    }
    Index blocks() const { return static_cast<Index>(surface.patches.size()); }
};

// visit(block, block, leaf, leaf) for every pair of leaves of the sheet's tree.
template <class Visit>
void each_pair_of_leaves(const ContactSurface& s, const Visit& visit)
{
    for (const Bvh::Node& a : s.trees[0].nodes())
        for (const Bvh::Node& b : s.trees[0].nodes())
            if (a.is_leaf() && b.is_leaf()) visit(s.block_of(0, a), s.block_of(0, b), a, b);
}

template <class Visit>
void each_face(const ContactSurface& s, Index block, const Visit& visit)
{
    for (Index i = s.block_first_leaf[at(block)]; i < s.block_first_leaf[at(block) + 1]; ++i)
        visit(s.leaves[at(i)]);
}

bool blocks_touch(const ContactGeometry& g, const ContactSurface& s, Index a, Index b)
{
    PairContact contact;
    bool touch = false;
    for (const Index p : s.block_nodes[a])
        each_face(s, b, [&](const SurfaceTriangle& t) { touch |= vertex_face_contact(g, s, p, t, contact); });
    for (const Index e : s.block_edges[a])
        for (const Index f : s.block_edges[b])
            touch |= e != f && edge_edge_contact(g, s, std::min(e, f), std::max(e, f), contact);
    return touch;
}

TEST(LeafPatch, PeaceMeansNoContact)
{
    int touching = 0, at_peace_pairs = 0;
    for (const double curvature : {0.5, 20.0, 60.0})
        for (const double noise : {0.0, 0.001, 0.004})
            for (const double radius : {0.0005, 0.004, 0.02}) {
                Sheet sheet(radius);
                sheet.bend(curvature, noise, noise > 0.002 ? 1.0 : 0.05, 5);
                if (noise > 0.0) sheet.flap(radius < 0.001 ? 4.0 : 1.0);
                sheet.begin();
                each_pair_of_leaves(sheet.surface, [&](Index a, Index b, const Bvh::Node& box_a,
                                                       const Bvh::Node& box_b) {
                    const ContactSurface& s = sheet.surface;
                    const bool touch = blocks_touch(sheet.pieces.geometry, s, a, b);
                    const bool peace =
                        at_peace(s.patches[at(a)], s.patches[at(b)], box_a, box_b, s.magnitude);
                    EXPECT_FALSE(touch && peace) << "blocks " << a << ", " << b << " curvature " << curvature
                                                 << " noise " << noise << " radius " << radius;
                    touching += touch ? 1 : 0;
                    at_peace_pairs += peace ? 1 : 0;
                });
            }
    EXPECT_GT(touching, 2000);
    EXPECT_GT(at_peace_pairs, 2000);
}

// Groups of leaves that are at peace have no two leaves in contact.
TEST(PatchGroup, PeaceMeansNoContact)
{
    int touching = 0, at_peace_pairs = 0;
    for (const double curvature : {0.5, 20.0, 60.0})
        for (const double noise : {0.0, 0.001, 0.004})
            for (const double radius : {0.0005, 0.004, 0.02}) {
                Sheet sheet(radius);
                sheet.bend(curvature, noise, noise > 0.002 ? 1.0 : 0.05, 7);
                if (noise > 0.0) sheet.flap(radius < 0.001 ? 4.0 : 1.0);
                sheet.begin();
                const ContactSurface& s = sheet.surface;
                const std::vector<Bvh::Node>& boxes = s.trees[0].nodes();
                const PatchGroups& groups = s.groups[0];
                ASSERT_GT(groups.groups.size(), 8U);
                for (std::size_t m = 0; m < boxes.size(); ++m)
                    for (std::size_t n = 0; n < boxes.size(); ++n) {
                        if (groups.of_node[m] < 0 || groups.of_node[n] < 0) continue;
                        const PatchGroup &a = groups.groups[at(groups.of_node[m])],
                                         &b = groups.groups[at(groups.of_node[n])];
                        const bool peace = at_peace(a, b, boxes[m], boxes[n], s.magnitude);
                        at_peace_pairs += peace ? 1 : 0;
                        bool touch = false;
                        for (Index i = 0; i < a.blocks && (peace || !touch); ++i)
                            for (Index j = 0; j < b.blocks; ++j)
                                touch |= blocks_touch(sheet.pieces.geometry, s, a.first_block + i,
                                                      b.first_block + j);
                        touching += touch ? 1 : 0;
                        EXPECT_FALSE(touch && peace)
                            << "groups of tree nodes " << m << ", " << n << " curvature " << curvature
                            << " noise " << noise << " radius " << radius;
                    }
            }
    EXPECT_GT(touching, 100);
    EXPECT_GT(at_peace_pairs, 200);
}

// A sheet that moves as a whole, however fast, is at peace with itself; one rolled up tightly is not.
TEST(LeafPatch, AFlatSheetIsAtPeace)
{
    for (const double curvature : {0.5, 60.0}) {
        Sheet sheet(0.004);
        sheet.bend(curvature, 0.0, 0.0, 1);
        sheet.begin();
        int neighbours = 0, peace = 0;
        each_pair_of_leaves(
            sheet.surface, [&](Index a, Index b, const Bvh::Node& box_a, const Bvh::Node& box_b) {
                if (!Bvh::meet(box_a, box_b)) return;
                ++neighbours;
                const ContactSurface& s = sheet.surface;
                peace += at_peace(s.patches[at(a)], s.patches[at(b)], box_a, box_b, s.magnitude) ? 1 : 0;
            });
        EXPECT_GT(neighbours, 4 * sheet.blocks());
        if (curvature < 1.0) {
            EXPECT_EQ(peace, neighbours);
        } else {
            EXPECT_LT(peace, neighbours / 4);
        }
    }
}

// What moves across the sheet does not bring its parts together.
TEST(LeafPatch, AFlappingSheetIsAtPeace)
{
    Sheet sheet(0.002);
    sheet.bend(0.5, 0.0, 0.0, 1);
    sheet.flap(6.0);
    sheet.begin();
    int far = 0;
    each_pair_of_leaves(sheet.surface, [&](Index a, Index b, const Bvh::Node& box_a, const Bvh::Node& box_b) {
        const ContactSurface& s = sheet.surface;
        const bool neighbours = s.patches[at(a)].node[0] == s.patches[at(b)].node[0] || a == b;
        if (!neighbours) return;
        far += Bvh::reach_between(box_a, box_b) > 0.02F ? 1 : 0;
        EXPECT_TRUE(at_peace(s.patches[at(a)], s.patches[at(b)], box_a, box_b, s.magnitude))
            << a << ", " << b;
    });
    EXPECT_GT(far, 10) << "their ways are longer than a cell";
}

// Without a rest shape nothing is known, and nothing is taken for granted.
TEST(LeafPatch, NoPeaceWithoutRestShape)
{
    Sheet sheet(0.0005);
    sheet.pieces.geometry.rest.clear();
    sheet.begin();
    each_pair_of_leaves(sheet.surface, [&](Index a, Index b, const Bvh::Node& box_a, const Bvh::Node& box_b) {
        const ContactSurface& s = sheet.surface;
        EXPECT_FALSE(at_peace(s.patches[at(a)], s.patches[at(b)], box_a, box_b, s.magnitude));
    });
}

double least_distance(const ContactSurface& s, Index a, Index b)
{
    double least2 = 1e30;
    const auto corner = [&](const SurfaceTriangle& t, int k) -> const Vec3& {
        return s.x[at(t.node[k % 3])];
    };
    each_face(s, a, [&](const SurfaceTriangle& t) {
        each_face(s, b, [&](const SurfaceTriangle& u) {
            for (int k = 0; k < 3; ++k)
                least2 = std::min(least2, closest_segment_triangle(corner(t, k), corner(t, k + 1),
                                                                   corner(u, 0), corner(u, 1), corner(u, 2))
                                              .distance2);
        });
    });
    return std::sqrt(least2);
}

TEST(LeafPatch, ApartMeansFartherThanReach)
{
    int apart_pairs = 0, sharper = 0;
    for (const double curvature : {3.0, 40.0})
        for (const double move : {0.0, 400.0}) {
            Sheet sheet(0.001);
            sheet.bend(curvature, 0.002, 1.0, 9);
            for (Vec3& x : sheet.pieces.x) x += Vec3(move, -move, 0.5 * move);
            sheet.begin();
            const ContactSurface& s = sheet.surface;
            for (const float reach : {0.0F, 0.004F, 0.03F})
                each_pair_of_leaves(s, [&](Index a, Index b, const Bvh::Node& box_a, const Bvh::Node& box_b) {
                    if (!apart(s.patches[at(a)], s.patches[at(b)], reach, s.magnitude)) return;
                    EXPECT_GT(least_distance(s, a, b), static_cast<double>(reach)) << a << ", " << b;
                    ++apart_pairs;
                    sharper += Bvh::meet(box_a, box_b) ? 1 : 0;
                });
        }
    EXPECT_GT(apart_pairs, 10000);
    EXPECT_GT(sharper, 100) << "boxes tell as much";
}

}  // namespace
}  // namespace stiction::contact_tests
