#include "solver_core/apps/command.hpp"

#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/sim/checkpoint.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>

namespace stiction {

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

int run_command_line(int argc, const char* const* argv)
{
    CLI::App app("Frictional contact for cloth and soft bodies.", "stiction");
    app.set_version_flag("--version", fmt::format("stiction {}", program_version()));
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 done, 1 an expectation does not hold (verify), 2 bad input, 3 the solve failed,\n"
        "4 files could not be written, 75 stopped by SIGTERM (run again with --resume), 130 interrupted.");
    int exit_code = kExitDone;
    add_simulate_command(app, exit_code);
    add_validate_command(app, exit_code);
    add_verify_command(app, exit_code);
    add_schema_command(app, exit_code);
    add_methods_command(app, exit_code);
    add_render_command(app, exit_code);
    add_report_command(app, exit_code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
        print_error(fmt::format("{}; see stiction --help", error.what()));
        return kExitBadInput;
    }
    return exit_code;
}

}  // namespace stiction
