#include "example_scenes.hpp"
#include "solver_core/scene/geometry.hpp"
#include "solver_core/scene/scene_json.hpp"

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
