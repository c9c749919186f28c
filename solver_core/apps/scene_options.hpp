#pragma once

// Options that several commands share.

#include "solver_core/scene/scene.hpp"
#include "solver_core/sim/run.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace stiction {

void add_set_option(CLI::App& command, std::vector<std::string>& overrides);
void add_threads_option(CLI::App& command, int& threads);

// Sets the number of threads; 0 leaves all cores.
void use_threads(int threads);

// "12-48" or "12". Throws InputError.
FrameRange parse_frame_range(const std::string& text);

// The scene's name as the name of a folder: what a file system or a shell would trip over becomes "_".
std::string folder_name(const std::string& scene_name);

void print_warnings(const Scene& scene);

}  // namespace stiction
