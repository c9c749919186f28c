#include "solver_core/mesh/lattice_tets.hpp"

#include "solver_core/mesh/generator_checks.hpp"
#include "solver_core/mesh/prism_layers.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/mesh/topology.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;

// The block inside a ball of radius 1. A cube mapped onto the whole ball would flatten the cells along its
// twelve edges (two outer faces in one plane); a smaller, half rounded block keeps about 120 degrees there
// and leaves the rest to prisms that stand on its faces.
constexpr double kBlockHalfWidth = 0.5;  // of the cube before rounding
constexpr double kRoundedRadius = 0.62;  // of the sphere it is rounded towards
constexpr double kRounding = 0.5;        // 0: cube, 1: sphere
constexpr double kShellThickness = 0.4;  // mean, from the block to the ball

struct BlockLattice {
    Index n;       // cells across; even, so that a plane of points cuts the ball in halves
    Index middle;  // cells along the straight part
    double radius;
    double length;

    std::array<Index, 3> divisions() const { return {n, n + middle, n}; }
    Vec3 coordinates(Index i, Index j, Index k) const;
    double lift(Index j) const;
};

// Place in the cube [-1, 1]^3 that becomes the ball; the straight part repeats its middle plane.
Vec3 BlockLattice::coordinates(Index i, Index j, Index k) const
{
    const Index ball_j = j <= n / 2 ? j : std::max(n / 2, j - middle);
    return Vec3(2.0 * i / n - 1.0, 2.0 * ball_j / n - 1.0, 2.0 * k / n - 1.0);
}

// Height of the centre that a point of row j belongs to.
double BlockLattice::lift(Index j) const
{
    if (middle == 0) return 0.0;
    return length * (double(std::clamp<Index>(j - n / 2, 0, middle)) / middle - 0.5);
}

// Direction of a point u, pushed out to the cube's surface; equal angles instead of equal lengths, so that
// spacing on the sphere hardly varies. Zero for the centre.
Vec3 sphere_direction(const Vec3& u)
{
    const double s = u.cwiseAbs().maxCoeff();
    if (s == 0.0) return Vec3::Zero();
    const auto equal_angles = [s](double t) { return std::tan(0.25 * kPi * t / s); };
    return u.unaryExpr(equal_angles).normalized();
}

// u in [-1, 1]^3, s = |u|_inf: cube in the middle, half way to a sphere at the surface.
Vec3 block_position(const Vec3& u)
{
    const double s = u.cwiseAbs().maxCoeff();
    const Vec3 round = s * kRoundedRadius * sphere_direction(u);
    return (1.0 - kRounding * s) * kBlockHalfWidth * u + kRounding * s * round;
}

// Layers of prisms from the surface of the mesh to `outer`, a place for each of its points.
void add_shell(const Vec3Array& outer, Index layers, TetMesh& mesh)
{
    // The surface as a sheet of its own, its nodes in the order of the mesh's points.
    const Index points = static_cast<Index>(mesh.positions.size());
    std::vector<Triangle> sheet = boundary_triangles(points, mesh.tets);
    std::vector<Index> sheet_number(static_cast<std::size_t>(points), -1);
    for (const Triangle& t : sheet)
        for (Index corner = 0; corner < 3; ++corner) sheet_number[t[corner]] = 0;
    std::vector<Index> surface;
    for (Index node = 0; node < points; ++node) {
        if (sheet_number[node] < 0) continue;
        sheet_number[node] = static_cast<Index>(surface.size());
        surface.push_back(node);
    }
    for (Triangle& t : sheet) t = Triangle(sheet_number[t[0]], sheet_number[t[1]], sheet_number[t[2]]);

    std::vector<Index> bottom = surface;
    for (Index layer = 1; layer <= layers; ++layer) {
        const double t = double(layer) / layers;
        std::vector<Index> top = consecutive(static_cast<Index>(mesh.positions.size()), surface.size());
        for (const Index node : surface) {
            const Vec3 x = (1.0 - t) * mesh.positions[node] + t * outer[node];
            mesh.positions.push_back(x);
        }
        add_prism_layer(sheet, bottom, top, layer % 2 != 0, mesh.tets);
        bottom = std::move(top);
    }
}

Index even_cells(Index resolution)
{
    return 2 * std::max<Index>(1, static_cast<Index>(std::round(resolution / 8.0)));
}

}  // namespace

std::vector<Tet> kuhn_tets(const std::array<Index, 3>& divisions)
{
    // Kuhn: for each order of the axes, the path from one corner of the cell to the opposite one. A cell with
    // an odd number along an axis is the mirror image of its neighbour along it, so both draw the same
    // diagonal on the common face; each mirroring, and each odd order, turns a tet inside out.
    static constexpr Index kOrders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    const Index stride[3] = {1, divisions[0] + 1, (divisions[0] + 1) * (divisions[1] + 1)};
    std::vector<Tet> tets;
    tets.reserve(6 * std::size_t(divisions[0]) * std::size_t(divisions[1]) * std::size_t(divisions[2]));
    for (Index k = 0; k < divisions[2]; ++k) {
        for (Index j = 0; j < divisions[1]; ++j) {
            for (Index i = 0; i < divisions[0]; ++i) {
                const Index odd[3] = {i % 2, j % 2, k % 2};
                Index start = 0, step[3];
                for (Index axis = 0; axis < 3; ++axis) {
                    const Index cell = axis == 0 ? i : axis == 1 ? j : k;
                    start += (cell + odd[axis]) * stride[axis];
                    step[axis] = odd[axis] ? -stride[axis] : stride[axis];
                }
                for (Index order = 0; order < 6; ++order) {
                    const auto& axes = kOrders[order];
                    Tet tet;
                    tet[0] = start;
                    for (Index m = 0; m < 3; ++m) tet[m + 1] = tet[m] + step[axes[m]];
                    if (((order >= 3) + odd[0] + odd[1] + odd[2]) % 2) std::swap(tet[2], tet[3]);
                    tets.push_back(tet);
                }
            }
        }
    }
    return tets;
}

TetMesh box_tets(const Vec3& size, const std::array<Index, 3>& divisions)
{
    static constexpr const char* kSize[] = {"size x", "size y", "size z"};
    static constexpr const char* kDivisions[] = {"divisions along x", "divisions along y",
                                                 "divisions along z"};
    double points = 1.0;
    for (Index axis = 0; axis < 3; ++axis) {
        require_positive(kSize[axis], size[axis]);
        require_at_least(kDivisions[axis], divisions[axis], 1);
        points *= divisions[axis] + 1.0;
    }
    require_countable(points);
    TetMesh mesh;
    const auto& n = divisions;
    for (Index k = 0; k <= n[2]; ++k)
        for (Index j = 0; j <= n[1]; ++j)
            for (Index i = 0; i <= n[0]; ++i)
                mesh.positions.emplace_back(size.x() * (double(i) / n[0] - 0.5),
                                            size.y() * (double(j) / n[1] - 0.5),
                                            size.z() * (double(k) / n[2] - 0.5));
    mesh.tets = kuhn_tets(n);
    return mesh;
}

TetMesh rounded_lattice_tets(double radius, double length, Index resolution)
{
    const Index n = even_cells(resolution);
    const double cell = 0.5 * kPi * radius / n;
    const double middle = length > 0.0 ? std::max(1.0, std::round(length / cell)) : 0.0;
    require_countable(3.0 * (n + 1.0) * (n + 1.0) * (n + middle + 1.0));
    const BlockLattice lattice{n, static_cast<Index>(middle), radius, length};

    TetMesh mesh;
    Vec3Array outer;  // where each point of the block goes when it is pushed to the surface
    const std::array<Index, 3> divisions = lattice.divisions();
    for (Index k = 0; k <= divisions[2]; ++k) {
        for (Index j = 0; j <= divisions[1]; ++j) {
            for (Index i = 0; i <= divisions[0]; ++i) {
                const Vec3 u = lattice.coordinates(i, j, k);
                const Vec3 centre(0.0, lattice.lift(j), 0.0);
                mesh.positions.push_back(centre + radius * block_position(u));
                outer.push_back(centre + radius * sphere_direction(u));
            }
        }
    }
    mesh.tets = kuhn_tets(divisions);
    const Index layers = static_cast<Index>(std::max(1.0, std::round(kShellThickness * radius / cell)));
    add_shell(outer, layers, mesh);
    return mesh;
}

}  // namespace stiction
