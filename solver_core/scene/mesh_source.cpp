#include "solver_core/scene/mesh_source.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/mesh/polygon_cut.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/mesh/tet_winding.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

namespace stiction {

namespace {

GeometryTable read_table(const Scene& scene, const std::string& file, const Place& place)
{
    try {
        return read_geometry(resolve_path(scene, file));
    } catch (const InputError& error) {
        throw InputError(place.where(), error.what(), place.path());
    }
}

void require_corners(const GeometryTable& table, const Place& place)
{
    for (std::size_t p = 0; p < table.polygons.size(); ++p) {
        const std::vector<Index>& polygon = table.polygons[p];
        if (polygon.size() < 3) {
            place.refuse(fmt::format("polygon {} with {} corners", p, polygon.size()), "3 corners or more",
                         "remove curves and points from the file");
        }
    }
}

GridCut cut_of(GridPattern pattern)
{
    switch (pattern) {
        case GridPattern::diagonal: return GridCut::diagonal;
        case GridPattern::alternating: return GridCut::alternating;
        case GridPattern::crossed: return GridCut::crossed;
        case GridPattern::irregular: return GridCut::irregular;
    }
    return GridCut::alternating;
}

Vec3 size_of(const MeshSource& m) { return {m.size[0], m.size[1], m.size[2]}; }

SurfaceMesh generated_surface(const MeshSource& m)
{
    switch (m.generator) {
        case Generator::grid:
            return grid_surface(m.size[0], m.size[1], m.divisions[0], m.divisions[1], cut_of(m.pattern),
                                m.seed);
        case Generator::disc: return disc_surface(m.radius, m.resolution);
        case Generator::box: return box_surface(size_of(m), m.divisions);
        case Generator::sphere: return sphere_surface(m.radius, m.resolution);
        case Generator::cylinder: return cylinder_surface(m.radius, m.length, m.resolution);
        case Generator::capsule: return capsule_surface(m.radius, m.length, m.resolution);
        case Generator::tube:
            return tube_surface(m.radius, m.radius_end.value_or(m.radius), m.length, m.resolution);
        case Generator::torus: return torus_surface(m.radius, m.inner_radius, m.resolution);
        case Generator::hollow_ball:
        case Generator::file:
        case Generator::arrays: break;
    }
    throw InputError(
        "",
        fmt::format("found the generator \"{}\", which makes no surface; allowed: grid, disc, box, sphere, "
                    "cylinder, capsule, tube, torus; choose one of these",
                    name_of(m.generator)));
}

TetMesh generated_solid(const MeshSource& m)
{
    switch (m.generator) {
        case Generator::box: return box_tets(size_of(m), m.divisions);
        case Generator::sphere: return ball_tets(m.radius, m.resolution);
        case Generator::hollow_ball: return hollow_ball_tets(m.radius, m.inner_radius, m.resolution);
        case Generator::cylinder: return cylinder_tets(m.radius, m.length, m.resolution);
        case Generator::capsule: return capsule_tets(m.radius, m.length, m.resolution);
        case Generator::tube: return tube_tets(m.radius, m.inner_radius, m.length, m.resolution);
        case Generator::torus: return torus_tets(m.radius, m.inner_radius, m.resolution);
        case Generator::grid:
        case Generator::disc:
        case Generator::file:
        case Generator::arrays: break;
    }
    throw InputError(
        "",
        fmt::format("found the generator \"{}\", which makes no solid; allowed: box, sphere, hollow_ball, "
                    "cylinder, capsule, tube, torus; choose one of these",
                    name_of(m.generator)));
}

// A generator refuses without knowing where its parameters stand.
template <class Make>
auto at_place(const Place& place, Make make)
{
    try {
        return make();
    } catch (const InputError& error) {
        throw InputError(place.where(), error.what(), place.path());
    }
}

}  // namespace

void refuse_defect(const FoundDefect& defect, const Place& place)
{
    if (defect) throw InputError(place.where(), defect->message, place.path());
}

NamedSurface read_surface(const Scene& scene, const std::string& file, const Place& place,
                          const Vec3Array* cut_at)
{
    GeometryTable table = read_table(scene, file, place);
    if (table.polygons.empty()) {
        const bool solid = !table.tets.empty();
        place.refuse(in_quotes(file) + (solid ? " with tetrahedra but no polygons" : " without polygons"),
                     "a file with triangles or polygons",
                     solid ? "make the object soft, or save its surface" : "save faces");
    }
    NamedSurface surface;
    require_corners(table, place);
    const bool fits = cut_at && cut_at->size() == table.positions.size();
    surface.mesh.triangles = cut_polygons(fits ? *cut_at : table.positions, table.polygons);
    surface.mesh.positions = std::move(table.positions);
    surface.groups = std::move(table.point_groups);
    return surface;
}

NamedSurface make_surface(const Scene& scene, const MeshSource& source, const Place& place)
{
    if (source.generator == Generator::file) return read_surface(scene, source.file, place.key("file"));
    if (source.generator == Generator::arrays) return {{source.points, source.triangles}, {}};
    return {at_place(place, [&] { return generated_surface(source); }), {}};
}

NamedSolid make_solid(const Scene& scene, const MeshSource& source, const Place& place)
{
    if (source.generator == Generator::arrays) return {{source.points, source.tets}, {}};
    if (source.generator != Generator::file)
        return {at_place(place, [&] { return generated_solid(source); }), {}};
    const Place at = place.key("file");
    GeometryTable table = read_table(scene, source.file, at);
    if (table.tets.empty()) {
        at.refuse(in_quotes(source.file) +
                      (table.polygons.empty() ? " without tetrahedra" : " with a surface only"),
                  "a file with tetrahedra (.geo or .bgeo)",
                  "fill the surface with tetrahedra first, or make the object cloth");
    }
    NamedSolid solid;
    solid.mesh.tets = std::move(table.tets);
    solid.mesh.positions = std::move(table.positions);
    solid.groups = std::move(table.point_groups);
    refuse_defect(find_bad_index(static_cast<Index>(solid.mesh.positions.size()), solid.mesh.tets), at);
    turn_inverted_tets(solid.mesh.positions, solid.mesh.tets);
    return solid;
}

}  // namespace stiction
