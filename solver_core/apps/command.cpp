#include "solver_core/apps/command.hpp"

#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/nearest_name.hpp"
#include "solver_core/scene/place.hpp"
#include "solver_core/sim/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>

namespace stiction {
namespace {

// Null when there is no such command.
const CLI::App* find_command(const CLI::App& app, const std::string& name)
{
    for (const CLI::App* command : app.get_subcommands(nullptr))
        if (command->get_name() == name) return command;
    return nullptr;
}

std::vector<std::string> command_names(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
    return names;
}

std::string suggestion(const std::string& wrong, const std::vector<std::string>& known)
{
    const std::string nearest = nearest_name(wrong, known);
    return nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest);
}

// The first word must be a command or an option of the program itself.
void check_first_word(const CLI::App& app, int argc, const char* const* argv)
{
    const std::vector<std::string> names = command_names(app);
    const std::string all = join_names(names, ", ");
    if (argc < 2) throw InputError("no command", fmt::format("there are {}; see stiction --help", all));
    const std::string word = argv[1];
    if (word == "-h" || word == "--help" || word == "--version" || find_command(app, word)) return;
    throw InputError(in_quotes(word), fmt::format("no such command; there are {}{}; see stiction --help", all,
                                                  suggestion(word, names)));
}

// What the parser says of a command's arguments, with the option that was meant and where to read on.
std::string usage_error(const CLI::App& command, int argc, const char* const* argv, const std::string& what)
{
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    std::string meant;
    for (int i = 2; i < argc && meant.empty(); ++i) {
        const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
        if (word.compare(0, 2, "--") == 0 && std::find(known.begin(), known.end(), word) == known.end())
            meant = suggestion(word, known);
    }
    return fmt::format("{}: {}{}; see stiction {} --help", command.get_name(), what, meant,
                       command.get_name());
}

}  // namespace

int guarded(const std::function<int()>& work)
{
    try {
        return work();
    } catch (const InputError& error) {
        print_error(error.what());
        return kExitBadInput;
    } catch (const WriteError& error) {
        print_error(error.what());
        return kExitCannotWrite;
    } catch (const std::bad_alloc&) {
        print_error("out of memory; use a coarser mesh, fewer objects or a larger machine");
        return kExitSolveFailed;
    } catch (const std::exception& error) {
        print_error(fmt::format("unexpected: {}", error.what()));
        return kExitSolveFailed;
    }
}

void add_commands(CLI::App& app, int& exit_code)
{
    for (auto* add : {add_simulate_command, add_validate_command, add_verify_command, add_render_command,
                      add_report_command, add_compare_command, add_wedge_command, add_schema_command,
                      add_methods_command, add_presets_command, add_surface_command, add_export_command})
        add(app, exit_code);
}

int run_command_line(int argc, const char* const* argv)
{
    CLI::App app("Frictional contact for cloth and soft bodies.", "stiction");
    app.set_version_flag("--version", fmt::format("stiction {}", program_version()));
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 done, 1 an expectation does not hold (verify), 2 bad input, 3 the solve failed,\n"
        "4 files could not be written, 75 stopped by SIGTERM (run again with --resume), 130 interrupted.");
    int exit_code = kExitDone;
    add_commands(app, exit_code);
    check_first_word(app, argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
        const CLI::App* command = find_command(app, argv[1]);
        print_error(usage_error(command ? *command : app, argc, argv, error.what()));
        return kExitBadInput;
    }
    return exit_code;
}

}  // namespace stiction
