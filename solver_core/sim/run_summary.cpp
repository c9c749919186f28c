#include "solver_core/sim/run_summary.hpp"

#include "solver_core/base/hash.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/geometry.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/checkpoint.hpp"

#include <algorithm>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

Json to_array(const Vec3& v) { return Json::array({v.x(), v.y(), v.z()}); }

double mean(double sum, std::int64_t count) { return count > 0 ? sum / static_cast<double>(count) : 0.0; }

// Coefficients of all pairs that can touch, as the rule or the table gives them at the start.
Json friction_pairs(const Scene& scene)
{
    Json pairs = Json::array();
    const auto count = static_cast<Index>(scene.objects.size());
    for (Index a = 0; a < count; ++a) {
        for (Index b = a; b < count; ++b) {
            const ObjectSettings& first = scene.objects[a];
            const ObjectSettings& second = scene.objects[b];
            if (first.type == ObjectType::collider && second.type == ObjectType::collider) continue;
            pairs.push_back(
                {{"a", first.name}, {"b", second.name}, {"friction", pair_friction(scene, a, b)}});
        }
    }
    return pairs;
}

Json to_json(const ContactForce& force)
{
    return {{"from_colliders", to_array(force.from_colliders)},
            {"from_objects", to_array(force.from_objects)},
            {"normal_force", force.normal_force},
            {"friction_force", force.friction_force}};
}

// What the object is full of: null when it is not.
Json fill_summary(const Model& model, const ObjectRange& object, const State& state)
{
    const VolumeRegions& regions = model.finite.elasticity.terms().volume;
    std::vector<double> partial;
    for (Index r = 0; r < regions.region_count(); ++r) {
        if (&model.objects[model.finite.fill_owner[r]] != &object) continue;
        const double volume = region_volume(regions, r, state.x, partial);
        return {{"volume", volume},
                {"volume_change", volume / regions.fill[r].volume - 1.0},
                {"pressure", fill_pressure(regions.fill[r], volume)}};
    }
    return nullptr;
}

Json object_summary(const Model& model, const ObjectRange& object, const State& state,
                    const ObjectTrack& track)
{
    Json json;
    json["displacement"] = (track.com - track.com_start).norm();
    json["speed_final"] = track.speed;
    json["slid"] = track.slid;
    json["stopped_at"] = track.rest_since ? Json(*track.rest_since) : Json(nullptr);
    json["volume_change"] = nullptr;
    if (object.rest_volume > 0.0)
        json["volume_change"] = enclosed_volume(state.x, object.triangles) / object.rest_volume - 1.0;
    json["fill"] = fill_summary(model, object, state);
    json["max_speed"] = track.max_speed;
    json["com_start"] = to_array(track.com_start);
    json["com"] = to_array(track.com);
    json["displacement_vector"] = to_array(track.com - track.com_start);

    double farthest = 0.0;  // of any node from where it began
    Eigen::AlignedBox3d box;
    for (Index i = object.first_node; i < object.first_node + object.node_count; ++i) {
        farthest = std::max(farthest, (state.x[i] - model.x0[i]).norm());
        box.extend(state.x[i]);
    }
    json["node_displacement_max"] = farthest;
    json["bounds"] = {{"min", to_array(box.min())}, {"max", to_array(box.max())}};
    json["mass"] = object.mass;
    json["nodes"] = object.node_count;
    return json;
}

}  // namespace

nlohmann::ordered_json run_summary(const SummaryInput& input)
{
    const Scene& scene = input.scene;
    const RunTrack& track = input.track;
    Json json;
    json["scene"] = scene.name;
    json["method"] = name_of(scene.solver.method);
    json["version"] = program_version();
    json["status"] = input.status;
    json["threads"] = executor().threads();
    json["steps"] = track.steps;
    json["time"] = static_cast<double>(input.state.step) * input.model.step;
    json["seconds_per_step"] = mean(input.milliseconds / 1000.0, track.steps);
    json["iterations_mean"] = mean(static_cast<double>(track.iterations), track.steps);
    json["contacts_mean"] = {{"external", mean(static_cast<double>(track.contacts_external), track.steps)},
                             {"self", mean(static_cast<double>(track.contacts_self), track.steps)}};
    json["friction_residual"] = {{"mean", mean(track.friction_residual_sum, track.steps)},
                                 {"max", track.friction_residual_max}};
    json["alart_curnier_max"] = track.alart_curnier_max;
    json["penetration_max"] = track.penetration_max;
    json["energy"] = {{"kinetic", track.energy.kinetic},
                      {"elastic", track.energy.elastic},
                      {"gravity", track.energy.gravity}};
    json["state_hash"] = hash_hex(state_hash(input.state));
    json["scene_hash"] = hash_hex(run_hash(scene, input.model));
    json["friction_rule"] = name_of(scene.contact.friction_rule);
    json["friction_pairs"] = friction_pairs(scene);
    json["warnings"] = scene_warnings(scene);
    Json& objects = json["objects"] = Json::object();
    for (std::size_t i = 0; i < input.model.objects.size(); ++i) {
        const ObjectRange& object = input.model.objects[i];
        Json& json_object = objects[object.name] =
            object_summary(input.model, object, input.state, track.objects[i]);
        json_object["contact_force"] = to_json(track.forces.mean(track.steps, i));
    }
    return json;
}

}  // namespace stiction
