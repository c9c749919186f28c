// A soft body against itself: the extension of the smooth method to creases.

#include "solver_core/contact/rest_neighbours.hpp"
#include "solver_core/contact/smooth_contacts.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stiction {
namespace {

constexpr double kThickness = 0.1, kHalfLength = 0.6, kRadius = 0.004, kPi = 3.14159265358979323846;

// A plate along x, thin beside the reach of its samples.
SurfaceMesh plate() { return box_surface(Vec3(2 * kHalfLength, kThickness, 0.3), {24, 2, 6}); }

// The plate folded about z in its middle so that its upper halves face each other across `gap`: arcs of radius
// (gap + thickness) / 2 about the fold, then straight.
Vec3 folded(const Vec3& p, double gap)
{
    const double r = 0.5 * (gap + kThickness), bend = 0.5 * kPi * r, s = std::abs(p[0]),
                 side = p[0] < 0 ? -1.0 : 1.0;
    const double out = r - p[1];  // distance from the axis; the upper face is on the inside
    if (s < bend) return {side * out * std::sin(s / r), -out * std::cos(s / r), p[2]};
    return {side * out, s - bend, p[2]};
}

contact_tests::Pieces scene()
{
    contact_tests::Pieces pieces;
    pieces.add(plate(), kRadius, true);
    pieces.finish();
    return pieces;
}

ContactSet self_contacts(const contact_tests::Pieces& pieces, const Vec3Array& x, const Vec3Array& v)
{
    SmoothSurfaces surfaces;
    surfaces.build(pieces.geometry, {}, pieces.x);
    SmoothWorkspace work;
    ContactSet contacts;
    DetectQuery query = pieces.query();
    query.x = x;
    query.v = v;
    detect_smooth(surfaces, query, work, contacts);
    return contacts;
}

TEST(SmoothSelfContact, NothingAtRestNorInASlightBend)
{
    const contact_tests::Pieces pieces = scene();
    EXPECT_EQ(self_contacts(pieces, pieces.x, pieces.v).size(), 0);
    for (const double gap : {1.0, 0.5}) {
        Vec3Array bent = pieces.x;
        for (Vec3& p : bent) p = folded(p, gap);
        EXPECT_EQ(self_contacts(pieces, bent, pieces.v).size(), 0) << gap;
    }
}

// Halves that come together meet, upper face to upper face, at the gap that is there; the inside of the fold, whose
// neighbours are near because they are neighbours, stays silent.
TEST(SmoothSelfContact, HalvesOfAFoldMeetAndTheFoldItselfDoesNot)
{
    const contact_tests::Pieces pieces = scene();
    const double gap = 0.02;
    Vec3Array x = pieces.x, v = pieces.x;
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = folded(pieces.x[i], gap);
        v[i] = Vec3(pieces.x[i][0] < 0.0 ? 3.0 : -3.0, 0, 0);
    }
    const ContactSet contacts = self_contacts(pieces, x, v);
    ASSERT_GT(contacts.size(), 50);
    Index inner = 0;
    for (Index c = 0; c < contacts.size(); ++c) {
        const Vec3& rest = pieces.x[at(static_cast<Index>(contacts.key[at(c)].a))];
        EXPECT_EQ(contacts.key[at(c)].obstacle, -1);
        EXPECT_GT(rest[1], 0.0) << "a vertex of the outer face";
        // The surface pushes the vertex back to its own half.
        EXPECT_GT(contacts.normal[at(c)][0] * (rest[0] < 0 ? -1.0 : 1.0), 0.5);
        for (Index k = contacts.begin[at(c)] + 1; k < contacts.begin[at(c) + 1]; ++k) {
            const double other = pieces.x[at(contacts.node[at(k)])][0];
            EXPECT_LE(other * rest[0], 1e-9) << "a neighbour repels";
        }
        if (std::abs(rest[0]) < 0.3 || std::abs(rest[0]) > 0.5 || std::abs(rest[2]) > 0.06) continue;
        EXPECT_NEAR(contacts.gap[at(c)], gap - 2 * kRadius, 2e-3);
        ++inner;
    }
    EXPECT_GT(inner, 10);
}

// Halves that overlap a little, as two halves that start so or a step that misses its gaps leaves them, still are in contact.
TEST(SmoothSelfContact, ASlightOverlapIsAContact)
{
    const contact_tests::Pieces pieces = scene();
    const double gap = -0.003;
    Vec3Array x = pieces.x;
    for (Vec3& p : x) p = folded(p, gap);
    const ContactSet contacts = self_contacts(pieces, x, pieces.v);
    ASSERT_GT(contacts.size(), 50);
    for (Index c = 0; c < contacts.size(); ++c) EXPECT_GT(contacts.gap[at(c)], -0.02);
}

// The lower half of a ball pushed up into it: its vertices come near the samples of the far side, from within. They are 20 to 80 mm
// below that surface and touch nothing.
TEST(SmoothSelfContact, ADentDoesNotTouchTheFarSide)
{
    contact_tests::Pieces pieces;
    pieces.add(sphere_surface(0.1, 14), 0.001, true);
    pieces.finish();
    for (const double depth : {0.2, 0.4, 0.6}) {
        Vec3Array x = pieces.x, v = pieces.x;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (x[i][1] < 0.0) x[i][1] *= -depth;
            v[i] = Vec3(0.0, pieces.x[i][1] < 0.0 ? 1.0 : 0.0, 0.0);
        }
        const ContactSet contacts = self_contacts(pieces, x, v);
        for (Index c = 0; c < contacts.size(); ++c)
            ADD_FAILURE() << "dent of " << depth << ": vertex " << contacts.key[at(c)].a << " by "
                          << contacts.gap[at(c)] << " m";
    }
}

TEST(SmoothSelfContact, ThinWallsAreBehindAndGapsAreInFront)
{
    const SurfaceMesh mesh = plate();
    std::vector<Index> vertices;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) vertices.push_back(static_cast<Index>(i));
    const double geodesic = 0.1, reach = 0.15;
    const Adjacency hidden = rest_neighbours(mesh.triangles, mesh.positions, vertices, geodesic, reach);
    for (const Index v : vertices)
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            const Triangle& tri = mesh.triangles[t];
            const Vec3 centre =
                (mesh.positions[at(tri[0])] + mesh.positions[at(tri[1])] + mesh.positions[at(tri[2])]) / 3.0;
            const Span<const Index> row = hidden[v];
            const bool listed = std::binary_search(row.begin(), row.end(), static_cast<Index>(t));
            // A convex body has nothing in front of it: everything in reach is left out, and nothing far.
            if ((centre - mesh.positions[at(v)]).norm() < reach) {
                EXPECT_TRUE(listed);
            }
            if ((centre - mesh.positions[at(v)]).norm() > geodesic + reach) {
                EXPECT_FALSE(listed);
            }
        }
}

}  // namespace
}  // namespace stiction
