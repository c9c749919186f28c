#include "solver_core/apps/report_write.hpp"

#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"

#include <fmt/format.h>

namespace stiction {
namespace {

// A number needs at least a sixteenth of a byte of the page; more of them than this never fit.
constexpr std::size_t kNumbersPerByte = 16;

}  // namespace

void require_page_template()
{
    if (page_template().empty())
        throw InputError("report",
                         "this build has no page in it; node and the packages of python_hooks/report are "
                         "needed to build it; install nodejs and npm, then ./run build");
}

std::size_t most_numbers_of_run(const PageOptions& options, std::size_t runs)
{
    return kNumbersPerByte * options.most_bytes / runs;
}

void write_report_page(const std::vector<ReportRun>& runs, const PageOptions& options, const std::string& out)
{
    const Page page = build_page(runs, options, page_template());
    write_file_atomically(out, page.html);
    const double most = static_cast<double>(options.most_bytes) / 1e6;
    if (page.stride > 1)
        print_note(fmt::format("{}: one frame in {} is in it, to stay below {:g} MB (--max-size)", out,
                               page.stride, most));
    if (page.is_too_large)
        print_warning(fmt::format("{}: larger than {:g} MB even with two frames a run", out, most));
    print_note(
        fmt::format("{}: {:.1f} MB, opens in any browser", out, static_cast<double>(page.html.size()) / 1e6));
}

}  // namespace stiction
