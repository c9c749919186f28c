#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {

namespace {

// Beyond these a value is allowed but more likely a slip of units.
constexpr double kHighFriction = 5.0;   // rubber on rubber stays below 2
constexpr double kHeavyCloth = 50.0;    // kg/m^2; denim has 0.5, 5 mm of lead 57
constexpr double kHeavySoft = 30000.0;  // kg/m^3; osmium has 22600
constexpr double kLongStep = 0.1;       // s
constexpr double kFar = 1e5;            // m; there a double resolves 1e-11 m, too little for 1e-9 m of creep
constexpr double kStrongGravity = 300.0;  // m/s^2; the sun's surface has 274

// Smallest extent of a generated mesh or shape that a skin could swallow; 0 when it is not known here.
double smallest_extent(const ObjectSettings& object)
{
    const MeshSource& mesh = object.mesh;
    if (object.type == ObjectType::collider) return 0.0;
    double extent = 0.0;
    switch (mesh.generator) {
        case Generator::file:
        case Generator::arrays: return 0.0;
        case Generator::grid: extent = std::min(mesh.size[0], mesh.size[1]); break;
        case Generator::box: extent = std::min({mesh.size[0], mesh.size[1], mesh.size[2]}); break;
        default: extent = 2.0 * mesh.radius; break;
    }
    return extent * object.transform.scale.minCoeff();
}

void warn_of_object(const ObjectSettings& object, const std::string& path, std::vector<std::string>& warnings)
{
    const auto warn = [&](const char* key, double value, const char* text) {
        warnings.push_back(fmt::format("{}.{} ({}): {} {}", path, key, object.name, value, text));
    };
    if (object.friction > kHighFriction)
        warn("friction", object.friction, "is far above any pair of materials");
    if (object.type == ObjectType::cloth && object.cloth.density > kHeavyCloth)
        warn("material.density", object.cloth.density,
             "kg/m^2 is heavier than lead foil; is it a density per volume?");
    if (object.type == ObjectType::soft && object.soft.density > kHeavySoft)
        warn("material.density", object.soft.density, "kg/m^3 is heavier than any metal");
    if (object.type == ObjectType::soft && object.soft.density < 1.0)
        warn("material.density", object.soft.density,
             "kg/m^3 is lighter than air; is it a density per surface?");
    const double extent = smallest_extent(object);
    if (extent > 0.0 && object.thickness > extent)
        warn("thickness", object.thickness, "m is more than the object's own size");
    const double distance = object.transform.translate.cwiseAbs().maxCoeff();
    if (distance > kFar)
        warn("transform.translate", distance, "m from the origin leaves few digits for contact");
}

}  // namespace

std::vector<std::string> scene_warnings(const Scene& scene)
{
    std::vector<std::string> warnings;
    if (scene.time.step > kLongStep)
        warnings.push_back(
            fmt::format("time.step: {} s is long; fast things may pass through each other", scene.time.step));
    if (scene.gravity.norm() > kStrongGravity)
        warnings.push_back(fmt::format("gravity: {} m/s^2 is stronger than the sun's", scene.gravity.norm()));
    const bool feels_air = std::any_of(scene.objects.begin(), scene.objects.end(),
                                       [](const ObjectSettings& object) { return object.air_drag > 0.0; });
    if (!scene.wind.isZero(0.0) && !feels_air)
        warnings.emplace_back("wind: no object has air_drag, so the wind moves nothing");
    for (std::size_t i = 0; i < scene.objects.size(); ++i)
        warn_of_object(scene.objects[i], fmt::format("objects[{}]", i), warnings);
    const double end = scene.time.step * scene.time.steps_per_frame * scene.time.frames;
    const std::optional<double>& friction = scene.contact.friction;
    if (friction && *friction > kHighFriction)
        warnings.push_back(fmt::format("contact.friction: {} is far above any pair of materials", *friction));
    if (friction && !scene.friction_changes.empty())
        warnings.emplace_back(
            "friction_changes: nothing changes while contact.friction holds for every pair");
    for (std::size_t i = 0; i < scene.contact.pairs.size(); ++i) {
        const FrictionPair& pair = scene.contact.pairs[i];
        if (pair.friction > kHighFriction)
            warnings.push_back(fmt::format(
                "contact.pairs[{}].friction: {} is far above any pair of materials", i, pair.friction));
    }
    for (std::size_t i = 0; i < scene.friction_changes.size(); ++i) {
        const FrictionChange& change = scene.friction_changes[i];
        if (change.time > end)
            warnings.push_back(
                fmt::format("friction_changes[{}].time: {} s is after the end at {} s", i, change.time, end));
        if (change.friction > kHighFriction)
            warnings.push_back(fmt::format(
                "friction_changes[{}].friction: {} is far above any pair of materials", i, change.friction));
    }
    return warnings;
}

}  // namespace stiction
