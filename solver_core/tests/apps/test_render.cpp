// Pictures: what the camera sees, which surface wins a pixel, where shadows fall, and the command around it.

#include "solver_core/apps/exit_code.hpp"
#include "solver_core/apps/render_font.hpp"
#include "solver_core/apps/render_label.hpp"
#include "solver_core/apps/render_picture.hpp"
#include "solver_core/apps/render_raster.hpp"
#include "solver_core/apps/render_run.hpp"
#include "solver_core/apps/render_shadow.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/apps/command_process.hpp"
#include "solver_core/tests/apps/scene_file.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace stiction {
namespace {

using test::contains;
using test::run_command;
using test::TempFolder;
using test::write_scene;

RenderMesh make_mesh(const SurfaceMesh& surface, const Vec3& offset, const Vec3& colour)
{
    RenderMesh mesh;
    mesh.positions = surface.positions;
    mesh.triangles = surface.triangles;
    for (Vec3& x : mesh.positions) x += offset;
    mesh.material.front = mesh.material.back = colour;
    compute_normals(mesh, 40.0);
    return mesh;
}

// Mean over a square of pixels.
double mean(const PixelImage& image, Index x0, Index y0, Index side, int channel)
{
    double sum = 0.0;
    for (Index y = y0; y < y0 + side; ++y)
        for (Index x = x0; x < x0 + side; ++x) sum += image.pixel(x, y)[channel];
    return sum / (side * side);
}

TEST(RenderCamera, AutomaticOneJustSeesEveryPoint)
{
    std::mt19937 random(11);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    for (int trial = 0; trial < 50; ++trial) {
        Vec3Array points(20);
        for (Vec3& p : points) p = Vec3(3.0 * uniform(random), uniform(random), 2.0 * uniform(random));
        const Index width = trial % 2 ? 400 : 200;
        const RenderCamera camera = camera_around(points, three_quarter_direction(), 35.0, width, 300);
        double fullest = 0.0;
        for (const Vec3& p : points) {
            const Vec3 v = camera.to_view(p);
            ASSERT_GT(v.z(), 0.0) << "seed 11, trial " << trial;
            const double x = std::abs(v.x()) / (v.z() * camera.pixel) / (0.5 * width);
            const double y = std::abs(v.y()) / (v.z() * camera.pixel) / (0.5 * 300);
            fullest = std::max({fullest, x, y});
        }
        EXPECT_NEAR(fullest, 0.86, 1e-9) << "seed 11, trial " << trial;
    }
}

TEST(RenderRaster, WeightsAndDepthAreThoseOfThePoint)
{
    RenderScene scene;
    RenderMesh& mesh = scene.meshes.emplace_back();
    mesh.positions = {Vec3(0.1, -0.2, 0.3), Vec3(0.9, 0.1, -0.5), Vec3(-0.2, 0.8, -0.1)};
    mesh.triangles = {Triangle(0, 1, 2)};
    const RenderCamera camera = look_at(Vec3(0.5, 1.0, 4.0), Vec3::Zero(), 40.0, 320, 200);
    const std::vector<RasterTriangle> triangles = project_triangles(scene, camera);
    ASSERT_EQ(triangles.size(), 1U);
    const double b[3] = {0.2, 0.5, 0.3};
    Vec3 point = Vec3::Zero();
    for (int i = 0; i < 3; ++i) point += b[i] * mesh.positions[i];
    const Vec3 v = camera.to_view(point);
    const double x = 160.0 + v.x() / (v.z() * camera.pixel), y = 100.0 - v.y() / (v.z() * camera.pixel);
    double w[3], sum = 0.0;
    for (int i = 0; i < 3; ++i) sum += w[i] = triangles[0].weight[i](x, y);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(w[i] / sum, b[i], 1e-12);
    EXPECT_NEAR(1.0 / triangles[0].inverse_depth(x, y), v.z(), 1e-12);
    EXPECT_NEAR((camera.eye + v.z() * camera.ray(x, y) - point).norm(), 0.0, 1e-12);
}

TEST(RenderMesh, CreasesStayAndSmoothSurfacesAreSmooth)
{
    const RenderMesh box = make_mesh(box_surface(Vec3::Ones(), {2, 2, 2}), Vec3::Zero(), Vec3::Ones());
    for (std::size_t t = 0; t < box.triangles.size(); ++t)
        for (const Vec3& n : box.normals[t]) EXPECT_NEAR(n.cwiseAbs().maxCoeff(), 1.0, 1e-12);
    const RenderMesh ball = make_mesh(sphere_surface(0.7, 48), Vec3::Zero(), Vec3::Ones());
    for (std::size_t t = 0; t < ball.triangles.size(); ++t)
        for (int k = 0; k < 3; ++k)
            EXPECT_GT(ball.normals[t][k].dot(ball.positions[ball.triangles[t][k]].normalized()), 0.995);
}

TEST(RenderShadow, FallsWhereTheLightIsHidden)
{
    ShadowMap map(Vec3(0.3, 1.0, 0.2), Vec3::Zero(), 2.0, 512);
    map.draw(make_mesh(sphere_surface(0.5, 64), Vec3::Zero(), Vec3::Ones()));
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-1.2, 1.2);
    int hidden = 0, open = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 p(uniform(random), -0.8, uniform(random));
        const double from_axis = (p - p.dot(map.towards()) * map.towards()).norm();
        if (from_axis < 0.48) {
            EXPECT_EQ(map.reach(p), 0.0);
            ++hidden;
        } else if (from_axis > 0.52) {
            EXPECT_EQ(map.reach(p), 1.0);
            ++open;
        }
        const double soft = map.soft_reach(p, Vec3::UnitY(), 0.1, 0.4);
        if (from_axis < 0.25) {
            EXPECT_EQ(soft, 0.0);
        } else if (from_axis > 0.75) {
            EXPECT_EQ(soft, 1.0);
        }
    }
    EXPECT_GT(hidden, 100);
    EXPECT_GT(open, 100);
    EXPECT_EQ(map.soft_reach(2.0 * map.towards(), map.towards(), 0.1, 0.0), 1.0) << "between ball and light";
}

TEST(RenderPicture, NearerSurfaceWinsAndShadowDarkensTheGround)
{
    RenderScene scene;
    scene.meshes.push_back(
        make_mesh(box_surface(Vec3::Constant(0.6), {1, 1, 1}), Vec3::Zero(), Vec3(0.7, 0.05, 0.05)));
    scene.meshes.push_back(
        make_mesh(box_surface(Vec3::Constant(0.3), {1, 1, 1}), Vec3(0, 0, 0.8), Vec3(0.05, 0.05, 0.7)));
    scene.grounds.emplace_back().origin = Vec3(0.0, -0.31, 0.0);
    scene.radius = 1.0;
    const RenderCamera camera = look_at(Vec3(0.0, 0.6, 4.0), Vec3::Zero(), 35.0, 160, 120);
    const PixelImage image = render_picture(scene, camera, {});
    EXPECT_GT(mean(image, 78, 66, 4, 2), 2.0 * mean(image, 78, 66, 4, 0)) << "the blue box stands in front";
    EXPECT_GT(mean(image, 78, 40, 4, 0), 2.0 * mean(image, 78, 40, 4, 2)) << "the red one shows above it";
    RenderScene empty = scene;
    empty.meshes.clear();
    const PixelImage bare = render_picture(empty, camera, {});
    // The key light comes from the upper left and the front: this place of the floor is behind the red box from there.
    const Vec3 shaded = camera.to_view(Vec3(0.42, -0.31, -0.05));
    const auto x = static_cast<Index>(80.0 + shaded.x() / (shaded.z() * camera.pixel)) - 1;
    const auto y = static_cast<Index>(60.0 - shaded.y() / (shaded.z() * camera.pixel)) - 1;
    EXPECT_LT(mean(image, x, y, 2, 1), mean(bare, x, y, 2, 1) - 25.0);
    EXPECT_EQ(mean(image, 0, 0, 4, 1), mean(bare, 0, 0, 4, 1));
}

// A sheet without thickness that lies on a plane or on a box is seen, not hidden by rounding.
TEST(RenderPicture, WhatLiesOnAColliderIsSeen)
{
    for (const bool on_box : {false, true}) {
        RenderScene scene;
        scene.meshes.push_back(
            make_mesh(grid_surface(1.0, 1.0, 4, 4, GridCut::diagonal), Vec3::Zero(), Vec3(0.9, 0.0, 0.0)));
        if (on_box) {
            RenderMesh box =
                make_mesh(grid_surface(2.0, 2.0, 3, 3, GridCut::diagonal), Vec3::Zero(), Vec3(0.0, 0.9, 0.0));
            box.is_collider = true;
            scene.meshes.push_back(std::move(box));
        } else {
            scene.grounds.emplace_back();
        }
        const RenderCamera camera = look_at(Vec3(0.3, 2.0, 0.9), Vec3::Zero(), 40.0, 96, 96);
        const PixelImage image = render_picture(scene, camera, {});
        EXPECT_GT(mean(image, 40, 40, 16, 0), 3.0 * mean(image, 40, 40, 16, 1)) << on_box;
    }
}

TEST(RenderPicture, HasNoCracksBetweenTriangles)
{
    // A sheet that fills the picture: no sample may fall through to the background.
    RenderScene scene;
    scene.meshes.push_back(
        make_mesh(grid_surface(6.0, 6.0, 40, 40, GridCut::irregular), Vec3::Zero(), Vec3(0.3, 0.0, 0.0)));
    scene.radius = 3.0;
    const RenderCamera camera = look_at(Vec3(0.2, 2.0, 0.3), Vec3::Zero(), 35.0, 150, 150);
    const PixelImage image = render_picture(scene, camera, {});
    for (Index y = 0; y < 150; ++y)
        for (Index x = 0; x < 150; ++x) ASSERT_LT(image.pixel(x, y)[2], 60) << x << " " << y;
}

TEST(RenderPicture, IsTheSameForAnyNumberOfThreads)
{
    RenderScene scene;
    scene.meshes.push_back(make_mesh(sphere_surface(0.5, 32), Vec3::Zero(), Vec3(0.5, 0.4, 0.2)));
    scene.meshes.push_back(
        make_mesh(grid_surface(1.2, 1.2, 8, 8, GridCut::crossed), Vec3(0, 0.51, 0), Vec3(0.1, 0.4, 0.2)));
    scene.grounds.emplace_back().origin = Vec3(0.0, -0.5, 0.0);
    scene.grounds[0].tile = 0.2;
    const RenderCamera camera = look_at(Vec3(1.0, 1.2, 3.0), Vec3::Zero(), 35.0, 150, 90);
    set_threads(1);
    const PixelImage one = render_picture(scene, camera, {true});
    set_threads(3);
    const PixelImage three = render_picture(scene, camera, {true});
    EXPECT_EQ(one.bytes, three.bytes);
}

TEST(RenderLabel, LettersStandWhereAsked)
{
    PixelImage image(40, 20, {255, 255, 255});
    draw_text(image, 24, 8, "11", 1);
    Index left = 40, right = 0, bottom = 0, dots = 0;
    for (Index y = 0; y < 20; ++y)
        for (Index x = 0; x < 40; ++x)
            if (image.pixel(x, y)[0] != 255) {
                left = std::min(left, x);
                right = std::max(right, x);
                bottom = std::max(bottom, y);
                ++dots;
            }
    EXPECT_EQ(bottom, 14);
    EXPECT_EQ(left, 25) << "a 1 leaves the first of five columns free";
    EXPECT_EQ(right, 33) << "and the last";
    EXPECT_EQ(dots, 2 * 10);
    EXPECT_EQ(text_width(2, 1), 11);
    draw_text(image, -30, -3, "1234567890", 3);  // mostly outside
}

TEST(RenderLabel, EveryPrintedLetterIsItsOwn)
{
    const std::string letters =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,-_=+:/()[]%#? ";
    std::map<std::string, char> seen;
    for (const char c : letters) {
        const std::string rows(reinterpret_cast<const char*>(glyph_of(c)), kGlyphHeight);
        EXPECT_TRUE(seen.emplace(rows, c).second) << c << " looks like " << seen[rows];
    }
    EXPECT_EQ(glyph_of('~'), glyph_of('?'));
}

TEST(RenderRun, FramesAreToldAsRanges)
{
    EXPECT_EQ(describe_frames({0, 1, 2, 5, 7, 8}), "0-2, 5, 7-8");
    EXPECT_EQ(describe_frames({}), "");
}

TEST(RenderCommand, DrawsFramesAndSheets)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "scene.json", test::sliding_scene_text());
    ASSERT_EQ(run_command({"simulate", scene, "--out", temp / "run"}).exit_code, kExitDone);
    const std::string run = temp / "run";

    const auto one =
        run_command({"render", run, "--frame", "3", "--size", "96x64", temp / "a.png", "--threads", "1"});
    ASSERT_EQ(one.exit_code, kExitDone) << one.err;
    EXPECT_TRUE(one.out.empty());
    const std::string bytes = read_file(temp / "a.png");
    EXPECT_EQ(bytes.substr(1, 3), "PNG");
    EXPECT_EQ(bytes.substr(16, 8), std::string("\0\0\0\x60\0\0\0\x40", 8));
    ASSERT_EQ(
        run_command({"render", run, "--frame", "3", "--size", "96x64", temp / "b.png", "--threads", "2"})
            .exit_code,
        kExitDone);
    EXPECT_EQ(read_file(temp / "b.png"), bytes);

    const auto sheet =
        run_command({"render", run, "--frames", "0-6/2", "--columns", "3", "--size", "64x48", "--camera",
                     "-1,1,2", "--target", "0,0,0", "--wireframe", temp / "sheet.png"});
    ASSERT_EQ(sheet.exit_code, kExitDone) << sheet.err;
    // Three columns and two rows with a gap of 6, and labels of 11 pixels.
    EXPECT_EQ(read_file(temp / "sheet.png").substr(16, 8), std::string("\0\0\0\xcc\0\0\0\x7c", 8));
    const auto same =
        run_command({"render", run, "--frames", "0-6:2", "--columns", "3", "--size", "64x48", "--camera",
                     "-1,1,2", "--target", "0,0,0", "--wireframe", "--sheet", temp / "same.png"});
    ASSERT_EQ(same.exit_code, kExitDone) << same.err;
    EXPECT_EQ(read_file(temp / "same.png"), read_file(temp / "sheet.png"));
    EXPECT_TRUE(contains(run_command({"render", run}).err, "no picture to write"));
    EXPECT_TRUE(contains(run_command({"render", run, temp / "a.png", "--sheet", temp / "b.png"}).err,
                         "together with --sheet"));
}

TEST(RenderCommand, SaysWhatIsWrong)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "scene.json", test::sliding_scene_text());
    const std::string run = temp / "run", out = temp / "a.png";
    ASSERT_EQ(run_command({"simulate", scene, "--out", run, "--frames", "0-2"}).exit_code, kExitDone);
    const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
        {{"--frame", "7"}, "frame 7 is not there; there are 0-2"},
        {{"--frames", "1-4"}, "frame 3 is not there; there are 0-2"},
        {{"--frames", "0-2/0"}, "A-B:STEP"},
        {{"--frames", "2-0"}, "0 <= A <= B"},
        {{"--frame", "1", "--frames", "0-2"}, "together with --frames"},
        {{"--size", "1280"}, "16 to 8192"},
        {{"--size", "8x8"}, "16 to 8192"},
        {{"--size", "100x9000"}, "16 to 8192"},
        {{"--camera", "1,2"}, "x,y,z"},
        {{"--camera", "1,2,inf"}, "x,y,z"},
        {{"--camera", "1,2,3", "--target", "1,2,3"}, "which is the target"},
        {{"--fov", "0"}, "--fov"},
    };
    for (const auto& [options, message] : wrong) {
        std::vector<std::string> arguments = {"render", run, out};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const auto result = run_command(arguments);
        EXPECT_EQ(result.exit_code, kExitBadInput) << ::testing::PrintToString(options) << result.err;
        EXPECT_TRUE(contains(result.err, message)) << result.err;
    }
    EXPECT_FALSE(std::filesystem::exists(out));
    EXPECT_EQ(run_command({"render", temp / "nowhere", out}).exit_code, kExitBadInput);
    EXPECT_EQ(run_command({"render", run, temp / "no/such/a.png", "--size", "16x16"}).exit_code,
              kExitCannotWrite);
    for (const auto& entry : std::filesystem::directory_iterator(run + "/frames"))
        std::filesystem::remove(entry.path());
    const auto empty = run_command({"render", run, out});
    EXPECT_EQ(empty.exit_code, kExitBadInput);
    EXPECT_TRUE(contains(empty.err, "no frame")) << empty.err;
}

}  // namespace
}  // namespace stiction
