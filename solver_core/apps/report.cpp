#include "solver_core/apps/command.hpp"
#include "solver_core/apps/report_write.hpp"
#include "solver_core/apps/scene_options.hpp"

#include <memory>

namespace stiction {
namespace {

struct ReportArguments {
    std::vector<std::string> folders;
    std::string out;
    std::string title, note;
    double max_megabytes = 25.0;
    int threads = 0;
};

int report(const ReportArguments& arguments)
{
    require_page_template();
    use_threads(arguments.threads);
    PageOptions options;
    options.title = arguments.title;
    options.note = arguments.note;
    options.most_bytes = static_cast<std::size_t>(arguments.max_megabytes * 1e6);
    std::vector<ReportRun> runs;
    for (const std::string& folder : arguments.folders)
        runs.push_back(load_report_run(folder, most_numbers_of_run(options, arguments.folders.size())));
    write_report_page(runs, options,
                      arguments.out.empty() ? arguments.folders[0] + "/report.html" : arguments.out);
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
    command->add_option("--note", arguments->note, "What is to be seen, in a paragraph below the head line")
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
