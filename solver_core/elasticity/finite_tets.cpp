#include "solver_core/elasticity/finite_tets.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/mesh/mesh_checks.hpp"
#include "solver_core/mesh/rest_triangle.hpp"

namespace stiction {

void append_tets(FiniteTets& terms, Span<const Vec3> rest, Span<const Tet> tets, Index first_node,
                 Span<const Lame> materials)
{
    STICTION_ASSERT(materials.size() == 1 || materials.size() == tets.size());
    if (const FoundDefect defect = find_bad_volume(rest, tets)) throw InputError("", defect->message);
    const std::vector<RestTet> shapes = rest_tets(rest, tets);
    for (std::size_t e = 0; e < tets.size(); ++e) {
        const Lame& material = materials[materials.size() == 1 ? 0 : e];
        terms.nodes.emplace_back(tets[e].array() + first_node);
        terms.inverse_rest.push_back(shapes[e].inverse);
        terms.volume.push_back(shapes[e].volume);
        terms.mu.push_back(material.mu);
        terms.lambda.push_back(material.lambda);
    }
}

}  // namespace stiction
