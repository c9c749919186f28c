#include "solver_core/apps/report_parameters.hpp"

#include "solver_core/scene/scene_json.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;
using Flat = std::vector<std::pair<std::string, std::string>>;  // path, value

bool is_plain(const Json& array)
{
    return std::none_of(array.begin(), array.end(), [](const Json& v) { return v.is_structured(); });
}

void flatten(const Json& node, const std::string& path, Flat& flat)
{
    if (node.is_object() && !node.empty()) {
        for (const auto& item : node.items())
            flatten(item.value(), path.empty() ? item.key() : path + "." + item.key(), flat);
    } else if (node.is_array() && !is_plain(node)) {
        for (std::size_t i = 0; i < node.size(); ++i) {
            const bool named = node[i].is_object() && node[i].contains("name");
            flatten(node[i],
                    path + (named ? "." + node[i]["name"].get<std::string>() : "[" + std::to_string(i) + "]"),
                    flat);
        }
    } else {
        flat.emplace_back(path, node.dump());
    }
}

Flat parameters_of(const Scene& scene)
{
    Json json = to_json(scene);
    for (const char* key : {"version", "name", "description", "output", "expect"}) json.erase(key);
    Flat flat;
    flatten(json, "", flat);
    return flat;
}

}  // namespace

std::vector<ParameterRow> differing_parameters(const std::vector<const Scene*>& scenes)
{
    std::vector<ParameterRow> rows;
    for (std::size_t s = 0; s < scenes.size(); ++s) {
        if (scenes[s] == nullptr) continue;
        for (auto& [path, value] : parameters_of(*scenes[s])) {
            auto row = std::find_if(rows.begin(), rows.end(),
                                    [&p = path](const ParameterRow& r) { return r.path == p; });
            if (row == rows.end()) {
                rows.push_back({path, std::vector<std::string>(scenes.size())});
                row = rows.end() - 1;
            }
            row->values[s] = value;
        }
    }
    const auto is_same = [](const ParameterRow& row) {
        std::set<std::string> values(row.values.begin(), row.values.end());
        values.erase("");
        return values.size() < 2;
    };
    rows.erase(std::remove_if(rows.begin(), rows.end(), is_same), rows.end());
    return rows;
}

}  // namespace stiction
