// From what a scene says of fills to closed regions of triangles.

#include "solver_core/sim/fill_build.hpp"

#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/topology.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/place.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

constexpr double kAtmosphere = 101325.0;  // Pa

Triangle turned(const Triangle& t) { return {t[0], t[2], t[1]}; }

// Which pieces of a surface: those that enclose a body, those around a hollow in it, or all.
enum class Pieces { all, outer, hollow };

std::vector<Triangle> pieces_of(const Model& model, const ObjectRange& object, Pieces wanted)
{
    if (wanted == Pieces::all) return object.triangles;
    const Components pieces = connected_components(model.node_count, object.triangles);
    std::vector<std::vector<Triangle>> piece(static_cast<std::size_t>(pieces.count));
    for (const Triangle& t : object.triangles) piece[pieces.of_node[t[0]]].push_back(t);
    std::vector<Triangle> found;
    for (const std::vector<Triangle>& triangles : piece) {
        if (triangles.empty()) continue;
        const bool around_hollow = enclosed_volume(model.x0, triangles) < 0.0;
        if (around_hollow == (wanted == Pieces::hollow))
            found.insert(found.end(), triangles.begin(), triangles.end());
    }
    return found;
}

void check_closed(const Model& model, const ObjectRange& object, const Place& place)
{
    const SurfaceTopology topology = build_surface_topology(model.node_count, object.triangles);
    if (const std::optional<Edge> edge = first_boundary_edge(topology))
        place.refuse(
            fmt::format("an open surface: the edge between points {} and {} of '{}' has one triangle",
                        (*edge)[0] - object.first_node, (*edge)[1] - object.first_node, object.name),
            "a closed surface", "close it (PolyFill), or fuse the points of its seam");
    if (!is_closed(topology) || !is_consistently_oriented(topology))
        place.refuse(fmt::format("the surface of '{}', whose triangles do not all face one way", object.name),
                     "a closed surface", "make its polygons face outward, two at every edge");
}

Fill fill_of(const FillSettings& settings)
{
    Fill fill;
    switch (settings.law) {
        case FillChoice::none:
        case FillChoice::quadratic: break;
        case FillChoice::gas: fill.law = FillLaw::gas; break;
        case FillChoice::liquid: fill.law = FillLaw::liquid; break;
    }
    fill.kappa = settings.compression / kAtmosphere;
    fill.pressure = settings.pressure * kAtmosphere;
    return fill;
}

// The surface of the object's fill, facing out of it.
std::vector<Triangle> own_surface(const Model& model, const ObjectRange& object, const FillSettings& settings,
                                  const Place& place)
{
    check_closed(model, object, place);
    const bool hollow = object.type == ObjectType::soft && settings.part == FillPart::hollow;
    std::vector<Triangle> surface = pieces_of(model, object, hollow ? Pieces::hollow : Pieces::all);
    if (surface.empty())
        place.key("part").refuse("\"hollow\" of a body that has none", "body",
                                 "set it to \"body\", or give the mesh a hollow");
    if (enclosed_volume(model.x0, surface) < 0.0)
        std::transform(surface.begin(), surface.end(), surface.begin(), turned);
    return surface;
}

}  // namespace

VolumeRegions build_fills(const Scene& scene, const Model& model, std::vector<Index>& owner)
{
    VolumeRegions regions;
    owner.clear();
    const SceneSource source{scene.file, {}};
    for (std::size_t i = 0; i < model.objects.size(); ++i) {
        const ObjectRange& object = model.objects[i];
        const FillSettings& settings = scene.objects[object.scene_object].fill;
        if (settings.law == FillChoice::none) continue;
        const Place place = Place(source)
                                .key("objects")
                                .at(static_cast<std::size_t>(object.scene_object))
                                .named(object.name)
                                .key("fill");
        std::vector<Triangle> surface = own_surface(model, object, settings, place);
        const double whole = enclosed_volume(model.x0, surface);
        for (const ObjectRange& core : model.objects) {
            if (core.name != settings.core) continue;
            check_closed(model, core, place.key("core"));
            for (const Triangle& t : pieces_of(model, core, Pieces::outer)) surface.push_back(turned(t));
        }
        const double volume = enclosed_volume(model.x0, surface);
        if (!(volume > 1e-9 * whole))
            place.key("core").refuse(
                fmt::format("'{}', which leaves {:.3g} of {:.3g} m^3", settings.core, volume, whole),
                "an object that lies inside and leaves room", "make it smaller, or name none");
        append_region(regions, surface, model.x0, fill_of(settings));
        owner.push_back(static_cast<Index>(i));
    }
    return regions;
}

}  // namespace stiction
