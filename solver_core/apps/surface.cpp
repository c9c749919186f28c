#include "solver_core/apps/command.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/contact/iso_surface.hpp"
#include "solver_core/contact/point_discs.hpp"
#include "solver_core/contact/surface_distance.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/mesh/mesh_checks.hpp"
#include "solver_core/mesh/topology.hpp"
#include "solver_core/scene/point_source.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace stiction {
namespace {

struct SurfaceArguments {
    std::string mesh, iso, kernel = "cubic", samples, radius_rule = "uniform";
    double epsilon = 1e-4, radius = 1.0, crease_angle = 40.0;
    Index resolution = 64;
    bool sharp = false, json = false;
};

// Points at which the distance is looked at, along the diagonal of the box.
constexpr double kSamplesPerDiagonal = 100.0;
constexpr double kDegree = 3.14159265358979323846 / 180.0;

// What the surface is built on: a closed mesh, or points, for which `mesh` is a disc around each.
struct SurfaceSource {
    SurfaceMesh mesh;
    PointsShape points;
    bool is_points() const { return !points.positions.empty(); }
};

SurfaceMesh closed_mesh(const std::string& path, const GeometryTable& table)
{
    SurfaceMesh mesh{table.positions, surface_triangles(table)};
    if (mesh.triangles.empty()) throw InputError(path, "the file has no triangles; a surface needs some");
    for (const FoundDefect& defect :
         {find_non_finite_position(mesh.positions),
          find_bad_index(static_cast<Index>(mesh.positions.size()), mesh.triangles),
          find_repeated_corner(mesh.triangles), find_duplicate(mesh.triangles)})
        if (defect) throw InputError(path, defect->message);
    if (const FoundDefect defect = find_zero_area(mesh.positions, mesh.triangles))
        throw InputError(path, defect->message);
    const SurfaceTopology topology =
        build_surface_topology(static_cast<Index>(mesh.positions.size()), mesh.triangles);
    for (const FoundDefect& defect : {find_non_manifold_edge(topology), find_inconsistent_winding(topology)})
        if (defect) throw InputError(path, defect->message);
    if (const auto border = first_boundary_edge(topology))
        throw InputError(
            path, fmt::format("the mesh is open: {} boundary edges, the first from point {} to point {}; a "
                              "contact surface has an inside: close it",
                              topology.boundary_edges.size(), (*border)[0], (*border)[1]));
    return mesh;
}

SurfaceSource read_source(const SurfaceArguments& arguments)
{
    GeometryTable table = read_geometry(arguments.mesh);
    // A file with both has its faces for the surface of its tetrahedra.
    if (!table.polygons.empty()) table.tets.clear();
    const bool has_faces = !table.polygons.empty() || !table.tets.empty();
    SurfaceSource source;
    if (arguments.samples == "points" || (arguments.samples.empty() && !has_faces)) {
        source.points = oriented_points(table);
        source.mesh = point_discs(source.points);
    } else {
        source.mesh = closed_mesh(arguments.mesh, table);
    }
    return source;
}

SmoothSettings settings_of(const SurfaceArguments& arguments)
{
    SmoothSettings settings;
    settings.kernel = {kernel_named(arguments.kernel), arguments.epsilon};
    settings.samples = arguments.samples == "vertices" ? MlsSampleKind::vertex : MlsSampleKind::triangle;
    settings.radius_rule = arguments.radius_rule == "local" ? MlsRadiusRule::local : MlsRadiusRule::uniform;
    settings.radius_factor = arguments.radius;
    settings.sharp = arguments.sharp;
    settings.crease_angle = arguments.crease_angle * kDegree;
    return settings;
}

void write_iso(const std::string& path, const SurfaceMesh& iso)
{
    GeometryTable table;
    table.positions = iso.positions;
    for (const Triangle& t : iso.triangles) table.polygons.push_back({t[0], t[1], t[2]});
    write_file_atomically(path, encode_geometry(table, geometry_extension(path)));
}

double farthest_point(const Vec3Array& points, const SurfaceMesh& surface)
{
    const SurfaceDistance distance(surface);
    std::vector<Index> near;
    double farthest = 0.0;
    for (const Vec3& point : points) farthest = std::max(farthest, distance(point, near));
    return farthest;
}

nlohmann::ordered_json figures(const SurfaceArguments& arguments, const SurfaceSource& source,
                               const MlsPieces& pieces, const SurfaceMesh& iso)
{
    Index samples = 0;
    for (Index i = 0; i < pieces.size(); ++i) samples += pieces.piece(i).samples().size();
    nlohmann::ordered_json found{
        {"mesh", arguments.mesh},  {"kernel", arguments.kernel},        {"samples", samples},
        {"pieces", pieces.size()}, {"radius", pieces.largest_radius()}, {"triangles", iso.triangles.size()}};
    const double diagonal = box_diagonal(source.mesh);
    if (source.is_points()) {
        // One way alone: a scan may be open, and then its surface ends somewhere beyond the last points.
        const double distance = farthest_point(source.points.positions, iso);
        found["points_to_surface"] = distance;
        found["points_to_surface_relative"] = distance / diagonal;
        return found;
    }
    const HausdorffDistance distance = hausdorff_distance(iso, source.mesh, diagonal / kSamplesPerDiagonal);
    found["hausdorff"] = distance.largest();
    found["hausdorff_relative"] = distance.largest() / diagonal;
    found["surface_to_mesh"] = distance.from_first;
    found["mesh_to_surface"] = distance.from_second;
    return found;
}

std::string distance_line(const nlohmann::ordered_json& found)
{
    if (found.contains("points_to_surface"))
        return fmt::format("  points are up to {:.4g} m from it, {:.3g} % of the box's diagonal\n",
                           found["points_to_surface"].get<double>(),
                           100.0 * found["points_to_surface_relative"].get<double>());
    return fmt::format(
        "  Hausdorff distance {:.4g} m, {:.3g} % of the box's diagonal (surface to mesh {:.4g} m, mesh to "
        "surface {:.4g} m)\n",
        found["hausdorff"].get<double>(), 100.0 * found["hausdorff_relative"].get<double>(),
        found["surface_to_mesh"].get<double>(), found["mesh_to_surface"].get<double>());
}

int show_surface(const SurfaceArguments& arguments)
{
    const std::string extension = geometry_extension(arguments.iso);
    if (extension != "obj" && extension != "ply" && extension != "bgeo" && extension != "geo")
        throw InputError("--iso",
                         fmt::format("found \"{}\"; allowed are names that end in .obj, .ply, .geo or .bgeo",
                                     arguments.iso));
    SurfaceSource source;
    MlsPieces pieces;
    SurfaceMesh iso;
    try {
        source = read_source(arguments);
        if (source.is_points())
            pieces.build_points(source.points.positions, source.points.normals, settings_of(arguments));
        else
            pieces.build(source.mesh.triangles, source.mesh.positions, settings_of(arguments));
        iso = iso_surface(pieces, source.mesh, arguments.resolution);
    } catch (const InputError& error) {
        throw error.where().empty() ? InputError(arguments.mesh, error.what()) : error;
    }
    if (iso.triangles.empty())
        throw InputError(arguments.mesh,
                         "no zero set near the mesh; is it turned inside out, or thinner than the radius?");
    write_iso(arguments.iso, iso);
    const nlohmann::ordered_json found = figures(arguments, source, pieces, iso);
    if (arguments.json) {
        print_out(found.dump(2) + "\n");
        return kExitDone;
    }
    print_out(fmt::format("{}: {} samples in {} piece{}, radius {:.6g} m, kernel {}\n", arguments.mesh,
                          found["samples"].get<Index>(), pieces.size(), pieces.size() == 1 ? "" : "s",
                          found["radius"].get<double>(), arguments.kernel));
    print_out(distance_line(found));
    print_out(fmt::format("  {}: {} triangles\n", arguments.iso, iso.triangles.size()));
    return kExitDone;
}

}  // namespace

void add_surface_command(CLI::App& app, int& exit_code)
{
    auto arguments = std::make_shared<SurfaceArguments>();
    CLI::App* command = app.add_subcommand("surface",
                                           "Write the smooth contact surface of a closed mesh or of oriented "
                                           "points, and how far it is from them");
    command
        ->add_option("mesh", arguments->mesh, "Closed mesh, or points with normals (.obj, .ply, .geo, .bgeo)")
        ->required()
        ->type_name("MESH");
    command->add_option("--iso", arguments->iso, "Where the surface goes (.obj, .ply, .geo, .bgeo)")
        ->required()
        ->type_name("FILE");
    command->add_option("--kernel", arguments->kernel, "cubic, interpolating or interpolating_c2")
        ->type_name("NAME");
    command
        ->add_option("--epsilon", arguments->epsilon,
                     "How closely interpolating kernels pass through the samples")
        ->type_name("NUMBER");
    command
        ->add_option(
            "--radius", arguments->radius,
            "Radius of influence over the longest edge, or over the spacing of points; 1 reaches everywhere "
            "on a mesh")
        ->check(CLI::Range(0.05, 20.0))
        ->type_name("FACTOR");
    command
        ->add_option("--radius-rule", arguments->radius_rule,
                     "uniform (one radius) or local (by each triangle or point)")
        ->check(CLI::IsMember({"uniform", "local"}));
    command
        ->add_option(
            "--samples", arguments->samples,
            "triangles, vertices, or points with their own normals; left out: triangles, or points where the "
            "file has no faces")
        ->check(CLI::IsMember({"triangles", "vertices", "points"}));
    command->add_flag("--sharp", arguments->sharp, "Keep edges sharper than the crease angle");
    command
        ->add_option("--crease-angle", arguments->crease_angle, "From which angle an edge is sharp, degrees")
        ->check(CLI::Range(1.0, 179.0))
        ->type_name("DEGREES");
    command->add_option("--resolution", arguments->resolution, "Cells along the longest side of the mesh")
        ->type_name("N");
    command->add_flag("--json", arguments->json, "Print the figures as JSON");
    command->callback(
        [arguments, &exit_code] { exit_code = guarded([&] { return show_surface(*arguments); }); });
}

}  // namespace stiction
