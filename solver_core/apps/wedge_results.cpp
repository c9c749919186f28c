#include "solver_core/apps/wedge_results.hpp"

#include "solver_core/apps/render_run.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/sim/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;
using Summaries = std::vector<Json>;

std::string cell_of(const Json& summary, const std::string& quantity)
{
    const Json* value = summary.is_object() ? find_quantity(summary, quantity) : nullptr;
    if (value == nullptr || value->is_null()) return "-";
    if (value->is_number_float()) return fmt::format("{:.4g}", value->get<double>());
    return value->is_string() ? value->get<std::string>() : value->dump();
}

using Row = std::vector<std::string>;

std::string aligned(const std::vector<Row>& rows)
{
    std::vector<std::size_t> wide(rows[0].size(), 0);
    for (const Row& row : rows)
        for (std::size_t k = 0; k < row.size(); ++k) wide[k] = std::max(wide[k], row[k].size());
    std::string text;
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t k = 0; k < row.size(); ++k)
            line += fmt::format("{:<{}}{}", row[k], wide[k], k + 1 < row.size() ? "  " : "");
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace

Summaries read_summaries(const Wedge& wedge, const std::string& folder)
{
    Summaries summaries;
    for (const WedgeRun& run : wedge.runs) {
        const std::string file = folder + "/" + run.point.name + "/summary.json";
        std::error_code error;
        Json summary;
        if (std::filesystem::exists(file, error)) summary = Json::parse(read_file(file), nullptr, false);
        summaries.push_back(summary.is_object() ? std::move(summary) : Json(nullptr));
    }
    return summaries;
}

std::vector<std::string> usual_quantities(const Summaries& summaries)
{
    std::vector<std::string> quantities = {"friction_residual.max", "penetration_max", "seconds_per_step"};
    const auto some = std::find_if(summaries.begin(), summaries.end(), [](const Json& s) {
        return s.is_object() && s.contains("objects") && s["objects"].is_object();
    });
    if (some != summaries.end())
        for (const auto& object : (*some)["objects"].items())
            quantities.push_back("objects." + object.key() + ".slid");
    return quantities;
}

void require_quantities(const std::vector<std::string>& quantities, const Summaries& summaries)
{
    if (std::none_of(summaries.begin(), summaries.end(), [](const Json& s) { return s.is_object(); })) return;
    for (const std::string& quantity : quantities) {
        const auto has_it = [&](const Json& summary) {
            return summary.is_object() && find_quantity(summary, quantity) != nullptr;
        };
        if (std::none_of(summaries.begin(), summaries.end(), has_it))
            throw InputError("--show", fmt::format("\"{}\" found; no summary has it; allowed: a dotted path "
                                                   "in summary.json, as objects.sheet.slid",
                                                   quantity));
    }
}

std::string wedge_table(const Wedge& wedge, const Summaries& summaries,
                        const std::vector<std::string>& quantities)
{
    Row head;
    for (const WedgeAxis& axis : wedge.axes) head.push_back(axis.path);
    head.emplace_back("status");
    head.insert(head.end(), quantities.begin(), quantities.end());
    std::vector<Row> rows = {head};
    for (std::size_t i = 0; i < wedge.runs.size(); ++i) {
        Row row = wedge.runs[i].point.values;
        row.push_back(wedge.runs[i].status);
        for (const std::string& quantity : quantities) row.push_back(cell_of(summaries[i], quantity));
        rows.push_back(std::move(row));
    }
    std::string text = aligned(rows);
    for (const WedgeRun& run : wedge.runs)
        if (run.status == "failed")
            text += fmt::format("{} failed with exit code {}: {}\n", run.point.name,
                                run.exit_code.value_or(0), run.message);
    return text;
}

Json wedge_json(const Wedge& wedge, const Summaries& summaries)
{
    Json json = to_json(wedge);
    for (std::size_t i = 0; i < summaries.size(); ++i) json["runs"][i]["summary"] = summaries[i];
    return json;
}

std::vector<std::string> drawable_runs(const Wedge& wedge, const std::string& folder)
{
    std::vector<std::string> folders;
    for (const WedgeRun& run : wedge.runs) {
        const std::string place = folder + "/" + run.point.name;
        std::error_code error;
        if (is_run_folder(place) && std::filesystem::exists(place + "/frames", error) &&
            !std::filesystem::is_empty(place + "/frames", error))
            folders.push_back(place);
    }
    return folders;
}

}  // namespace stiction
