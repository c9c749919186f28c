#include "solver_core/apps/scene_options.hpp"

#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <charconv>

namespace stiction {
namespace {

constexpr int kMostThreads = 1024;

bool parse_index(const std::string& text, Index& value)
{
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc() && result.ptr == end && value >= 0;
}

}  // namespace

void add_set_option(CLI::App& command, std::vector<std::string>& overrides)
{
    command
        .add_option("--set", overrides,
                    "Override a value of the scene, as in --set objects.sheet.friction=0.3")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);  // a scene after --set must not be taken for another value
}

void add_threads_option(CLI::App& command, int& threads)
{
    command
        .add_option("--threads", threads, "Threads to use; results do not depend on it (default: all cores)")
        ->check(CLI::Range(1, kMostThreads))
        ->type_name("N");
}

void use_threads(int threads)
{
    if (threads > 0) set_threads(threads);
}

FrameRange parse_frame_range(const std::string& text)
{
    const std::size_t dash = text.find('-');
    FrameRange range;
    const bool first_ok = parse_index(text.substr(0, dash), range.first);
    const bool last_ok = dash == std::string::npos || parse_index(text.substr(dash + 1), range.last);
    if (dash == std::string::npos) range.last = range.first;
    if (!first_ok || !last_ok || range.first > range.last)
        throw InputError("--frames",
                         fmt::format("\"{}\" found; allowed: A-B with 0 <= A <= B, as in 10-48, or one "
                                     "frame; correct the range",
                                     text));
    return range;
}

std::string folder_name(const std::string& scene_name)
{
    std::string name = scene_name;
    for (char& c : name) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x20 || code == 0x7f || c == '/' || c == '\\' || c == ':') c = '_';
    }
    if (name.empty()) return "untitled";
    if (name.front() == '.' || name.front() == '-') name.front() = '_';
    return name;
}

void print_warnings(const Scene& scene)
{
    for (const std::string& warning : scene_warnings(scene)) print_warning(warning);
}

}  // namespace stiction
