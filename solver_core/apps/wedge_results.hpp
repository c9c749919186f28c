#pragma once

// What the runs of a wedge came to: a table over the grid, JSON, a page and a contact sheet.

#include "solver_core/apps/wedge_manifest.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stiction {

// What one run came to.
struct WedgeOutcome {
    nlohmann::ordered_json summary;      // null where there is none yet
    std::size_t held = 0, expected = 0;  // lines of the scene's own exam
    bool has_frames = false;

    // A number or word of the summary by its dotted path; null where there is none.
    nlohmann::ordered_json value(const std::string& quantity) const;
};
using WedgeOutcomes = std::vector<WedgeOutcome>;

// In the order of the wedge's runs.
WedgeOutcomes read_outcomes(const Wedge& wedge, const std::string& folder);

// What is shown unless the user chooses: how far the objects slid, accuracy, penetration and time.
std::vector<std::string> usual_quantities(const WedgeOutcomes& outcomes);

// Throws InputError when no run that ended has the quantity; nothing is checked before one has.
void require_quantities(const std::vector<std::string>& quantities, const WedgeOutcomes& outcomes);

std::string wedge_table(const Wedge& wedge, const WedgeOutcomes& outcomes,
                        const std::vector<std::string>& quantities);
nlohmann::ordered_json wedge_json(const Wedge& wedge, const WedgeOutcomes& outcomes);

// Folders of the runs that have frames to show.
std::vector<std::string> drawable_runs(const Wedge& wedge, const std::string& folder);

}  // namespace stiction
