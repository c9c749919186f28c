#pragma once

// A page on disk, with notes about its size on stderr.

#include "solver_core/apps/report_page.hpp"

namespace stiction {

// Throws InputError in a build without the page; asked before long work.
void require_page_template();
// What is kept of one of `runs` runs at most, for load_report_run.
std::size_t most_numbers_of_run(const PageOptions& options, std::size_t runs);
void write_report_page(const std::vector<ReportRun>& runs, const PageOptions& options,
                       const std::string& out);

}  // namespace stiction
