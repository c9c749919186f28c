#include "solver_core/sim/scene_description.hpp"

#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/scene_json.hpp"

namespace stiction {

nlohmann::ordered_json describe_scene(const Scene& scene, const Model& model)
{
    nlohmann::ordered_json json;
    json["scene"] = scene.name;
    json["method"] = name_of(scene.solver.method);
    json["steps"] = std::int64_t(scene.time.frames) * scene.time.steps_per_frame;
    json["seconds"] = static_cast<double>(json["steps"].get<std::int64_t>()) * scene.time.step;
    json["nodes"] = model.node_count;
    json["objects"] = nlohmann::ordered_json::array();
    for (const ObjectRange& object : model.objects)
        json["objects"].push_back({{"name", object.name},
                                   {"type", name_of(object.type)},
                                   {"nodes", object.node_count},
                                   {"triangles", object.triangles.size()},
                                   {"tets", object.tets.size()},
                                   {"mass", object.mass}});
    json["colliders"] = nlohmann::ordered_json::array();
    for (const ObjectSettings& object : scene.objects)
        if (object.type == ObjectType::collider)
            json["colliders"].push_back({{"name", object.name}, {"shape", name_of(object.collider.shape)}});
    json["expectations"] = scene.expect.size();
    json["warnings"] = scene_warnings(scene);
    return json;
}

}  // namespace stiction
