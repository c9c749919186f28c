#include "solver_core/base/error.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/mesh_checks.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/mesh/mesh_measures.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace stiction {
namespace {

constexpr double kPi = kTestPi;
constexpr GridCut kCuts[] = {GridCut::diagonal, GridCut::alternating, GridCut::crossed, GridCut::irregular};

struct RoundShape {
    const char* name;
    std::function<SurfaceMesh(Index)> make;
    double area;
    double volume;  // 0: open
    Index euler;
    double angle;  // no triangle has a sharper corner at resolution 12 and above, degrees
};

const RoundShape kShapes[] = {
    {"disc", [](Index n) { return disc_surface(0.5, n); }, kPi / 4, 0, 1, 35},
    {"sphere", [](Index n) { return sphere_surface(0.5, n); }, kPi, kPi / 6, 2, 35},
    {"capsule", [](Index n) { return capsule_surface(0.5, 1.5, n); }, 2.5 * kPi, kPi / 6 + 1.5 * kPi / 4, 2,
     35},
    {"cylinder", [](Index n) { return cylinder_surface(0.5, 1.0, n); }, 1.5 * kPi, kPi / 4, 2, 35},
    {"tube", [](Index n) { return tube_surface(0.5, 0.5, 2.0, n); }, 2 * kPi, 0, 0, 45},
    {"skirt", [](Index n) { return tube_surface(0.6, 0.2, 0.9, n); }, kPi * 0.8 * std::hypot(0.9, 0.4), 0, 0,
     30},
    {"torus", [](Index n) { return torus_surface(0.5, 0.25, n); }, kPi* kPi / 2, kPi* kPi / 16, 0, 15},
};

TEST(SurfaceGenerators, round_shapes_are_sound_at_random_resolutions)
{
    for (const RoundShape& shape : kShapes) {
        std::mt19937_64 random(2024);
        for (int trial = 0; trial < 25; ++trial) {
            const Index resolution = trial < 6 ? 3 + trial : 3 + Index(random() % 90);
            SCOPED_TRACE(::testing::Message() << shape.name << " resolution " << resolution);
            const SurfaceMesh mesh = shape.make(resolution);
            const FoundDefect defect = check_mesh(mesh);
            EXPECT_FALSE(defect) << defect->message;
            EXPECT_TRUE(mesh_warnings(mesh).empty());
            const SurfaceTopology topology = topology_of(mesh);
            EXPECT_TRUE(is_manifold(topology));
            EXPECT_EQ(is_closed(topology), shape.volume > 0.0);
            EXPECT_EQ(euler_characteristic(mesh), shape.euler);
            EXPECT_EQ(connected_components(points_of(mesh), mesh.triangles).count, 1);
            if (shape.volume > 0.0) {
                EXPECT_GT(enclosed_volume(mesh.positions, mesh.triangles), 0.0);
            }
            if (resolution >= 12) {
                EXPECT_GT(min_angle(mesh), shape.angle);
            }
        }
    }
}

TEST(SurfaceGenerators, measures_converge_from_below_with_the_square_of_the_spacing)
{
    for (const RoundShape& shape : kShapes) {
        SCOPED_TRACE(shape.name);
        const auto missing_area = [&](Index resolution) {
            const SurfaceMesh mesh = shape.make(resolution);
            return 1.0 - total_area(mesh.positions, mesh.triangles) / shape.area;
        };
        const double coarse = missing_area(48), fine = missing_area(96);
        EXPECT_GT(fine, 0.0);
        EXPECT_LT(coarse, 0.01);
        EXPECT_NEAR(coarse / fine, 4.0, 0.6);
        if (shape.volume == 0.0) continue;
        const auto missing_volume = [&](Index resolution) {
            const SurfaceMesh mesh = shape.make(resolution);
            return 1.0 - enclosed_volume(mesh.positions, mesh.triangles) / shape.volume;
        };
        EXPECT_GT(missing_volume(96), 0.0);
        EXPECT_LT(missing_volume(48), 0.02);
        EXPECT_NEAR(missing_volume(48) / missing_volume(96), 4.0, 0.6);
    }
}

TEST(SurfaceGenerators, points_lie_on_the_shapes)
{
    for (const Vec3& x : sphere_surface(0.7, 23).positions) EXPECT_NEAR(x.norm(), 0.7, 1e-14);
    for (const Vec3& x : capsule_surface(0.7, 1.2, 23).positions)
        EXPECT_NEAR((x - Vec3(0.0, std::clamp(x.y(), -0.6, 0.6), 0.0)).norm(), 0.7, 1e-14);
    for (const Vec3& x : torus_surface(0.7, 0.2, 23).positions)
        EXPECT_NEAR(std::hypot(std::hypot(x.x(), x.z()) - 0.7, x.y()), 0.2, 1e-14);
    for (const Vec3& x : tube_surface(0.7, 0.3, 2.0, 23).positions)
        EXPECT_NEAR(std::hypot(x.x(), x.z()), 0.5 - 0.2 * x.y(), 1e-14);
    for (const Vec3& x : cylinder_surface(0.7, 2.0, 23).positions)
        EXPECT_NEAR(std::max(std::hypot(x.x(), x.z()) / 0.7, std::abs(x.y())), 1.0, 1e-14);
}

TEST(SurfaceGenerators, open_shapes_face_outward_or_up)
{
    const SurfaceMesh tube = tube_surface(0.6, 0.2, 0.9, 17);
    for (const Triangle& t : tube.triangles) {
        const Vec3 a = tube.positions[t[0]], b = tube.positions[t[1]], c = tube.positions[t[2]];
        const Vec3 middle = (a + b + c) / 3.0;
        EXPECT_GT((b - a).cross(c - a).dot(Vec3(middle.x(), 0.0, middle.z())), 0.0);
    }
    const SurfaceMesh disc = disc_surface(0.5, 19);
    for (const Triangle& t : disc.triangles) {
        const Vec3 a = disc.positions[t[0]], b = disc.positions[t[1]], c = disc.positions[t[2]];
        EXPECT_GT((b - a).cross(c - a).y(), 0.0);
    }
}

TEST(SurfaceGenerators, widest_circle_has_the_segments_asked_for)
{
    for (const Index n : {5, 16, 33}) {
        Index on_equator = 0;
        for (const Vec3& x : sphere_surface(1.0, n).positions) on_equator += std::abs(x.y()) < 1e-12;
        EXPECT_EQ(on_equator, n);
        EXPECT_EQ(topology_of(disc_surface(1.0, n)).boundary_edges.size(), static_cast<std::size_t>(n));
        EXPECT_EQ(topology_of(tube_surface(1.0, 1.0, 1.0, n)).boundary_edges.size(),
                  static_cast<std::size_t>(2 * n));
    }
}

TEST(GridSurface, has_exact_area_counts_and_normal)
{
    std::mt19937_64 random(5);
    for (const GridCut cut : kCuts) {
        for (int trial = 0; trial < 12; ++trial) {
            const Index nx = 1 + Index(random() % 20), nz = 1 + Index(random() % 20);
            SCOPED_TRACE(::testing::Message() << "cut " << int(cut) << ", " << nx << " x " << nz);
            const SurfaceMesh mesh = grid_surface(1.5, 0.5, nx, nz, cut, random());
            const Index middles = cut == GridCut::crossed ? nx * nz : 0;
            EXPECT_EQ(points_of(mesh), (nx + 1) * (nz + 1) + middles);
            EXPECT_EQ(static_cast<Index>(mesh.triangles.size()), 2 * nx * nz + 2 * middles);
            EXPECT_NEAR(total_area(mesh.positions, mesh.triangles), 0.75, 1e-12);
            EXPECT_FALSE(check_mesh(mesh));
            EXPECT_EQ(euler_characteristic(mesh), 1);
            for (const Triangle& t : mesh.triangles) {
                const Vec3 n = (mesh.positions[t[1]] - mesh.positions[t[0]])
                                   .cross(mesh.positions[t[2]] - mesh.positions[t[0]]);
                EXPECT_GT(n.y(), 0.3 * 0.75 / (nx * nz) * (cut == GridCut::crossed ? 0.5 : 1.0));
                EXPECT_EQ(n.x(), 0.0);
                EXPECT_EQ(n.z(), 0.0);
            }
        }
    }
}

TEST(GridSurface, corners_and_numbering_are_as_documented)
{
    const SurfaceMesh mesh = grid_surface(2.0, 4.0, 3, 5, GridCut::alternating);
    EXPECT_EQ(mesh.positions.front(), Vec3(-1.0, 0.0, -2.0));
    EXPECT_EQ(mesh.positions[3], Vec3(1.0, 0.0, -2.0));
    EXPECT_EQ(mesh.positions.back(), Vec3(1.0, 0.0, 2.0));
}

// Diagonals that meet at every second point: valence 8 there, 4 at its neighbours.
TEST(GridSurface, alternating_diagonals_meet)
{
    const SurfaceMesh mesh = grid_surface(1.0, 1.0, 6, 6, GridCut::alternating);
    const Adjacency around = triangles_of_nodes(points_of(mesh), mesh.triangles);
    for (Index j = 1; j < 6; ++j)
        for (Index i = 1; i < 6; ++i) EXPECT_EQ(around[i + 7 * j].size(), (i + j) % 2 == 0 ? 8U : 4U);
}

TEST(GridSurface, irregular_depends_on_the_seed_alone)
{
    const SurfaceMesh a = grid_surface(1.0, 1.0, 30, 30, GridCut::irregular, 7);
    const SurfaceMesh b = grid_surface(1.0, 1.0, 30, 30, GridCut::irregular, 7);
    const SurfaceMesh c = grid_surface(1.0, 1.0, 30, 30, GridCut::irregular, 8);
    EXPECT_TRUE(same_bytes(a.positions, b.positions));
    EXPECT_TRUE(same_bytes(a.triangles, b.triangles));
    EXPECT_FALSE(same_bytes(a.positions, c.positions));
    EXPECT_GT(min_angle(a), 12.0);
    // Neither direction of the diagonals prevails.
    Index from_first = 0;
    for (std::size_t cell = 0; cell < 900; ++cell)
        from_first += a.triangles[2 * cell][0] == Index(cell + cell / 30);
    EXPECT_GT(from_first, 350);
    EXPECT_LT(from_first, 550);
}

// The angles opposite a cell's diagonal sum to at most 180 degrees.
TEST(GridSurface, irregular_diagonals_are_delaunay)
{
    const SurfaceMesh mesh = grid_surface(1.3, 0.9, 25, 20, GridCut::irregular, 3);
    const auto angle = [&](Index apex, Index from, Index to) {
        const Vec3 u = mesh.positions[from] - mesh.positions[apex],
                   v = mesh.positions[to] - mesh.positions[apex];
        return std::atan2(u.cross(v).norm(), u.dot(v));
    };
    Index diagonals = 0;
    for (const Hinge& h : topology_of(mesh).hinges) {
        if (h.triangle0 / 2 != h.triangle1 / 2) continue;  // the two triangles of a cell follow each other
        EXPECT_LE(angle(h.o0, h.e0, h.e1) + angle(h.o1, h.e0, h.e1), kPi + 1e-8);
        ++diagonals;
    }
    EXPECT_EQ(diagonals, 500);
}

TEST(BoxSurface, is_closed_with_exact_measures)
{
    std::mt19937_64 random(31);
    for (int trial = 0; trial < 20; ++trial) {
        const std::array<Index, 3> n{1 + Index(random() % 7), 1 + Index(random() % 7),
                                     1 + Index(random() % 7)};
        SCOPED_TRACE(::testing::Message() << n[0] << " x " << n[1] << " x " << n[2]);
        const SurfaceMesh mesh = box_surface(Vec3(1.0, 2.0, 3.0), n);
        EXPECT_NEAR(total_area(mesh.positions, mesh.triangles), 22.0, 1e-12);
        EXPECT_NEAR(enclosed_volume(mesh.positions, mesh.triangles), 6.0, 1e-12);
        EXPECT_EQ(points_of(mesh), 2 * (n[0] * n[1] + n[1] * n[2] + n[2] * n[0]) + 2);
        EXPECT_EQ(euler_characteristic(mesh), 2);
        EXPECT_FALSE(check_mesh(mesh));
        EXPECT_TRUE(is_closed(topology_of(mesh)));
    }
}

void expect_refused(const std::function<void()>& make, const std::string& message)
{
    try {
        make();
        FAIL() << "not refused: " << message;
    } catch (const InputError& error) {
        EXPECT_EQ(error.where(), "");
        EXPECT_EQ(std::string(error.what()), message);
    }
}

TEST(SurfaceGenerators, refuse_bad_parameters)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    expect_refused([] { grid_surface(1.0, 1.0, 0, 4, GridCut::diagonal); },
                   "divisions along x is 0; at least 1");
    expect_refused([] { grid_surface(1.0, -2.0, 3, 4, GridCut::diagonal); },
                   "size z is -2; must be a finite number above 0");
    expect_refused([&] { disc_surface(nan, 16); }, "radius is nan; must be a finite number above 0");
    expect_refused([] { sphere_surface(0.5, 2); }, "resolution is 2; at least 3");
    expect_refused([] { capsule_surface(0.5, 0.0, 16); }, "length is 0; must be a finite number above 0");
    expect_refused([] { torus_surface(0.5, 0.5, 16); },
                   "section_radius is 0.5; must be above 0 and below radius (0.5)");
    expect_refused([] { tube_surface(0.5, 0.0, 1.0, 16); },
                   "radius_top is 0; must be a finite number above 0");
    expect_refused([] { box_surface(Vec3::Ones(), {1, 2, -3}); }, "divisions along z is -3; at least 1");
    EXPECT_THROW(grid_surface(1.0, 1.0, 100000, 100000, GridCut::diagonal), InputError);
    EXPECT_THROW(sphere_surface(1.0, 2000000000), InputError);
    EXPECT_THROW(cylinder_surface(1e-9, 1e9, 16), InputError);
    EXPECT_THROW(torus_surface(1.0, 0.9, 2000000000), InputError);
}

}  // namespace
}  // namespace stiction
