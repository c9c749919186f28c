#include "solver_core/apps/preset_tests.hpp"

#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/nearest_name.hpp"
#include "solver_core/sim/virtual_scenes.hpp"
#include "solver_core/sim/virtual_tests.hpp"

#include <fmt/format.h>

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

Json measure_one(const Preset& preset)
{
    const ObjectSettings object = object_of(preset);
    Json json = {{"name", preset.name}, {"type", name_of(preset.type)}};
    if (preset.type == ObjectType::soft) {
        json["tensile"] = json_of(tensile_test(object.soft), "young");
        return json;
    }
    json["tensile"] = json_of(tensile_test(object.cloth), "stretch");
    json["cantilever"] = json_of(cantilever_test(object.cloth));
    json["drape"] = json_of(drape_test(object.cloth, kDrapeAround));
    return json;
}

void print_measured(const Json& json)
{
    const Json& tensile = json["tensile"];
    const std::string name = json["name"].get<std::string>();
    if (!json.contains("drape")) {
        print_out(fmt::format("{:<10} tensile slope {:.4g} Pa (young {:.4g})\n", name,
                              tensile["slope"].get<double>(), tensile["young"].get<double>()));
        return;
    }
    const Json& cantilever = json["cantilever"];
    const Json& drape = json["drape"];
    print_out(
        fmt::format("{:<10} tensile slope {:.4g} N/m (stretch {:.4g}); bending length {:.2f} cm (closed form "
                    "{:.2f}), rigidity {:.3g} N m (bend {:.3g}); drape {:.1f} %, {} folds\n",
                    name, tensile["slope"].get<double>(), tensile["stretch"].get<double>(),
                    100.0 * cantilever["bending_length"].get<double>(),
                    50.0 * cantilever["overhang_closed_form"].get<double>(),
                    cantilever["rigidity"].get<double>(), cantilever["bend"].get<double>(),
                    100.0 * drape["coefficient"].get<double>(), drape["folds"].get<int>()));
}

}  // namespace

void measure_presets(const std::vector<Preset>& list, bool as_json)
{
    Json all = Json::array();
    for (const Preset& preset : list) {
        all.push_back(measure_one(preset));
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
