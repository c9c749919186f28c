#pragma once

// The page: one HTML file with everything in it.

#include "solver_core/apps/report_run.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stiction {

struct PageOptions {
    std::string title;                       // empty: the names of the scenes
    std::string note;                        // a paragraph below it; may be empty
    std::size_t most_bytes = 25U * 1000000;  // frames are left out until the page is no larger
    nlohmann::ordered_json comparison;       // of the two runs, as compare --json prints it; else null
    nlohmann::ordered_json wedge;            // grid and table of wedge_pictures.cpp; else null
};

struct Page {
    std::string html;
    std::size_t stride = 1;     // every stride-th frame is in it
    bool is_too_large = false;  // even with the first and the last frame alone
};

// The page's own part, built from python_hooks/report; empty in a build without it.
std::string_view page_template();

// `text` is the template, with places for title, head line, pictures and data.
Page build_page(const std::vector<ReportRun>& runs, const PageOptions& options, std::string_view text);

}  // namespace stiction
