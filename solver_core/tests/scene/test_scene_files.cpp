#include "example_scenes.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace stiction::test {
namespace {

constexpr const char* kTriangle = "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n";
constexpr const char* kSceneWithFile =
    R"({"name": "n", "objects": [{"name": "flag", "type": "cloth", "mesh": {"file": "m/flag.obj"}}]})";

TEST(SceneFiles, PathsAreRelativeToTheScene)
{
    Scene scene;
    scene.folder = "shots/a";
    EXPECT_EQ(resolve_path(scene, "m/flag.obj"), "shots/a/m/flag.obj");
    EXPECT_EQ(resolve_path(scene, "/m/flag.obj"), "/m/flag.obj");
    scene.folder = "";
    EXPECT_EQ(resolve_path(scene, "flag.obj"), "flag.obj");
}

TEST(SceneFiles, AbsolutePathsSurviveAnotherFolder)
{
    const TemporaryFolder folder;
    folder.write("m/flag.obj", kTriangle);
    const Scene scene = load_scene(folder.write("a.json", kSceneWithFile));
    const Scene moved =
        load_scene(folder.write("run/scene.json", to_json(with_absolute_paths(scene)).dump()));
    EXPECT_EQ(moved.objects[0].mesh.file, folder.path() + "/m/flag.obj");
    EXPECT_EQ(scene_hash(moved), scene_hash(scene));
}

TEST(SceneHash, FollowsTheSimulationAndNothingElse)
{
    const std::uint64_t hash = scene_hash(parse_scene(kSmallScene, "a.json"));
    const auto with = [](const char* override) {
        return scene_hash(parse_scene(kSmallScene, "b/c.json", {override}));
    };
    EXPECT_EQ(with("name=other"), hash);
    EXPECT_EQ(with("description=other"), hash);
    EXPECT_EQ(with("output.format=ply"), hash);
    EXPECT_EQ(with("expect=[{\"quantity\":\"a\",\"min\":0}]"), hash);
    EXPECT_EQ(with("objects.sheet.friction=0.5"), hash);  // the default, written out
    EXPECT_NE(with("objects.sheet.friction=0.5000000000000001"), hash);
    EXPECT_NE(with("time.step=0.001"), hash);
    EXPECT_NE(with("objects.sheet.name=sheet2"), hash);
    EXPECT_NE(with("objects.sheet.mesh.seed=2"), hash);
}

TEST(SceneHash, FollowsTheBytesOfMeshFiles)
{
    const TemporaryFolder folder;
    folder.write("m/flag.obj", kTriangle);
    const std::string file = folder.write("a.json", kSceneWithFile);
    const std::uint64_t hash = scene_hash(load_scene(file));
    EXPECT_EQ(scene_hash(load_scene(file)), hash);
    folder.write("m/flag.obj", std::string(kTriangle) + "# more\n");
    EXPECT_NE(scene_hash(load_scene(file)), hash);
    folder.write("m/other.obj", kTriangle);
    EXPECT_EQ(scene_hash(load_scene(file, {"objects.flag.mesh.file=m/other.obj"})), hash);
    EXPECT_NE(
        refusal([&] { scene_hash(load_scene(file, {"objects.flag.mesh.file=none.obj"})); }).find("none.obj"),
        std::string::npos);
}

TEST(SceneHash, FollowsEveryFileOfASequence)
{
    const TemporaryFolder folder;
    for (const char* name : {"b.1.obj", "b.2.obj", "b.3.obj"}) folder.write(name, kTriangle);
    const std::string file =
        folder.write("a.json", scene_with_collider(
                                   R"("shape": {"type": "mesh", "mesh": {"file": "b.1.obj"},
                          "sequence": {"files": "b.%d.obj", "last": 3}})"));
    const std::uint64_t hash = scene_hash(load_scene(file));
    folder.write("b.3.obj", "v 0 1 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    EXPECT_NE(scene_hash(load_scene(file)), hash);
}

}  // namespace
}  // namespace stiction::test
