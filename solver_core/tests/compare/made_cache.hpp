#pragma once

// Caches whose measures are known.

#include "solver_core/compare/cache.hpp"
#include "solver_core/mesh/surface_generators.hpp"

#include <functional>

namespace stiction::test {

inline GeometryTable table_of(const SurfaceMesh& mesh)
{
    GeometryTable table;
    table.positions = mesh.positions;
    for (const Triangle& t : mesh.triangles) table.polygons.push_back({t[0], t[1], t[2]});
    return table;
}

// The mesh at times 0, dt, 2 dt ..., its points moved by `move`.
inline Cache made_cache(const SurfaceMesh& mesh, int frames, double dt,
                        const std::function<Vec3(const Vec3& x, double time, int frame)>& move)
{
    Cache cache;
    cache.name = "made";
    for (int f = 0; f < frames; ++f) {
        GeometryTable table = table_of(mesh);
        for (Vec3& x : table.positions) x = move(x, f * dt, f);
        add_frame(cache, table, f, f * dt, "made");
    }
    return cache;
}

inline SurfaceMesh flat_sheet(int divisions = 8)
{
    return grid_surface(1.0, 1.0, divisions, divisions, GridCut::alternating);
}

}  // namespace stiction::test
