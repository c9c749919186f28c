#include "hdk_plugins/adapter/node_surface.hpp"

#include <Eigen/Geometry>

namespace stiction {

std::vector<NodeSurface> node_surfaces(const Vec3Array& x, Span<const Triangle> triangles, Index first,
                                       Index count)
{
    std::vector<NodeSurface> surfaces(static_cast<std::size_t>(count));
    const auto at = [&](Index node) -> const Vec3& { return x[static_cast<std::size_t>(node)]; };
    for (const Triangle& t : triangles) {
        const Vec3 twice = (at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0]));
        for (int k = 0; k < 3; ++k) {
            NodeSurface& surface = surfaces[static_cast<std::size_t>(t[k] - first)];
            surface.normal += twice;
            surface.area += twice.norm() / 6.0;
        }
    }
    for (NodeSurface& surface : surfaces) surface.normal.normalize();  // leaves 0 as it is
    return surfaces;
}

}  // namespace stiction
