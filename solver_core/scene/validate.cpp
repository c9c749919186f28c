#include "solver_core/scene/validate.hpp"

#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/nearest_name.hpp"
#include "solver_core/scene/sequence_files.hpp"
#include "solver_core/solvers/constrained_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace stiction {

namespace {

constexpr std::size_t kLongestName = 64;
constexpr double kMostSteps = 2e9;  // steps are counted in 32 bits

bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

void check_name(const ObjectSettings& object, const Place& place)
{
    const std::string& name = object.name;
    if (name.empty() || name.size() > kLongestName ||
        !std::all_of(name.begin(), name.end(), is_name_character)) {
        place.key("name").refuse(in_quotes(name), "1 to 64 letters, digits, - and _",
                                 "rename it; files are called by this name");
    }
}

void check_shape(const ObjectSettings& object, const Place& place)
{
    const ColliderSettings& collider = object.collider;
    const bool has_size = collider.shape != ShapeType::mesh && collider.shape != ShapeType::points;
    if (has_size && object.transform.scale != Vec3::Ones()) {
        const Vec3& scale = object.transform.scale;
        place.key("transform")
            .key("scale")
            .refuse(fmt::format("[{}, {}, {}] for a {}", scale.x(), scale.y(), scale.z(),
                                name_of(collider.shape)),
                    "scale for meshes and points only", "use the shape's own radius, length or size");
    }
    if (collider.sequence)
        check_sequence_pattern(collider.sequence->files, place.key("shape").key("sequence").key("files"));
}

std::vector<std::string> object_names(const Scene& scene)
{
    std::vector<std::string> names;
    for (const ObjectSettings& object : scene.objects) names.push_back(object.name);
    return names;
}

void check_known(const std::string& name, const std::vector<std::string>& names, const Place& place)
{
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    const std::string nearest = nearest_name(name, names);
    place.refuse(
        "no object named " + in_quotes(name), join_names(names),
        nearest.empty() ? "name one of the scene's objects" : "did you mean " + in_quotes(nearest) + "?");
}

void check_objects(const Scene& scene, const Place& root)
{
    const Place list = root.key("objects");
    std::set<std::string> seen;
    bool deformable = false;
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
        const ObjectSettings& object = scene.objects[i];
        const Place place = list.at(i).named(object.name);
        check_name(object, place);
        if (!seen.insert(object.name).second)
            place.key("name").refuse("the name " + in_quotes(object.name) + " twice", "each name once",
                                     "rename one of them");
        if (object.type == ObjectType::collider)
            check_shape(object, place);
        else
            deformable = true;
    }
    if (!deformable) {
        list.refuse(scene.objects.empty() ? "no object" : "colliders only",
                    "at least one cloth or soft object", "add something that moves");
    }
}

void check_friction_tables(const Scene& scene, const Place& root)
{
    const std::vector<std::string> names = object_names(scene);
    std::set<std::pair<std::string, std::string>> pairs;
    for (std::size_t i = 0; i < scene.contact.pairs.size(); ++i) {
        const FrictionPair& pair = scene.contact.pairs[i];
        const Place place = root.key("contact").key("pairs").at(i);
        check_known(pair.a, names, place.key("a"));
        check_known(pair.b, names, place.key("b"));
        if (!pairs.insert(std::minmax(pair.a, pair.b)).second)
            place.refuse("the pair " + in_quotes(pair.a) + ", " + in_quotes(pair.b) + " twice",
                         "each pair once", "remove one");
    }
    std::set<std::pair<std::string, double>> changes;
    for (std::size_t i = 0; i < scene.friction_changes.size(); ++i) {
        const FrictionChange& change = scene.friction_changes[i];
        const Place place = root.key("friction_changes").at(i);
        check_known(change.object, names, place.key("object"));
        if (!changes.emplace(change.object, change.time).second)
            place.refuse("two changes of one object at one time", "one of them", "remove one");
    }
}

const ObjectSettings& object_named(const Scene& scene, const std::string& name)
{
    const auto named = [&](const ObjectSettings& object) { return object.name == name; };
    return *std::find_if(scene.objects.begin(), scene.objects.end(), named);
}

// Triangles are touched from both sides of a pair: there is nothing to choose.
void check_choice_is_smooth(const Scene& scene, const SurfaceChoice& choice, const Place& place)
{
    for (const std::string& name : {choice.points, choice.surface})
        if (object_named(scene, name).surface.gaps == SurfaceGaps::mesh)
            place.refuse("a pair with " + in_quotes(name) + ", whose surface.gaps is \"mesh\"",
                         "pairs of smooth surfaces", "remove the entry: both touch with all they have");
}

void check_surfaces(const Scene& scene, const Place& root)
{
    const std::vector<std::string> names = object_names(scene);
    std::set<std::pair<std::string, std::string>> pairs;
    for (std::size_t i = 0; i < scene.contact.surfaces.size(); ++i) {
        const SurfaceChoice& choice = scene.contact.surfaces[i];
        const Place place = root.key("contact").key("surfaces").at(i);
        check_known(choice.points, names, place.key("points"));
        check_known(choice.surface, names, place.key("surface"));
        if (object_named(scene, choice.points).type == ObjectType::collider)
            place.key("points").refuse("the collider " + in_quotes(choice.points), "a cloth or soft object",
                                       "remove the entry: colliders always carry the surface");
        if (object_named(scene, choice.surface).type != ObjectType::soft)
            place.key("surface").refuse(in_quotes(choice.surface) + ", which is not a soft body",
                                        "a soft body",
                                        "cloth touches with its points, colliders always carry");
        check_choice_is_smooth(scene, choice, place);
        if (!pairs.insert(std::minmax(choice.points, choice.surface)).second)
            place.refuse("the pair " + in_quotes(choice.points) + ", " + in_quotes(choice.surface) + " twice",
                         "each pair once", "remove one");
    }
}

// Points have a smooth surface and nothing else.
void check_points(const Scene& scene, const Place& root)
{
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
        const ObjectSettings& object = scene.objects[i];
        if (object.type != ObjectType::collider || object.collider.shape != ShapeType::points) continue;
        const Place place = root.key("objects").at(i).named(object.name).key("shape");
        if (scene.solver.method == Method::projective)
            place.key("type").refuse(
                fmt::format("\"points\" with the method \"{}\"", name_of(scene.solver.method)),
                "points with the methods staggered and implicit",
                "set solver.method to \"staggered\", or make triangles of the points and use \"mesh\"");
        if (object.surface.gaps == SurfaceGaps::mesh)
            place.key("surface").key("gaps").refuse("\"mesh\" of points", "smooth",
                                                    "points have no triangles: use \"smooth\", or a mesh");
        if (object.surface.edges == SurfaceEdges::sharp)
            place.key("surface").key("edges").refuse("\"sharp\" of points", "smooth",
                                                     "points know no edges: use \"smooth\", or a mesh");
    }
}

void check_cloth(const Scene& scene, const Place& root)
{
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
        const ObjectSettings& object = scene.objects[i];
        if (object.type != ObjectType::cloth || object.cloth.law != MembraneLaw::orthotropic) continue;
        const ClothMaterial& cloth = object.cloth;
        const Place place = root.key("objects").at(i).named(object.name).key("material");
        if (cloth.warp.norm() < 1e-12)
            place.key("warp").refuse("no direction", "a vector with a length", "use [1, 0, 0] for x");
        const double weft = cloth.weft.value_or(cloth.stretch);
        if (cloth.poisson * cloth.poisson * weft >= cloth.stretch)
            place.key("poisson").refuse(
                fmt::format("{} with a weft of {} N/m", cloth.poisson, weft),
                fmt::format("below sqrt(stretch / weft) = {:.6g}", std::sqrt(cloth.stretch / weft)),
                "lower it: such a sheet would gain energy by stretching");
    }
}

void check_fills(const Scene& scene, const Place& root)
{
    const std::vector<std::string> names = object_names(scene);
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
        const ObjectSettings& object = scene.objects[i];
        const FillSettings& fill = object.fill;
        const Place place = root.key("objects").at(i).named(object.name).key("fill");
        if (fill.law == FillChoice::none) {
            if (fill.pressure != 0.0)
                place.key("pressure")
                    .refuse(fmt::format("{} atm without a law", fill.pressure), "a pressure of something",
                            "set law to \"gas\"");
            continue;
        }
        if (scene.solver.method != Method::implicit)
            place.key("law").refuse(
                fmt::format("\"{}\" with the method \"{}\"", name_of(fill.law), name_of(scene.solver.method)),
                "fills with the method implicit",
                "set solver.method to \"implicit\", or the law to \"none\"");
        if (fill.law == FillChoice::gas && !(fill.pressure > -1.0 / fill.compression))
            place.key("pressure")
                .refuse(fmt::format("{} atm", fill.pressure),
                        fmt::format("above -1 / compression = {:.6g}", -1.0 / fill.compression),
                        "raise it: no gas is left there");
        if (fill.core.empty()) continue;
        check_known(fill.core, names, place.key("core"));
        if (fill.core == object.name || object_named(scene, fill.core).type == ObjectType::collider)
            place.key("core").refuse(in_quotes(fill.core), "another cloth or soft object",
                                     "name the one inside; what does not change its volume needs no entry");
    }
}

void check_budget(const Scene& scene, const Place& root)
{
    const double steps = double(scene.time.frames) * scene.time.steps_per_frame;
    if (steps > kMostSteps) {
        root.key("time").key("frames").refuse(fmt::format("{:.0f} steps in all", steps),
                                              fmt::format("up to {:.0f}", kMostSteps),
                                              "simulate fewer frames");
    }
    if (scene.solver.step_solver == StepSolver::ipopt && scene.solver.coupling == FrictionCoupling::elastic &&
        scene.solver.method == Method::staggered) {
        root.key("solver")
            .key("coupling")
            .refuse("\"elastic\" with the step solver \"ipopt\"", "mass",
                    "set it to \"mass\": Ipopt knows no friction");
    }
    if (scene.solver.step_solver == StepSolver::ipopt && !is_available(ConstrainedStepKind::ipopt)) {
        root.key("solver")
            .key("step_solver")
            .refuse("\"ipopt\" in a build without Ipopt", "own", "use \"own\"");
    }
#ifndef STICTION_HAS_MKL
    if (scene.solver.linear_solver == SolverChoice::pardiso) {
        root.key("solver")
            .key("linear_solver")
            .refuse("\"pardiso\" in a build without MKL", "automatic, eigen, interleaved",
                    "use \"automatic\"");
    }
#endif
}

}  // namespace

void validate_scene(const Scene& scene, const SceneSource& source)
{
    const Place root(source);
    check_objects(scene, root);
    check_friction_tables(scene, root);
    check_surfaces(scene, root);
    check_points(scene, root);
    check_cloth(scene, root);
    check_fills(scene, root);
    check_budget(scene, root);
}

}  // namespace stiction
