#include "solver_core/apps/command.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/scene/choices.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace stiction {
namespace {

struct LinearSolverRow {
    const char* name;
    bool available;
};

// Solver choices are a matter of the build, methods of the version: what the scene accepts is what there is.
std::vector<LinearSolverRow> linear_solvers()
{
#ifdef STICTION_HAS_MKL
    constexpr bool kHasMkl = true;
#else
    constexpr bool kHasMkl = false;
#endif
    std::vector<LinearSolverRow> rows;
    for (const Choice<SolverChoice>& choice : choices_of(SolverChoice()))
        rows.push_back({choice.name, choice.value != SolverChoice::pardiso || kHasMkl});
    return rows;
}

int print_methods(bool as_json)
{
    nlohmann::ordered_json json;
    json["methods"] = nlohmann::ordered_json::array();
    json["linear_solvers"] = nlohmann::ordered_json::array();
    if (!as_json) print_out(fmt::format("{:<14} {}\n", "solver.method", "what it is for"));
    for (const Choice<Method>& choice : choices_of(Method())) {
        json["methods"].push_back({{"name", choice.name}, {"for", choice.help}});
        if (!as_json) print_out(fmt::format("{:<14} {}\n", choice.name, choice.help));
    }
    if (!as_json) print_out(fmt::format("\n{:<20} {}\n", "solver.linear_solver", "in this build"));
    for (const LinearSolverRow& row : linear_solvers()) {
        json["linear_solvers"].push_back({{"name", row.name}, {"available", row.available}});
        if (!as_json)
            print_out(fmt::format("{:<20} {}\n", row.name, row.available ? "yes" : "no (built without MKL)"));
    }
    if (as_json) print_out(json.dump(2) + "\n");
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
