// From a scene to the model of the methods of finite strain.

#include "solver_core/sim/finite_build.hpp"

#include "solver_core/mesh/topology.hpp"
#include "solver_core/scene/place.hpp"
#include "solver_core/sim/fill_build.hpp"

namespace stiction {
namespace {

constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180.0;

// An object as messages call it.
std::string place_of(const Scene& scene, Index object)
{
    const SceneSource source{scene.file, {}};
    const auto number = static_cast<std::size_t>(object);
    return Place(source).key("objects").at(number).named(scene.objects[number].name).where();
}

bool is_smooth(const ObjectSettings& settings) { return settings.surface.gaps == SurfaceGaps::smooth; }

// Who collides with whose smooth surface: all with every soft body that has one, but for the pairs the scene names and those
// that meet by their triangles.
std::vector<std::vector<bool>> surface_pairs(const Scene& scene, const Model& model)
{
    const std::size_t count = model.objects.size();
    std::vector<std::vector<bool>> collides(count, std::vector<bool>(count, true));
    const auto number = [&](const std::string& name) {
        std::size_t i = 0;
        while (model.objects[i].name != name) ++i;
        return i;
    };
    for (const SurfaceChoice& choice : scene.contact.surfaces)
        collides[number(choice.surface)][number(choice.points)] = false;
    const auto by_triangles = [&](const ObjectRange& object) {
        return object.type == ObjectType::soft && !is_smooth(scene.objects[object.scene_object]);
    };
    for (std::size_t i = 0; i < count; ++i) {
        collides[i][i] = model.contact.self_contact && model.contact.object_self_contact[i];
        for (std::size_t k = 0; k < count; ++k)
            if (by_triangles(model.objects[i])) collides[i][k] = collides[k][i] = false;
    }
    if (!scene.contact.self_contact)
        for (auto& row : collides) row.assign(count, false);
    return collides;
}

// One entry for all elements of an object, or one for each where scene Variation makes them differ.
template <class Stiffness, class Make>
std::vector<Stiffness> of_elements(const std::vector<double>& scales, const Make& make)
{
    if (scales.empty()) return {make(1.0)};
    std::vector<Stiffness> all;
    for (const double scale : scales) all.push_back(make(scale));
    return all;
}

void add_cloth(const ClothMaterial& material, const std::vector<double>& scales, const ObjectRange& object,
               Span<const Vec3> rest, FiniteTerms& terms)
{
    std::vector<Triangle> triangles;
    for (const Triangle& t : object.triangles)
        triangles.emplace_back(t - Triangle::Constant(object.first_node));
    if (material.law == MembraneLaw::orthotropic) {
        const double weft = material.weft.value_or(material.stretch);
        const double shear = material.shear.value_or(0.5 * material.stretch / (1.0 + material.poisson));
        const auto stiffness = of_elements<OrthotropicStiffness>(scales, [&](double scale) {
            return OrthotropicStiffness{scale * material.stretch, scale * weft, material.poisson,
                                        scale * shear};
        });
        append_orthotropic(terms.orthotropic, rest, triangles, object.first_node, stiffness,
                           std::vector<Vec3>{material.warp});
    } else {
        append_membrane(terms.membrane, rest, triangles, object.first_node,
                        of_elements<Lame>(scales, [&](double scale) {
                            return sheet_lame(scale * material.stretch, material.poisson);
                        }));
    }
    if (material.bend > 0.0)
        append_hinges(terms.bend, build_surface_topology(object.node_count, triangles), rest,
                      object.first_node, material.bend, material.rest_flat);
}

void add_soft(const SoftMaterial& material, const std::vector<double>& scales, const ObjectRange& object,
              Span<const Vec3> rest, FiniteTerms& terms)
{
    std::vector<Tet> tets;
    for (const Tet& t : object.tets) tets.emplace_back(t - Tet::Constant(object.first_node));
    FiniteTets& solids = material.law == SolidLaw::neo_hookean ? static_cast<FiniteTets&>(terms.classic)
                                                               : static_cast<FiniteTets&>(terms.stable);
    append_tets(solids, rest, tets, object.first_node, of_elements<Lame>(scales, [&](double scale) {
                    return solid_lame(scale * material.young, material.poisson);
                }));
}

// The laws subtract numbers of the size of stiffness times volume.
double energy_scale(const FiniteTerms& terms)
{
    double scale = 0.0;
    const auto add_solids = [&](const FiniteTets& tets) {
        for (Index e = 0; e < tets.size(); ++e) scale += tets.volume[e] * (tets.mu[e] + tets.lambda[e]);
    };
    add_solids(terms.stable);
    add_solids(terms.classic);
    for (Index e = 0; e < terms.membrane.size(); ++e)
        scale += terms.membrane.area[e] * (terms.membrane.mu[e] + terms.membrane.lambda[e]);
    for (Index e = 0; e < terms.orthotropic.size(); ++e)
        scale += terms.orthotropic.area[e] * terms.orthotropic.normal[e].cwiseAbs().sum();
    for (const double k : terms.bend.stiffness) scale += k;
    return scale;
}

void set_damping(const Scene& scene, const Model& model, FiniteModel& finite)
{
    bool damped = false;
    for (const ObjectRange& object : model.objects) {
        const ObjectSettings& settings = scene.objects[object.scene_object];
        const Damping& d = object.type == ObjectType::cloth ? settings.cloth.damping : settings.soft.damping;
        finite.damping.resize(finite.damping.size() + static_cast<std::size_t>(object.node_count),
                              {d.mass, d.stiffness});
        damped = damped || d.mass > 0.0 || d.stiffness > 0.0;
    }
    if (!damped) finite.damping.clear();
}

}  // namespace

SmoothSettings smooth_settings(const SurfaceSettings& surface)
{
    SmoothSettings settings;
    switch (surface.kernel) {
        case SurfaceKernel::cubic: settings.kernel.kind = MlsKernelKind::cubic; break;
        case SurfaceKernel::interpolating: settings.kernel.kind = MlsKernelKind::interpolating; break;
        case SurfaceKernel::interpolating_c2: settings.kernel.kind = MlsKernelKind::interpolating_c2; break;
    }
    settings.kernel.epsilon = surface.epsilon;
    settings.radius_factor = surface.radius;
    settings.sharp = surface.edges == SurfaceEdges::sharp;
    settings.crease_angle = kRadiansPerDegree * surface.crease_angle;
    return settings;
}

FiniteModel build_finite_model(const Scene& scene, const Model& model, const std::vector<Index>& held)
{
    FiniteModel finite;
    finite.step = model.step;
    finite.mass = model.mass;
    finite.held.assign(model.mass.size(), 0);
    for (const Index node : held) finite.held[node] = 1;
    for (std::size_t i = 0; i < model.mass.size(); ++i)
        finite.inverse_mass.push_back(finite.held[i] != 0 ? 0.0 : 1.0 / model.mass[i]);

    FiniteTerms terms;
    for (const ObjectRange& object : model.objects) {
        const ObjectSettings& settings = scene.objects[object.scene_object];
        const Span<const Vec3> rest = Span<const Vec3>(model.x0).subspan(
            static_cast<std::size_t>(object.first_node), static_cast<std::size_t>(object.node_count));
        const Variation variation = settings.variation.value_or(Variation{});
        if (object.type == ObjectType::cloth)
            add_cloth(settings.cloth, variation.stiffness, object, rest, terms);
        else
            add_soft(settings.soft, variation.stiffness, object, rest, terms);
        finite.surfaces.object.push_back(smooth_settings(settings.surface));
        finite.surfaces.object_place.push_back(place_of(scene, object.scene_object));
        finite.surfaces.carries.push_back(object.type == ObjectType::soft && is_smooth(settings));
    }
    terms.volume = build_fills(scene, model, finite.fill_owner);
    finite.energy_scale = energy_scale(terms);
    finite.elasticity = FiniteElasticity(std::move(terms), model.node_count);
    set_damping(scene, model, finite);
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
        if (scene.objects[i].type != ObjectType::collider) continue;
        finite.surfaces.collider.push_back(smooth_settings(scene.objects[i].surface));
        finite.surfaces.collider_place.push_back(place_of(scene, static_cast<Index>(i)));
        finite.surfaces.collider_carries.push_back(is_smooth(scene.objects[i]));
    }
    finite.surfaces.analytic_colliders = false;
    finite.surfaces.collides = surface_pairs(scene, model);
    finite.features = model.contact;
    finite.features.smooth_object = finite.surfaces.carries;
    finite.features.smooth_collider = finite.surfaces.collider_carries;
    // Refuses surfaces that cannot be built, here and not at the first step.
    SmoothSurfaces().build(model.contact, finite.surfaces, model.x0);
    return finite;
}

}  // namespace stiction
