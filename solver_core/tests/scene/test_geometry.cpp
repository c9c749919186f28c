#include "example_scenes.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/scene/geometry.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::test {
namespace {

ObjectGeometry build(const std::string& object)
{
    return build_object_geometry(parse_scene(scene_with_object(object), "s.json"), 0);
}

std::string cloth_from(const TemporaryFolder& folder, const std::string& mesh_file,
                       const std::string& more = "")
{
    return folder.write(
        "scene.json", scene_with_object(R"("type": "cloth", "mesh": {"file": ")" + mesh_file + "\"}" + more));
}

double area(const ObjectGeometry& geometry)
{
    double sum = 0.0;
    for (const Triangle& t : geometry.triangles) {
        const Vec3& a = geometry.positions[t[0]];
        sum += 0.5 * (geometry.positions[t[1]] - a).cross(geometry.positions[t[2]] - a).norm();
    }
    return sum;
}

double volume(const ObjectGeometry& geometry)
{
    double sum = 0.0;
    for (const Tet& t : geometry.tets) {
        const Vec3& a = geometry.positions[t[0]];
        const Vec3 b = geometry.positions[t[1]] - a, c = geometry.positions[t[2]] - a,
                   d = geometry.positions[t[3]] - a;
        sum += b.dot(c.cross(d)) / 6.0;
    }
    return sum;
}

TEST(Geometry, ArraysOfTheSceneAreTakenAsTheyAre)
{
    const ObjectGeometry sheet =
        build(R"("type": "cloth", "mesh": {"points": [[0, 0, 0], [1, 0, 0], [0, 0, 2], [1, 0, 2]],
        "triangles": [[0, 2, 1], [1, 2, 3]]}, "transform": {"translate": [0, 5, 0]}, "pins": [{"points": [3]}])");
    EXPECT_EQ(sheet.positions[3], Vec3(1, 5, 2));
    EXPECT_EQ(sheet.triangles[1], Triangle(1, 2, 3));
    EXPECT_NEAR(area(sheet), 2.0, 1e-15);
    ASSERT_EQ(sheet.pinned.size(), 1u);
    const ObjectGeometry body =
        build(R"("type": "soft", "mesh": {"generator": "arrays", "tets": [[0, 1, 2, 3]],
        "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 6]]})");
    EXPECT_NEAR(volume(body), 1.0, 1e-15);
    EXPECT_EQ(body.triangles.size(), 4u);
}

TEST(Geometry, ArraysAreCheckedLikeAnyMesh)
{
    const auto refused = [](const std::string& mesh) {
        return refusal([&] { build(R"("type": "cloth", "mesh": {)" + mesh + "}"); });
    };
    const std::string points = R"("points": [[0, 0, 0], [1, 0, 0], [0, 0, 1]], )";
    EXPECT_NE(refused(points + R"("triangles": [[0, 1, 3]])").find("objects[0].mesh"), std::string::npos);
    EXPECT_NE(refused(points + R"("triangles": [[0, 1, 1]])").find("triangle 0"), std::string::npos);
    refused(points + R"("triangles": [])");
    refused(R"("points": [], "triangles": [])");
    refusal([&] {
        build(R"("type": "soft", "mesh": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 6]],
              "tets": [[0, 2, 1, 3]]})");
    });
}

TEST(Geometry, GridHasItsSizeAndPlace)
{
    const ObjectGeometry sheet =
        build(R"("type": "cloth", "mesh": {"generator": "grid", "size": [2, 3], "divisions": [4, 6]},
        "transform": {"scale": [2, 1, 1], "rotate": [0, 0, 90], "translate": [10, 0, 0]})");
    EXPECT_EQ(sheet.positions.size(), 35u);
    EXPECT_EQ(sheet.triangles.size(), 48u);
    EXPECT_TRUE(sheet.tets.empty());
    EXPECT_NEAR(area(sheet), 12.0, 1e-12);
    // Scaled in its own frame, x turned to y, then moved.
    for (const Vec3& x : sheet.positions) {
        EXPECT_NEAR(x.x(), 10.0, 1e-12);
        EXPECT_LE(std::abs(x.y()), 2.0 + 1e-12);
        EXPECT_LE(std::abs(x.z()), 1.5 + 1e-12);
    }
}

TEST(Geometry, RotatesAboutXThenYThenZ)
{
    const RigidPose pose = build_pose(Vec3(1, 2, 3), Vec3(90, 90, 0));
    // z -> -y by x, -y stays by y; y -> z by x, z -> x by y.
    EXPECT_LT((pose.apply(Vec3(0, 0, 1)) - Vec3(1, 1, 3)).norm(), 1e-14);
    EXPECT_LT((pose.apply(Vec3(0, 1, 0)) - Vec3(2, 2, 3)).norm(), 1e-14);
    const RigidPose last = build_pose(Vec3::Zero(), Vec3(90, 0, 90));
    EXPECT_LT((last.apply(Vec3(0, 1, 0)) - Vec3(0, 0, 1)).norm(), 1e-14);
    EXPECT_LT((last.apply(Vec3(0, 0, 1)) - Vec3(1, 0, 0)).norm(), 1e-14);
}

TEST(Geometry, EverySurfaceGeneratorMakesCloth)
{
    for (const char* generator : {"grid", "disc", "box", "sphere", "cylinder", "capsule", "tube", "torus"}) {
        SCOPED_TRACE(generator);
        const ObjectGeometry mesh =
            build(std::string(R"("type": "cloth", "mesh": {"generator": ")") + generator + "\"}");
        EXPECT_GT(mesh.triangles.size(), 10u);
        EXPECT_GT(area(mesh), 0.1);
        EXPECT_TRUE(mesh.warnings.empty()) << mesh.warnings.front();
    }
}

TEST(Geometry, EverySolidGeneratorMakesASoftBody)
{
    for (const char* generator : {"box", "sphere", "hollow_ball", "cylinder", "capsule", "tube", "torus"}) {
        SCOPED_TRACE(generator);
        const ObjectGeometry mesh =
            build(std::string(R"("type": "soft", "mesh": {"generator": ")") + generator + "\"}");
        EXPECT_GT(mesh.tets.size(), 10u);
        EXPECT_GT(volume(mesh), 0.1);
        // The boundary faces outward: it encloses the same volume.
        double enclosed = 0.0;
        for (const Triangle& t : mesh.triangles)
            enclosed += mesh.positions[t[0]].dot(mesh.positions[t[1]].cross(mesh.positions[t[2]])) / 6.0;
        EXPECT_NEAR(enclosed, volume(mesh), 1e-12);
        EXPECT_TRUE(mesh.warnings.empty()) << mesh.warnings.front();
    }
}

TEST(Geometry, ReadsPolygonsAsFans)
{
    const TemporaryFolder folder;
    folder.write("m/flag größe 1.obj", "v 0 0 0\nv 2 0 0\nv 2 0 1\nv 0 0 1\nv 3 0 0.5\nf 1 2 3 4\nf 2 5 3\n");
    const ObjectGeometry flag =
        build_object_geometry(load_scene(cloth_from(folder, "m/flag größe 1.obj")), 0);
    EXPECT_EQ(flag.positions.size(), 5u);
    ASSERT_EQ(flag.triangles.size(), 3u);
    EXPECT_EQ(flag.triangles[1], Triangle(0, 2, 3));
    EXPECT_NEAR(area(flag), 2.5, 1e-12);
}

TEST(Geometry, ConcavePolygonsOfAFileKeepTheirArea)
{
    const TemporaryFolder folder;
    folder.write("L.obj", "v 1 0 0\nv 1 0 0.5\nv 0.5 0 0.5\nv 0.5 0 1\nv 0 0 1\nv 0 0 0\nf 1 2 3 4 5 6\n");
    const ObjectGeometry sheet = build_object_geometry(load_scene(cloth_from(folder, "L.obj")), 0);
    EXPECT_EQ(sheet.triangles.size(), 4u);
    EXPECT_NEAR(area(sheet), 0.75, 1e-12);
}

TEST(Geometry, ReadsTetsAndGroupsFromHoudiniFiles)
{
    const TemporaryFolder folder;
    GeometryTable table;
    table.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    table.tets = {Tet(0, 1, 2, 3)};
    table.point_groups["tip"] = {2, 3};
    folder.write("tet.bgeo", encode_geometry(table, "bgeo"));
    const auto scene = [&](const std::string& group) {
        return load_scene(folder.write(
            "scene.json",
            scene_with_object(R"("type": "soft", "mesh": {"file": "tet.bgeo"}, "pins": [{"group": ")" +
                              group + "\"}]")));
    };
    const ObjectGeometry tet = build_object_geometry(scene("tip"), 0);
    EXPECT_NEAR(volume(tet), 1.0 / 6.0, 1e-7);
    EXPECT_EQ(tet.triangles.size(), 4u);
    ASSERT_EQ(tet.pinned.size(), 2u);
    EXPECT_EQ(tet.pinned[0].point, 2);
    EXPECT_NE(refusal([&] { build_object_geometry(scene("tipp"), 0); }).find("did you mean \"tip\"?"),
              std::string::npos);
}

TEST(Geometry, PinsChooseByNumberAndByBoxInTheWorld)
{
    const ObjectGeometry sheet =
        build(R"("type": "cloth", "mesh": {"generator": "grid", "size": [1, 1], "divisions": [2, 2]},
        "transform": {"translate": [0, 5, 0]},
        "pins": [{"points": [8, 4]},
                 {"box": [[-1, 4.9, -0.6], [1, 5.1, -0.4]], "motion": {"velocity": [0, 1, 0]}}])");
    ASSERT_EQ(sheet.pinned.size(), 5u);
    const std::vector<std::pair<Index, Index>> expected = {{0, 1}, {1, 1}, {2, 1}, {4, 0}, {8, 0}};
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(sheet.pinned[i].point, expected[i].first);
        EXPECT_EQ(sheet.pinned[i].pin, expected[i].second);
    }
}

TEST(Geometry, AFlatBoxHoldsThePointsOfItsPlane)
{
    // A curtain: turned upright, its upper edge is at y = 0.5 only up to rounding.
    const ObjectGeometry curtain =
        build(R"("type": "cloth", "mesh": {"generator": "grid", "size": [2, 1], "divisions": [4, 2]},
        "transform": {"rotate": [90, 0, 0]}, "pins": [{"box": [[-1, 0.5, 0], [1, 0.5, 0]]}])");
    EXPECT_EQ(curtain.pinned.size(), 5u);
}

TEST(Geometry, BadPinsAreRefused)
{
    const auto pins = [](const std::string& list) {
        return refusal([&] {
            build(R"("type": "cloth", "mesh": {"generator": "grid", "divisions": [2, 2]}, "pins": )" + list);
        });
    };
    EXPECT_EQ(pins(R"([{"points": [9]}])")
                  .rfind("s.json: objects[0].pins[0] (\"thing\"): found point 9; allowed: 0 to 8", 0),
              0u);
    EXPECT_NE(pins(R"([{"points": [1]}, {"points": [2, 1]}])").find("objects[0].pins[1]"), std::string::npos);
    EXPECT_NE(pins(R"([{"points": [1, 1]}])").find("each point once"), std::string::npos);
    EXPECT_NE(pins(R"([{"box": [[7, 7, 7], [8, 8, 8]]}])").find("pins[0].box"), std::string::npos);
    EXPECT_NE(pins(R"([{"group": "top"}])").find("no groups"), std::string::npos);
}

struct BadMesh {
    const char* text;
    const char* word;
};

TEST(Geometry, BadMeshFilesAreRefused)
{
    const std::vector<BadMesh> meshes = {
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "triangle 0 has zero area"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\n", "without polygons"},
        {"", "no vertices"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nf 1 2 3\n", "point 3"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 2 3 1\n", "same points"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 2\n", "triangle 0"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", ""},
        {"v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", ""},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 2 5\n", "edge"},
        {"v 0 0 0\nv 1e7 0 0\nv 0 1e7 0\nf 1 2 3\n", "from the origin"},
    };
    for (const BadMesh& mesh : meshes) {
        SCOPED_TRACE(mesh.text);
        const TemporaryFolder folder;
        folder.write("m.obj", mesh.text);
        const Scene scene = load_scene(cloth_from(folder, "m.obj"));
        const std::string message = refusal([&] { build_object_geometry(scene, 0); });
        EXPECT_NE(message.find("scene.json: objects[0].mesh"), std::string::npos) << message;
        EXPECT_NE(message.find("(\"thing\")"), std::string::npos) << message;
        EXPECT_NE(message.find(mesh.word), std::string::npos) << message;
    }
}

TEST(Geometry, MissingAndUnknownFilesAreRefused)
{
    const TemporaryFolder folder;
    folder.write("m.stl", "solid");
    for (const char* file : {"none.obj", "m.stl", "noextension"}) {
        const std::string message =
            refusal([&] { build_object_geometry(load_scene(cloth_from(folder, file)), 0); });
        EXPECT_NE(message.find("objects[0].mesh.file"), std::string::npos) << message;
        EXPECT_NE(message.find(file), std::string::npos) << message;
    }
}

TEST(Geometry, ASurfaceIsNoSolid)
{
    const TemporaryFolder folder;
    folder.write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string file =
        folder.write("s.json", scene_with_object(R"("type": "soft", "mesh": {"file": "m.obj"})"));
    EXPECT_NE(
        refusal([&] { build_object_geometry(load_scene(file), 0); }).find("fill the surface with tetrahedra"),
        std::string::npos);
}

// A file whose tets all have the other order is one of another program; one of both orders is broken.
TEST(Geometry, InvertedTetsAreRefusedUnlessAllAre)
{
    const TemporaryFolder folder;
    GeometryTable table;
    table.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    table.tets = {Tet(0, 1, 2, 3), Tet(1, 3, 2, 4)};
    folder.write("tet.geo", encode_geometry(table, "geo"));
    const std::string file =
        folder.write("s.json", scene_with_object(R"("type": "soft", "mesh": {"file": "tet.geo"})"));
    EXPECT_NE(refusal([&] { build_object_geometry(load_scene(file), 0); }).find("tet 1"), std::string::npos);
    table.tets = {Tet(0, 2, 1, 3), Tet(1, 3, 2, 4)};
    folder.write("tet.geo", encode_geometry(table, "geo"));
    const std::vector<Tet> turned = build_object_geometry(load_scene(file), 0).tets;
    EXPECT_EQ(turned, (std::vector<Tet>{Tet(0, 2, 3, 1), Tet(1, 3, 4, 2)}));
}

TEST(Geometry, WarnsOfCoincidentPointsAndOddSizes)
{
    const TemporaryFolder folder;
    folder.write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 4 5 6\n");
    const ObjectGeometry cracked = build_object_geometry(load_scene(cloth_from(folder, "m.obj")), 0);
    ASSERT_EQ(cracked.warnings.size(), 1u);
    EXPECT_NE(cracked.warnings[0].find("objects[0].mesh"), std::string::npos);
    const ObjectGeometry thick =
        build_object_geometry(load_scene(cloth_from(folder, "m.obj", ", \"thickness\": 3")), 0);
    EXPECT_EQ(thick.warnings.size(), 2u);
    const ObjectGeometry far =
        build(R"("type": "cloth", "mesh": {"generator": "grid"}, "transform": {"translate": [2e5, 0, 0]})");
    EXPECT_EQ(far.warnings.size(), 1u);
}

TEST(PairFriction, FollowsRuleAndTable)
{
    Scene scene;
    for (const char* name : {"a", "b", "c"}) {
        scene.objects.push_back(make_object(ObjectType::cloth));
        scene.objects.back().name = name;
    }
    scene.objects[0].friction = 0.5;
    scene.objects[1].friction = 0.25;
    const auto by = [&](FrictionRule rule) {
        scene.contact.friction_rule = rule;
        EXPECT_EQ(pair_friction(scene, 0, 1), pair_friction(scene, 1, 0));
        return pair_friction(scene, 0, 1);
    };
    EXPECT_EQ(by(FrictionRule::product), 0.125);
    EXPECT_EQ(by(FrictionRule::min), 0.25);
    EXPECT_EQ(by(FrictionRule::max), 0.5);
    EXPECT_EQ(by(FrictionRule::mean), 0.375);
    scene.contact.pairs = {{"b", "a", 0.9}, {"a", "a", 0.7}};
    EXPECT_EQ(by(FrictionRule::mean), 0.9);
    EXPECT_EQ(pair_friction(scene, 0, 0), 0.7);
    EXPECT_EQ(pair_friction(scene, 1, 1), 0.25);
    scene.contact.friction = 0.3;
    EXPECT_EQ(pair_friction(scene, 0, 1), 0.9);
    EXPECT_EQ(pair_friction(scene, 1, 2), 0.3);
}

}  // namespace
}  // namespace stiction::test
