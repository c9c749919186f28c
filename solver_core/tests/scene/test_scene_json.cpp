#include "example_scenes.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace stiction::test {
namespace {

TEST(SceneJson, FillsTheScene)
{
    const Scene scene = parse_scene(kFullScene, "some/where/full.json");
    EXPECT_EQ(scene.name, "full");
    EXPECT_EQ(scene.folder, "some/where");
    EXPECT_EQ(scene.time.step, 0.005);
    EXPECT_EQ(scene.time.steps_per_frame, 8);
    EXPECT_EQ(scene.solver.contact_sweeps, 2);
    EXPECT_EQ(scene.solver.linear_solver, SolverChoice::eigen);
    EXPECT_EQ(scene.contact.friction_rule, FrictionRule::min);
    EXPECT_EQ(scene.contact.pairs.at(0).b, "ramp");
    EXPECT_FALSE(scene.contact.self_contact);
    ASSERT_EQ(scene.objects.size(), 12u);

    const ObjectSettings& sheet = scene.objects[0];
    EXPECT_EQ(sheet.type, ObjectType::cloth);
    EXPECT_EQ(sheet.mesh.generator, Generator::grid);
    EXPECT_EQ(sheet.mesh.size[1], 2.0);
    EXPECT_EQ(sheet.mesh.divisions[1], 6);
    EXPECT_EQ(sheet.mesh.pattern, GridPattern::irregular);
    EXPECT_EQ(sheet.mesh.seed, 7u);
    EXPECT_EQ(sheet.transform.scale, Vec3(1, 1, 2));
    EXPECT_EQ(sheet.cloth.strain_limit, 0.1);
    EXPECT_TRUE(sheet.cloth.rest_flat);
    EXPECT_EQ(sheet.thickness, 0.003);
    EXPECT_EQ(sheet.spin, Vec3(0, 90, 0));
    ASSERT_EQ(sheet.pins.size(), 2u);
    EXPECT_EQ(sheet.pins[0].points, (std::vector<Index>{0, 4}));
    EXPECT_EQ(sheet.pins[1].motion.spin_axis, Vec3(0, 0, 2));
    EXPECT_EQ(sheet.pins[1].motion.keyframes.at(1).translate, Vec3(0, 1, 0));

    EXPECT_EQ(scene.objects[2].mesh.inner_radius, 0.3);
    EXPECT_FALSE(scene.objects[2].mesh.radius_end.has_value());
    EXPECT_EQ(scene.objects[3].mesh.radius_end, 0.2);
    EXPECT_EQ(scene.objects[4].mesh.generator, Generator::file);
    EXPECT_EQ(scene.objects[5].collider.motion.velocity, Vec3(0.1, 0, 0));
    EXPECT_EQ(scene.objects[7].collider.size, Vec3(1, 2, 3));
    EXPECT_EQ(scene.objects[10].mesh.generator, Generator::torus);
    EXPECT_EQ(scene.objects[11].collider.sequence->last, 48);
    EXPECT_EQ(scene.friction_changes.at(0).friction, 0.14);
    EXPECT_EQ(scene.output.format, FrameFormat::obj);
    EXPECT_EQ(scene.expect.at(0).value->number, 0.1);
    EXPECT_FALSE(scene.expect.at(1).value.has_value());
    ASSERT_TRUE(scene.expect.at(2).value.has_value());
    EXPECT_FALSE(scene.expect.at(2).value->number.has_value());
}

TEST(SceneJson, TakesDefaultsFromTheStructs)
{
    const Scene scene = parse_scene(kSmallScene, "");
    Scene expected;
    expected.objects.push_back(make_object(ObjectType::cloth));
    expected.objects[0].name = "sheet";
    EXPECT_EQ(to_json(scene), to_json(expected));
}

TEST(SceneJson, ThicknessDependsOnTheType)
{
    const auto thickness = [](const std::string& object) {
        return parse_scene(
                   R"({"objects": [{"name": "s", "type": "cloth", "mesh": {"generator": "grid"}},
                                    {"name": "o", )" +
                       object + "}]}",
                   "")
            .objects[1]
            .thickness;
    };
    EXPECT_EQ(thickness(R"("type": "cloth", "mesh": {"generator": "disc"})"), 0.002);
    EXPECT_EQ(thickness(R"("type": "soft", "mesh": {"generator": "sphere"})"), 0.0);
    EXPECT_EQ(thickness(R"("type": "collider", "shape": {"type": "plane"})"), 0.0);
    EXPECT_EQ(thickness(R"("type": "collider", "shape": {"type": "plane"}, "thickness": 0.5)"), 0.5);
}

TEST(SceneJson, WritesEveryDefaultOut)
{
    const auto json = to_json(parse_scene(kSmallScene, ""));
    EXPECT_EQ(json["version"], 1);
    EXPECT_EQ(json["time"]["frames"], 48);
    EXPECT_EQ(json["objects"][0]["mesh"]["divisions"].size(), 2u);
    EXPECT_EQ(json["objects"][0]["material"]["stretch"], 200.0);
    EXPECT_FALSE(json["objects"][0].contains("shape"));
    EXPECT_FALSE(json["objects"][0]["mesh"].contains("radius"));
}

TEST(SceneJson, ReadsWhatItWrites)
{
    for (const char* text : {kFullScene, kSmallScene}) {
        const auto written = to_json(parse_scene(text, ""));
        EXPECT_EQ(to_json(parse_scene(written.dump(), "")), written);
        EXPECT_EQ(to_json(parse_scene(written.dump(2), "")).dump(), written.dump());
    }
}

// Every double comes back bit by bit, whatever the scene.
TEST(SceneJson, RoundTripKeepsBits)
{
    std::mt19937_64 random(20);
    std::uniform_real_distribution<double> exponent(-12.0, 0.0), sign(-1.0, 1.0);
    const auto number = [&] { return std::pow(10.0, exponent(random)); };
    const auto vector = [&] { return Vec3(sign(random) * number(), sign(random) * number(), -0.0); };
    for (int i = 0; i < 200; ++i) {
        Scene scene = parse_scene(kFullScene, "");
        scene.time.step = number();
        scene.gravity = vector();
        scene.wind = vector();
        for (ObjectSettings& object : scene.objects) {
            object.transform.translate = vector();
            object.transform.rotate = vector();
            object.friction = number();
            object.thickness = number();
            object.cloth.bend = number();
            object.soft.poisson = 0.4 * number();
            object.collider.motion.velocity = vector();
        }
        const Scene back = parse_scene(to_json(scene).dump(), "");
        ASSERT_EQ(to_json(back).dump(), to_json(scene).dump());
        ASSERT_EQ(back.time.step, scene.time.step);
        ASSERT_EQ(back.gravity, scene.gravity);
        ASSERT_EQ(back.wind, scene.wind);
        ASSERT_TRUE(std::signbit(back.gravity.z()));
        for (std::size_t k = 0; k < scene.objects.size(); ++k) {
            ASSERT_EQ(back.objects[k].friction, scene.objects[k].friction);
            ASSERT_EQ(back.objects[k].transform.rotate, scene.objects[k].transform.rotate);
            ASSERT_EQ(back.objects[k].thickness, scene.objects[k].thickness);
        }
    }
}

TEST(SceneJson, WholeNumbersMayHaveAPoint)
{
    EXPECT_EQ(parse_scene(scene_with("\"time\": {\"frames\": 12.0}"), "").time.frames, 12);
    EXPECT_EQ(parse_scene(scene_with("\"time\": {\"frames\": 1e1}"), "").time.frames, 10);
}

TEST(SceneJson, LoadsFilesWithSpacesAndUmlautsInTheirPath)
{
    const TemporaryFolder folder;
    const std::string file = folder.write("möbel und stoff/szene 1.json", kSmallScene);
    const Scene scene = load_scene(file, {"time.frames=7"});
    EXPECT_EQ(scene.time.frames, 7);
    EXPECT_EQ(scene.folder, folder.path() + "/möbel und stoff");
    const std::string bad = folder.write("möbel und stoff/schlecht.json", "{");
    EXPECT_NE(refusal([&] { load_scene(bad); }).find("möbel und stoff/schlecht.json: line 1"),
              std::string::npos);
}

TEST(SceneJson, MissingFileIsRefused)
{
    const TemporaryFolder folder;
    EXPECT_NE(refusal([&] { load_scene(folder.path() + "/none.json"); }).find("none.json"),
              std::string::npos);
    EXPECT_NE(refusal([&] { load_scene(folder.path()); }).find(folder.path()), std::string::npos);
}

TEST(Choices, HaveDistinctNames)
{
    EXPECT_STREQ(name_of(FrictionRule::mean), "mean");
    EXPECT_STREQ(name_of(Generator::hollow_ball), "hollow_ball");
    EXPECT_STREQ(name_of(Method::projective), "projective");
}

}  // namespace
}  // namespace stiction::test
