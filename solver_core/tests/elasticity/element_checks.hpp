#pragma once

// What every element of finite strain must hold, whatever its law.

#include "solver_core/elasticity/principal_hessian.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"
#include "solver_core/tests/support/random_vector.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <random>

namespace stiction::tests {

inline Mat3 random_rotation(std::mt19937& random)
{
    const Vec3 axis = random_vector(random);
    return Eigen::AngleAxisd(3.0 * random_vector(random)[0], axis.normalized()).toRotationMatrix();
}

template <class Terms>
Vec3Array gradient_of(const Terms& terms, const Vec3Array& x)
{
    Vec3Array corner(static_cast<std::size_t>(Terms::kCorners)), g(x.size(), Vec3::Zero());
    gradient(terms, x, 0, 1, corner);
    for (Index a = 0; a < Terms::kCorners; ++a) g[terms.nodes[0][a]] += corner[a];
    return g;
}

template <class Terms>
Eigen::MatrixXd hessian_of(const Terms& terms, const Vec3Array& x, HessianKind kind)
{
    std::vector<Mat3> block(static_cast<std::size_t>(blocks_of(Terms::kCorners)));
    hessian(terms, x, 0, 1, kind, block);
    Eigen::MatrixXd h(3 * Terms::kCorners, 3 * Terms::kCorners);
    for (Index a = 0; a < Terms::kCorners; ++a) {
        for (Index b = 0; b <= a; ++b) {
            h.block<3, 3>(3 * a, 3 * b) = block[block_of(a, b)];
            h.block<3, 3>(3 * b, 3 * a) = block[block_of(a, b)].transpose();
        }
    }
    return h;
}

// Nearest positive semidefinite matrix, by all eigenvalues.
inline Eigen::MatrixXd projected(const Eigen::MatrixXd& h)
{
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(h);
    return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() *
           eigen.eigenvectors().transpose();
}

inline void check_positive(const Eigen::MatrixXd& h)
{
    const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(h).eigenvalues();
    EXPECT_GE(values.minCoeff(), -1e-9 * values.maxCoeff());
    // Blocks of a corner with itself are symmetric but for rounding; a matrix takes their lower triangle.
    EXPECT_LT((h - h.transpose()).cwiseAbs().maxCoeff(), 1e-14 * values.maxCoeff());
}

// Forces inside a body neither push nor turn it. `size`: largest force times largest lever.
inline void check_balance(const Vec3Array& x, const Vec3Array& g)
{
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    double size = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        force += g[i];
        torque += (x[i] - x[0]).cross(g[i]);
        size = std::max(size, g[i].norm());
    }
    EXPECT_LT(force.norm(), 1e-12 * size);
    EXPECT_LT(torque.norm(), 1e-12 * size * 10.0);
}

// Derivatives, positive kind, balance and rotation of the first element at x.
template <class Terms>
void check_element(const Terms& terms, const Vec3Array& x, double step, double tolerance)
{
    const Vec3Array g = gradient_of(terms, x);
    check_gradient([&](const Vec3Array& y) { return energy(terms, y, 0); }, g, x, step, tolerance);
    check_hessian([&](const Vec3Array& y) { return gradient_of(terms, y); },
                  hessian_of(terms, x, HessianKind::exact), x, step, tolerance);
    check_positive(hessian_of(terms, x, HessianKind::positive));
    check_balance(x, g);

    const Mat3 turn = Eigen::AngleAxisd(0.9, Vec3(0.3, -1.0, 0.5).normalized()).toRotationMatrix();
    Vec3Array turned = x;
    for (Vec3& p : turned) p = turn * p + Vec3(0.1, 0.2, -0.3);
    const double e = energy(terms, x, 0);
    EXPECT_NEAR(energy(terms, turned, 0), e, 1e-12 * std::max(e, g[0].norm()));
    const Vec3Array turned_gradient = gradient_of(terms, turned);
    double largest = 0.0;
    for (const Vec3& f : g) largest = std::max(largest, f.norm());
    for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_LT((turned_gradient[i] - turn * g[i]).norm(), 1e-11 * largest);
}

// The slow twin of the positive kind: dP/dF as a dense matrix, all its eigenvalues, those below zero raised to it. It is the
// nearest in the space of F, not in that of corners, so the twin goes to F and back.
template <class Terms>
Eigen::MatrixXd positive_twin(const Terms& terms, const Vec3Array& x)
{
    constexpr Index kEdges = Terms::kCorners - 1;
    const Eigen::MatrixXd h = hessian_of(terms, x, HessianKind::exact);
    // vec F = (G^T kron I) vec D_s
    Eigen::MatrixXd to_f = Eigen::MatrixXd::Zero(3 * kEdges, 3 * kEdges);
    for (Index i = 0; i < kEdges; ++i)
        for (Index j = 0; j < kEdges; ++j)
            to_f.block<3, 3>(3 * i, 3 * j) = terms.inverse_rest[0](j, i) * Mat3::Identity();
    const Eigen::MatrixXd inverse = to_f.inverse();
    const Eigen::MatrixXd by_f =
        projected(inverse.transpose() * h.bottomRightCorner(3 * kEdges, 3 * kEdges) * inverse);
    // D_s from corners: column a - 1 is x_a - x_0.
    Eigen::MatrixXd edges = Eigen::MatrixXd::Zero(3 * kEdges, 3 * Terms::kCorners);
    for (Index i = 0; i < kEdges; ++i) {
        edges.block<3, 3>(3 * i, 0) = -Mat3::Identity();
        edges.block<3, 3>(3 * i, 3 * (i + 1)) = Mat3::Identity();
    }
    return edges.transpose() * to_f.transpose() * by_f * to_f * edges;
}

template <class Terms>
void check_positive_twin(const Terms& terms, const Vec3Array& x)
{
    const Eigen::MatrixXd twin = positive_twin(terms, x);
    const Eigen::MatrixXd fast = hessian_of(terms, x, HessianKind::positive);
    EXPECT_LT((fast - twin).cwiseAbs().maxCoeff(), 1e-10 * twin.cwiseAbs().maxCoeff());
}

}  // namespace stiction::tests
