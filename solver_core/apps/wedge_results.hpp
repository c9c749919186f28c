#pragma once

// What the runs of a wedge came to: a table over the grid, JSON, a page and a contact sheet.

#include "solver_core/apps/wedge_manifest.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stiction {

// summary.json of every run; null where there is none yet.
std::vector<nlohmann::ordered_json> read_summaries(const Wedge& wedge, const std::string& folder);

// What is shown unless the user chooses: accuracy, penetration, time and how far the objects slid.
std::vector<std::string> usual_quantities(const std::vector<nlohmann::ordered_json>& summaries);

// Throws InputError when no run that ended has the quantity; nothing is checked before one has.
void require_quantities(const std::vector<std::string>& quantities,
                        const std::vector<nlohmann::ordered_json>& summaries);

std::string wedge_table(const Wedge& wedge, const std::vector<nlohmann::ordered_json>& summaries,
                        const std::vector<std::string>& quantities);
nlohmann::ordered_json wedge_json(const Wedge& wedge, const std::vector<nlohmann::ordered_json>& summaries);

// Folders of the runs that have frames to show.
std::vector<std::string> drawable_runs(const Wedge& wedge, const std::string& folder);

}  // namespace stiction
