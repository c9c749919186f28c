#include "solver_core/contact/iso_surface.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/base/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace stiction {
namespace {

constexpr Index kChunk = 512;
constexpr int kRootSteps = 30;
constexpr double kRootTolerance = 1e-9;  // of a cell: Psi at a corner of the result
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

using Cell = std::array<Index, 3>;

struct Lattice {
    Vec3 origin = Vec3::Zero();
    double cell = 1.0;
    Cell size{};  // points along each axis
    std::vector<double> value;
    std::size_t number(const Cell& c) const
    {
        return (at(c[2]) * at(size[1]) + at(c[1])) * at(size[0]) + at(c[0]);
    }
    Cell place(std::size_t n) const
    {
        return {static_cast<Index>(n % at(size[0])), static_cast<Index>(n / at(size[0]) % at(size[1])),
                static_cast<Index>(n / (at(size[0]) * at(size[1])))};
    }
    Vec3 position(const Cell& c) const { return origin + cell * Vec3(c[0], c[1], c[2]); }
};

Lattice make_lattice(const SurfaceMesh& mesh, Index resolution, double band)
{
    Aabb box;
    for (const Vec3& p : mesh.positions) box.include(p);
    Lattice lattice;
    lattice.cell = (box.hi - box.lo).maxCoeff() / resolution;
    const auto margin = static_cast<Index>(std::ceil(band / lattice.cell)) + 1;
    lattice.origin = box.lo - lattice.cell * (Vec3::Constant(margin) + Vec3(0.3719, 0.4327, 0.2913));
    for (int axis = 0; axis < 3; ++axis)
        lattice.size[at(axis)] =
            static_cast<Index>(std::ceil((box.hi - box.lo)[axis] / lattice.cell)) + 2 * margin + 2;
    return lattice;
}

// Marks what is near the mesh, then evaluates there.
void evaluate_near(const MlsPieces& pieces, const SurfaceMesh& mesh, double band, Lattice& lattice)
{
    const std::size_t count = at(lattice.size[0]) * at(lattice.size[1]) * at(lattice.size[2]);
    std::vector<std::uint8_t> near(count, 0);
    for (const Triangle& t : mesh.triangles) {
        Aabb box;
        for (int k = 0; k < 3; ++k) box.include(mesh.positions[at(t[k])]);
        box.inflate(band);
        Cell low, high;
        for (int a = 0; a < 3; ++a) {
            low[at(a)] =
                std::max<Index>(0, static_cast<Index>((box.lo[a] - lattice.origin[a]) / lattice.cell));
            high[at(a)] =
                std::min<Index>(lattice.size[at(a)] - 1,
                                static_cast<Index>((box.hi[a] - lattice.origin[a]) / lattice.cell) + 1);
        }
        for (Index k = low[2]; k <= high[2]; ++k)
            for (Index j = low[1]; j <= high[1]; ++j)
                for (Index i = low[0]; i <= high[0]; ++i) near[lattice.number({i, j, k})] = 1;
    }
    lattice.value.assign(count, kUnknown);
    const auto rows = static_cast<Index>(count / at(lattice.size[0]));
    parallel_chunks(rows, std::max<Index>(1, kChunk / lattice.size[0]), [&](Index begin, Index end) {
        PieceStencil stencil;
        for (std::size_t n = at(begin) * at(lattice.size[0]); n < at(end) * at(lattice.size[0]); ++n) {
            if (!near[n]) continue;
            pieces.evaluate(lattice.position(lattice.place(n)), stencil);
            if (stencil.known) lattice.value[n] = stencil.psi;
        }
    });
}

// The six tetrahedra of a cell as corners (bits x y z), all of positive volume.
std::array<std::array<int, 4>, 6> cell_tets()
{
    std::array<std::array<int, 4>, 6> tets{};
    std::array<int, 3> axes{0, 1, 2};
    std::size_t n = 0;
    do {
        const int first = 1 << axes[0], second = first | 1 << axes[1];
        const bool even = (axes[1] - axes[0] + 3) % 3 == 1;
        tets[n++] = even ? std::array<int, 4>{0, first, second, 7} : std::array<int, 4>{0, second, first, 7};
    } while (std::next_permutation(axes.begin(), axes.end()));
    return tets;
}

class Marcher {
public:
    Marcher(const MlsPieces& pieces, const Lattice& lattice) : pieces_(pieces), lattice_(lattice) {}

    void cell(const Cell& c)
    {
        std::size_t corner[8];
        for (int b = 0; b < 8; ++b) {
            corner[b] = lattice_.number({c[0] + (b & 1), c[1] + (b >> 1 & 1), c[2] + (b >> 2 & 1)});
            if (std::isnan(lattice_.value[corner[b]])) return;
        }
        for (const std::array<int, 4>& tet : tets_) {
            const std::array<std::size_t, 4> v{corner[tet[0]], corner[tet[1]], corner[tet[2]],
                                               corner[tet[3]]};
            march(v);
        }
    }
    SurfaceMesh mesh;

private:
    bool inside(std::size_t n) const { return lattice_.value[n] < 0.0; }

    // By even permutations, which keep the sense of a tetrahedron, the corners of one kind come first.
    void march(const std::array<std::size_t, 4>& v)
    {
        int mask = 0;
        for (int k = 0; k < 4; ++k) mask |= inside(v[at(k)]) ? 1 << k : 0;
        if (mask == 0 || mask == 15) return;
        static constexpr int kOne[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 0, 1, 3}, {3, 0, 2, 1}};
        static constexpr int kTwo[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                           {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};
        for (int k = 0; k < 4; ++k) {
            const std::size_t a = v[at(kOne[k][0])], b = v[at(kOne[k][1])], c = v[at(kOne[k][2])],
                              d = v[at(kOne[k][3])];
            // One corner alone: the triangle across its edges, facing away from it when it is the one inside.
            if (mask == 1 << k) add(a, b, a, c, a, d);
            if (mask == (15 ^ 1 << k)) add(a, b, a, d, a, c);
        }
        for (const auto& order : kTwo) {
            if (mask != (1 << order[0] | 1 << order[1])) continue;
            const std::size_t a = v[at(order[0])], b = v[at(order[1])], c = v[at(order[2])],
                              d = v[at(order[3])];
            add(a, c, a, d, b, d);
            add(a, c, b, d, b, c);
        }
    }

    void add(std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1, std::size_t c0, std::size_t c1)
    {
        const Index a = root(a0, a1), b = root(b0, b1), c = root(c0, c1);
        mesh.triangles.emplace_back(a, b, c);
    }

    // The corner on a lattice edge: one for all triangles that meet there.
    Index root(std::size_t a, std::size_t b)
    {
        if (a > b) std::swap(a, b);
        const Cell from = lattice_.place(a), to = lattice_.place(b);
        const auto direction = std::size_t(to[0] != from[0]) | std::size_t(to[1] != from[1]) << 1 |
                               std::size_t(to[2] != from[2]) << 2;
        const auto [entry, is_new] =
            corners_.try_emplace(8 * a + direction, static_cast<Index>(mesh.positions.size()));
        if (is_new)
            mesh.positions.push_back(find_root(lattice_.position(from), lattice_.position(to),
                                               lattice_.value[a], lattice_.value[b]));
        return entry->second;
    }

    // False position with the value at the end that stays halved (Illinois): about six looks at a smooth field, and never
    // out of the bracket at a kink.
    Vec3 find_root(const Vec3& from, const Vec3& to, double value_low, double value_high)
    {
        double low = 0.0, high = 1.0, s = 0.5;
        int side = 0;
        for (int i = 0; i < kRootSteps; ++i) {
            s = (low * value_high - high * value_low) / (value_high - value_low);
            pieces_.evaluate(from + s * (to - from), stencil_);
            if (!stencil_.known || std::abs(stencil_.psi) < kRootTolerance * lattice_.cell) break;
            if ((stencil_.psi < 0.0) == (value_low < 0.0)) {
                low = s;
                value_low = stencil_.psi;
                if (side == -1) value_high *= 0.5;
                side = -1;
            } else {
                high = s;
                value_high = stencil_.psi;
                if (side == 1) value_low *= 0.5;
                side = 1;
            }
        }
        return from + std::clamp(s, 1e-6, 1.0 - 1e-6) * (to - from);
    }

    const MlsPieces& pieces_;
    const Lattice& lattice_;
    PieceStencil stencil_;
    std::array<std::array<int, 4>, 6> tets_ = cell_tets();
    std::unordered_map<std::size_t, Index> corners_;
};

}  // namespace

SurfaceMesh iso_surface(const MlsPieces& pieces, const SurfaceMesh& mesh, Index resolution)
{
    if (resolution < 4 || resolution > kMaxResolution)
        throw InputError(
            "", fmt::format("found the resolution {}; allowed is 4 to {}", resolution, kMaxResolution));
    const double R = pieces.largest_radius();
    Lattice lattice = make_lattice(mesh, resolution, R);
    if (lattice.cell > R)
        throw InputError(
            "", fmt::format(
                    "found the resolution {}, cells of {:.4g} m; they must be smaller than the radius {:.4g} "
                    "m: ask for {} or more",
                    resolution, lattice.cell, R,
                    static_cast<Index>(std::ceil(resolution * lattice.cell / R)) + 1));
    const double band = std::max(R, 3.0 * lattice.cell);
    lattice = make_lattice(mesh, resolution, band);
    evaluate_near(pieces, mesh, band, lattice);
    Marcher marcher(pieces, lattice);
    for (Index k = 0; k + 1 < lattice.size[2]; ++k)
        for (Index j = 0; j + 1 < lattice.size[1]; ++j)
            for (Index i = 0; i + 1 < lattice.size[0]; ++i) marcher.cell({i, j, k});
    return std::move(marcher.mesh);
}

}  // namespace stiction
