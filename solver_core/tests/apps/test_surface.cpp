// stiction surface: the smooth contact surface of a mesh as a file, and what it refuses.

#include "solver_core/apps/exit_code.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/topology.hpp"
#include "solver_core/tests/apps/command_process.hpp"
#include "solver_core/tests/apps/scene_file.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace stiction {
namespace {

using test::contains;
using test::run_command;
using test::TempFolder;

std::string write_mesh(const std::string& path, const SurfaceMesh& mesh)
{
    GeometryTable table;
    table.positions = mesh.positions;
    for (const Triangle& t : mesh.triangles) table.polygons.push_back({t[0], t[1], t[2]});
    write_file_atomically(path, encode_geometry(table, "obj"));
    return path;
}

TEST(SurfaceCommand, WritesAClosedSurfaceAndItsFigures)
{
    const TempFolder temp;
    const std::string mesh = write_mesh(temp / "ball.obj", sphere_surface(0.5, 16));
    const auto result = run_command({"surface", mesh, "--iso", temp / "out.obj", "--resolution", "24"});
    ASSERT_EQ(result.exit_code, kExitDone) << result.err;
    for (const char* word :
         {"samples", "radius", "Hausdorff distance", "% of the box's diagonal", "triangles"})
        EXPECT_TRUE(contains(result.out, word)) << word << "\n" << result.out;
    const GeometryTable table = read_geometry(temp / "out.obj");
    const std::vector<Triangle> triangles = surface_triangles(table);
    EXPECT_TRUE(is_closed(build_surface_topology(static_cast<Index>(table.positions.size()), triangles)));
    for (const Vec3& p : table.positions) EXPECT_NEAR(p.norm(), 0.5, 0.03);

    const auto json = run_command({"surface", mesh, "--iso", temp / "out.obj", "--resolution", "24", "--json",
                                   "--kernel", "interpolating", "--radius", "1.5", "--sharp"});
    ASSERT_EQ(json.exit_code, kExitDone) << json.err;
    const auto figures = nlohmann::json::parse(json.out);
    EXPECT_GT(figures["radius"].get<double>(), 0.0);
    EXPECT_LT(figures["hausdorff_relative"].get<double>(), 0.05);
    EXPECT_EQ(figures["kernel"], "interpolating");
    EXPECT_EQ(figures["pieces"], 1);
}

std::string write_points(const std::string& path, const SurfaceMesh& ball, bool normals)
{
    GeometryTable table;
    table.positions = ball.positions;
    for (const Vec3& p : ball.positions)
        for (int k = 0; normals && k < 3; ++k)
            table.point_attributes["N"].values.push_back(p.normalized()[k]);
    if (normals) table.point_attributes["N"].size = 3;
    write_file_atomically(path, encode_geometry(table, "ply"));
    return path;
}

TEST(SurfaceCommand, PointsWithNormalsHaveASurfaceToo)
{
    const TempFolder temp;
    const std::string points = write_points(temp / "scan.ply", sphere_surface(0.5, 24), true);
    const auto result =
        run_command({"surface", points, "--iso", temp / "out.obj", "--resolution", "24", "--json"});
    ASSERT_EQ(result.exit_code, kExitDone) << result.err;
    const auto figures = nlohmann::json::parse(result.out);
    EXPECT_EQ(figures["samples"], sphere_surface(0.5, 24).positions.size());
    EXPECT_LT(figures["points_to_surface_relative"].get<double>(), 0.01);
    EXPECT_FALSE(figures.contains("hausdorff"));
    for (const Vec3& p : read_geometry(temp / "out.obj").positions) EXPECT_NEAR(p.norm(), 0.5, 0.02);
    const std::string bare = write_points(temp / "bare.ply", sphere_surface(0.5, 24), false);
    const auto refused = run_command({"surface", bare, "--iso", temp / "none.obj"});
    EXPECT_EQ(refused.exit_code, kExitBadInput);
    EXPECT_TRUE(contains(refused.err, "without normals")) << refused.err;
}

TEST(SurfaceCommand, BadInputIsNamedAndWritesNothing)
{
    const TempFolder temp;
    const std::string ball = write_mesh(temp / "ball.obj", sphere_surface(0.5, 12));
    const std::string sheet = write_mesh(temp / "sheet.obj", grid_surface(1, 1, 2, 2, GridCut::diagonal));
    SurfaceMesh flat = sphere_surface(0.5, 12);
    flat.positions[static_cast<std::size_t>(flat.triangles[5][1])] =
        0.5 * (flat.positions[static_cast<std::size_t>(flat.triangles[5][0])] +
               flat.positions[static_cast<std::size_t>(flat.triangles[5][2])]);
    const std::string degenerate = write_mesh(temp / "flat.obj", flat);
    const std::string out = temp / "out.obj";
    const std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> cases = {
        {{sheet, "--iso", out}, {sheet, "open", "8 boundary edges", "point"}},
        {{degenerate, "--iso", out}, {degenerate, "triangle 5"}},
        {{temp / "missing.obj", "--iso", out}, {"missing.obj"}},
        {{ball, "--iso", out, "--kernel", "gauss"}, {"gauss", "cubic"}},
        {{ball, "--iso", out, "--radius", "0.3"}, {ball, "triangle 0", "radius"}},
        {{ball, "--iso", out, "--resolution", "2"}, {"resolution 2", "allowed"}},
        {{ball, "--iso", out, "--epsilon", "0", "--kernel", "interpolating"}, {"epsilon 0", "allowed"}},
        {{ball, "--iso", temp / "out.png"}, {"--iso", "out.png", ".obj"}},
        {{ball}, {"--iso", "see stiction surface --help"}},
    };
    for (const auto& [arguments, words] : cases) {
        std::vector<std::string> all{"surface"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const auto result = run_command(all);
        EXPECT_EQ(result.exit_code, kExitBadInput) << ::testing::PrintToString(all) << result.err;
        EXPECT_TRUE(contains(result.err, "stiction: error: ")) << result.err;
        for (const std::string& word : words)
            EXPECT_TRUE(contains(result.err, word)) << word << "\n" << result.err;
        EXPECT_TRUE(result.out.empty()) << result.out;
    }
    EXPECT_FALSE(std::filesystem::exists(out));
    EXPECT_EQ(
        run_command({"surface", ball, "--iso", temp / "nowhere/out.obj", "--resolution", "16"}).exit_code,
        kExitCannotWrite);
}

}  // namespace
}  // namespace stiction
