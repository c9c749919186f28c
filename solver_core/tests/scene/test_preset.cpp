#include "schema_check.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/preset.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace stiction::test {
namespace {

std::string scene_with(const std::string& type, const std::string& members)
{
    const std::string mesh =
        type == "cloth" ? R"({"generator": "grid"})" : R"({"generator": "box", "divisions": [2, 2, 2]})";
    return R"({"objects": [{"name": "a", "type": ")" + type + R"(", "mesh": )" + mesh + ", " + members +
           "}]}";
}

ObjectSettings object_of(const std::string& type, const std::string& members,
                         const std::vector<std::string>& overrides = {})
{
    return parse_scene(scene_with(type, members), "test.json", overrides).objects.at(0);
}

std::string refusal(const std::string& type, const std::string& members)
{
    try {
        object_of(type, members);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Preset, EveryNumberIsAllowedHasASourceAndAConversion)
{
    std::set<std::pair<ObjectType, std::string>> seen;
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.name);
        EXPECT_TRUE(seen.emplace(preset.type, preset.name).second);
        EXPECT_FALSE(preset.what.empty());
        ObjectSettings object = make_object(preset.type);
        EXPECT_NO_THROW(apply(preset, object));
        const std::set<std::string> wanted =
            preset.type == ObjectType::cloth
                ? std::set<std::string>{"density", "stretch", "bend", "friction"}
                : std::set<std::string>{"density", "young", "poisson", "friction"};
        std::set<std::string> given;
        for (const PresetValue& value : preset.values) {
            given.insert(value.key);
            EXPECT_FALSE(value.figure.empty()) << value.key;
            EXPECT_FALSE(value.source.empty()) << value.key;
        }
        EXPECT_EQ(given, wanted);
        EXPECT_EQ(to_json(preset)["sources"].size(), wanted.size());
    }
}

// Orders of magnitude a slip of units would leave: bending lengths of fabrics are 0.5 to 8 cm, a metre of them stretches
// by less than a tenth under its own weight.
TEST(Preset, SheetsAreOfTheOrderOfSheets)
{
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.name);
        if (preset.type != ObjectType::cloth) {
            EXPECT_GT(preset.value("density"), 10.0);
            EXPECT_LT(preset.value("density"), 2000.0);
            continue;
        }
        const double weight = 9.81 * preset.value("density");
        const double bending_length = std::cbrt(preset.value("bend") / weight);
        EXPECT_GT(bending_length, 0.005);
        EXPECT_LT(bending_length, 0.08);
        EXPECT_LT(weight / preset.value("stretch"), 0.1);
    }
}

// Thesis tables 5.1 to 5.3 in SI, by hand.
TEST(Preset, ThesisFiguresInSi)
{
    const Preset& denim = *find_preset(ObjectType::cloth, "denim");
    EXPECT_NEAR(denim.value("density"), 0.324, 1e-12);
    EXPECT_NEAR(denim.value("stretch"), 591.6, 0.05);
    EXPECT_NEAR(denim.value("bend"), 2e-5, 1e-15);
    const Preset& cotton = *find_preset(ObjectType::cloth, "cotton");
    EXPECT_NEAR(cotton.value("stretch"), 167.3, 0.05);
    EXPECT_NEAR(cotton.value("bend"), 5e-6, 1e-15);
    const Preset& silk = *find_preset(ObjectType::cloth, "silk");
    EXPECT_NEAR(silk.value("density"), 0.187, 1e-12);
    EXPECT_NEAR(silk.value("bend"), 1e-6, 1e-15);
}

TEST(Preset, SetsTheMaterialAndKeysBesideItOverride)
{
    const Preset& denim = *find_preset(ObjectType::cloth, "denim");
    const ObjectSettings plain = object_of("cloth", R"("material": {"preset": "denim"})");
    EXPECT_EQ(plain.cloth.density, denim.value("density"));
    EXPECT_EQ(plain.cloth.stretch, denim.value("stretch"));
    EXPECT_EQ(plain.cloth.bend, denim.value("bend"));
    EXPECT_EQ(plain.friction, denim.value("friction"));
    EXPECT_EQ(plain.thickness, ObjectSettings{}.thickness);

    // Whichever stands first.
    const ObjectSettings changed =
        object_of("cloth", R"("friction": 0.1, "material": {"stretch": 50, "preset": "denim"})");
    EXPECT_EQ(changed.cloth.stretch, 50.0);
    EXPECT_EQ(changed.cloth.bend, denim.value("bend"));
    EXPECT_EQ(changed.friction, 0.1);

    const ObjectSettings solid = object_of("soft", R"("material": {"preset": "rubber"})");
    EXPECT_EQ(solid.soft.young, find_preset(ObjectType::soft, "rubber")->value("young"));
}

TEST(Preset, IsWrittenAsItsValues)
{
    const Scene scene = parse_scene(scene_with("cloth", R"("material": {"preset": "silk"})"), "test.json");
    const std::string written = to_json(scene).dump();
    EXPECT_EQ(written.find("preset"), std::string::npos);
    EXPECT_EQ(to_json(parse_scene(written, "again.json")).dump(), written);
}

TEST(Preset, RefusesUnknownNamesWithTheNearest)
{
    EXPECT_NE(refusal("cloth", R"("material": {"preset": "denin"})").find("did you mean \"denim\"?"),
              std::string::npos);
    EXPECT_NE(refusal("soft", R"("material": {"preset": "denim"})").find("\"flesh\""), std::string::npos);
    EXPECT_NE(refusal("cloth", R"("material": {"preset": 3})").find("preset"), std::string::npos);
    try {
        presets_named("cottn");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("did you mean \"cotton\"?"), std::string::npos);
    }
    EXPECT_EQ(presets_named("rubber").size(), 2U);
}

// Over a scene with every value written out, a preset set from outside still counts.
TEST(Preset, SetFromOutsideTakesThePlaceOfTheMaterial)
{
    const Preset& silk = *find_preset(ObjectType::cloth, "silk");
    const std::string members = R"("material": {"density": 9, "stretch": 8, "bend": 7})";
    const ObjectSettings set = object_of("cloth", members, {"objects.a.material.preset=silk"});
    EXPECT_EQ(set.cloth.density, silk.value("density"));
    EXPECT_EQ(set.cloth.bend, silk.value("bend"));
    const ObjectSettings then =
        object_of("cloth", members, {"objects.a.material.preset=silk", "objects.a.material.bend=1"});
    EXPECT_EQ(then.cloth.bend, 1.0);
    EXPECT_EQ(then.cloth.stretch, silk.value("stretch"));
}

TEST(Preset, StandsInTheSchema)
{
    const auto schema = scene_schema();
    const auto good = nlohmann::ordered_json::parse(scene_with("cloth", R"("material": {"preset": "wool"})"));
    EXPECT_EQ(schema_violation(schema, schema, good), "");
    const auto bad = nlohmann::ordered_json::parse(scene_with("cloth", R"("material": {"preset": "wol"})"));
    EXPECT_NE(schema_violation(schema, schema, bad), "");
}

}  // namespace
}  // namespace stiction::test
