#pragma once

// Meshes as a scene describes them, before placement: from a generator, a file, or the scene itself.

#include "solver_core/mesh/mesh_checks.hpp"
#include "solver_core/mesh/surface_mesh.hpp"
#include "solver_core/scene/place.hpp"
#include "solver_core/scene/scene.hpp"

#include <map>
#include <string>
#include <vector>

namespace stiction {

using PointGroups = std::map<std::string, std::vector<Index>>;

struct NamedSurface {
    SurfaceMesh mesh;
    PointGroups groups;  // of a file
};
struct NamedSolid {
    TetMesh mesh;
    PointGroups groups;
};

// `place` is the mesh's own, for messages. Throws InputError when there is no such mesh or the file cannot be
// used.
NamedSurface make_surface(const Scene& scene, const MeshSource& source, const Place& place);
NamedSolid make_solid(const Scene& scene, const MeshSource& source, const Place& place);

// Triangles and points of one file (see mesh/polygon_cut.hpp). Polygons are cut where their points are in `cut_at`: a
// mesh that deforms from file to file keeps the triangles of its first shape.
NamedSurface read_surface(const Scene& scene, const std::string& file, const Place& place,
                          const Vec3Array* cut_at = nullptr);

// Refuses a mesh with this defect, if it has one.
void refuse_defect(const FoundDefect& defect, const Place& place);

}  // namespace stiction
