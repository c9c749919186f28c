#pragma once

// wedge.json: the grid of a wedge and how each of its runs stands. Written anew, atomically, whenever a run ends.

#include "solver_core/apps/wedge_grid.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace stiction {

struct WedgeRun {
    WedgePoint point;
    std::string status = "waiting";  // "running", "done", "failed", "stopped"
    std::optional<int> exit_code;
    double seconds = 0.0;  // of the process, last time it ran
    std::string message;   // the last line of a run that failed
};

struct Wedge {
    std::string scene;                   // file
    std::vector<std::string> overrides;  // --set, for all runs
    std::vector<WedgeAxis> axes;
    std::vector<WedgeRun> runs;
};

bool is_wedge_folder(const std::string& folder);
nlohmann::ordered_json to_json(const Wedge& wedge);
// Throws InputError for a file that is no such manifest.
Wedge read_wedge(const std::string& folder);
void write_wedge(const Wedge& wedge, const std::string& folder);

// Throws InputError when the folder holds a wedge of another scene, of other --set or over other paths. More or fewer
// values of the same paths are the same wedge: runs that are there are kept.
void require_same_wedge(const Wedge& wedge, const std::string& folder);

}  // namespace stiction
