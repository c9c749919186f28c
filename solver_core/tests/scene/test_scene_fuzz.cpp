// Broken scenes of all kinds: whatever the text, either a scene comes out or an InputError.

#include "example_scenes.hpp"
#include "schema_check.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/json_text.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

namespace stiction::test {
namespace {

constexpr unsigned kSeed = 20240;

int cases()
{
    const char* scale = std::getenv("STICTION_FUZZ_SCALE");
    return 2000 * std::max(1, scale ? std::atoi(scale) : 1);
}

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t count) { return random() % std::max<std::size_t>(1, count); }

// Parses and, when it is a scene, writes it and reads it again.
bool is_scene(const std::string& text, const std::vector<std::string>& overrides = {})
{
    try {
        const Scene scene = parse_scene(text, "fuzz.json", overrides);
        const std::string written = to_json(scene).dump();
        EXPECT_EQ(to_json(parse_scene(written, "again.json")).dump(), written);
        scene_warnings(scene);
        return true;
    } catch (const InputError& error) {
        EXPECT_FALSE(std::string(error.what()).empty());
        return false;
    }
}

std::string mutate_text(std::string text, Random& random)
{
    static const std::vector<std::string> bits = {"{",
                                                  "}",
                                                  "[",
                                                  "]",
                                                  ",",
                                                  ":",
                                                  "\"",
                                                  "//",
                                                  "/*",
                                                  "null",
                                                  "-",
                                                  "1e308",
                                                  "1e309",
                                                  "NaN",
                                                  "\\u0000",
                                                  "\\ud800",
                                                  "\xff",
                                                  "\xc3\xa4",
                                                  "99999999999999999999",
                                                  "true"};
    for (std::size_t k = 1 + below(random, 3); k > 0; --k) {
        const std::size_t at = below(random, text.size());
        switch (random() % 5) {
            case 0: text.erase(at, 1 + below(random, 8)); break;
            case 1: text.insert(at, bits[below(random, bits.size())]); break;
            case 2: text[at] = static_cast<char>(random() % 256); break;
            case 3: text.insert(at, text.substr(below(random, text.size()), below(random, 60))); break;
            default: text.resize(at); break;
        }
        if (text.empty()) text = " ";
    }
    return text;
}

// Every value of a document, outermost first.
void collect(Json& value, std::vector<Json*>& all)
{
    all.push_back(&value);
    if (!value.is_structured()) return;
    for (Json& child : value) collect(child, all);
}

Json odd_value(Random& random)
{
    static const std::vector<Json> odd = {nullptr,
                                          true,
                                          0,
                                          -1,
                                          1,
                                          2.5,
                                          1e308,
                                          -1e308,
                                          5e-324,
                                          4294967296.0,
                                          2147483648.0,
                                          "",
                                          "sheet",
                                          "ramp",
                                          "mesh",
                                          "a b",
                                          Json::array(),
                                          Json::object(),
                                          Json::array({1, 2, 3}),
                                          Json::array({Json::object()}),
                                          Json::array({0, 0, 0})};
    return odd[below(random, odd.size())];
}

Json mutate_document(Json document, Random& random)
{
    for (std::size_t k = 1 + below(random, 2); k > 0; --k) {
        std::vector<Json*> all;
        collect(document, all);
        Json& chosen = *all[below(random, all.size())];
        if (chosen.is_object() && !chosen.empty() && random() % 2) {
            auto item = chosen.begin();
            std::advance(item, static_cast<long>(below(random, chosen.size())));
            const std::string key = item.key();
            const Json value = item.value();
            if (random() % 2) chosen.erase(key);
            if (random() % 2) chosen[key.substr(0, below(random, key.size()))] = value;
        } else if (random() % 2) {
            const Json copy = *all[below(random, all.size())];
            chosen = copy;
        } else {
            chosen = odd_value(random);
        }
    }
    return document;
}

TEST(SceneFuzz, BrokenTextGivesInputErrorOnly)
{
    Random random(kSeed);
    RecordProperty("seed", int(kSeed));
    int accepted = 0;
    for (int i = 0; i < cases(); ++i) {
        const std::string text = mutate_text(kFullScene, random);
        SCOPED_TRACE(text);
        accepted += is_scene(text);
    }
    EXPECT_GT(accepted, 0);
    EXPECT_LT(accepted, cases());
}

TEST(SceneFuzz, BrokenValuesGiveInputErrorOnlyAndTheSchemaAgrees)
{
    Random random(kSeed + 1);
    const Json valid = parse_json_text(kFullScene, "");
    const Json schema = scene_schema();
    int accepted = 0;
    for (int i = 0; i < cases(); ++i) {
        const Json document = mutate_document(valid, random);
        SCOPED_TRACE(document.dump());
        const bool scene = is_scene(document.dump());
        accepted += scene;
        // The schema is weaker than the reader (names, order of times), never stricter.
        if (scene && i % 4 == 0) {
            EXPECT_EQ(schema_violation(schema, schema, document), "");
        }
    }
    EXPECT_GT(accepted, cases() / 50);
}

TEST(SceneFuzz, BrokenOverridesGiveInputErrorOnly)
{
    Random random(kSeed + 2);
    const std::vector<std::string> valid = {"time.step=0.01",
                                            "objects.sheet.friction=0.3",
                                            "contact.pairs[0].friction=1",
                                            "objects[0].pins[1].box[0][1]=2",
                                            "gravity=[0,0,0]",
                                            "solver={\"iterations\":3}"};
    int accepted = 0;
    for (int i = 0; i < cases() / 4; ++i) {
        const std::string override = mutate_text(valid[below(random, valid.size())], random);
        SCOPED_TRACE(override);
        accepted += is_scene(kFullScene, {override});
    }
    EXPECT_GT(accepted, 0);
}

}  // namespace
}  // namespace stiction::test
