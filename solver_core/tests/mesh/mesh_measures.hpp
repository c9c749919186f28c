#pragma once

// Quality and bookkeeping of meshes, for the tests of generators.

#include "solver_core/mesh/surface_mesh.hpp"
#include "solver_core/mesh/topology.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace stiction {

constexpr double kTestPi = 3.14159265358979323846;

// Smallest corner angle of all triangles, degrees.
inline double min_angle(const SurfaceMesh& mesh)
{
    double smallest = kTestPi;
    for (const Triangle& t : mesh.triangles) {
        for (Index k = 0; k < 3; ++k) {
            const Vec3 u = mesh.positions[t[(k + 1) % 3]] - mesh.positions[t[k]];
            const Vec3 v = mesh.positions[t[(k + 2) % 3]] - mesh.positions[t[k]];
            smallest = std::min(smallest, std::atan2(u.cross(v).norm(), u.dot(v)));
        }
    }
    return smallest * 180.0 / kTestPi;
}

// Smallest angle between two faces of all tets, degrees.
inline double min_dihedral(const TetMesh& mesh)
{
    double smallest = kTestPi;
    for (const Tet& t : mesh.tets) {
        for (Index a = 0; a < 4; ++a) {
            for (Index b = a + 1; b < 4; ++b) {
                const Index c = a != 0 && b != 0 ? 0 : (a != 1 && b != 1 ? 1 : 2);
                const Index d = 6 - a - b - c;
                const Vec3 edge = (mesh.positions[t[b]] - mesh.positions[t[a]]).normalized();
                Vec3 u = mesh.positions[t[c]] - mesh.positions[t[a]];
                Vec3 v = mesh.positions[t[d]] - mesh.positions[t[a]];
                u -= edge.dot(u) * edge;
                v -= edge.dot(v) * edge;
                smallest = std::min(smallest, std::atan2(u.cross(v).norm(), u.dot(v)));
            }
        }
    }
    return smallest * 180.0 / kTestPi;
}

inline Index points_of(const SurfaceMesh& mesh) { return static_cast<Index>(mesh.positions.size()); }
inline Index points_of(const TetMesh& mesh) { return static_cast<Index>(mesh.positions.size()); }

inline SurfaceTopology topology_of(const SurfaceMesh& mesh)
{
    return build_surface_topology(points_of(mesh), mesh.triangles);
}

// V - E + F.
inline Index euler_characteristic(const SurfaceMesh& mesh)
{
    return points_of(mesh) - static_cast<Index>(topology_of(mesh).edges.size()) +
           static_cast<Index>(mesh.triangles.size());
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

}  // namespace stiction
