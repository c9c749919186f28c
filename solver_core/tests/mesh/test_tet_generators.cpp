#include "solver_core/base/error.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/mesh_checks.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/tests/mesh/mesh_measures.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace stiction {
namespace {

constexpr double kPi = kTestPi;

struct RoundSolid {
    const char* name;
    std::function<TetMesh(Index)> make;
    double volume;
    Index euler;      // of the boundary
    double dihedral;  // no tet is sharper at resolution 8 and above, degrees
};

const RoundSolid kSolids[] = {
    {"ball", [](Index n) { return ball_tets(0.5, n); }, kPi / 6, 2, 15},
    {"capsule", [](Index n) { return capsule_tets(0.5, 1.0, n); }, kPi / 6 + kPi / 4, 2, 14},
    {"hollow ball", [](Index n) { return hollow_ball_tets(0.5, 0.25, n); }, kPi / 6 * 0.875, 4, 14},
    {"cylinder", [](Index n) { return cylinder_tets(0.5, 1.0, n); }, kPi / 4, 2, 25},
    {"tube", [](Index n) { return tube_tets(0.5, 0.25, 1.0, n); }, kPi * 0.1875, 0, 18},
    {"torus", [](Index n) { return torus_tets(0.5, 0.25, n); }, kPi* kPi / 16, 0, 12},
};

double volume_of(const TetMesh& mesh) { return total_volume(mesh.positions, mesh.tets); }

// Positive tets under one closed, manifold, outward boundary that encloses what the tets fill.
void expect_sound(const TetMesh& mesh, Index euler)
{
    const FoundDefect defect = check_mesh(mesh);
    ASSERT_FALSE(defect) << defect->message;
    const std::vector<Triangle> faces = boundary_triangles(points_of(mesh), mesh.tets);
    const SurfaceTopology topology = build_surface_topology(points_of(mesh), faces);
    EXPECT_TRUE(is_closed(topology));
    EXPECT_TRUE(is_manifold(topology));
    EXPECT_TRUE(is_consistently_oriented(topology));
    EXPECT_NEAR(enclosed_volume(mesh.positions, faces), volume_of(mesh), 1e-11 * volume_of(mesh));
    EXPECT_EQ(connected_components(points_of(mesh), mesh.tets).count, 1);
    Index on_boundary = 0;
    for (Index node = 0; node < points_of(mesh); ++node)
        on_boundary += !topology.node_triangles[node].empty();
    EXPECT_EQ(on_boundary - static_cast<Index>(topology.edges.size()) + static_cast<Index>(faces.size()),
              euler);
}

// Faces shared by more than two tets, or by two on the same side, would pass the sum of volumes.
void expect_conforming(const TetMesh& mesh)
{
    static constexpr Index kFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    std::vector<std::array<Index, 4>> faces;  // sorted corners, then the side
    for (const Tet& tet : mesh.tets) {
        for (const auto& f : kFaces) {
            std::array<Index, 4> face{tet[f[0]], tet[f[1]], tet[f[2]], 0};
            for (const auto& [i, j] : {std::pair{0, 1}, std::pair{1, 2}, std::pair{0, 1}}) {
                if (face[i] <= face[j]) continue;
                std::swap(face[i], face[j]);
                face[3] ^= 1;
            }
            faces.push_back(face);
        }
    }
    std::sort(faces.begin(), faces.end());
    EXPECT_EQ(std::adjacent_find(faces.begin(), faces.end()), faces.end());
}

TEST(TetGenerators, round_solids_are_sound_at_random_resolutions)
{
    for (const RoundSolid& solid : kSolids) {
        std::mt19937_64 random(99);
        for (int trial = 0; trial < 14; ++trial) {
            const Index resolution = trial < 6 ? 3 + trial : 8 + Index(random() % 40);
            SCOPED_TRACE(::testing::Message() << solid.name << " resolution " << resolution);
            const TetMesh mesh = solid.make(resolution);
            expect_sound(mesh, solid.euler);
            expect_conforming(mesh);
            if (resolution >= 8) {
                EXPECT_GT(min_dihedral(mesh), solid.dihedral);
            }
        }
    }
}

TEST(TetGenerators, default_resolution_is_well_shaped_and_nearly_full)
{
    for (const RoundSolid& solid : kSolids) {
        SCOPED_TRACE(solid.name);
        const TetMesh mesh = solid.make(16);
        EXPECT_GT(min_dihedral(mesh), 8.0);
        EXPECT_NEAR(volume_of(mesh), solid.volume, 0.075 * solid.volume);
        EXPECT_NEAR(volume_of(solid.make(32)), solid.volume, 0.035 * solid.volume);
    }
}

TEST(TetGenerators, volumes_converge_from_below_with_the_square_of_the_spacing)
{
    for (const RoundSolid& solid : kSolids) {
        SCOPED_TRACE(solid.name);
        const double coarse = 1.0 - volume_of(solid.make(24)) / solid.volume;
        const double fine = 1.0 - volume_of(solid.make(48)) / solid.volume;
        EXPECT_GT(fine, 0.0);
        EXPECT_NEAR(coarse / fine, 4.0, 0.5);
    }
}

TEST(TetGenerators, boundary_points_lie_on_the_shapes)
{
    const auto boundary_points = [](const TetMesh& mesh) {
        std::vector<char> on(mesh.positions.size(), 0);
        for (const Triangle& t : boundary_triangles(points_of(mesh), mesh.tets))
            for (Index k = 0; k < 3; ++k) on[t[k]] = 1;
        Vec3Array points;
        for (std::size_t i = 0; i < on.size(); ++i)
            if (on[i]) points.push_back(mesh.positions[i]);
        return points;
    };
    for (const Vec3& x : boundary_points(ball_tets(0.7, 24))) EXPECT_NEAR(x.norm(), 0.7, 1e-14);
    for (const Vec3& x : boundary_points(hollow_ball_tets(0.7, 0.3, 24)))
        EXPECT_LT(std::min(std::abs(x.norm() - 0.7), std::abs(x.norm() - 0.3)), 1e-14);
    for (const Vec3& x : boundary_points(capsule_tets(0.7, 1.2, 24)))
        EXPECT_NEAR((x - Vec3(0.0, std::clamp(x.y(), -0.6, 0.6), 0.0)).norm(), 0.7, 1e-14);
    for (const Vec3& x : boundary_points(torus_tets(0.7, 0.2, 40)))
        EXPECT_NEAR(std::hypot(std::hypot(x.x(), x.z()) - 0.7, x.y()), 0.2, 1e-14);
    for (const Vec3& x : boundary_points(cylinder_tets(0.7, 2.0, 24)))
        EXPECT_NEAR(std::max(std::hypot(x.x(), x.z()) / 0.7, std::abs(x.y())), 1.0, 1e-14);
}

TEST(TetGenerators, thin_walls_and_extreme_proportions_stay_sound)
{
    for (const Index n : {3, 7, 16}) {
        SCOPED_TRACE(n);
        expect_sound(hollow_ball_tets(0.5, 0.499, n), 4);
        expect_sound(tube_tets(0.5, 0.499, 1.0, n), 0);
        expect_sound(tube_tets(0.5, 0.02, 0.3, n), 0);
        expect_sound(torus_tets(0.5, 0.45, n), 0);
        expect_sound(torus_tets(0.5, 0.01, n), 0);
        expect_sound(capsule_tets(0.1, 3.0, n), 2);
        expect_sound(capsule_tets(1.0, 0.01, n), 2);
        expect_sound(cylinder_tets(1.0, 0.01, n), 2);
        expect_sound(cylinder_tets(0.01, 1.0, n), 2);
    }
}

TEST(BoxTets, fill_the_box_exactly)
{
    std::mt19937_64 random(8);
    for (int trial = 0; trial < 15; ++trial) {
        const std::array<Index, 3> n{1 + Index(random() % 6), 1 + Index(random() % 6),
                                     1 + Index(random() % 6)};
        SCOPED_TRACE(::testing::Message() << n[0] << " x " << n[1] << " x " << n[2]);
        const TetMesh mesh = box_tets(Vec3(n[0], n[1], n[2]) * 0.1, n);
        EXPECT_EQ(static_cast<Index>(mesh.tets.size()), 6 * n[0] * n[1] * n[2]);
        EXPECT_NEAR(volume_of(mesh), 1e-3 * n[0] * n[1] * n[2], 1e-13);
        EXPECT_NEAR(min_dihedral(mesh), 45.0, 1e-9);
        expect_sound(mesh, 2);
        expect_conforming(mesh);
    }
}

TEST(TetGenerators, give_the_same_bytes_again)
{
    for (const RoundSolid& solid : kSolids) {
        const TetMesh a = solid.make(20), b = solid.make(20);
        EXPECT_TRUE(same_bytes(a.positions, b.positions)) << solid.name;
        EXPECT_TRUE(same_bytes(a.tets, b.tets)) << solid.name;
    }
}

TEST(TetGenerators, refuse_bad_parameters)
{
    EXPECT_THROW(box_tets(Vec3(1.0, 0.0, 1.0), {1, 1, 1}), InputError);
    EXPECT_THROW(box_tets(Vec3::Ones(), {1, 0, 1}), InputError);
    EXPECT_THROW(box_tets(Vec3::Ones(), {1000, 1000, 1000}), InputError);
    EXPECT_THROW(ball_tets(-1.0, 16), InputError);
    EXPECT_THROW(ball_tets(1.0, 2), InputError);
    EXPECT_THROW(ball_tets(1.0, 2000000000), InputError);
    EXPECT_THROW(capsule_tets(1.0, 0.0, 16), InputError);
    EXPECT_THROW(cylinder_tets(1.0, 1e12, 16), InputError);
    EXPECT_THROW(tube_tets(0.5, 0.5, 1.0, 16), InputError);
    EXPECT_THROW(tube_tets(0.5, 0.2, 1e12, 16), InputError);
    EXPECT_THROW(torus_tets(0.5, 0.6, 16), InputError);
    EXPECT_THROW(torus_tets(0.5, 0.4, 2000000000), InputError);
    try {
        hollow_ball_tets(0.5, 0.6, 16);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "inner_radius is 0.6; must be above 0 and below outer_radius (0.5)");
    }
}

}  // namespace
}  // namespace stiction
