#include "solver_core/apps/command.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <memory>

namespace stiction {

void add_schema_command(CLI::App& app, int& exit_code)
{
    auto markdown = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("schema", "Print the JSON Schema of a scene file");
    command->add_flag("--markdown", *markdown, "Print the manual's parameter tables instead");
    command->callback([markdown, &exit_code] {
        exit_code = guarded([&] {
            if (*markdown)
                print_out(parameter_tables_markdown());
            else
                print_out(scene_schema().dump(2) + "\n");
            return int(kExitDone);
        });
    });
}

}  // namespace stiction
