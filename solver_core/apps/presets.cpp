#include "solver_core/apps/command.hpp"
#include "solver_core/apps/preset_tests.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/preset.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace stiction {
namespace {

struct PresetsArguments {
    std::string name;
    std::string scene;  // of which virtual test
    std::string only;   // of which virtual test
    bool measure = false;
    bool json = false;
};

std::string number(const Preset& preset, const char* key) { return fmt::format("{:.3g}", preset.value(key)); }

void print_table(const std::vector<Preset>& list)
{
    print_out(fmt::format("{:<10} {:>10} {:>10} {:>10} {:>9}  {}\n", "cloth", "density", "stretch", "bend",
                          "friction", "what"));
    print_out(fmt::format("{:<10} {:>10} {:>10} {:>10} {:>9}\n", "", "kg/m^2", "N/m", "N m", ""));
    for (const Preset& p : list)
        if (p.type == ObjectType::cloth)
            print_out(fmt::format("{:<10} {:>10} {:>10} {:>10} {:>9}  {}\n", p.name, number(p, "density"),
                                  number(p, "stretch"), number(p, "bend"), number(p, "friction"), p.what));
    print_out(fmt::format("\n{:<10} {:>10} {:>10} {:>10} {:>9}  {}\n", "soft", "density", "young", "poisson",
                          "friction", "what"));
    print_out(fmt::format("{:<10} {:>10} {:>10} {:>10} {:>9}\n", "", "kg/m^3", "Pa", "", ""));
    for (const Preset& p : list)
        if (p.type == ObjectType::soft)
            print_out(fmt::format("{:<10} {:>10} {:>10} {:>10} {:>9}  {}\n", p.name, number(p, "density"),
                                  number(p, "young"), number(p, "poisson"), number(p, "friction"), p.what));
    print_out(
        "\n`stiction presets NAME` has the source of each number, `--measure` what a laboratory would "
        "find.\n");
}

void print_one(const Preset& preset)
{
    print_out(fmt::format("{} ({}): {}\n", preset.name, name_of(preset.type), preset.what));
    for (const PresetValue& v : preset.values) {
        print_out(fmt::format("  {:<9} {:.4g} {}\n", v.key, v.value, unit_of(preset, v.key)));
        print_out(fmt::format("            {}\n            {}: {}\n", v.figure, name_of(v.basis), v.source));
    }
    if (!preset.note.empty()) print_out(fmt::format("  note      {}\n", preset.note));
}

int print_presets(const PresetsArguments& arguments)
{
    const std::vector<Preset> list = arguments.name.empty() ? presets() : presets_named(arguments.name);
    if (!arguments.scene.empty()) {
        print_out(to_json(preset_test_scene(list, arguments.name, arguments.scene)).dump(2) + "\n");
        return kExitDone;
    }
    if (arguments.measure) {
        measure_presets(list, arguments.only, arguments.json);
        return kExitDone;
    }
    if (arguments.json)
        print_out(presets_json(list).dump(2) + "\n");
    else if (arguments.name.empty())
        print_table(list);
    else
        for (const Preset& preset : list) print_one(preset);
    return kExitDone;
}

}  // namespace

void add_presets_command(CLI::App& app, int& exit_code)
{
    auto arguments = std::make_shared<PresetsArguments>();
    CLI::App* command =
        app.add_subcommand("presets", "List the materials known by name, with a source for each number");
    command->add_option("name", arguments->name, "One of them, with its sources")->type_name("NAME");
    CLI::Option* measure = command->add_flag(
        "--measure", arguments->measure,
        "Measure tensile curve, cantilever bending length and drape coefficient by simulation");
    command->add_option("--only", arguments->only, "Measure one of them alone: tensile, cantilever, drape")
        ->type_name("TEST")
        ->needs(measure);
    command
        ->add_option("--scene", arguments->scene,
                     "Print the scene of a virtual test: tensile, cantilever, drape")
        ->type_name("TEST");
    command->add_flag("--json", arguments->json, "Print as JSON");
    command->callback(
        [arguments, &exit_code] { exit_code = guarded([&] { return print_presets(*arguments); }); });
}

}  // namespace stiction
