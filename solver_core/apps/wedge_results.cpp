#include "solver_core/apps/wedge_results.hpp"

#include "solver_core/apps/render_run.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& value)
{
    if (value.is_null()) return "-";
    if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
    return value.is_string() ? value.get<std::string>() : value.dump();
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

bool has_frames(const std::string& folder)
{
    std::error_code error;
    return is_run_folder(folder) && std::filesystem::exists(folder + "/frames", error) &&
           !std::filesystem::is_empty(folder + "/frames", error);
}

}  // namespace

Json WedgeOutcome::value(const std::string& quantity) const
{
    const Json* found = summary.is_object() ? find_quantity(summary, quantity) : nullptr;
    return found == nullptr ? Json(nullptr) : *found;
}

WedgeOutcomes read_outcomes(const Wedge& wedge, const std::string& folder)
{
    WedgeOutcomes outcomes;
    for (const WedgeRun& run : wedge.runs) {
        const std::string place = folder + "/" + run.point.name;
        WedgeOutcome& outcome = outcomes.emplace_back();
        outcome.has_frames = has_frames(place);
        std::error_code error;
        if (!std::filesystem::exists(place + "/summary.json", error)) continue;
        Json summary = Json::parse(read_file(place + "/summary.json"), nullptr, false);
        if (!summary.is_object()) continue;
        outcome.summary = std::move(summary);
        const std::vector<Verdict> verdicts =
            check_expectations(load_scene(place + "/scene.json").expect, outcome.summary);
        outcome.expected = verdicts.size();
        for (const Verdict& verdict : verdicts) outcome.held += verdict.passed ? 1 : 0;
    }
    return outcomes;
}

std::vector<std::string> usual_quantities(const WedgeOutcomes& outcomes)
{
    std::vector<std::string> quantities;
    const auto some = std::find_if(outcomes.begin(), outcomes.end(), [](const WedgeOutcome& outcome) {
        return outcome.summary.is_object() && outcome.summary.contains("objects") &&
               outcome.summary["objects"].is_object();
    });
    if (some != outcomes.end())
        for (const auto& object : some->summary["objects"].items())
            quantities.push_back("objects." + object.key() + ".slid");
    for (const char* name : {"friction_residual.max", "penetration_max", "seconds_per_step"})
        quantities.emplace_back(name);
    return quantities;
}

void require_quantities(const std::vector<std::string>& quantities, const WedgeOutcomes& outcomes)
{
    const auto has_ended = [](const WedgeOutcome& outcome) { return outcome.summary.is_object(); };
    if (std::none_of(outcomes.begin(), outcomes.end(), has_ended)) return;
    for (const std::string& quantity : quantities) {
        const auto has_it = [&](const WedgeOutcome& outcome) {
            return has_ended(outcome) && find_quantity(outcome.summary, quantity) != nullptr;
        };
        if (std::none_of(outcomes.begin(), outcomes.end(), has_it))
            throw InputError("--show", fmt::format("\"{}\" found; no summary has it; allowed: a dotted path "
                                                   "in summary.json, as objects.sheet.slid",
                                                   quantity));
    }
}

std::string wedge_table(const Wedge& wedge, const WedgeOutcomes& outcomes,
                        const std::vector<std::string>& quantities)
{
    const bool are_judged = std::any_of(outcomes.begin(), outcomes.end(),
                                        [](const WedgeOutcome& outcome) { return outcome.expected > 0; });
    Row head;
    for (const WedgeAxis& axis : wedge.axes) head.push_back(axis.path);
    head.emplace_back("status");
    if (are_judged) head.emplace_back("expect");
    head.insert(head.end(), quantities.begin(), quantities.end());
    std::vector<Row> rows = {head};
    for (std::size_t i = 0; i < wedge.runs.size(); ++i) {
        Row row = wedge.runs[i].point.values;
        row.push_back(wedge.runs[i].status);
        if (are_judged)
            row.push_back(outcomes[i].expected == 0
                              ? "-"
                              : fmt::format("{} of {}", outcomes[i].held, outcomes[i].expected));
        for (const std::string& quantity : quantities) row.push_back(text_of(outcomes[i].value(quantity)));
        rows.push_back(std::move(row));
    }
    std::string text = aligned(rows);
    for (const WedgeRun& run : wedge.runs)
        if (run.status == "failed")
            text += fmt::format("{} failed with exit code {}: {}\n", run.point.name,
                                run.exit_code.value_or(0), run.message);
    return text;
}

Json wedge_json(const Wedge& wedge, const WedgeOutcomes& outcomes)
{
    Json json = to_json(wedge);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        json["runs"][i]["expectations"] = {{"held", outcomes[i].held}, {"all", outcomes[i].expected}};
        json["runs"][i]["summary"] = outcomes[i].summary;
    }
    return json;
}

std::vector<std::string> drawable_runs(const Wedge& wedge, const std::string& folder)
{
    std::vector<std::string> folders;
    for (const WedgeRun& run : wedge.runs)
        if (has_frames(folder + "/" + run.point.name)) folders.push_back(folder + "/" + run.point.name);
    return folders;
}

}  // namespace stiction
