#include "solver_core/apps/command.hpp"
#include "solver_core/apps/report_page.hpp"
#include "solver_core/apps/scene_options.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"

#include <fmt/format.h>

#include <memory>

namespace stiction {
namespace {

// A number needs at least a sixteenth of a byte of the page; more of them than this never fit.
constexpr std::size_t kNumbersPerByte = 16;

struct ReportArguments {
    std::vector<std::string> folders;
    std::string out;
    std::string title;
    double max_megabytes = 25.0;
    int threads = 0;
};

int report(const ReportArguments& arguments)
{
    if (page_template().empty())
        throw InputError("report",
                         "this build has no page in it; node and the packages of python_hooks/report are "
                         "needed to build it; install nodejs and npm, then ./run build");
    use_threads(arguments.threads);
    PageOptions options;
    options.title = arguments.title;
    options.most_bytes = static_cast<std::size_t>(arguments.max_megabytes * 1e6);
    std::vector<ReportRun> runs;
    for (const std::string& folder : arguments.folders)
        runs.push_back(
            load_report_run(folder, kNumbersPerByte * options.most_bytes / arguments.folders.size()));
    const Page page = build_page(runs, options, page_template());
    const std::string out = arguments.out.empty() ? arguments.folders[0] + "/report.html" : arguments.out;
    write_file_atomically(out, page.html);
    if (page.stride > 1)
        print_note(fmt::format("{}: one frame in {} is in it, to stay below {:g} MB (--max-size)", out,
                               page.stride, arguments.max_megabytes));
    if (page.is_too_large)
        print_warning(
            fmt::format("{}: larger than {:g} MB even with two frames a run", out, arguments.max_megabytes));
    print_note(
        fmt::format("{}: {:.1f} MB, opens in any browser", out, static_cast<double>(page.html.size()) / 1e6));
    return kExitDone;
}

}  // namespace

void add_report_command(CLI::App& app, int& exit_code)
{
    auto arguments = std::make_shared<ReportArguments>();
    CLI::App* command = app.add_subcommand(
        "report",
        "Write one HTML page about runs: 3D playback, contacts, plots, tables; several side by side");
    command->add_option("folders", arguments->folders, "Folders of runs (simulate --out)")
        ->required()
        ->type_name("DIR ...");
    command->add_option("--out", arguments->out, "Page to write (default: report.html in the first folder)")
        ->type_name("PAGE.html");
    command->add_option("--title", arguments->title, "Head line (default: the names of the scenes)")
        ->type_name("TEXT");
    command
        ->add_option("--max-size", arguments->max_megabytes,
                     "Leave out frames until the page is no larger (default: 25)")
        ->check(CLI::Range(0.1, 2000.0))
        ->type_name("MB");
    add_threads_option(*command, arguments->threads);
    command->callback([arguments, &exit_code] { exit_code = guarded([&] { return report(*arguments); }); });
}

}  // namespace stiction
