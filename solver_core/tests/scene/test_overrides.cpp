#include "example_scenes.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/json_text.hpp"
#include "solver_core/scene/overrides.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::test {
namespace {

Scene with(const std::vector<std::string>& overrides)
{
    return parse_scene(kFullScene, "full.json", overrides);
}

TEST(Overrides, ReachKeysIndicesAndNamedObjects)
{
    EXPECT_EQ(with({"time.step=0.25"}).time.step, 0.25);
    EXPECT_EQ(with({"objects.sheet.friction=0.2"}).objects[0].friction, 0.2);
    EXPECT_EQ(with({"objects[0].friction=0.2"}).objects[0].friction, 0.2);
    EXPECT_EQ(with({"contact.pairs[0].friction=0.7"}).contact.pairs[0].friction, 0.7);
    EXPECT_EQ(with({"gravity[1]=-1.5"}).gravity, Vec3(0, -1.5, 0));
    EXPECT_EQ(with({"gravity=[1,2,3]"}).gravity, Vec3(1, 2, 3));
    EXPECT_EQ(with({"objects.sheet.pins[1].motion.keyframes[1].translate[2]=4"})
                  .objects[0]
                  .pins[1]
                  .motion.keyframes[1]
                  .translate,
              Vec3(0, 1, 4));
    EXPECT_EQ(with({"objects.ball.shape.radius=2"}).objects[6].collider.radius, 2.0);
    EXPECT_EQ(with({"objects.sheet.pins[1].box[0][2]=-3"}).objects[0].pins[1].box->at(0).z(), -3.0);
}

TEST(Overrides, TakeValuesAsTheyAre)
{
    Json document = parse_json_text(kFullScene, "full.json");
    SceneSource source{"full.json", {}};
    apply_override(document, "objects.sheet.friction", 0.25, source);
    apply_override(document, "name", "1", source);  // text, not a number
    const Scene scene = read_scene(document, source, "");
    EXPECT_EQ(scene.objects[0].friction, 0.25);
    EXPECT_EQ(scene.name, "1");
    EXPECT_EQ(source.overridden, (std::vector<std::string>{"objects[0].friction", "name"}));
    refusal([&] { apply_override(document, "name=a", "b", source); });
    refusal([&] { apply_override(document, "", "b", source); });
}

TEST(Overrides, TakeTextWithoutQuotes)
{
    EXPECT_EQ(with({"name=two words"}).name, "two words");
    EXPECT_EQ(with({"name=\"quoted\""}).name, "quoted");
    EXPECT_EQ(with({"name=a=b"}).name, "a=b");
    EXPECT_EQ(with({"name="}).name, "");
    EXPECT_EQ(with({"contact.friction_rule=max"}).contact.friction_rule, FrictionRule::max);
}

TEST(Overrides, AddWhatTheFileLeavesOut)
{
    EXPECT_EQ(parse_scene(kSmallScene, "", {"time.frames=3"}).time.frames, 3);
    EXPECT_EQ(parse_scene(kSmallScene, "", {"gravity[0]=1"}).gravity, Vec3(1, -9.81, 0));
    const Scene scene = parse_scene(kSmallScene, "", {"objects.sheet.transform.rotate[2]=30"});
    EXPECT_EQ(scene.objects[0].transform.rotate, Vec3(0, 0, 30));
    EXPECT_EQ(parse_scene(kSmallScene, "", {"expect=[{\"quantity\":\"steps\",\"min\":1}]"}).expect.size(),
              1u);
}

TEST(Overrides, LaterOnesWin)
{
    EXPECT_EQ(with({"time.step=0.25", "time.step=0.5"}).time.step, 0.5);
    // A new type is in force for what follows.
    EXPECT_EQ(parse_scene(kSmallScene, "",
                          {"objects.sheet.type=soft", "objects.sheet.mesh.generator=box",
                           "objects.sheet.material.young=7"})
                  .objects[0]
                  .soft.young,
              7.0);
}

struct BadOverride {
    const char* text;
    const char* path;
    const char* word;
};

TEST(Overrides, BadOnesAreRefusedLikeBadKeys)
{
    const std::vector<BadOverride> bad = {
        {"time.stpe=1", "time.stpe", "did you mean \"step\"?"},
        {"tme.step=1", "tme", "did you mean \"time\"?"},
        {"objects.shet.friction=1", "objects", "did you mean \"sheet\"?"},
        {"objects.nobody.friction=1", "objects", "sheet"},
        {"objects.sheet.frction=1", "objects[0].frction", "did you mean \"friction\"?"},
        {"objects.ramp.shape.radius=1", "objects[5].shape.radius", "sphere"},
        {"objects.body.material.stretch=1", "objects[1].material.stretch", "cloth"},
        {"objects[99].friction=1", "objects[99]", "below 12"},
        {"gravity[3]=1", "gravity[3]", "below 3"},
        {"objects.body.pins[0].points=[1]", "objects[1].pins", "empty list"},
        {"time.step[0]=1", "time.step", "[0]"},
        {"time.step.x=1", "time.step", "no names"},
        {"gravity.y=1", "gravity", "no names"},
        {"gravity[1][2]=1", "gravity[1]", "[2]"},
        {"time.step=fast", "time.step", "the text \"fast\""},
        {"time.step=-1", "time.step", "above 0"},
        {"time.step=nan", "time.step", "the text \"nan\""},
        {"objects.sheet.friction=", "objects[0].friction", "the text \"\""},
        {"objects=3", "objects", "list of objects"},
        {"no equals sign", "--set", "\"=\""},
        {"=3", "--set", "\"=\""},
        {"time..step=3", "--set", "empty name"},
        {"time.=3", "--set", "empty name"},
        {"objects[=3", "--set", "number in [ ]"},
        {"objects[x].friction=3", "--set", "number in [ ]"},
        {"objects[-1].friction=3", "--set", "number in [ ]"},
        {"[0]=3", "--set", "number in [ ]"},
        {"objects[0]friction=3", "--set", "after \"]\""},
        {"objects[99999999999999999999].friction=3", "--set", "number in [ ]"},
        {"name=\xff", "--set", "UTF-8"},
        {"\xff=1", "full.json", "unknown key"},
    };
    for (const BadOverride& override : bad) {
        SCOPED_TRACE(override.text);
        const std::string message = refusal([&] { with({override.text}); });
        EXPECT_NE(message.find(override.path), std::string::npos) << message;
        EXPECT_NE(message.find(override.word), std::string::npos) << message;
        EXPECT_NE(message.find("--set"), std::string::npos) << message;
        EXPECT_NE(message.find("allowed: "), std::string::npos) << message;
    }
}

TEST(Overrides, AreNotBlamedForTheFile)
{
    const std::string message =
        refusal([] { parse_scene(scene_with("\"time\": {\"frames\": 0}"), "a.json", {"time.step=1"}); });
    EXPECT_EQ(message.rfind("a.json: time.frames: ", 0), 0u) << message;
}

// A scene under construction has no objects yet; its fields are checked all the same.
TEST(ReadScene, ChecksTheWholeOnlyWhenAsked)
{
    const SceneSource source{"", {}};
    const Json document = {{"objects", Json::array()}};
    EXPECT_TRUE(read_scene(document, source, "", false).objects.empty());
    refusal([&] { read_scene(document, source, ""); });
    try {
        read_scene({{"objects", Json::array()}, {"gravity", {0, std::nan(""), 0}}}, source, "", false);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.path(), "gravity[1]");
        EXPECT_NE(std::string(error.what()).find("the number nan"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace stiction::test
