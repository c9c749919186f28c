#include "hdk_plugins/adapter/host_scene.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/scene/overrides.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace stiction {
namespace {

constexpr std::size_t kLongestName = 60;  // leaves room for a number

// Letters, digits, - and _ alone, and no name twice.
std::string scene_name(std::string name, std::set<std::string>& taken)
{
    for (char& c : name) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!plain && c != '-') c = '_';
    }
    if (name.empty()) name = "object";
    name.resize(std::min(name.size(), kLongestName));
    std::string unique = name;
    for (int number = 2; !taken.insert(unique).second; ++number) unique = fmt::format("{}_{}", name, number);
    return unique;
}

void set_path(Json& object, const std::string& path, const Json& value)
{
    const std::size_t dot = path.find('.');
    if (dot == std::string::npos)
        object[path] = value;
    else
        set_path(object[path.substr(0, dot)], path.substr(dot + 1), value);
}

// The object as a scene file has it, with a mesh that only stands in for the real one: its points do not go through text.
Json describe(const PreparedObject& object, const std::string& name)
{
    Json described = {{"name", name}, {"type", object.type}};
    if (object.type == "cloth") described["mesh"] = {{"generator", "grid"}};
    if (object.type == "soft") described["mesh"] = {{"generator", "box"}};
    if (object.type == "collider") described["shape"] = {{"type", "mesh"}, {"mesh", {{"generator", "box"}}}};
    for (const auto& [path, value] : object.settings) set_path(described, path, value);
    return described;
}

void put_mesh(const PreparedObject& object, ObjectSettings& settings)
{
    settings.mesh = MeshSource{};
    settings.mesh.generator = Generator::arrays;
    settings.mesh.points = object.rest;
    settings.mesh.triangles = object.triangles;
    settings.mesh.tets = object.tets;
    const Variation& varies = object.variation;
    if (!varies.friction.empty() || !varies.mass.empty() || !varies.stiffness.empty())
        settings.variation = varies;
    if (!object.held.empty()) settings.pins.emplace_back().points = object.held;
    for (const Index node : object.animated) settings.pins.emplace_back().points = {node};
}

void add_start(const PreparedObject& object, BuiltScene& built, bool& has_velocity)
{
    built.start.insert(built.start.end(), object.start.begin(), object.start.end());
    has_velocity = has_velocity || !object.velocity.empty();
    if (object.velocity.empty())
        built.velocity.resize(built.start.size(), Vec3::Zero());
    else
        built.velocity.insert(built.velocity.end(), object.velocity.begin(), object.velocity.end());
}

// What the host's geometry and clock say, of an object as it is described.
Json hosts_own(Json object)
{
    Json own = Json::object();
    if (object.is_object() && object.contains("shape") && object["shape"].is_object())
        object["shape"].erase("surface");
    for (const char* key : {"name", "type", "mesh", "shape", "transform", "motion"})
        own[key] = object.is_object() && object.contains(key) ? object[key] : Json();
    return own;
}

// Extra settings are for what has no parameter, not for what would part the scene from the host's objects.
void require_hosts_own(const Json& before, const Json& after, const std::string& node)
{
    const std::string allowed =
        "; allowed: what the host's geometry and clock do not give, as friction, material and "
        "pins of an object; take the line out of the extra settings";
    const Json& objects = before["objects"];
    if (!after.contains("objects") || !after["objects"].is_array() ||
        after["objects"].size() != objects.size())
        throw InputError(node, "objects: found another list of objects" + allowed);
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const Json now = hosts_own(after["objects"][i]), own = hosts_own(objects[i]);
        for (const auto& [key, value] : own.items())
            if (now[key] != value)
                throw InputError(node, fmt::format("objects[{}].{} (\"{}\"): found a change of it{}", i, key,
                                                   objects[i]["name"].get<std::string>(), allowed));
    }
    if (after.contains("time") && after["time"].is_object() && after["time"].contains("step"))
        throw InputError(node, "time.step: found a change of it" + allowed +
                                   "; time.steps_per_frame is how many steps the host's one is cut into");
}

double step_length(const HostScene& host, const Json& document)
{
    if (!(host.time_step > 0.0) || !std::isfinite(host.time_step))
        throw InputError(host.name, fmt::format("found a time step of {} s; allowed: above 0; correct the "
                                                "simulation's time step",
                                                host.time_step));
    Index steps = TimeSettings{}.steps_per_frame;
    if (document.contains("time") && document["time"].contains("steps_per_frame") &&
        document["time"]["steps_per_frame"].is_number_integer())
        steps = std::max<Index>(1, document["time"]["steps_per_frame"].get<Index>());
    return host.time_step / steps;
}

}  // namespace

std::string settings_text(const HostSettings& settings, const std::vector<std::string>& extra)
{
    Json text = Json::array();
    for (const auto& [path, value] : settings) text.push_back({path, value});
    for (const std::string& line : extra) text.push_back(line);
    return text.dump();
}

BuiltScene build_scene(const HostScene& host)
{
    BuiltScene built;
    std::vector<PreparedObject> prepared;
    std::set<std::string> taken;
    Json document = {{"name", "houdini"}};
    for (const auto& [path, value] : host.settings) set_path(document, path, value);
    document["objects"] = Json::array();
    bool has_velocity = false;
    for (std::size_t h = 0; h < host.objects.size(); ++h)
        for (PreparedObject& object : prepare_object(host.objects[h])) {
            document["objects"].push_back(describe(object, scene_name(object.name, taken)));
            const GeoDetail& geometry = host.objects[h].geometry;
            built.links.push_back({static_cast<Index>(h), geometry.point_count, geometry.primitive_count,
                                   object.points, object.animated});
            built.warnings.insert(built.warnings.end(), object.warnings.begin(), object.warnings.end());
            if (object.type != "collider") add_start(object, built, has_velocity);
            prepared.push_back(std::move(object));
        }
    if (!has_velocity) built.velocity.clear();

    SceneSource source{host.name, {}};
    const Json described_alone = document;
    apply_overrides(document, host.extra, source);
    require_hosts_own(described_alone, document, host.name);
    // Where time is something else the scene's reader says so.
    if (!document.contains("time") || document["time"].is_object())
        document["time"]["step"] = step_length(host, document);
    built.scene = read_scene(document, source, "");
    for (std::size_t i = 0; i < prepared.size(); ++i) put_mesh(prepared[i], built.scene.objects[i]);
    for (const std::string& warning : scene_warnings(built.scene)) built.warnings.push_back(warning);
    return built;
}

}  // namespace stiction
