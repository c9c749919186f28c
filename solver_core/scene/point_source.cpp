#include "solver_core/scene/point_source.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiction {
namespace {

void check_point(std::size_t i, const Vec3& position, const Vec3& normal)
{
    if (!position.allFinite())
        throw InputError("", fmt::format("point {}: found a position that is not finite; remove it", i));
    const double length = normal.norm();
    if (length > 0.0 && std::isfinite(length)) return;
    throw InputError("",
                     fmt::format("point {}: found the normal ({}, {}, {}); it must be finite and not zero; "
                                 "remove the point, or compute normals again",
                                 i, normal[0], normal[1], normal[2]));
}

}  // namespace

PointsShape oriented_points(const GeometryTable& table)
{
    const auto found = table.point_attributes.find("N");
    if (found == table.point_attributes.end() || found->second.size != 3)
        throw InputError(
            "",
            "found points without normals; allowed are points with N (.geo, .bgeo), nx ny nz (.ply) "
            "or one vn for each v (.obj); compute normals in the program the points come from");
    PointsShape points;
    points.positions = table.positions;
    for (std::size_t i = 0; i < table.positions.size(); ++i) {
        const double* n = found->second.values.data() + 3 * i;
        const Vec3 normal(n[0], n[1], n[2]);
        check_point(i, table.positions[i], normal);
        points.normals.push_back(normal.normalized());
    }
    return points;
}

PointsShape read_points(const Scene& scene, const std::string& file, const Place& place)
{
    try {
        return oriented_points(read_geometry(resolve_path(scene, file)));
    } catch (const InputError& error) {
        throw InputError(place.where(), error.what(), place.path());
    }
}

void scale_points(const Vec3& scale, PointsShape& points)
{
    for (Vec3& x : points.positions) x = scale.cwiseProduct(x);
    for (Vec3& n : points.normals) n = n.cwiseQuotient(scale).normalized();
}

}  // namespace stiction
