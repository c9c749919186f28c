// A solver and its states as bytes: what a host writes into its own files.

#include "hdk_plugins/adapter/host_solver.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/binary_archive.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <nlohmann/json.hpp>

#include <cstring>
#include <utility>

namespace stiction {
namespace {

nlohmann::json links_json(const std::vector<ObjectLink>& links)
{
    nlohmann::json list = nlohmann::json::array();
    for (const ObjectLink& link : links)
        list.push_back({{"object", link.host_object},
                        {"host_points", link.host_points},
                        {"host_primitives", link.host_primitives},
                        {"points", link.points},
                        {"animated", link.animated}});
    return list;
}

std::vector<ObjectLink> links_from(const std::string& text, const std::string& name)
{
    std::vector<ObjectLink> links;
    try {
        for (const nlohmann::json& entry : nlohmann::json::parse(text))
            links.push_back({entry.at("object").get<Index>(), entry.at("host_points").get<Index>(),
                             entry.at("host_primitives").get<Index>(),
                             entry.at("points").get<std::vector<Index>>(),
                             entry.at("animated").get<std::vector<Index>>()});
    } catch (const nlohmann::json::exception& error) {
        throw ArchiveError(ArchiveError::Kind::corrupt, name, error.what());
    }
    return links;
}

void put_points(BinaryArchive& archive, const std::string& name, const Vec3Array& points)
{
    std::string& bytes = archive.sections[name];
    bytes.assign(reinterpret_cast<const char*>(points.data()), points.size() * sizeof(Vec3));
}

Vec3Array get_points(const BinaryArchive& archive, const std::string& section, const std::string& name)
{
    const std::string& bytes = archive.section(section, sizeof(Vec3), name);
    Vec3Array points(bytes.size() / sizeof(Vec3));
    if (!points.empty()) std::memcpy(points.data()->data(), bytes.data(), bytes.size());
    return points;
}

void put_all(BinaryArchive& archive, const std::string& name, const std::vector<SharedPoints>& points)
{
    for (std::size_t i = 0; i < points.size(); ++i) put_points(archive, name + std::to_string(i), *points[i]);
}

std::vector<SharedPoints> get_all(const BinaryArchive& archive, const std::string& section,
                                  const std::vector<SharedPoints>& start, const std::string& name)
{
    std::vector<SharedPoints> points;
    for (std::size_t i = 0; i < start.size(); ++i) {
        auto read = std::make_shared<Vec3Array>(get_points(archive, section + std::to_string(i), name));
        if (read->size() != start[i]->size())
            throw ArchiveError(ArchiveError::Kind::corrupt, name,
                               section + std::to_string(i) + " has another number of points");
        // What stands still is one copy with the start's.
        points.push_back(*read == *start[i] ? start[i] : SharedPoints(std::move(read)));
    }
    return points;
}

}  // namespace

std::string HostSolver::save() const
{
    BinaryArchive archive;
    archive.program_version = program_version();
    archive.sections["scene"] = to_json(built_.scene).dump();
    archive.sections["links"] = links_json(built_.links).dump();
    put_points(archive, "start", built_.start);
    put_points(archive, "velocity", built_.velocity);
    return encode_archive(archive);
}

std::unique_ptr<HostSolver> HostSolver::load(const std::string& bytes, const std::string& name)
{
    const BinaryArchive archive = decode_archive(bytes, name);
    require_same_run(archive, 0, program_version(), name);
    BuiltScene built;
    built.scene = parse_scene(archive.section("scene", 1, name), name);
    built.links = links_from(archive.section("links", 1, name), name);
    built.start = get_points(archive, "start", name);
    built.velocity = get_points(archive, "velocity", name);
    std::size_t nodes = 0;
    bool fits = built.links.size() == built.scene.objects.size();
    for (std::size_t i = 0; fits && i < built.links.size(); ++i) {
        const ObjectSettings& object = built.scene.objects[i];
        fits = built.links[i].points.size() == object.mesh.points.size() &&
               built.links[i].animated.size() <= object.pins.size();
        for (const Index node : built.links[i].animated)
            fits = fits && node >= 0 && static_cast<std::size_t>(node) < object.mesh.points.size();
        if (object.type != ObjectType::collider) nodes += object.mesh.points.size();
    }
    fits = fits && built.start.size() == nodes && (built.velocity.empty() || built.velocity.size() == nodes);
    if (!fits) throw ArchiveError(ArchiveError::Kind::corrupt, name, "its parts do not fit each other");
    return std::make_unique<HostSolver>(std::move(built));
}

std::string HostSolver::save_state(const HostState& state) const
{
    BinaryArchive archive;
    archive.scene_hash = bench_.run;
    archive.program_version = program_version();
    archive.step = state.checkpoint.state.step;
    archive.sections["checkpoint"] = encode_checkpoint(state.checkpoint, bench_.run);
    put_all(archive, "collider", state.given.colliders);
    put_all(archive, "target", state.given.targets);
    return encode_archive(archive);
}

SharedState HostSolver::load_state(const std::string& bytes, const std::string& name) const
{
    const BinaryArchive archive = decode_archive(bytes, name);
    require_same_run(archive, bench_.run, program_version(), name);
    auto state = std::make_shared<HostState>();
    state->checkpoint = decode_checkpoint(archive.section("checkpoint", 1, name), bench_.run, name);
    require_fit(bench_, state->checkpoint, name);
    state->given.colliders = get_all(archive, "collider", start_->given.colliders, name);
    state->given.targets = get_all(archive, "target", start_->given.targets, name);
    return state;
}

}  // namespace stiction
