#include "solver_core/apps/command.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/scene/method_list.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace stiction {
namespace {

void print_table(const nlohmann::ordered_json& list)
{
    const auto text = [](const nlohmann::ordered_json& value) { return value.get<std::string>(); };
    print_out(fmt::format("{:<14} {}\n", "solver.method", "what it is for"));
    for (const auto& method : list["methods"])
        print_out(fmt::format("{:<14} {}\n", text(method["name"]), text(method["for"])));
    print_out(fmt::format("\n{:<20} {}\n", "solver.linear_solver", "in this build"));
    for (const auto& solver : list["linear_solvers"])
        print_out(fmt::format("{:<20} {}\n", text(solver["name"]),
                              solver["available"].get<bool>() ? "yes" : "no (built without MKL)"));
}

int print_methods(bool as_json)
{
    const nlohmann::ordered_json list = method_list();
    if (as_json)
        print_out(list.dump(2) + "\n");
    else
        print_table(list);
    return kExitDone;
}

}  // namespace

void add_methods_command(CLI::App& app, int& exit_code)
{
    auto json = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("methods", "List the methods of this build and what they are for");
    command->add_flag("--json", *json, "Print the list as JSON");
    command->callback([json, &exit_code] { exit_code = guarded([&] { return print_methods(*json); }); });
}

}  // namespace stiction
