#include "solver_core/apps/report_stats.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/base/status.hpp"
#include "solver_core/io/atomic_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

void put(const std::string& name, double value, StatsColumns& stats)
{
    auto column = std::find_if(stats.columns.begin(), stats.columns.end(),
                               [&](const auto& c) { return c.first == name; });
    if (column == stats.columns.end()) {
        stats.columns.emplace_back(name, std::vector<double>());
        column = stats.columns.end() - 1;
    }
    column->second.resize(stats.rows, std::numeric_limits<double>::quiet_NaN());
    column->second.push_back(value);
}

void add_numbers(const Json& object, const std::string& prefix, StatsColumns& stats)
{
    for (const auto& item : object.items()) {
        const std::string name = prefix + item.key();
        if (item.value().is_object()) add_numbers(item.value(), name + ".", stats);
        if (item.value().is_number()) put(name, item.value().get<double>(), stats);
        if (item.value().is_null()) put(name, std::numeric_limits<double>::quiet_NaN(), stats);
    }
}

std::string text_of(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void add_status(const Json& object, StatsColumns& stats)
{
    const std::string status = text_of(object, "status");
    if (status.empty()) return;
    const auto is_it = [&](const auto& counted) { return counted.first == status; };
    const auto counted = std::find_if(stats.statuses.begin(), stats.statuses.end(), is_it);
    if (counted == stats.statuses.end())
        stats.statuses.emplace_back(status, 1);
    else
        ++counted->second;
    if (status != to_string(SolveStatus::converged))
        stats.unconverged.push_back({stats.rows, status, text_of(object, "worst_contact")});
}

}  // namespace

StatsColumns read_stats(const std::string& path)
{
    StatsColumns stats;
    for (const std::string& line : read_lines(path)) {
        const Json object = Json::parse(line, nullptr, false);
        if (!object.is_object())
            throw InputError(
                path, fmt::format("line {}: not a line of step statistics; simulate again", stats.rows + 1));
        add_numbers(object, "", stats);
        add_status(object, stats);
        ++stats.rows;
    }
    for (auto& column : stats.columns)
        column.second.resize(stats.rows, std::numeric_limits<double>::quiet_NaN());
    return stats;
}

}  // namespace stiction
