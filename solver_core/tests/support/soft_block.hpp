#pragma once

// A block of neo-Hookean tetrahedra as the objective of a constrained step: a real one in miniature, with an energy that
// is infinite where an element is inverted.
//
//   gamma(v) = 1/2 sum_a m |v_a - start_a|^2 + sum_t V_t Psi(F_t(x + h v))
//   Psi(F) = mu/2 (|F|^2 - 3) - mu ln J + lambda/2 ln^2 J,    J = det F

#include "solver_core/solvers/step_problem.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace stiction::testing {

class SoftBlock final : public StepObjective {
public:
    Vec3Array x;      // at the start of the step, m
    Vec3Array start;  // velocities the inertia pulls to, m/s
    double h = 0.01;
    double mass = 0.0;              // of a node, kg
    double mu = 0.0, lambda = 0.0;  // Pa

    // nx x ny x nz nodes, spacing d; five tets a cell, mirrored from cell to cell.
    SoftBlock(Index nx, Index ny, Index nz, double d, double young, double density)
        : mass(density * d * d * d), mu(young / 2.8), lambda(young * 0.4 / (1.4 * 0.2))
    {
        for (Index k = 0; k < nz; ++k) {
            for (Index j = 0; j < ny; ++j) {
                for (Index i = 0; i < nx; ++i) x.push_back(d * Vec3(i, j, k));
            }
        }
        const auto node = [&](Index i, Index j, Index k) { return i + nx * (j + ny * k); };
        for (Index k = 0; k + 1 < nz; ++k) {
            for (Index j = 0; j + 1 < ny; ++j) {
                for (Index i = 0; i + 1 < nx; ++i) {
                    std::array<Index, 8> c{};
                    for (Index b = 0; b < 8; ++b) c[b] = node(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2));
                    if ((i + j + k) % 2 == 1) {
                        for (const Index b : {0, 2, 4, 6}) std::swap(c[b], c[b + 1]);
                    }
                    for (const auto& t : {std::array<Index, 4>{1, 2, 4, 7},
                                          {0, 1, 2, 4},
                                          {3, 1, 2, 7},
                                          {5, 1, 4, 7},
                                          {6, 2, 4, 7}})
                        add_tet({c[t[0]], c[t[1]], c[t[2]], c[t[3]]});
                }
            }
        }
        start.assign(x.size(), Vec3::Zero());
        find_pattern();
    }

    Index nodes() const override { return static_cast<Index>(x.size()); }
    std::size_t tets() const { return tets_.size(); }
    const SparseMatrix& pattern() const override { return pattern_; }

    double value(Span<const Vec3> v) const override
    {
        double sum = 0.0;
        for (std::size_t a = 0; a < x.size(); ++a) sum += 0.5 * mass * (v[a] - start[a]).squaredNorm();
        for (const Element& t : tets_) {
            const Mat3 f = deformation(t, v);
            const double j = f.determinant();
            if (!(j > 0.0)) return std::numeric_limits<double>::infinity();
            const double log_j = std::log(j);
            sum +=
                t.volume * (0.5 * mu * (f.squaredNorm() - 3.0) - mu * log_j + 0.5 * lambda * log_j * log_j);
        }
        return sum;
    }

    double gradient(Span<const Vec3> v, Span<Vec3> g) const override
    {
        for (std::size_t a = 0; a < x.size(); ++a) g[a] = mass * (v[a] - start[a]);
        double sum = 0.0;
        for (std::size_t a = 0; a < x.size(); ++a) sum += 0.5 * mass * (v[a] - start[a]).squaredNorm();
        for (const Element& t : tets_) {
            const Mat3 f = deformation(t, v);
            const double j = f.determinant();
            if (!(j > 0.0)) return std::numeric_limits<double>::infinity();
            const double log_j = std::log(j);
            const Mat3 inverse_t = f.inverse().transpose();
            const Mat3 p = h * t.volume * (mu * f + (lambda * log_j - mu) * inverse_t);
            for (Index k = 0; k < 4; ++k) g[t.node[k]] += p * t.slope.row(k).transpose();
            sum +=
                t.volume * (0.5 * mu * (f.squaredNorm() - 3.0) - mu * log_j + 0.5 * lambda * log_j * log_j);
        }
        return sum;
    }

    void hessian(Span<const Vec3> v, HessianKind kind, Span<double> values) const override
    {
        std::fill(values.begin(), values.end(), 0.0);
        for (Index c = 0; c < pattern_.cols(); ++c) values[pattern_.outerIndexPtr()[c]] = mass;
        for (const Element& t : tets_) {
            const Eigen::Matrix<double, 9, 9> d2 = stiffness(deformation(t, v), kind);
            std::size_t next = 0;
            for (Index p = 0; p < 12; ++p) {
                for (Index q = 0; q < 12; ++q) {
                    if (t.place[next] >= 0) {
                        double sum = 0.0;
                        for (Index i = 0; i < 3; ++i) {
                            for (Index j = 0; j < 3; ++j)
                                sum +=
                                    t.slope(p / 3, i) * d2(3 * i + p % 3, 3 * j + q % 3) * t.slope(q / 3, j);
                        }
                        values[t.place[next]] += h * h * t.volume * sum;
                    }
                    ++next;
                }
            }
        }
    }

private:
    struct Element {
        std::array<Index, 4> node{};
        Eigen::Matrix<double, 4, 3> slope;  // gradients of the shape functions, 1/m
        double volume = 0.0;
        std::array<Index, 144> place{};  // of the 12x12 in the pattern; -1: above the diagonal
    };

    void add_tet(std::array<Index, 4> node)
    {
        Mat3 edges;
        for (Index k = 0; k < 3; ++k) edges.col(k) = x[node[k + 1]] - x[node[0]];
        if (edges.determinant() < 0.0) {
            std::swap(node[0], node[1]);
            for (Index k = 0; k < 3; ++k) edges.col(k) = x[node[k + 1]] - x[node[0]];
        }
        Element t;
        t.node = node;
        t.volume = edges.determinant() / 6.0;
        t.slope.bottomRows<3>() = edges.inverse();
        t.slope.row(0) = -t.slope.bottomRows<3>().colwise().sum();
        tets_.push_back(t);
    }

    void find_pattern()
    {
        std::vector<Eigen::Triplet<double, Index>> entries;
        for (Index c = 0; c < 3 * nodes(); ++c) entries.emplace_back(c, c, 1.0);
        for (const Element& t : tets_) {
            for (Index p = 0; p < 12; ++p) {
                for (Index q = 0; q < 12; ++q) {
                    const Index r = 3 * t.node[p / 3] + p % 3, c = 3 * t.node[q / 3] + q % 3;
                    if (r >= c) entries.emplace_back(r, c, 1.0);
                }
            }
        }
        pattern_.resize(3 * nodes(), 3 * nodes());
        pattern_.setFromTriplets(entries.begin(), entries.end());
        pattern_.makeCompressed();
        for (Element& t : tets_) {
            for (Index p = 0; p < 12; ++p) {
                for (Index q = 0; q < 12; ++q) {
                    const Index r = 3 * t.node[p / 3] + p % 3, c = 3 * t.node[q / 3] + q % 3;
                    const Index* first = pattern_.innerIndexPtr() + pattern_.outerIndexPtr()[c];
                    const Index* last = pattern_.innerIndexPtr() + pattern_.outerIndexPtr()[c + 1];
                    t.place[12 * p + q] =
                        r >= c
                            ? static_cast<Index>(std::lower_bound(first, last, r) - pattern_.innerIndexPtr())
                            : -1;
                }
            }
        }
    }

    Mat3 deformation(const Element& t, Span<const Vec3> v) const
    {
        Mat3 f = Mat3::Zero();
        for (Index k = 0; k < 4; ++k) f += (x[t.node[k]] + h * v[t.node[k]]) * t.slope.row(k);
        return f;
    }

    // d2 Psi / dF dF, F column by column.
    Eigen::Matrix<double, 9, 9> stiffness(const Mat3& f, HessianKind kind) const
    {
        const double log_j = std::log(std::max(f.determinant(), 1e-300));
        const Mat3 a = f.inverse().transpose();
        Eigen::Matrix<double, 9, 9> d2 = mu * Eigen::Matrix<double, 9, 9>::Identity();
        for (Index p = 0; p < 9; ++p) {
            for (Index q = 0; q < 9; ++q) {
                // d(F^-T)_ij = -A_il A_kj dF_kl,  p = (i, j), q = (k, l)
                const Index i = p % 3, j = p / 3, k = q % 3, l = q / 3;
                d2(p, q) += (mu - lambda * log_j) * a(i, l) * a(k, j) + lambda * a(i, j) * a(k, l);
            }
        }
        if (kind == HessianKind::exact) return d2;
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 9, 9>> eigen(d2);
        if (eigen.eigenvalues()[0] >= 0.0) return d2;
        return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() *
               eigen.eigenvectors().transpose();
    }

    std::vector<Element> tets_;
    SparseMatrix pattern_;
};

}  // namespace stiction::testing
