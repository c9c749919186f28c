#include "solver_core/apps/preset_tests.hpp"

#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/nearest_name.hpp"
#include "solver_core/sim/virtual_scenes.hpp"
#include "solver_core/sim/virtual_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kDrapeAround = 96;

ObjectSettings object_of(const Preset& preset)
{
    ObjectSettings object = make_object(preset.type);
    apply(preset, object);
    return object;
}

Json json_of(const TensileTest& test, const char* given)
{
    Json curve = Json::array();
    for (const TensilePoint& point : test.curve) curve.push_back({point.strain, point.force});
    return {{"slope", test.slope}, {given, test.given}, {"curve", std::move(curve)}};
}

Json json_of(const CantileverTest& test)
{
    return {{"overhang", test.overhang},
            {"bending_length", test.bending_length},
            {"rigidity", test.rigidity},
            {"bend", test.given},
            {"overhang_closed_form", test.overhang_closed},
            {"unbalanced", test.unbalanced}};
}

Json json_of(const DrapeTest& test)
{
    return {{"coefficient", test.coefficient},
            {"folds", test.folds},
            {"unbalanced", test.unbalanced},
            {"speed", test.speed},
            {"seconds", test.seconds}};
}

Json measure_one(const Preset& preset, const std::string& only)
{
    const auto is_wanted = [&](const char* test) { return only.empty() || only == test; };
    const ObjectSettings object = object_of(preset);
    Json json = {{"name", preset.name}, {"type", name_of(preset.type)}};
    if (preset.type == ObjectType::soft) {
        if (is_wanted("tensile")) json["tensile"] = json_of(tensile_test(object.soft), "young");
        return json;
    }
    if (is_wanted("tensile")) json["tensile"] = json_of(tensile_test(object.cloth), "stretch");
    if (is_wanted("cantilever")) json["cantilever"] = json_of(cantilever_test(object.cloth));
    if (is_wanted("drape")) json["drape"] = json_of(drape_test(object.cloth, kDrapeAround));
    return json;
}

void print_measured(const Json& json)
{
    std::vector<std::string> parts;
    if (json.contains("tensile")) {
        const Json& tensile = json["tensile"];
        const bool is_cloth = tensile.contains("stretch");
        parts.push_back(fmt::format(
            is_cloth ? "tensile slope {:.4g} N/m (stretch {:.4g})" : "tensile slope {:.4g} Pa (young {:.4g})",
            tensile["slope"].get<double>(), tensile[is_cloth ? "stretch" : "young"].get<double>()));
    }
    if (json.contains("cantilever")) {
        const Json& cantilever = json["cantilever"];
        parts.push_back(
            fmt::format("bending length {:.2f} cm (closed form {:.2f}), rigidity {:.3g} N m (bend {:.3g})",
                        100.0 * cantilever["bending_length"].get<double>(),
                        50.0 * cantilever["overhang_closed_form"].get<double>(),
                        cantilever["rigidity"].get<double>(), cantilever["bend"].get<double>()));
    }
    if (json.contains("drape"))
        parts.push_back(fmt::format("drape {:.1f} %, {} folds",
                                    100.0 * json["drape"]["coefficient"].get<double>(),
                                    json["drape"]["folds"].get<int>()));
    if (!parts.empty())
        print_out(fmt::format("{:<10} {}\n", json["name"].get<std::string>(), fmt::join(parts, "; ")));
}

}  // namespace

void measure_presets(const std::vector<Preset>& list, const std::string& only, bool as_json)
{
    if (!only.empty() && only != "tensile" && only != "cantilever" && only != "drape")
        throw InputError("presets --only",
                         fmt::format("found {}; allowed: tensile, cantilever or drape; name one of these",
                                     in_quotes(only)));
    const bool is_for_cloth = !only.empty() && only != "tensile";
    const auto is_cloth = [](const Preset& preset) { return preset.type == ObjectType::cloth; };
    if (is_for_cloth && std::none_of(list.begin(), list.end(), is_cloth))
        throw InputError(
            "presets --only",
            fmt::format("found {}, a test of cloth, for {}; allowed for a solid: tensile; name it",
                        in_quotes(only), list.front().name));
    Json all = Json::array();
    for (const Preset& preset : list) {
        all.push_back(measure_one(preset, only));
        if (!as_json) print_measured(all.back());
    }
    if (as_json) print_out(Json{{"measured", std::move(all)}}.dump(2) + "\n");
}

Scene preset_test_scene(const std::vector<Preset>& list, const std::string& name, const std::string& test)
{
    if (name.empty())
        throw InputError("presets --scene",
                         "found no preset; allowed: one name; try `presets denim --scene drape`");
    const Preset& preset = list.front();
    const ObjectSettings object = object_of(preset);
    const bool is_cloth = preset.type == ObjectType::cloth;
    Scene scene;
    if (test == "tensile")
        scene = is_cloth ? tensile_scene(object.cloth) : tensile_scene(object.soft);
    else if (is_cloth && test == "drape")
        scene = drape_scene(object.cloth, kDrapeAround);
    else if (is_cloth && test == "cantilever")
        scene = cantilever_scene(object.cloth,
                                 2.0 * std::cbrt(object.cloth.bend / (9.81 * object.cloth.density)), 24);
    else
        throw InputError("presets --scene",
                         fmt::format("found {}; allowed: {}; name one of these", in_quotes(test),
                                     is_cloth ? "tensile, cantilever or drape" : "tensile for a solid"));
    scene.name = preset.name + "_" + scene.name;
    scene.objects.front().friction = object.friction;
    return scene;
}

}  // namespace stiction
