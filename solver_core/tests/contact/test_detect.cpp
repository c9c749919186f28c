#include "solver_core/base/parallel.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace stiction::contact_tests {
namespace {

struct ThreadGuard {
    ~ThreadGuard() { set_threads(2); }
};

void give_noise(Pieces& pieces, Random& random, double position, double velocity)
{
    for (Vec3& p : pieces.x) p += uniform_vec(random, position);
    for (Vec3& u : pieces.v) u += uniform_vec(random, velocity);
}

// Triangles anywhere, in two objects of different thickness.
Pieces soup(unsigned seed)
{
    Random random(seed);
    Pieces pieces;
    for (int object = 0; object < 2; ++object) {
        SurfaceMesh mesh;
        for (Index t = 0; t < 60; ++t) {
            const Vec3 centre = uniform_vec(random, 0.2);
            for (int k = 0; k < 3; ++k) mesh.positions.push_back(centre + uniform_vec(random, 0.08));
            mesh.triangles.emplace_back(3 * t, 3 * t + 1, 3 * t + 2);
        }
        pieces.add(mesh, 0.004 + 0.003 * object);
    }
    pieces.add_collider(SphereShape{0.1});
    pieces.finish();
    give_noise(pieces, random, 0.0, 4.0);
    return pieces;
}

// A sheet rolled up with its layers closer than they are thick here and there.
Pieces folded(unsigned seed)
{
    Random random(seed);
    Pieces pieces;
    pieces.add(grid(24, 8, 1.2, 0.3), 0.004);
    pieces.finish();
    for (Vec3& p : pieces.x) {
        const double angle = 9.0 * p[0] + 6.0;
        const double radius = 0.02 + 0.0012 * angle;
        p = Vec3(radius * std::cos(angle), radius * std::sin(angle), p[2]);
    }
    give_noise(pieces, random, 0.001, 1.0);
    return pieces;
}

Pieces stacked(unsigned seed)
{
    Random random(seed);
    Pieces pieces;
    for (int layer = 0; layer < 3; ++layer)
        pieces.add(moved(grid(9 + layer, 9, 0.3, 0.3), Vec3(0.01 * layer, 0.0021 * layer, 0.0)), 0.001);
    pieces.add_collider(PlaneShape{}, Vec3(0, -0.001, 0));
    pieces.finish();
    give_noise(pieces, random, 0.0005, 0.3);
    return pieces;
}

// A sheet crumpled by waves of all lengths, turning and flying as a whole far faster than its parts do.
Pieces crumpled(unsigned seed, double fly)
{
    Random random(seed);
    Pieces pieces;
    pieces.add(grid(18, 16, 0.36, 0.32), 0.003);
    pieces.finish();
    Vec3 along[6], push[6];
    for (int w = 0; w < 6; ++w) {
        along[w] = uniform_vec(random, 8.0 * (w + 1));
        push[w] = uniform_vec(random, 0.12 / (w + 1));
    }
    const Vec3 spin = uniform_vec(random, 10.0), common = uniform_vec(random, fly);
    for (std::size_t i = 0; i < pieces.x.size(); ++i) {
        const Vec3 rest = pieces.geometry.rest[i];
        pieces.x[i] *= 0.4;
        for (int w = 0; w < 6; ++w) pieces.x[i] += std::sin(along[w].dot(rest) + w) * push[w];
        pieces.v[i] = common + spin.cross(pieces.x[i]);
    }
    give_noise(pieces, random, 0.0005, 0.2);
    return pieces;
}

Shape shape_number(int i)
{
    switch (i) {
        case 0: return PlaneShape{};
        case 1: return SphereShape{0.2};
        case 2: return BoxShape{Vec3(0.15, 0.2, 0.1)};
        case 3: return CapsuleShape{0.1, 0.3};
        case 4: return CylinderShape{0.12, 0.4};
        case 5: return MeshShape{ball_surface(0.2, 10), true, {}, {}};
        default: return MeshShape{moved(grid(3, 3, 0.5, 0.5), Vec3(0, 0.19, 0)), false, {}, {}};
    }
}

// Cloth over each kind of collider, moving and turning fast, with the node offsets of a sheet laid on it.
Pieces on_collider(int kind, unsigned seed)
{
    Random random(seed);
    Pieces pieces;
    pieces.add(moved(grid(10, 10, 0.5, 0.5), Vec3(0, 0.205, 0)), 0.003);
    const Index c = pieces.add_collider(shape_number(kind), Vec3(0.01, 0.0, 0.02), 0.001);
    Motion& motion = pieces.geometry.colliders[static_cast<std::size_t>(c)].motion;
    motion.velocity = Vec3(0.5, 8.0, 0.1);
    motion.spin_axis = Vec3(1, 2, 3);
    motion.spin_rate = 12.0;
    pieces.finish();
    if (seed % 2) init_obstacle_offsets(pieces.geometry, pieces.x, 0.0);
    give_noise(pieces, random, 0.03, 3.0);
    return pieces;
}

Pieces solids(unsigned seed)
{
    Random random(seed);
    Pieces pieces;
    pieces.add(box_surface(Vec3(0.1, 0.1, 0.1)), 0.002, true);
    pieces.add(moved(ball_surface(0.1, 8), Vec3(0.15, 0.05, 0.0)), 0.003, true);
    pieces.add(moved(grid(6, 6, 0.4, 0.4), Vec3(0, 0.09, 0)), 0.002);
    pieces.finish();
    give_noise(pieces, random, 0.004, 1.0);
    return pieces;
}

void compare_with_brute_force(const Pieces& pieces, Index at_least)
{
    const ContactSet fast = run_detect(pieces, 0.005, 0.3);
    EXPECT_GE(fast.size(), at_least);
    expect_identical(fast, detect_brute_force(pieces.geometry, pieces.query(0.005, 0.3)));
}

TEST(Detect, BruteForceOnSoups)
{
    for (unsigned seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE(seed);
        compare_with_brute_force(soup(seed), 50);
    }
}

TEST(Detect, BruteForceOnFoldedCloth)
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(seed);
        compare_with_brute_force(folded(seed), 100);
    }
}

TEST(Detect, BruteForceOnCrumpledCloth)
{
    for (unsigned seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(seed);
        compare_with_brute_force(crumpled(seed, seed % 2 ? 0.0 : 50.0), 20);
    }
}

TEST(Detect, BruteForceOnStackedSheets)
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(seed);
        compare_with_brute_force(stacked(seed), 300);
    }
}

TEST(Detect, BruteForceOnEveryCollider)
{
    for (int kind = 0; kind < 7; ++kind)
        for (unsigned seed = 1; seed <= 2; ++seed) {
            SCOPED_TRACE(::testing::Message() << "collider " << kind << " seed " << seed);
            compare_with_brute_force(on_collider(kind, seed), 10);
        }
}

TEST(Detect, BruteForceOnSolids)
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(seed);
        compare_with_brute_force(solids(seed), 20);
    }
}

TEST(Detect, SameBitsForAnyNumberOfThreads)
{
    const ThreadGuard guard;
    const Pieces scenes[] = {folded(7),         crumpled(7, 20.0), stacked(7),
                             on_collider(2, 7), on_collider(5, 7), solids(7)};
    for (const Pieces& pieces : scenes) {
        set_threads(1);
        const ContactSet one = run_detect(pieces);
        for (const int threads : {2, 3, 8}) {
            set_threads(threads);
            expect_identical(one, run_detect(pieces));
        }
    }
}

TEST(Detect, WorkspaceHasNoMemory)
{
    DetectWorkspace used;
    ContactSet contacts;
    Pieces pieces = folded(3);
    Random random(11);
    for (int step = 0; step < 5; ++step) {
        detect(pieces.geometry, pieces.query(), used, contacts);
        expect_identical(contacts, run_detect(pieces));
        give_noise(pieces, random, 0.01, 2.0);
    }
    // The same topology with another rest shape is another surface.
    for (Vec3& rest : pieces.geometry.rest) rest *= 0.01;
    detect(pieces.geometry, pieces.query(), used, contacts);
    expect_identical(contacts, run_detect(pieces));
    const Pieces other = on_collider(5, 3);
    detect(other.geometry, other.query(), used, contacts);
    expect_identical(contacts, run_detect(other));
}

TEST(Detect, DegeneratePositionsStayFinite)
{
    const std::function<void(Pieces&)> spoilers[] = {
        [](Pieces& p) {
            for (Vec3& x : p.x) x.setZero();
        },
        [](Pieces& p) {
            for (Vec3& x : p.x) x[1] = x[2] = 0.0;
        },
        [](Pieces& p) {
            for (std::size_t i = 0; i < p.x.size(); ++i) p.x[i] = p.x[i / 2 * 2];
        },
        [](Pieces& p) {
            for (std::size_t i = 0; i < p.x.size(); ++i) p.x[i] = p.x[i % 9];
        },
        [](Pieces& p) {
            for (Vec3& v : p.v) v.setZero();
        },
        [](Pieces& p) {
            for (Vec3& v : p.v) v *= 1e6;
        },
    };
    for (const auto& spoil : spoilers)
        for (int scene = 0; scene < 9; ++scene) {
            Pieces pieces = scene < 7 ? on_collider(scene, 2) : (scene == 7 ? solids(2) : soup(2));
            spoil(pieces);
            run_detect(pieces);
        }
}

TEST(Detect, EmptyGeometry)
{
    Pieces pieces;
    pieces.finish();
    EXPECT_EQ(run_detect(pieces).size(), 0);
}

TEST(Detect, FrictionComesFromTheTables)
{
    Pieces pieces;
    pieces.add(moved(grid(2, 2, 0.1, 0.1), Vec3(0, 0.001, 0)), 0.001);
    pieces.add(moved(grid(2, 2, 0.1, 0.1), Vec3(0, 0.0025, 0)), 0.001);
    pieces.add_collider(SphereShape{0.1}, Vec3(5, 0, 0));
    pieces.add_collider(PlaneShape{});
    pieces.finish();
    pieces.geometry.friction_objects[1][0] = pieces.geometry.friction_objects[0][1];
    const ContactSet contacts = run_detect(pieces);
    bool external = false, internal = false;
    for (Index c = 0; c < contacts.size(); ++c) {
        const auto i = static_cast<std::size_t>(c);
        external |= contacts.is_external(c);
        internal |= !contacts.is_external(c);
        const Index node = contacts.node[static_cast<std::size_t>(contacts.begin[i])];
        const double with_plane = node < 9 ? 0.51 : 0.61;
        EXPECT_NEAR(contacts.mu[i], contacts.is_external(c) ? with_plane : 0.11, 1e-15);
    }
    EXPECT_TRUE(external && internal);
}

TEST(Detect, OffsetsKeepASheetWhereItWasPut)
{
    for (int kind = 0; kind < 7; ++kind) {
        SCOPED_TRACE(kind);
        Pieces pieces;
        pieces.add(moved(grid(4, 4, 0.04, 0.04), Vec3(0, kind == 0 ? 0.0007 : 0.2007, 0)), 0.001);
        pieces.add_collider(shape_number(kind), Vec3::Zero(), 0.0002);
        pieces.finish();
        const auto centre = std::size_t(12);
        const double lift = kind == 3 ? 0.05 : (kind == 6 ? -0.01 : 0.0);  // where the collider's top is
        for (Vec3& p : pieces.x) p[1] += lift;
        init_obstacle_offsets(pieces.geometry, pieces.x, 0.0);
        ASSERT_EQ(pieces.geometry.obstacle_offset.size(), 1U);
        EXPECT_NEAR(pieces.geometry.obstacle_offset[0][centre], 0.0005, 1e-12);
        for (const double offset : pieces.geometry.obstacle_offset[0]) {
            EXPECT_GE(offset, 0.0);
            EXPECT_LE(offset, 0.001);
        }
        const ContactSet contacts = run_detect(pieces);
        bool found = false;
        for (std::size_t c = 0; c < contacts.key.size(); ++c)
            if (contacts.key[c].kind == ContactKind::vertex_obstacle && contacts.key[c].a == 12) {
                EXPECT_NEAR(contacts.gap[c], 0.0, 1e-12);
                found = true;
            }
        EXPECT_TRUE(found);
    }
}

}  // namespace
}  // namespace stiction::contact_tests
