#include "solver_core/apps/wedge_manifest.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/scene/place.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

std::string file_of(const std::string& folder) { return folder + "/wedge.json"; }

std::string paths_of(const Wedge& wedge)
{
    std::vector<std::string> paths;
    for (const WedgeAxis& axis : wedge.axes) paths.push_back(axis.path);
    return paths.empty() ? "nothing" : join_names(paths, " and ");
}

}  // namespace

bool is_wedge_folder(const std::string& folder)
{
    std::error_code error;
    return std::filesystem::exists(file_of(folder), error);
}

Json to_json(const Wedge& wedge)
{
    Json json = {{"format", 1}, {"scene", wedge.scene}, {"set", wedge.overrides}};
    json["vary"] = Json::array();
    for (const WedgeAxis& axis : wedge.axes)
        json["vary"].push_back({{"path", axis.path}, {"values", axis.values}});
    json["runs"] = Json::array();
    for (const WedgeRun& run : wedge.runs) {
        Json entry = {{"name", run.point.name}, {"values", Json::object()}, {"status", run.status}};
        for (std::size_t i = 0; i < wedge.axes.size(); ++i)
            entry["values"][wedge.axes[i].path] = run.point.values[i];
        entry["exit_code"] = run.exit_code ? Json(*run.exit_code) : Json(nullptr);
        entry["seconds"] = run.seconds;
        entry["message"] = run.message;
        json["runs"].push_back(std::move(entry));
    }
    return json;
}

Wedge read_wedge(const std::string& folder)
{
    try {
        const Json json = Json::parse(read_file(file_of(folder)));
        Wedge wedge;
        wedge.scene = json.at("scene");
        wedge.overrides = json.at("set").get<std::vector<std::string>>();
        for (const Json& axis : json.at("vary"))
            wedge.axes.push_back({axis.at("path"), axis.at("values").get<std::vector<std::string>>()});
        for (const Json& entry : json.at("runs")) {
            WedgeRun run;
            run.point.name = entry.at("name");
            for (const WedgeAxis& axis : wedge.axes)
                run.point.values.push_back(entry.at("values").at(axis.path));
            run.status = entry.at("status");
            if (!entry.at("exit_code").is_null()) run.exit_code = entry.at("exit_code").get<int>();
            run.seconds = entry.at("seconds");
            run.message = entry.at("message");
            wedge.runs.push_back(std::move(run));
        }
        return wedge;
    } catch (const Json::exception&) {
        throw InputError(file_of(folder),
                         "not the manifest of a wedge; remove it, or choose another --out; finished runs are "
                         "found again");
    }
}

void write_wedge(const Wedge& wedge, const std::string& folder)
{
    write_file_atomically(file_of(folder),
                          to_json(wedge).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void require_same_wedge(const Wedge& wedge, const std::string& folder)
{
    if (!is_wedge_folder(folder)) return;
    const Wedge there = read_wedge(folder);
    std::string other;
    if (there.scene != wedge.scene) other = fmt::format("of the scene {}", there.scene);
    if (paths_of(there) != paths_of(wedge)) other = fmt::format("over {}", paths_of(there));
    if (there.overrides != wedge.overrides) other = "with other --set";
    if (!other.empty())
        throw InputError(folder, fmt::format("holds a wedge {}; a folder holds one; choose another --out, or "
                                             "remove it",
                                             other));
}

}  // namespace stiction
