#include "solver_core/scene/geometry.hpp"

#include "solver_core/mesh/topology.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/mesh_source.hpp"
#include "solver_core/scene/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace stiction {

namespace {

constexpr double kFar = 1e5;       // m; beyond it a double has few digits left for contact
constexpr double kFarthest = 1e6;  // m; as transform.translate

void place_points(const Transform& transform, Vec3Array& positions)
{
    const RigidPose pose = build_pose(transform.translate, transform.rotate);
    for (Vec3& x : positions) x = pose.apply(transform.scale.cwiseProduct(x));
}

void check_extent(const Vec3Array& positions, const Place& place, std::vector<std::string>& warnings)
{
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double distance = positions[i].cwiseAbs().maxCoeff();
        if (distance > kFarthest) {
            place.refuse(fmt::format("point {} at {} m from the origin", i, distance),
                         fmt::format("up to {} m", kFarthest),
                         "move the scene to the origin, or scale it to metres");
        }
        if (distance > kFar && warnings.empty())
            warnings.push_back(
                fmt::format("{}: point {} lies {} m from the origin; contact has few digits there",
                            place.where(), i, distance));
    }
}

void add_mesh_warnings(const ObjectGeometry& geometry, const ObjectSettings& object, const Place& place,
                       std::vector<std::string>& warnings)
{
    for (const MeshDefect& defect : mesh_warnings({geometry.positions, geometry.triangles}))
        warnings.push_back(place.where() + ": " + defect.message);
    Vec3 lower = geometry.positions.front(), upper = lower;
    for (const Vec3& x : geometry.positions) {
        lower = lower.cwiseMin(x);
        upper = upper.cwiseMax(x);
    }
    const double size = (upper - lower).norm();
    if (object.thickness > size)
        warnings.push_back(fmt::format("{}: the object is {} m across, less than its thickness {} m",
                                       place.where(), size, object.thickness));
}

// Points one pin chooses.
std::vector<Index> chosen_points(const Pin& pin, const Vec3Array& positions, const PointGroups& groups,
                                 const Place& place)
{
    std::vector<Index> points = pin.points;
    if (pin.box) {
        // A flat box is meant to hold the points in its plane, wherever rounding in the transform has put them.
        constexpr double kSlack = 1e-9;  // of the corners' size, at least m
        const double slack = kSlack * std::max({1.0, pin.box->at(0).norm(), pin.box->at(1).norm()});
        const Vec3 lower = pin.box->at(0).array() - slack;
        const Vec3 upper = pin.box->at(1).array() + slack;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const bool inside = (positions[i].array() >= lower.array()).all() &&
                                (positions[i].array() <= upper.array()).all();
            if (inside) points.push_back(static_cast<Index>(i));
        }
        if (points.empty())
            place.key("box").refuse(
                "no point of the object in it", "a box around some of them",
                "give the corners in the world, after the object's transform, lower one first");
    }
    if (!pin.group.empty()) {
        const auto found = groups.find(pin.group);
        std::vector<std::string> names;
        for (const auto& group : groups) names.push_back(group.first);
        if (found == groups.end()) {
            const std::string nearest = nearest_name(pin.group, names);
            place.key("group").refuse(
                "no point group " + in_quotes(pin.group),
                names.empty() ? "\"points\" or \"box\": this mesh has no groups" : join_names(names),
                nearest.empty() ? "choose the points another way"
                                : "did you mean " + in_quotes(nearest) + "?");
        }
        points = found->second;
        if (points.empty())
            place.key("group").refuse("an empty group", "a group with points", "choose another one");
    }
    return points;
}

void check_length(const std::vector<double>& values, std::size_t wanted, const char* things,
                  const Place& place)
{
    if (values.empty() || values.size() == wanted) return;
    place.refuse(fmt::format("{} numbers", values.size()), fmt::format("{}", wanted),
                 fmt::format("give one for each of the mesh's {} {}", wanted, things));
}

// Multipliers multiply what two objects make of their coefficients. Under `product` that is the product of the coefficients at the
// contact, and one coefficient for all pairs has no rule; min(2 a, b) is not 2 min(a, b).
void check_friction_rule(const ContactSettings& contact, const std::vector<double>& friction,
                         const Place& place)
{
    const bool is_plain = std::all_of(friction.begin(), friction.end(), [](double s) { return s == 1.0; });
    if (is_plain || contact.friction || contact.friction_rule == FrictionRule::product) return;
    place.refuse(fmt::format("friction that differs within an object, under contact.friction_rule \"{}\"",
                             name_of(contact.friction_rule)),
                 "it differs only under \"product\", or with contact.friction for all pairs",
                 "choose product, or give the object one coefficient");
}

void check_variation(const Scene& scene, const ObjectSettings& object, const Place& place,
                     const ObjectGeometry& geometry)
{
    if (!object.variation) return;
    check_friction_rule(scene.contact, object.variation->friction, place.key("variation").key("friction"));
    const bool is_cloth = object.type == ObjectType::cloth;
    const Place at = place.key("variation");
    check_length(object.variation->friction, geometry.positions.size(), "points", at.key("friction"));
    check_length(object.variation->mass, geometry.positions.size(), "points", at.key("mass"));
    check_length(object.variation->stiffness, is_cloth ? geometry.triangles.size() : geometry.tets.size(),
                 is_cloth ? "triangles" : "tets", at.key("stiffness"));
}

void add_pins(const ObjectSettings& object, const PointGroups& groups, const Place& place,
              ObjectGeometry& geometry)
{
    const Index count = static_cast<Index>(geometry.positions.size());
    std::vector<Index> pin_of_point(geometry.positions.size(), -1);
    for (std::size_t p = 0; p < object.pins.size(); ++p) {
        const Place at = place.key("pins").at(p);
        for (const Index point : chosen_points(object.pins[p], geometry.positions, groups, at)) {
            if (point < 0 || point >= count) {
                at.refuse(fmt::format("point {}", point), fmt::format("0 to {}", count - 1),
                          fmt::format("the mesh has {} points", count));
            }
            Index& pin = pin_of_point[static_cast<std::size_t>(point)];
            if (pin >= 0) {
                at.refuse(fmt::format("point {}, which pins[{}] holds too", point, pin), "each point once",
                          "take it out of one of them");
            }
            pin = static_cast<Index>(p);
        }
    }
    for (Index point = 0; point < count; ++point) {
        const Index pin = pin_of_point[static_cast<std::size_t>(point)];
        if (pin >= 0) geometry.pinned.push_back({point, pin});
    }
}

PointGroups build_cloth(const Scene& scene, const ObjectSettings& object, const Place& mesh,
                        ObjectGeometry& geometry)
{
    NamedSurface surface = make_surface(scene, object.mesh, mesh);
    place_points(object.transform, surface.mesh.positions);
    refuse_defect(check_mesh(surface.mesh), mesh);
    geometry.positions = std::move(surface.mesh.positions);
    geometry.triangles = std::move(surface.mesh.triangles);
    return std::move(surface.groups);
}

PointGroups build_soft(const Scene& scene, const ObjectSettings& object, const Place& mesh,
                       ObjectGeometry& geometry)
{
    NamedSolid solid = make_solid(scene, object.mesh, mesh);
    place_points(object.transform, solid.mesh.positions);
    refuse_defect(check_mesh(solid.mesh), mesh);
    geometry.positions = std::move(solid.mesh.positions);
    geometry.tets = std::move(solid.mesh.tets);
    geometry.triangles = boundary_triangles(static_cast<Index>(geometry.positions.size()), geometry.tets);
    return std::move(solid.groups);
}

}  // namespace

ObjectGeometry build_object_geometry(const Scene& scene, Index index)
{
    const ObjectSettings& object = scene.objects[static_cast<std::size_t>(index)];
    assert(object.type != ObjectType::collider);
    const SceneSource source{scene.file, {}};
    const Place place = Place(source).key("objects").at(static_cast<std::size_t>(index)).named(object.name);
    const Place mesh = place.key("mesh");

    ObjectGeometry geometry;
    const bool is_cloth = object.type == ObjectType::cloth;
    const PointGroups groups =
        is_cloth ? build_cloth(scene, object, mesh, geometry) : build_soft(scene, object, mesh, geometry);
    check_extent(geometry.positions, mesh, geometry.warnings);
    add_mesh_warnings(geometry, object, mesh, geometry.warnings);
    check_variation(scene, object, place, geometry);
    add_pins(object, groups, place, geometry);
    return geometry;
}

double pair_friction(const Scene& scene, Index first, Index second)
{
    const ObjectSettings& a = scene.objects[static_cast<std::size_t>(first)];
    const ObjectSettings& b = scene.objects[static_cast<std::size_t>(second)];
    for (const FrictionPair& pair : scene.contact.pairs) {
        if ((pair.a == a.name && pair.b == b.name) || (pair.a == b.name && pair.b == a.name))
            return pair.friction;
    }
    if (scene.contact.friction) return *scene.contact.friction;
    switch (scene.contact.friction_rule) {
        case FrictionRule::product: return a.friction * b.friction;
        case FrictionRule::min: return std::min(a.friction, b.friction);
        case FrictionRule::max: return std::max(a.friction, b.friction);
        case FrictionRule::mean: return 0.5 * (a.friction + b.friction);
    }
    return 0.0;
}

}  // namespace stiction
