#include "solver_core/apps/command.hpp"
#include "solver_core/apps/scene_options.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/scene_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace stiction {
namespace {

struct ValidateArguments {
    std::vector<std::string> scenes;
    std::vector<std::string> overrides;
    bool json = false;
};

void print_table(const Scene& scene, const Model& model)
{
    const std::int64_t steps = std::int64_t(scene.time.frames) * scene.time.steps_per_frame;
    print_out(fmt::format("{}: {}, {} frames, {} steps of {:.6g} s, {} expectations\n", scene.name,
                          name_of(scene.solver.method), scene.time.frames, steps, scene.time.step,
                          scene.expect.size()));
    print_out(fmt::format("  {:<20} {:<9} {:>9} {:>9} {:>9} {:>12}\n", "object", "type", "nodes", "triangles",
                          "tets", "mass (kg)"));
    for (const ObjectRange& object : model.objects)
        print_out(fmt::format("  {:<20} {:<9} {:>9} {:>9} {:>9} {:>12.6g}\n", object.name,
                              name_of(object.type), object.node_count, object.triangles.size(),
                              object.tets.size(), object.mass));
    for (const ObjectSettings& object : scene.objects)
        if (object.type == ObjectType::collider)
            print_out(
                fmt::format("  {:<20} {:<9} {}\n", object.name, "collider", name_of(object.collider.shape)));
}

nlohmann::ordered_json validate_one(const std::string& file, const ValidateArguments& arguments)
{
    const Scene scene = load_scene(file, arguments.overrides);
    const Model model = build_model(scene);
    print_warnings(scene);
    if (!arguments.json) print_table(scene, model);
    return describe_scene(scene, model);
}

// A bad scene does not keep the next from being looked at.
int validate(const ValidateArguments& arguments)
{
    int exit_code = kExitDone;
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const std::string& file : arguments.scenes) {
        nlohmann::ordered_json found;
        const int code = guarded([&] {
            found = validate_one(file, arguments);
            return int(kExitDone);
        });
        exit_code = std::max(exit_code, code);
        list.push_back({{"file", file}, {"valid", code == kExitDone}});
        if (code == kExitDone) list.back().update(found);
    }
    if (!arguments.json) return exit_code;
    // One scene is printed as itself, several as a list.
    if (list.size() > 1)
        print_out(nlohmann::ordered_json{{"scenes", list}}.dump(2) + "\n");
    else if (exit_code == kExitDone)
        print_out(list.front().dump(2) + "\n");
    return exit_code;
}

}  // namespace

void add_validate_command(CLI::App& app, int& exit_code)
{
    auto arguments = std::make_shared<ValidateArguments>();
    CLI::App* command =
        app.add_subcommand("validate", "Read scenes and build everything, without running it");
    command->add_option("scenes", arguments->scenes, "Scene files (JSON)")
        ->required()
        ->type_name("SCENE ...");
    add_set_option(*command, arguments->overrides);
    command->add_flag("--json", arguments->json, "Print what the scene holds as JSON; of several a list");
    command->callback([arguments, &exit_code] { exit_code = guarded([&] { return validate(*arguments); }); });
}

}  // namespace stiction
