#include "solver_core/base/error.hpp"
#include "solver_core/friction/contact_penalty.hpp"
#include "solver_core/math/pivot_error.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/rest_triangle.hpp"
#include "solver_core/mesh/topology.hpp"
#include "solver_core/scene/geometry.hpp"
#include "solver_core/scene/place.hpp"
#include "solver_core/sim/finite_build.hpp"
#include "solver_core/sim/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction {
namespace {

constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180.0;

// A multiplier of scene Variation.
double scale_at(const std::vector<double>& scales, std::size_t i) { return scales.empty() ? 1.0 : scales[i]; }

// What the objects add up to before the matrix is factored.
struct Parts {
    TriangleStretch stretch;
    CurvatureBend bend;
    TetElastic tets;
    std::vector<Index> held;
};

void add_cloth_terms(const ClothMaterial& material, const ObjectGeometry& geometry,
                     const std::vector<double>& stiffness, const SurfaceTopology& topology, Index first_node,
                     Parts& parts)
{
    const Vec3Array& rest = geometry.positions;
    for (std::size_t e = 0; e < geometry.triangles.size(); ++e) {
        const Triangle& t = geometry.triangles[e];
        const RestTriangle r = rest_triangle(rest[t[0]], rest[t[1]], rest[t[2]]);
        parts.stretch.nodes.emplace_back(t + Triangle::Constant(first_node));
        parts.stretch.inverse_rest.push_back(r.inverse);
        parts.stretch.weight.push_back(material.stretch * r.area * scale_at(stiffness, e));
        parts.stretch.strain_limit.push_back(material.strain_limit);
    }
    if (material.bend > 0.0)
        append_sheet(parts.bend, topology, geometry.triangles, rest, first_node, material.bend,
                     material.rest_flat);
}

// Lame parameters from Young's modulus and Poisson's ratio: mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu)(1 - 2 nu)).
void add_soft_terms(const SoftMaterial& material, const ObjectRange& range,
                    const std::vector<double>& stiffness, const Vec3Array& rest, Parts& parts)
{
    const double nu = material.poisson;
    const double mu = material.young / (2.0 * (1.0 + nu));
    const double lambda = material.young * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
    for (std::size_t e = 0; e < range.tets.size(); ++e) {
        const Tet& t = range.tets[e];
        const RestTet r = rest_tet(rest[t[0]], rest[t[1]], rest[t[2]], rest[t[3]]);
        parts.tets.nodes.push_back(t);
        parts.tets.inverse_rest.push_back(r.inverse);
        parts.tets.weight.push_back(2.0 * mu * r.volume * scale_at(stiffness, e));
        parts.tets.volume_weight.push_back(3.0 * lambda * r.volume * scale_at(stiffness, e));
    }
}

void add_contact_surface(const ObjectRange& range, const SurfaceTopology& topology,
                         const ObjectSettings& settings, ContactGeometry& contact)
{
    const auto object = static_cast<Index>(contact.object_is_solid.size());
    const Index first = range.first_node;
    for (const Triangle& t : range.triangles) {
        contact.triangles.push_back(t);
        contact.triangle_object.push_back(object);
    }
    std::vector<char> on_surface(static_cast<std::size_t>(range.node_count), 0);
    for (const Edge& edge : topology.edges) {
        contact.edges.push_back(edge + Edge::Constant(first));
        contact.edge_object.push_back(object);
        on_surface[edge[0]] = on_surface[edge[1]] = 1;
    }
    for (Index i = 0; i < range.node_count; ++i) {
        if (on_surface[i] != 0) contact.vertices.push_back(first + i);
        contact.node_object.push_back(object);
        contact.radius.push_back(0.5 * settings.thickness);
    }
    contact.object_is_solid.push_back(range.type == ObjectType::soft);
    contact.object_self_contact.push_back(settings.self_contact);
}

// Scales of all nodes, from the first object on that has any.
void add_friction_scale(const std::vector<double>& scales, const ObjectRange& range, ContactGeometry& contact)
{
    std::vector<double>& all = contact.friction_scale;
    if (scales.empty() && all.empty()) return;
    all.resize(static_cast<std::size_t>(range.first_node), 1.0);
    if (scales.empty())
        all.resize(all.size() + static_cast<std::size_t>(range.node_count), 1.0);
    else
        all.insert(all.end(), scales.begin(), scales.end());
}

void add_initial_velocity(const ObjectSettings& settings, const ObjectRange& range, Model& model)
{
    const auto first = static_cast<std::size_t>(range.first_node);
    const auto count = static_cast<std::size_t>(range.node_count);
    const Vec3 centre = center_of_mass(Span<const Vec3>(model.x0).subspan(first, count),
                                       Span<const double>(model.mass).subspan(first, count));
    const Vec3 spin = kRadiansPerDegree * settings.spin;
    for (std::size_t i = first; i < first + count; ++i)
        model.v0.emplace_back(settings.velocity + spin.cross(model.x0[i] - centre));
}

void add_pins(const ObjectSettings& settings, const ObjectGeometry& geometry, Index first_node, Model& model,
              Parts& parts)
{
    const std::size_t first_pin = model.pins.size();
    for (const Pin& pin : settings.pins) {
        PinGroup group;
        group.carrier.motion = build_motion(pin.motion);
        model.pins.push_back(std::move(group));
    }
    for (const ObjectGeometry::PinnedPoint& pinned : geometry.pinned) {
        const Index node = first_node + pinned.point;
        model.pins[first_pin + static_cast<std::size_t>(pinned.pin)].nodes.push_back(node);
        parts.held.push_back(node);
    }
    for (std::size_t p = first_pin; p < model.pins.size(); ++p) {
        PinGroup& group = model.pins[p];
        for (const Index node : group.nodes)
            group.centre += model.x0[node] / static_cast<double>(group.nodes.size());
        group.carrier.placement.translation = group.centre;
    }
}

void add_object(const Scene& scene, Index number, Model& model, Parts& parts)
{
    const ObjectSettings& settings = scene.objects[number];
    const ObjectGeometry geometry = build_object_geometry(scene, number);
    ObjectRange range;
    range.name = settings.name;
    range.type = settings.type;
    range.scene_object = number;
    range.first_node = static_cast<Index>(model.x0.size());
    range.node_count = static_cast<Index>(geometry.positions.size());
    for (const Triangle& t : geometry.triangles)
        range.triangles.emplace_back(t + Triangle::Constant(range.first_node));
    for (const Tet& t : geometry.tets) range.tets.emplace_back(t + Tet::Constant(range.first_node));

    const bool is_cloth = settings.type == ObjectType::cloth;
    const Variation variation = settings.variation.value_or(Variation{});
    std::vector<double> mass =
        is_cloth ? lumped_mass(geometry.positions, geometry.triangles, settings.cloth.density)
                 : lumped_mass(geometry.positions, geometry.tets, settings.soft.density);
    for (std::size_t i = 0; i < mass.size(); ++i) mass[i] *= scale_at(variation.mass, i);
    const std::vector<double> area = node_areas(geometry.positions, geometry.triangles);
    const SurfaceTopology topology = build_surface_topology(range.node_count, geometry.triangles);
    if (is_closed(topology)) range.rest_volume = enclosed_volume(geometry.positions, geometry.triangles);

    model.x0.insert(model.x0.end(), geometry.positions.begin(), geometry.positions.end());
    model.mass.insert(model.mass.end(), mass.begin(), mass.end());
    for (const double m : mass) range.mass += m;
    for (const double a : area) {
        model.drag.push_back(settings.air_drag * a);
        if (!scene.wind.isZero(0.0)) model.load.emplace_back(model.drag.back() * scene.wind);
    }
    if (is_cloth)
        add_cloth_terms(settings.cloth, geometry, variation.stiffness, topology, range.first_node, parts);
    else
        add_soft_terms(settings.soft, range, variation.stiffness, model.x0, parts);
    add_contact_surface(range, topology, settings, model.contact);
    add_friction_scale(variation.friction, range, model.contact);
    add_initial_velocity(settings, range, model);
    add_pins(settings, geometry, range.first_node, model, parts);
    model.objects.push_back(std::move(range));
}

Model::FrictionEpoch friction_tables(const Scene& scene, const Model& model,
                                     const std::vector<Index>& colliders, double time)
{
    Model::FrictionEpoch epoch;
    epoch.time = time;
    for (const ObjectRange& a : model.objects) {
        epoch.objects.emplace_back();
        epoch.colliders.emplace_back();
        for (const ObjectRange& b : model.objects)
            epoch.objects.back().push_back(pair_friction(scene, a.scene_object, b.scene_object));
        for (const Index c : colliders)
            epoch.colliders.back().push_back(pair_friction(scene, a.scene_object, c));
    }
    return epoch;
}

// The tables of the start and one more for every time at which a coefficient changes.
void add_friction(const Scene& scene, const std::vector<Index>& colliders, Model& model)
{
    Scene now = scene;
    model.friction_epochs.push_back(friction_tables(now, model, colliders, 0.0));
    std::vector<FrictionChange> changes = scene.friction_changes;
    std::stable_sort(changes.begin(), changes.end(),
                     [](const FrictionChange& a, const FrictionChange& b) { return a.time < b.time; });
    for (const FrictionChange& change : changes) {
        for (ObjectSettings& object : now.objects)
            if (object.name == change.object) object.friction = change.friction;
        // Half a step early, so that rounding of step * h cannot put the change one step late.
        model.friction_epochs.push_back(
            friction_tables(now, model, colliders, change.time - 0.5 * model.step));
    }
    model.contact.friction_objects = model.friction_epochs.front().objects;
    model.contact.friction_colliders = model.friction_epochs.front().colliders;
}

LinearSolverKind solver_kind(SolverChoice choice)
{
    switch (choice) {
        case SolverChoice::eigen: return LinearSolverKind::eigen;
        case SolverChoice::pardiso: return LinearSolverKind::pardiso;
        case SolverChoice::interleaved: return LinearSolverKind::interleaved;
        case SolverChoice::automatic: break;
    }
    return LinearSolverKind::automatic;
}

// Mass that is lost beside the stiffness in M + h^2 K, by the object that has it.
[[noreturn]] void refuse_lost_mass(const Scene& scene, const Model& model, Index node)
{
    const auto object = std::find_if(model.objects.begin(), model.objects.end(), [&](const ObjectRange& o) {
        return node < o.first_node + o.node_count;
    });
    const SceneSource source{scene.file, {}};
    Place(source)
        .key("objects")
        .at(static_cast<std::size_t>(object->scene_object))
        .named(object->name)
        .key("material")
        .refuse(fmt::format(
                    "a mass of {:.3g} kg at point {}, lost beside the stiffness there in double precision",
                    model.mass[node], node - object->first_node),
                "masses of more than a part in 10^14 of step^2 times stiffness",
                "raise the density, lower the stiffness, or shorten time.step");
}

ProjectiveModel build_projective(const Scene& scene, const Model& model, Parts parts)
{
    ProjectiveElasticity elasticity(std::move(parts.stretch), std::move(parts.bend), std::move(parts.tets),
                                    model.node_count);
    try {
        return build_projective_model(std::move(elasticity), model.mass, parts.held, model.step,
                                      solver_kind(scene.solver.linear_solver));
    } catch (const PivotError& error) {
        refuse_lost_mass(scene, model, error.node());
    }
}

// Rules that take the force at the start of a step as it is give back what a thin layer holds: theirs is thick.
double contact_layer_of(const Scene& scene)
{
    constexpr double kThick = 1e-4;  // m
    const TimeRule rule = scene.solver.integrator;
    if (rule == TimeRule::tr || rule == TimeRule::tr_bdf2) return kThick;
    return ContactPenalty::layer_for(scene.time.step, scene.gravity.norm());
}

}  // namespace

Model build_model(const Scene& scene)
{
    Model model;
    model.step = scene.time.step;
    model.gravity = scene.gravity;
    model.solver = scene.solver;
    if (!model.solver.contact_layer) model.solver.contact_layer = contact_layer_of(scene);
    if (!model.solver.step_iterations)
        model.solver.step_iterations = scene.solver.method == Method::implicit ? 100 : 400;
    model.recovery_speed = scene.contact.recovery_speed;
    model.crossing_guard = scene.contact.guard;
    model.contact.self_contact = scene.contact.self_contact;

    Parts parts;
    std::vector<Index> colliders;
    for (Index i = 0; i < static_cast<Index>(scene.objects.size()); ++i) {
        if (scene.objects[i].type == ObjectType::collider) {
            colliders.push_back(i);
            model.contact.colliders.push_back(build_collider(scene, i));
        } else {
            add_object(scene, i, model, parts);
        }
    }
    model.node_count = static_cast<Index>(model.x0.size());
    add_friction(scene, colliders, model);
    model.contact.rest = model.x0;
    init_obstacle_offsets(model.contact, model.x0, 0.0);

    std::sort(parts.held.begin(), parts.held.end());
    parts.held.erase(std::unique(parts.held.begin(), parts.held.end()), parts.held.end());
    if (has_finite_strain(scene.solver.method))
        model.finite = build_finite_model(scene, model, parts.held);
    else
        model.projective = build_projective(scene, model, std::move(parts));
    return model;
}

State initial_state(const Model& model)
{
    State state;
    state.x = model.x0;
    state.v = model.v0;
    return state;
}

Vec3 pinned_position(const PinGroup& pin, const Vec3& x0, double time)
{
    return pose_at(pin.carrier, time).apply(x0 - pin.centre);
}

}  // namespace stiction
