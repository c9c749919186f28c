#include "example_scenes.hpp"
#include "schema_check.hpp"
#include "solver_core/scene/json_text.hpp"
#include "solver_core/scene/parameters.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace stiction::test {
namespace {

std::string violation(const Json& document)
{
    static const Json schema = scene_schema();
    return schema_violation(schema, schema, document);
}

TEST(SceneSchema, AcceptsScenes)
{
    for (const char* text : {kFullScene, kSmallScene}) {
        EXPECT_EQ(violation(parse_json_text(text, "")), "");
        EXPECT_EQ(violation(to_json(parse_scene(text, ""))), "");
    }
}

TEST(SceneSchema, ItsExampleIsAScene)
{
    const Json schema = scene_schema();
    ASSERT_FALSE(schema["examples"].empty());
    for (const Json& example : schema["examples"]) {
        EXPECT_EQ(violation(example), "");
        EXPECT_NO_THROW(parse_scene(example.dump(), "example"));
    }
}

TEST(SceneSchema, RefusesWhatTheReaderRefuses)
{
    for (const std::string& text :
         {std::string("{}"),
          std::string("[]"),
          scene_with("\"sovler\": {}"),
          scene_with("\"version\": 2"),
          scene_with("\"time\": {\"step\": 0}"),
          scene_with("\"time\": {\"frames\": 1.5}"),
          scene_with("\"gravity\": [0, 1]"),
          scene_with("\"solver\": {\"method\": \"magic\"}"),
          scene_with_object("\"type\": \"cloth\""),
          scene_with_object("\"type\": \"cloth\", \"mesh\": {}"),
          scene_with_object("\"type\": \"soft\", \"mesh\": {\"generator\": \"grid\"}"),
          scene_with_object("\"type\": \"cloth\", \"mesh\": {\"generator\": \"grid\", \"radius\": 1}"),
          scene_with_object("\"type\": \"cloth\", \"mesh\": {\"generator\": \"grid\"}, \"thickness\": 0"),
          scene_with_object("\"type\": \"cloth\", \"mesh\": {\"generator\": \"grid\"}, \"pins\": [{}]"),
          scene_with_object(
              "\"type\": \"cloth\", \"mesh\": {\"generator\": \"grid\"}, \"material\": {\"young\": 1}"),
          scene_with_object("\"type\": \"cloth\", \"mesh\": {\"points\": [], \"triangles\": [[0, 1, 2]]}"),
          scene_with_object(
              "\"type\": \"cloth\", \"mesh\": {\"points\": [[0, 0]], \"triangles\": [[0, 1, 2]]}"),
          scene_with_collider("\"shape\": {\"type\": \"plane\", \"radius\": 1}"),
          scene_with_collider("\"shape\": {\"type\": \"mesh\"}"),
          scene_with("\"expect\": [{\"quantity\": \"a\"}]")}) {
        SCOPED_TRACE(text);
        EXPECT_NE(violation(parse_json_text(text, "")), "");
        refusal([&] { parse_scene(text, ""); });
    }
}

// Walks declaration and schema together.
void expect_fields(const Section& section, const Json& definition, std::set<std::string>& seen)
{
    if (!seen.insert(section.name()).second) return;
    const auto selectors = section.selector_values();
    for (std::size_t i = 0; i < selectors.size(); ++i) {
        const Json& variant = section.selector() ? definition["oneOf"][i] : definition;
        EXPECT_EQ(variant["additionalProperties"], false);
        EXPECT_EQ(variant["properties"].size(), section.names(selectors[i]).size());
        for (const std::string& name : section.names(selectors[i])) {
            SCOPED_TRACE(section.name() + "." + name);
            ASSERT_TRUE(variant["properties"].contains(name));
            const Json& property = variant["properties"][name];
            const FieldInfo& info = section.find(name, selectors[i])->info();
            EXPECT_EQ(property["title"], info.label);
            EXPECT_EQ(property["description"].get<std::string>().rfind(info.help, 0), 0u);
            EXPECT_EQ(property["x-help"], info.help);
            EXPECT_EQ(property.value("x-fallback", ""), info.fallback);
            EXPECT_EQ(property.value("x-choices", Json::object()).size(), info.choices.size());
            if (!info.unit.empty()) {
                EXPECT_NE(property["description"].get<std::string>().find(info.unit), std::string::npos);
            }
            if (info.section) {
                EXPECT_TRUE(scene_schema()["$defs"].contains(info.section->name()));
            }
        }
    }
    for (const auto& field : section.fields()) {
        const Section* nested = field->info().section;
        if (nested) expect_fields(*nested, scene_schema()["$defs"][nested->name()], seen);
    }
}

TEST(SceneSchema, HoldsEveryParameter)
{
    std::set<std::string> seen;
    expect_fields(scene_section(), scene_schema(), seen);
    EXPECT_GE(seen.size(), 18u);
}

TEST(ParameterTables, HoldEveryParameter)
{
    const std::string text = parameter_tables_markdown();
    std::set<std::string> seen;
    const std::function<void(const Section&)> look = [&](const Section& section) {
        if (!seen.insert(section.name()).second) return;
        const std::size_t heading = text.find("### " + section.title());
        ASSERT_NE(heading, std::string::npos) << section.title();
        const std::size_t end = text.find("### ", heading + 4);
        const std::string table = text.substr(heading, end - heading);
        for (const auto& field : section.fields()) {
            EXPECT_NE(table.find("| `" + field->info().name + "` |"), std::string::npos)
                << field->info().name;
            EXPECT_NE(table.find(field->info().help), std::string::npos) << field->info().help;
            if (field->info().section) look(*field->info().section);
        }
    };
    look(scene_section());
    // One row a field, all with the same number of cells.
    std::size_t line = 0;
    while ((line = text.find("\n|", line)) != std::string::npos) {
        const std::string row = text.substr(line + 1, text.find('\n', line + 1) - line - 1);
        std::size_t bars = 0;
        for (std::size_t i = 0; i < row.size(); ++i) bars += row[i] == '|' && (i == 0 || row[i - 1] != '\\');
        EXPECT_EQ(bars, 9u) << row;
        ++line;
    }
}

}  // namespace
}  // namespace stiction::test
