#include "solver_core/contact/point_discs.hpp"

#include "solver_core/contact/mls_radius.hpp"
#include "solver_core/math/perpendicular.hpp"

#include <cmath>

namespace stiction {
namespace {

constexpr int kSides = 6;
constexpr double kTurn = 2.0 * 3.14159265358979323846 / kSides;
constexpr double kWidth = 0.5;  // radius of a disc over the spacing

}  // namespace

SurfaceMesh point_discs(const PointsShape& points)
{
    SurfaceMesh mesh;
    const std::vector<double> spacing = point_spacing(points.positions);
    for (std::size_t i = 0; i < points.positions.size(); ++i) {
        const Vec3 &centre = points.positions[i], &normal = points.normals[i];
        const Vec3 u = unit_perpendicular(normal), v = normal.cross(u);
        const auto first = static_cast<Index>(mesh.positions.size());
        mesh.positions.push_back(centre);
        for (int k = 0; k < kSides; ++k) {
            mesh.positions.push_back(centre + kWidth * spacing[i] *
                                                  (std::cos(k * kTurn) * u + std::sin(k * kTurn) * v));
            mesh.triangles.emplace_back(first, first + 1 + k, first + 1 + (k + 1) % kSides);
        }
    }
    return mesh;
}

}  // namespace stiction
