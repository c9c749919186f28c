#include "solver_core/mesh/lumped_mass.hpp"

#include <Eigen/Geometry>

#include <cassert>

namespace stiction {

double triangle_area(const Vec3& a, const Vec3& b, const Vec3& c)
{
    return 0.5 * (b - a).cross(c - a).norm();
}

double tet_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
{
    return (b - a).cross(c - a).dot(d - a) / 6.0;
}

double total_area(Span<const Vec3> positions, Span<const Triangle> triangles)
{
    double sum = 0.0;
    for (const Triangle& t : triangles)
        sum += triangle_area(positions[t[0]], positions[t[1]], positions[t[2]]);
    return sum;
}

double total_volume(Span<const Vec3> positions, Span<const Tet> tets)
{
    double sum = 0.0;
    for (const Tet& t : tets)
        sum += tet_volume(positions[t[0]], positions[t[1]], positions[t[2]], positions[t[3]]);
    return sum;
}

double enclosed_volume(Span<const Vec3> positions, Span<const Triangle> triangles)
{
    if (triangles.empty()) return 0.0;
    // Tets to a point of the mesh instead of the origin: no cancellation for a small body far away.
    const Vec3& apex = positions[triangles[0][0]];
    double sum = 0.0;
    for (const Triangle& t : triangles)
        sum += tet_volume(apex, positions[t[0]], positions[t[1]], positions[t[2]]);
    return sum;
}

std::vector<double> node_areas(Span<const Vec3> positions, Span<const Triangle> triangles)
{
    return lumped_mass(positions, triangles, 1.0);
}

std::vector<double> lumped_mass(Span<const Vec3> positions, Span<const Triangle> triangles, double density)
{
    std::vector<double> mass(positions.size(), 0.0);
    for (const Triangle& t : triangles) {
        const double share = density * triangle_area(positions[t[0]], positions[t[1]], positions[t[2]]) / 3.0;
        for (Index corner = 0; corner < 3; ++corner) mass[t[corner]] += share;
    }
    return mass;
}

std::vector<double> lumped_mass(Span<const Vec3> positions, Span<const Tet> tets, double density)
{
    std::vector<double> mass(positions.size(), 0.0);
    for (const Tet& t : tets) {
        const double volume = tet_volume(positions[t[0]], positions[t[1]], positions[t[2]], positions[t[3]]);
        for (Index corner = 0; corner < 4; ++corner) mass[t[corner]] += density * volume / 4.0;
    }
    return mass;
}

Vec3 center_of_mass(Span<const Vec3> positions, Span<const double> mass)
{
    assert(positions.size() == mass.size());
    Vec3 moment = Vec3::Zero();
    double total = 0.0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        moment += mass[i] * positions[i];
        total += mass[i];
    }
    assert(total != 0.0);
    return moment / total;
}

}  // namespace stiction
