#pragma once

// The wedge as pictures: a contact sheet in the shape of the grid, and the report page with a table over it. A run without
// frames keeps its place in both.

#include "solver_core/apps/wedge_results.hpp"

#include <string>
#include <vector>

namespace stiction {

// Columns of the grid in both: the values of the last axis.
Index grid_columns(const Wedge& wedge);

void write_wedge_sheet(const Wedge& wedge, const WedgeOutcomes& outcomes, const std::string& folder,
                       const std::string& out);

// `quantities` of summary.json are the columns of the table.
void write_wedge_page(const Wedge& wedge, const WedgeOutcomes& outcomes,
                      const std::vector<std::string>& quantities, const std::string& folder,
                      double max_megabytes, const std::string& out);

}  // namespace stiction
