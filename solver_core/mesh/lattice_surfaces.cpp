#include "solver_core/mesh/generator_checks.hpp"
#include "solver_core/mesh/surface_generators.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kJitter = 0.2;  // of a cell, each way; see move_inner_points

// SplitMix64: the standard library's distributions differ between platforms, this does not.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits()
    {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    // Uniform in [-1, 1).
    double symmetric() { return static_cast<double>(bits() >> 11) * 0x1.0p-52 - 1.0; }

private:
    std::uint64_t state_;
};

// Corners of a cell, counter-clockwise.
struct Quad {
    Index a, b, c, d;
};

void add_cut(const Quad& q, bool from_a, std::vector<Triangle>& triangles)
{
    if (from_a) {
        triangles.emplace_back(q.a, q.b, q.c);
        triangles.emplace_back(q.a, q.c, q.d);
    } else {
        triangles.emplace_back(q.b, q.c, q.d);
        triangles.emplace_back(q.b, q.d, q.a);
    }
}

// A fifth of a cell each way cannot fold a triangle: in units of the cell the two legs at a lattice corner
// keep a cross product of at least (1 - 2 * 0.2)^2 = 0.36 (1 when nothing moves), whatever the diagonal.
void move_inner_points(Index nx, Index nz, const Vec3& cell, Random& random, Vec3Array& positions)
{
    for (Index j = 1; j < nz; ++j) {
        for (Index i = 1; i < nx; ++i) {
            Vec3& x = positions[i + j * (nx + 1)];
            x.x() += kJitter * cell.x() * random.symmetric();
            x.z() += kJitter * cell.z() * random.symmetric();
        }
    }
}

// Delaunay: the diagonal a-c is right when the angles at b and d sum to at most pi, sin(beta + delta) >= 0.
// Where both diagonals are as good (a rectangle), a coin decides.
bool delaunay_from_a(const Vec3Array& x, const Quad& q, Random& random)
{
    const bool coin = (random.bits() & 1) != 0;
    const auto sine_cosine = [&](Index apex, Index from, Index to) -> Vec2 {
        const Vec3 u = x[from] - x[apex], v = x[to] - x[apex];
        return Vec2(u.z() * v.x() - u.x() * v.z(), u.dot(v)) / (u.norm() * v.norm());
    };
    const Vec2 beta = sine_cosine(q.b, q.c, q.a);
    const Vec2 delta = sine_cosine(q.d, q.a, q.c);
    const double sine = beta[0] * delta[1] + beta[1] * delta[0];
    if (std::abs(sine) < 1e-9) return coin;
    return sine > 0.0;
}

void add_crossed(Index nx, Index nz, const Quad& q, SurfaceMesh& mesh, Index i, Index j)
{
    const Index middle = (nx + 1) * (nz + 1) + i + j * nx;
    mesh.positions[middle] =
        0.25 * (mesh.positions[q.a] + mesh.positions[q.b] + mesh.positions[q.c] + mesh.positions[q.d]);
    mesh.triangles.emplace_back(q.a, q.b, middle);
    mesh.triangles.emplace_back(q.b, q.c, middle);
    mesh.triangles.emplace_back(q.c, q.d, middle);
    mesh.triangles.emplace_back(q.d, q.a, middle);
}

// The surface points of a box lattice, numbered in lexicographic order without touching its inside.
class BoxLattice {
public:
    explicit BoxLattice(const std::array<Index, 3>& n) : n_(n)
    {
        for (Index axis = 0; axis < 3; ++axis) {
            const Index u = (axis + 1) % 3, v = (axis + 2) % 3;
            std::array<Index, 3> p{};
            for (Index side = 0; side < 2; ++side) {
                p[axis] = side * n_[axis];
                for (p[u] = 0; p[u] <= n_[u]; ++p[u])
                    for (p[v] = 0; p[v] <= n_[v]; ++p[v]) keys_.push_back(key(p));
            }
        }
        std::sort(keys_.begin(), keys_.end());
        keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
    }
    Index number(const std::array<Index, 3>& p) const
    {
        return static_cast<Index>(std::lower_bound(keys_.begin(), keys_.end(), key(p)) - keys_.begin());
    }
    Vec3Array positions(const Vec3& size) const
    {
        Vec3Array result;
        result.reserve(keys_.size());
        for (const std::int64_t k : keys_) {
            const std::int64_t column = k / (n_[2] + 1);
            const std::int64_t i = column / (n_[1] + 1), j = column % (n_[1] + 1);
            const Eigen::Array3d p(double(i), double(j), double(k % (n_[2] + 1)));
            result.push_back((p / Eigen::Array3d(n_[0], n_[1], n_[2]) - 0.5) * size.array());
        }
        return result;
    }

private:
    std::int64_t key(const std::array<Index, 3>& p) const
    {
        return (std::int64_t(p[0]) * (n_[1] + 1) + p[1]) * (n_[2] + 1) + p[2];
    }

    std::array<Index, 3> n_;
    std::vector<std::int64_t> keys_;
};

}  // namespace

SurfaceMesh grid_surface(double size_x, double size_z, Index nx, Index nz, GridCut cut, std::uint64_t seed)
{
    require_positive("size x", size_x);
    require_positive("size z", size_z);
    require_at_least("divisions along x", nx, 1);
    require_at_least("divisions along z", nz, 1);
    require_countable(2.0 * (double(nx) + 1.0) * (double(nz) + 1.0));

    SurfaceMesh mesh;
    for (Index j = 0; j <= nz; ++j)
        for (Index i = 0; i <= nx; ++i)
            mesh.positions.emplace_back(size_x * (double(i) / nx - 0.5), 0.0,
                                        size_z * (double(j) / nz - 0.5));
    Random random(seed);
    if (cut == GridCut::irregular)
        move_inner_points(nx, nz, Vec3(size_x / nx, 0.0, size_z / nz), random, mesh.positions);
    if (cut == GridCut::crossed)
        mesh.positions.resize(mesh.positions.size() + std::size_t(nx) * std::size_t(nz));

    for (Index j = 0; j < nz; ++j) {
        for (Index i = 0; i < nx; ++i) {
            const Index p = i + j * (nx + 1);
            const Quad quad{p, p + nx + 1, p + nx + 2,
                            p + 1};  // first along z, then along x: the normal is +y
            switch (cut) {
                case GridCut::diagonal: add_cut(quad, true, mesh.triangles); break;
                case GridCut::alternating: add_cut(quad, (i + j) % 2 == 0, mesh.triangles); break;
                case GridCut::crossed: add_crossed(nx, nz, quad, mesh, i, j); break;
                case GridCut::irregular:
                    add_cut(quad, delaunay_from_a(mesh.positions, quad, random), mesh.triangles);
                    break;
            }
        }
    }
    return mesh;
}

SurfaceMesh box_surface(const Vec3& size, const std::array<Index, 3>& divisions)
{
    static constexpr const char* kSize[] = {"size x", "size y", "size z"};
    static constexpr const char* kDivisions[] = {"divisions along x", "divisions along y",
                                                 "divisions along z"};
    for (Index axis = 0; axis < 3; ++axis) {
        require_positive(kSize[axis], size[axis]);
        require_at_least(kDivisions[axis], divisions[axis], 1);
    }
    const auto& n = divisions;
    require_countable(2.0 * (double(n[0]) * n[1] + double(n[1]) * n[2] + double(n[2]) * n[0]) + 2.0);

    const BoxLattice lattice(n);
    SurfaceMesh mesh;
    mesh.positions = lattice.positions(size);
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index side = 0; side < 2; ++side) {
            // u x v points out of this side.
            const Index u = (axis + (side == 1 ? 1 : 2)) % 3, v = (axis + (side == 1 ? 2 : 1)) % 3;
            std::array<Index, 3> p{};
            p[axis] = side * n[axis];
            const auto corner = [&](Index i, Index j) {
                std::array<Index, 3> q = p;
                q[u] = i;
                q[v] = j;
                return lattice.number(q);
            };
            for (Index i = 0; i < n[u]; ++i)
                for (Index j = 0; j < n[v]; ++j)
                    add_cut({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)},
                            (i + j) % 2 == 0, mesh.triangles);
        }
    }
    return mesh;
}

}  // namespace stiction
