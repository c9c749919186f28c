#include "solver_core/mesh/element_order.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <utility>

namespace stiction {
namespace {

constexpr int kBits = 21;  // a coordinate; three of them fill a 64-bit key

// Puts two zero bits between the lowest 21 bits.
std::uint64_t spread_bits(std::uint64_t v)
{
    v = (v | v << 32) & 0x001f00000000ffffULL;
    v = (v | v << 16) & 0x001f0000ff0000ffULL;
    v = (v | v << 8) & 0x100f00f00f00f00fULL;
    v = (v | v << 4) & 0x10c30c30c30c30c3ULL;
    v = (v | v << 2) & 0x1249249249249249ULL;
    return v;
}

// Sorted (key, number) pairs as a permutation; the number breaks ties.
template <class Key>
Permutation sorted_order(std::vector<std::pair<Key, Index>>& keyed)
{
    std::sort(keyed.begin(), keyed.end());
    Permutation order;
    order.new_to_old.resize(keyed.size());
    order.old_to_new.resize(keyed.size());
    for (std::size_t i = 0; i < keyed.size(); ++i) {
        order.new_to_old[i] = keyed[i].second;
        order.old_to_new[keyed[i].second] = static_cast<Index>(i);
    }
    return order;
}

template <std::size_t N, class Element>
Permutation order_elements(Span<const Element> elements, const Permutation& nodes)
{
    std::vector<std::pair<std::array<Index, N>, Index>> keyed(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        for (std::size_t corner = 0; corner < N; ++corner)
            keyed[i].first[corner] = nodes.old_to_new[elements[i][static_cast<Index>(corner)]];
        std::sort(keyed[i].first.begin(), keyed[i].first.end());
        keyed[i].second = static_cast<Index>(i);
    }
    return sorted_order(keyed);
}

Vec3Array permuted(const Vec3Array& positions, const Permutation& nodes)
{
    assert(positions.size() == nodes.new_to_old.size());
    Vec3Array result(positions.size());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = positions[nodes.new_to_old[i]];
    return result;
}

template <class Element>
std::vector<Element> permuted(const std::vector<Element>& old, const Permutation& nodes,
                              const Permutation& elements)
{
    assert(old.size() == elements.new_to_old.size());
    std::vector<Element> result(old.size());
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = old[elements.new_to_old[i]].unaryExpr([&](Index node) { return nodes.old_to_new[node]; });
    return result;
}

}  // namespace

Permutation morton_order(Span<const Vec3> positions)
{
    std::vector<std::pair<std::uint64_t, Index>> keyed(positions.size());
    if (positions.empty()) return sorted_order(keyed);
    Vec3 low = positions[0], high = positions[0];
    for (const Vec3& x : positions) {
        assert(x.allFinite());
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
    }
    // One scale for all axes: cells are cubes, also on a flat sheet.
    const double extent = (high - low).maxCoeff();
    const double last = static_cast<double>((1 << kBits) - 1);
    const double scale = extent > 0.0 ? last / extent : 0.0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        std::uint64_t key = 0;
        for (Index axis = 0; axis < 3; ++axis) {
            const double cell = std::min(last, (positions[i][axis] - low[axis]) * scale);
            key |= spread_bits(static_cast<std::uint64_t>(cell)) << axis;
        }
        keyed[i] = {key, static_cast<Index>(i)};
    }
    return sorted_order(keyed);
}

Permutation element_order(Span<const Triangle> triangles, const Permutation& nodes)
{
    return order_elements<3>(triangles, nodes);
}

Permutation element_order(Span<const Tet> tets, const Permutation& nodes)
{
    return order_elements<4>(tets, nodes);
}

SurfaceMesh renumbered(const SurfaceMesh& mesh, const Permutation& nodes, const Permutation& elements)
{
    return {permuted(mesh.positions, nodes), permuted(mesh.triangles, nodes, elements)};
}

TetMesh renumbered(const TetMesh& mesh, const Permutation& nodes, const Permutation& elements)
{
    return {permuted(mesh.positions, nodes), permuted(mesh.tets, nodes, elements)};
}

}  // namespace stiction
