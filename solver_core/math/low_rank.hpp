#pragma once

// Matrices of low rank over node vectors, added to a matrix that can be solved with.             [Sherman, Morrison, Woodbury]
//
//   (A + sum_k w_k g_k g_k^T)^-1 b = z - U (I + W G^T U)^-1 W G^T z,        z = A^-1 b,   U = A^-1 G
//
//   G = [g_0, g_1, ...], W = diag(w): so few that U is kept

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <Eigen/LU>

#include <vector>

namespace stiction {

// w g g^T, g zero but at its nodes.
struct RankOneTerm {
    double weight = 0.0;       // w
    std::vector<Index> node;   // ascending
    Vec3Array g;               // parallel to node
    std::vector<Index> place;  // of whoever fills g: numbers in it, in an order of their own
};

inline double dot(const RankOneTerm& term, Span<const Vec3> p)
{
    double sum = 0.0;
    for (std::size_t k = 0; k < term.node.size(); ++k) sum += term.g[k].dot(p[term.node[k]]);
    return sum;
}

// y += w g (g . p).
inline void add_product(const RankOneTerm& term, Span<const Vec3> p, Span<Vec3> y)
{
    const double size = term.weight * dot(term, p);
    for (std::size_t k = 0; k < term.node.size(); ++k) y[term.node[k]] += size * term.g[k];
}

class LowRankInverse {
public:
    // solve(u): u = A^-1 u, in place. The terms must outlive their use. False when the sum is singular.
    template <class Solve>
    bool prepare(Span<const RankOneTerm> terms, std::size_t nodes, Solve&& solve)
    {
        terms_ = terms;
        if (columns_.size() < terms.size()) columns_.resize(terms.size());
        const auto count = static_cast<Eigen::Index>(terms.size());
        Eigen::MatrixXd small = Eigen::MatrixXd::Identity(count, count);
        for (std::size_t k = 0; k < terms.size(); ++k) {
            columns_[k].assign(nodes, Vec3::Zero());
            for (std::size_t i = 0; i < terms[k].node.size(); ++i)
                columns_[k][terms[k].node[i]] = terms[k].g[i];
            solve(columns_[k]);
            for (std::size_t j = 0; j < terms.size(); ++j)
                small(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(k)) +=
                    terms[j].weight * dot(terms[j], columns_[k]);
        }
        if (count == 0) return true;
        factor_.compute(small);
        right_.resize(count);
        size_.resize(count);
        return small.allFinite() && factor_.rcond() > 1e-15;
    }

    // z = A^-1 b in, the whole inverse times b out.
    void correct(Span<Vec3> z)
    {
        if (terms_.empty()) return;
        for (std::size_t k = 0; k < terms_.size(); ++k)
            right_[static_cast<Eigen::Index>(k)] = terms_[k].weight * dot(terms_[k], z);
        size_ = factor_.solve(right_);
        for (std::size_t k = 0; k < terms_.size(); ++k)
            for (std::size_t i = 0; i < z.size(); ++i)
                z[i] -= size_[static_cast<Eigen::Index>(k)] * columns_[k][i];
    }

private:
    Span<const RankOneTerm> terms_;
    std::vector<Vec3Array> columns_;  // U
    Eigen::PartialPivLU<Eigen::MatrixXd> factor_;
    Eigen::VectorXd right_, size_;
};

}  // namespace stiction
