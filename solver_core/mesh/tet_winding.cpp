#include "solver_core/mesh/tet_winding.hpp"

#include <algorithm>

namespace stiction {

bool turn_inverted_tets(Span<const Vec3> positions, Span<Tet> tets)
{
    const auto is_inverted = [&](const Tet& t) {
        const Vec3& a = positions[static_cast<std::size_t>(t[0])];
        const auto side = [&](int k) -> Vec3 { return positions[static_cast<std::size_t>(t[k])] - a; };
        return side(1).dot(side(2).cross(side(3))) < 0.0;
    };
    if (tets.empty() || !std::all_of(tets.begin(), tets.end(), is_inverted)) return false;
    for (Tet& t : tets) std::swap(t[2], t[3]);
    return true;
}

}  // namespace stiction
