#include "solver_core/apps/wedge_pictures.hpp"

#include "solver_core/apps/render_sheet.hpp"
#include "solver_core/apps/report_write.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/io/atomic_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

constexpr Index kMostColumns = 8;
constexpr double kFieldOfView = 35.0;  // degrees

// What stands below the label of a picture.
std::string note_of(const WedgeRun& run, const WedgeOutcome& outcome)
{
    if (run.status == "failed") return fmt::format("failed, exit code {}", run.exit_code.value_or(0));
    if (run.status != "done") return run.status;
    return outcome.expected == 0 ? "" : fmt::format("{} of {} hold", outcome.held, outcome.expected);
}

bool is_bad(const WedgeRun& run, const WedgeOutcome& outcome)
{
    return run.status == "failed" || outcome.held < outcome.expected;
}

// A row of the page's table; `number` is the run's on the page, none without frames.
Json row_of(const Wedge& wedge, std::size_t i, const WedgeOutcome& outcome,
            const std::vector<std::string>& quantities, const Json& number)
{
    const WedgeRun& run = wedge.runs[i];
    Json row = {{"name", run.point.name},
                {"label", label_of(wedge.axes, run.point)},
                {"values", run.point.values},
                {"status", run.status},
                {"exit_code", run.exit_code ? Json(*run.exit_code) : Json(nullptr)},
                {"message", run.message},
                {"held", outcome.held},
                {"expected", outcome.expected},
                {"run", number}};
    row["numbers"] = Json::array();
    for (const std::string& quantity : quantities) row["numbers"].push_back(outcome.value(quantity));
    return row;
}

}  // namespace

Index grid_columns(const Wedge& wedge)
{
    return wedge.axes.empty() ? 1
                              : std::min(kMostColumns, static_cast<Index>(wedge.axes.back().values.size()));
}

void write_wedge_sheet(const Wedge& wedge, const WedgeOutcomes& outcomes, const std::string& folder,
                       const std::string& out)
{
    std::vector<RenderRun> runs;
    runs.reserve(wedge.runs.size());
    std::vector<SheetTile> tiles;
    for (std::size_t i = 0; i < wedge.runs.size(); ++i) {
        const WedgeRun& run = wedge.runs[i];
        SheetTile tile;
        if (outcomes[i].has_frames) {
            runs.emplace_back(folder + "/" + run.point.name);
            tile.run = &runs.back();
            tile.frame = runs.back().frames().back();
        }
        tile.label = label_of(wedge.axes, run.point);
        tile.note = note_of(run, outcomes[i]);
        tile.is_bad = is_bad(run, outcomes[i]);
        tiles.push_back(std::move(tile));
    }
    share_focus(runs);
    SheetLayout layout;
    layout.columns = grid_columns(wedge);
    const RenderCamera camera = camera_around(common_outline(runs), three_quarter_direction(), kFieldOfView,
                                              layout.width, layout.height);
    write_file_atomically(out, encode_png(draw_sheet(tiles, layout, camera, {})));
    print_note(fmt::format("{}: {} picture{}", out, runs.size(), runs.size() == 1 ? "" : "s"));
}

void write_wedge_page(const Wedge& wedge, const WedgeOutcomes& outcomes,
                      const std::vector<std::string>& quantities, const std::string& folder,
                      double max_megabytes, const std::string& out)
{
    PageOptions options;
    options.most_bytes = static_cast<std::size_t>(max_megabytes * 1e6);
    const auto drawn = static_cast<std::size_t>(std::count_if(
        outcomes.begin(), outcomes.end(), [](const WedgeOutcome& outcome) { return outcome.has_frames; }));
    std::vector<ReportRun> runs;
    Json rows = Json::array();
    for (std::size_t i = 0; i < wedge.runs.size(); ++i) {
        const bool is_drawn = outcomes[i].has_frames;
        rows.push_back(
            row_of(wedge, i, outcomes[i], quantities, is_drawn ? Json(runs.size()) : Json(nullptr)));
        if (is_drawn)
            runs.push_back(load_report_run(folder + "/" + wedge.runs[i].point.name,
                                           most_numbers_of_run(options, drawn)));
    }
    Json axes = Json::array();
    for (const WedgeAxis& axis : wedge.axes)
        axes.push_back(
            {{"path", axis.path}, {"name", short_path(axis.path, wedge.axes)}, {"values", axis.values}});
    options.wedge = {{"axes", std::move(axes)},
                     {"columns", grid_columns(wedge)},
                     {"quantities", quantities},
                     {"runs", std::move(rows)}};
    write_report_page(runs, options, out);
}

}  // namespace stiction
