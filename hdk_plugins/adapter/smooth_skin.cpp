#include "hdk_plugins/adapter/smooth_skin.hpp"

#include "hdk_plugins/adapter/geometry_piece.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/contact/iso_surface.hpp"
#include "solver_core/mesh/mesh_checks.hpp"
#include "solver_core/sim/finite_build.hpp"

namespace stiction {

GeometryTable smooth_skin(const GeoDetail& geometry, const SurfaceSettings& settings, Index resolution,
                          const std::string& name)
{
    check_detail(geometry, name);
    const SurfaceMesh mesh{positions_of(geometry), collider_triangles(geometry, name)};
    const auto points = static_cast<Index>(mesh.positions.size());
    for (const FoundDefect& defect :
         {find_non_finite_position(mesh.positions), find_bad_index(points, mesh.triangles),
          find_repeated_corner(mesh.triangles)})
        if (defect) throw InputError(name, defect->message);
    if (const FoundDefect defect = find_zero_area(mesh.positions, mesh.triangles))
        throw InputError(name, defect->message);
    if (!is_closed(build_surface_topology(points, mesh.triangles)))
        throw InputError(name, "the mesh is open; a contact surface has an inside: close it (PolyFill)");
    MlsPieces pieces;
    SurfaceMesh skin;
    try {
        pieces.build(mesh.triangles, mesh.positions, smooth_settings(settings));
        skin = iso_surface(pieces, mesh, resolution);
    } catch (const InputError& error) {
        throw error.where().empty() ? InputError(name, error.what()) : error;
    }
    GeometryTable table;
    table.positions = skin.positions;
    for (const Triangle& t : skin.triangles) table.polygons.push_back({t[0], t[1], t[2]});
    return table;
}

}  // namespace stiction
