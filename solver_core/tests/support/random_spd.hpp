#pragma once

// Random sparse symmetric positive definite matrices and right-hand sides, from a seed that the test prints.

#include "solver_core/math/linear_solver.hpp"

#include <random>
#include <vector>

namespace stiction::testing {

// A random diagonal + `links` terms w (e_i - t e_j)(e_i - t e_j)^T; both ends of a link lie in the same of
// `parts` unconnected components.
inline SparseMatrix random_spd(Index n, Index links, Index parts, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::uniform_int_distribution<Index> node(0, n - 1);
    std::uniform_real_distribution<double> weight(0.1, 10.0);
    std::vector<Eigen::Triplet<double, Index>> entries;
    for (Index i = 0; i < n; ++i) entries.emplace_back(i, i, weight(random));
    for (Index k = 0; k < links; ++k) {
        const Index i = node(random);
        const Index j = node(random);
        const double w = weight(random);
        const double t = weight(random) - 5.0;
        if (i == j || i % parts != j % parts) continue;
        entries.emplace_back(i, i, w);
        entries.emplace_back(j, j, w * t * t);
        entries.emplace_back(i, j, -w * t);
        entries.emplace_back(j, i, -w * t);
    }
    SparseMatrix p(n, n);
    p.setFromTriplets(entries.begin(), entries.end());
    return p;
}

inline Vec3Array random_vectors(Index n, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    Vec3Array vectors(static_cast<std::size_t>(n));
    for (Vec3& v : vectors) {
        for (int c = 0; c < 3; ++c) v[c] = value(random);
    }
    return vectors;
}

}  // namespace stiction::testing
