#pragma once

// The matrix of a sheet of cloth without the rest of the code: P = M + h^2 (k_s L + k_b L^T L).
//
//   M   lumped mass of a unit square of cloth, perturbed a little so that no two rows are alike
//   L   graph Laplacian of a grid of nx x ny nodes cut into triangles; L^T L is the bending stencil, which
//       couples a node to the neighbours of its neighbours: 19 entries in an inner row

#include "solver_core/math/linear_solver.hpp"

#include <vector>

namespace stiction::testing {

struct GridSystem {
    Index nx = 77;
    Index ny = 77;
    double density = 0.15;    // kg/m^2
    double time_step = 1e-3;  // s
    double stretch = 500.0;   // N/m
    double bending = 1.0;     // N/m
};

inline SparseMatrix grid_laplacian(Index nx, Index ny)
{
    std::vector<Eigen::Triplet<double, Index>> entries;
    const auto link = [&](Index a, Index b) {
        entries.emplace_back(a, a, 1.0);
        entries.emplace_back(b, b, 1.0);
        entries.emplace_back(a, b, -1.0);
        entries.emplace_back(b, a, -1.0);
    };
    for (Index j = 0; j < ny; ++j) {
        for (Index i = 0; i < nx; ++i) {
            const Index node = j * nx + i;
            if (i + 1 < nx) link(node, node + 1);
            if (j + 1 < ny) link(node, node + nx);
            if (i + 1 < nx && j + 1 < ny) link(node, node + nx + 1);
        }
    }
    SparseMatrix laplacian(nx * ny, nx * ny);
    laplacian.setFromTriplets(entries.begin(), entries.end());
    return laplacian;
}

inline SparseMatrix grid_matrix(const GridSystem& grid)
{
    const Index n = grid.nx * grid.ny;
    const double h2 = grid.time_step * grid.time_step;
    const SparseMatrix laplacian = grid_laplacian(grid.nx, grid.ny);
    SparseMatrix mass(n, n);
    mass.setIdentity();
    for (Index i = 0; i < n; ++i) mass.coeffRef(i, i) = grid.density / n * (1.0 + 0.1 * (i % 7));
    const SparseMatrix bending = SparseMatrix(laplacian.transpose()) * laplacian;
    return mass + h2 * grid.stretch * laplacian + h2 * grid.bending * bending;
}

}  // namespace stiction::testing
