#pragma once

// The subcommands of `stiction`. Each adds itself to the parser; the chosen one leaves its exit code in `exit_code`.

#include "solver_core/apps/exit_code.hpp"

#include <CLI/CLI.hpp>

#include <functional>

namespace stiction {

void add_simulate_command(CLI::App& app, int& exit_code);
void add_validate_command(CLI::App& app, int& exit_code);
void add_verify_command(CLI::App& app, int& exit_code);
void add_schema_command(CLI::App& app, int& exit_code);
void add_methods_command(CLI::App& app, int& exit_code);
void add_presets_command(CLI::App& app, int& exit_code);
void add_render_command(CLI::App& app, int& exit_code);
void add_report_command(CLI::App& app, int& exit_code);
void add_compare_command(CLI::App& app, int& exit_code);
void add_wedge_command(CLI::App& app, int& exit_code);
void add_surface_command(CLI::App& app, int& exit_code);
void add_export_command(CLI::App& app, int& exit_code);

// All of them, in the order --help lists them.
void add_commands(CLI::App& app, int& exit_code);

// Parses the arguments, runs the command, turns every kind of trouble into a line on stderr and an exit code.
int run_command_line(int argc, const char* const* argv);

// Runs `work` and turns what it throws into a line on stderr and an exit code.
int guarded(const std::function<int()>& work);

}  // namespace stiction
