#include "solver_core/mesh/prism_layers.hpp"

#include <numeric>
#include <utility>

namespace stiction {

void add_prism_layer(Span<const Triangle> sheet, Span<const Index> bottom, Span<const Index> top,
                     bool mirrored, std::vector<Tet>& tets)
{
    for (const Triangle& triangle : sheet) {
        // Sort the corners, remembering whether that turned the triangle over.
        Index v[3] = {triangle[0], triangle[1], triangle[2]};
        bool turned = false;
        for (const auto& [i, j] : {std::pair{0, 1}, std::pair{1, 2}, std::pair{0, 1}}) {
            if (mirrored ? v[i] >= v[j] : v[i] <= v[j]) continue;
            std::swap(v[i], v[j]);
            turned = !turned;
        }
        // All three have positive volume when v0, v1, v2 still face the top; two corners are swapped
        // otherwise.
        Tet cut[3] = {{bottom[v[0]], bottom[v[1]], bottom[v[2]], top[v[2]]},
                      {bottom[v[0]], bottom[v[1]], top[v[2]], top[v[1]]},
                      {bottom[v[0]], top[v[0]], top[v[1]], top[v[2]]}};
        for (Tet& tet : cut) {
            if (turned) std::swap(tet[2], tet[3]);
            tets.push_back(tet);
        }
    }
}

std::vector<Index> consecutive(Index first, std::size_t count)
{
    std::vector<Index> numbers(count);
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

}  // namespace stiction
