#include "solver_core/elasticity/finite_triangles.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/mesh/mesh_checks.hpp"
#include "solver_core/mesh/rest_triangle.hpp"

namespace stiction {

void append_triangles(FiniteTriangles& terms, Span<const Vec3> rest, Span<const Triangle> triangles,
                      Index first_node)
{
    if (const FoundDefect defect = find_zero_area(rest, triangles)) throw InputError("", defect->message);
    const std::vector<RestTriangle> shapes = rest_triangles(rest, triangles);
    for (std::size_t e = 0; e < triangles.size(); ++e) {
        terms.nodes.emplace_back(triangles[e].array() + first_node);
        terms.inverse_rest.push_back(shapes[e].inverse);
        terms.area.push_back(shapes[e].area);
    }
}

}  // namespace stiction
