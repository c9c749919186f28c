#include "example_scenes.hpp"
#include "solver_core/scene/geometry.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::test {
namespace {

constexpr double kPi = 3.14159265358979323846;

Collider build(const std::string& collider)
{
    return build_collider(parse_scene(scene_with_collider(collider), "s.json"), 1);
}

TEST(ColliderGeometry, SimpleShapesKeepTheirSizes)
{
    EXPECT_TRUE(std::holds_alternative<PlaneShape>(build(R"("shape": {"type": "plane"})").shape));
    EXPECT_EQ(std::get<SphereShape>(build(R"("shape": {"type": "sphere", "radius": 0.3})").shape).radius,
              0.3);
    EXPECT_EQ(std::get<BoxShape>(build(R"("shape": {"type": "box", "size": [1, 2, 3]})").shape).half_size,
              Vec3(0.5, 1, 1.5));
    const auto capsule =
        std::get<CapsuleShape>(build(R"("shape": {"type": "capsule", "radius": 0.1, "length": 2})").shape);
    EXPECT_EQ(capsule.radius, 0.1);
    EXPECT_EQ(capsule.length, 2.0);
    const auto can =
        std::get<CylinderShape>(build(R"("shape": {"type": "cylinder", "radius": 0.1, "length": 2})").shape);
    EXPECT_EQ(can.radius, 0.1);
    EXPECT_EQ(can.length, 2.0);
}

TEST(ColliderGeometry, PlacementAndThickness)
{
    const Collider ramp = build(R"("shape": {"type": "plane"}, "thickness": 0.02,
                                   "transform": {"translate": [1, 2, 3], "rotate": [0, 0, -10]})");
    EXPECT_EQ(ramp.name, "wall");
    EXPECT_EQ(ramp.radius, 0.01);
    const double t = 10.0 * kPi / 180.0;
    EXPECT_LT((ramp.placement.apply(Vec3(1, 0, 0)) - Vec3(1 + std::cos(t), 2 - std::sin(t), 3)).norm(),
              1e-14);
    EXPECT_TRUE(ramp.motion.is_static());
}

TEST(ColliderGeometry, MotionTurnsDegreesToRadians)
{
    const Collider disc = build(R"("shape": {"type": "plane"},
        "motion": {"velocity": [1, 2, 3], "spin": {"axis": [0, 0, 5], "rate": 90}, "start": 0.5, "ramp": 2,
                   "keyframes": [{"time": 0},
                                 {"time": 1.5, "translate": [0, 1, 0], "rotate": [0, 180, 0]}]})");
    EXPECT_EQ(disc.motion.velocity, Vec3(1, 2, 3));
    EXPECT_EQ(disc.motion.spin_axis, Vec3::UnitZ());
    EXPECT_DOUBLE_EQ(disc.motion.spin_rate, 0.5 * kPi);
    EXPECT_EQ(disc.motion.start, 0.5);
    EXPECT_EQ(disc.motion.ramp, 2.0);
    ASSERT_EQ(disc.motion.keys.size(), 2u);
    EXPECT_EQ(disc.motion.keys[1].time, 1.5);
    EXPECT_LT((disc.motion.keys[1].pose.apply(Vec3(1, 0, 0)) - Vec3(-1, 1, 0)).norm(), 1e-14);
}

TEST(ColliderGeometry, MeshesAreScaledInTheirOwnFrame)
{
    const Collider ring = build(R"("shape": {"type": "mesh", "mesh": {"generator": "sphere", "radius": 1}},
                                   "transform": {"scale": [2, 1, 1], "translate": [5, 0, 0]})");
    const auto& shape = std::get<MeshShape>(ring.shape);
    EXPECT_TRUE(shape.closed);
    double widest = 0.0, highest = 0.0;
    for (const Vec3& x : shape.mesh.positions) {
        widest = std::max(widest, x.x());
        highest = std::max(highest, x.y());
    }
    EXPECT_NEAR(widest, 2.0, 0.1);
    EXPECT_NEAR(highest, 1.0, 0.05);
    EXPECT_EQ(ring.placement.translation, Vec3(5, 0, 0));
    EXPECT_FALSE(
        std::get<MeshShape>(build(R"("shape": {"type": "mesh", "mesh": {"generator": "tube"}})").shape)
            .closed);
}

// A pyramid with its tip at `height`; `flip` turns the faces inward.
std::string pyramid(double height, bool flip = false)
{
    const std::string points = "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 " + std::to_string(height) + " 0\n";
    return points + (flip ? "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n" : "f 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n");
}

std::string sequence_scene(const TemporaryFolder& folder, int last)
{
    return folder.write(
        "s.json",
        scene_with_collider(
            R"("transform": {"scale": [1, 10, 1]}, "shape": {"type": "mesh", "mesh": {"file": "b.0003.obj"},
           "sequence": {"files": "b.%04d.obj", "first": 3, "last": )" +
            std::to_string(last) + R"(, "fps": 4}})"));
}

TEST(ColliderGeometry, SequencesGiveFramesAtTheirTimes)
{
    const TemporaryFolder folder;
    folder.write("b.0003.obj", pyramid(1));
    folder.write("b.0004.obj", pyramid(2));
    folder.write("b.0005.obj", pyramid(3));
    const Collider body = build_collider(load_scene(sequence_scene(folder, 5)), 1);
    const auto& shape = std::get<MeshShape>(body.shape);
    EXPECT_TRUE(shape.closed);
    EXPECT_EQ(shape.frame_times, (std::vector<double>{0.0, 0.25, 0.5}));
    ASSERT_EQ(shape.frames.size(), 3u);
    EXPECT_EQ(shape.frames[2][3], Vec3(0, 30, 0));
    EXPECT_EQ(shape.mesh.positions[3], Vec3(0, 10, 0));
}

// A square that becomes an arrow: its last corner moves inward, past the line between its neighbours.
TEST(ColliderGeometry, SequencesKeepTheTrianglesOfTheirFirstShape)
{
    const TemporaryFolder folder;
    const std::string rest = "v 0 0 0\nv 0 0 1\nv 1 0 1\n", face = "f 1 2 3 4\n";
    folder.write("b.0003.obj", rest + "v 1 0 0\n" + face);
    folder.write("b.0004.obj", rest + "v 0.1 0 0.9\n" + face);
    const Collider body = build_collider(load_scene(sequence_scene(folder, 4)), 1);
    const auto& shape = std::get<MeshShape>(body.shape);
    EXPECT_EQ(shape.mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(shape.frames.size(), 2u);
}

TEST(ColliderGeometry, ChangingSequencesAreRefused)
{
    const TemporaryFolder folder;
    folder.write("b.0003.obj", pyramid(1));
    folder.write("b.0004.obj", pyramid(2, true));
    const Scene other_faces = load_scene(sequence_scene(folder, 4));
    EXPECT_NE(refusal([&] { build_collider(other_faces, 1); }).find("objects[1].shape.sequence"),
              std::string::npos);
    EXPECT_NE(refusal([&] { build_collider(other_faces, 1); }).find("b.0004.obj"), std::string::npos);
    folder.write("b.0004.obj", pyramid(2) + "v 9 9 9\n");
    EXPECT_NE(refusal([&] { build_collider(load_scene(sequence_scene(folder, 4)), 1); }).find("5 points"),
              std::string::npos);
    const std::string missing = refusal([&] { build_collider(load_scene(sequence_scene(folder, 9)), 1); });
    EXPECT_NE(missing.find("objects[1].shape.sequence"), std::string::npos) << missing;
}

std::string points_scene(const TemporaryFolder& folder, const std::string& file)
{
    return folder.write("s.json", R"({"solver": {"method": "staggered"}, "objects": [
        {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid"}},
        {"name": "wall", "type": "collider", "transform": {"scale": [1, 2, 1]},
         "shape": {"type": "points", "file": ")" +
                                      file + R"("}}]})");
}

std::string ply_points(const std::string& rows, bool normals, int count)
{
    return "ply\nformat ascii 1.0\nelement vertex " + std::to_string(count) +
           "\nproperty double x\nproperty double y\nproperty double z\n" +
           (normals ? "property double nx\nproperty double ny\nproperty double nz\n" : "") + "end_header\n" +
           rows;
}

TEST(ColliderGeometry, PointsBringTheirNormalsAndAreScaled)
{
    const TemporaryFolder folder;
    folder.write("p.ply", ply_points("0 0 0 0 3 0\n1 1 0 3 4 0\n0 0 1 0 0 1\n", true, 3));
    folder.write("p.obj", "vn 0 3 0\nv 0 0 0\nvn 3 4 0\nv 1 1 0\nvn 0 0 1\nv 0 0 1\n");
    for (const char* file : {"p.ply", "p.obj"}) {
        const Collider wall = build_collider(load_scene(points_scene(folder, file)), 1);
        const auto& points = std::get<PointsShape>(wall.shape);
        ASSERT_EQ(points.positions.size(), 3u);
        EXPECT_EQ(points.positions[1], Vec3(1, 2, 0));
        EXPECT_EQ(points.normals[0], Vec3(0, 1, 0));
        // Along the gradient of what was a plane: (3, 4 / 2).
        EXPECT_LT((points.normals[1] - Vec3(3, 2, 0).normalized()).norm(), 1e-14);
    }
}

TEST(ColliderGeometry, PointsWithoutUsableNormalsAreRefused)
{
    const TemporaryFolder folder;
    folder.write("none.ply", ply_points("0 0 0\n1 0 0\n0 0 1\n", false, 3));
    folder.write("zero.ply", ply_points("0 0 0 0 1 0\n1 0 0 0 0 0\n0 0 1 0 1 0\n", true, 3));
    folder.write("nan.ply", ply_points("0 0 0 0 1 0\n1 0 0 0 1 0\n0 0 1 0 nan 0\n", true, 3));
    folder.write("few.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nvn 0 1 0\n");
    const std::vector<std::pair<const char*, const char*>> cases = {{"none.ply", "without normals"},
                                                                    {"zero.ply", "point 1: found the normal"},
                                                                    {"nan.ply", "point 2"},
                                                                    {"few.obj", "without normals"},
                                                                    {"missing.ply", "missing.ply"}};
    for (const auto& [file, word] : cases) {
        const std::string message =
            refusal([&] { build_collider(load_scene(points_scene(folder, file)), 1); });
        EXPECT_NE(message.find("objects[1].shape.file (\"wall\")"), std::string::npos) << message;
        EXPECT_NE(message.find(word), std::string::npos) << message;
    }
}

TEST(ColliderGeometry, PointsOfAnotherFileAreAnotherScene)
{
    const TemporaryFolder folder;
    folder.write("p.ply", ply_points("0 0 0 0 1 0\n1 0 0 0 1 0\n0 0 1 0 1 0\n", true, 3));
    const Scene scene = load_scene(points_scene(folder, "p.ply"));
    const std::uint64_t before = scene_hash(scene);
    EXPECT_EQ(with_absolute_paths(scene).objects[1].collider.points, folder.path() + "/p.ply");
    EXPECT_EQ(scene_hash(with_absolute_paths(scene)), before);
    folder.write("p.ply", ply_points("0 0 0 0 1 0\n1 0 0 0 1 0\n0 0 2 0 1 0\n", true, 3));
    EXPECT_NE(scene_hash(scene), before);
}

TEST(ColliderGeometry, FacesThatLookInwardAreRefused)
{
    const TemporaryFolder folder;
    folder.write("b.obj", pyramid(1, true));
    const std::string file = folder.write(
        "s.json", scene_with_collider(R"("shape": {"type": "mesh", "mesh": {"file": "b.obj"}})"));
    EXPECT_NE(refusal([&] { build_collider(load_scene(file), 1); }).find("look inward"), std::string::npos);
}

TEST(ColliderGeometry, DegenerateTrianglesAreRefused)
{
    const TemporaryFolder folder;
    folder.write("b.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    const std::string file = folder.write(
        "s.json", scene_with_collider(R"("shape": {"type": "mesh", "mesh": {"file": "b.obj"}})"));
    EXPECT_NE(refusal([&] {
                  build_collider(load_scene(file), 1);
              }).find("objects[1].shape.mesh (\"wall\"): triangle 0"),
              std::string::npos);
}

}  // namespace
}  // namespace stiction::test
