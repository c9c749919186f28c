#include "solver_core/solvers/damped_newton.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

// A chain of nodes: r_i = v_i + |v_i|^2 v_i + c e x v_i + (2 v_i - v_(i-1) - v_(i+1)) - b_i; the turn makes it unsymmetric.
class Chain final : public NewtonSystem {
public:
    explicit Chain(Index count, double turn = 0.7) : count_(count), turn_(turn)
    {
        for (Index i = 0; i < count; ++i) b_.emplace_back(Vec3(std::sin(i), 2.0, 0.1 * i));
        std::vector<Eigen::Triplet<double, Index>> entries;
        for (Index i = 0; i < count; ++i)
            for (const Index j : {i - 1, i, i + 1})
                if (j >= 0 && j < count)
                    for (Index r = 0; r < 3; ++r)
                        for (Index c = 0; c < 3; ++c) entries.emplace_back(3 * i + r, 3 * j + c, 1.0);
        matrix_.resize(3 * count, 3 * count);
        matrix_.setFromTriplets(entries.begin(), entries.end());
        matrix_.makeCompressed();
    }
    Index nodes() const override { return count_; }
    double norm_scale() const override { return std::sqrt(double(count_)); }
    double residual(Span<const Vec3> v, Span<Vec3> r) override
    {
        v_.assign(v.begin(), v.end());
        double sum = 0.0;
        for (Index i = 0; i < count_; ++i) {
            r[i] = v[i] + v[i].squaredNorm() * v[i] + turn_ * Vec3::UnitZ().cross(v[i]) - b_[i];
            for (const Index j : {i - 1, i + 1})
                if (j >= 0 && j < count_) r[i] += v[i] - v[j];
            sum += r[i].squaredNorm();
            if (v[i].norm() > wall) return std::numeric_limits<double>::infinity();
        }
        return std::sqrt(sum);
    }
    void linearize() override {}
    void multiply(Span<const Vec3> p, Span<Vec3> y) override
    {
        for (Index i = 0; i < count_; ++i) {
            y[i] = block(i) * p[i];
            for (const Index j : {i - 1, i + 1})
                if (j >= 0 && j < count_) y[i] -= p[j];
        }
    }
    const SparseMatrix& matrix() override
    {
        for (Index k = 0; k < 3 * count_; ++k)
            for (SparseMatrix::InnerIterator entry(matrix_, k); entry; ++entry) {
                const auto row = static_cast<Index>(entry.row());
                const bool on_diagonal = row / 3 == k / 3;
                entry.valueRef() = on_diagonal ? block(k / 3)(row % 3, k % 3) : row % 3 == k % 3 ? -1.0 : 0.0;
            }
        return matrix_;
    }
    std::int64_t pattern_version() const override { return 1; }
    void diagonal(std::vector<Mat3>& blocks) override
    {
        blocks.clear();
        for (Index i = 0; i < count_; ++i)
            blocks.push_back(misleading && i % 2 == 0 ? Mat3(1e6 * Mat3::Identity()) : block(i));
    }
    bool misleading = false;  // the diagonal that preconditions is wrong
    double wall = std::numeric_limits<double>::infinity();

private:
    Mat3 block(Index i) const
    {
        const double links = (i > 0 ? 1.0 : 0.0) + (i + 1 < count_ ? 1.0 : 0.0);
        Mat3 m = (1.0 + v_[i].squaredNorm() + links) * Mat3::Identity() + 2.0 * v_[i] * v_[i].transpose();
        m(0, 1) -= turn_;
        m(1, 0) += turn_;
        return m;
    }
    Index count_;
    double turn_;
    Vec3Array b_, v_;
    SparseMatrix matrix_;
};

TEST(DampedNewton, DirectAndIterativeFindTheSameRoot)
{
    Chain chain(40);
    Vec3Array direct(40, Vec3::Zero()), eigen = direct, iterative = direct;
    NewtonSettings settings;
    settings.tolerance = 1e-12;
    const NewtonStats first = DampedNewton().solve(chain, settings, direct);
    settings.factor = SparseLuKind::eigen;
    const NewtonStats second = DampedNewton().solve(chain, settings, eigen);
    settings.linear = NewtonLinear::iterative;
    const NewtonStats third = DampedNewton().solve(chain, settings, iterative);
    for (const NewtonStats* stats : {&first, &second, &third}) {
        EXPECT_EQ(stats->end, NewtonEnd::converged);
        EXPECT_LT(stats->residual, 1e-12);
        EXPECT_EQ(stats->record.size(), static_cast<std::size_t>(stats->iterations));
    }
    EXPECT_GT(third.linear_iterations, third.iterations);
    for (std::size_t i = 0; i < direct.size(); ++i) {
        EXPECT_LT((direct[i] - eigen[i]).norm(), 1e-11);
        EXPECT_LT((direct[i] - iterative[i]).norm(), 1e-11);
    }
}

// Blocks do not help in time: `automatic` leaves such a step to LU, `blocks` says that it failed.
TEST(DampedNewton, WhatNoPreconditionerHelpsIsLeftToLu)
{
    Chain chain(40);
    chain.misleading = true;
    NewtonSettings settings;
    settings.tolerance = 1e-12;
    settings.linear = NewtonLinear::iterative;
    settings.max_linear_iterations = 1;
    Vec3Array v(40, Vec3::Zero());
    const NewtonStats stats = DampedNewton().solve(chain, settings, v);
    EXPECT_EQ(stats.end, NewtonEnd::converged);
    EXPECT_TRUE(std::any_of(stats.record.begin(), stats.record.end(),
                            [](const NewtonIteration& step) { return step.factored; }));
    settings.preconditioner = PreconditionerKind::blocks;
    v.assign(40, Vec3::Zero());
    EXPECT_EQ(DampedNewton().solve(chain, settings, v).end, NewtonEnd::linear_solver);
}

TEST(DampedNewton, ConvergesQuadraticallyAtTheEnd)
{
    Chain chain(10);
    Vec3Array v(10, Vec3::Zero());
    NewtonSettings settings;
    settings.tolerance = 1e-13;
    const NewtonStats stats = DampedNewton().solve(chain, settings, v);
    ASSERT_EQ(stats.end, NewtonEnd::converged);
    ASSERT_GT(stats.record.size(), 4U);
    const auto& record = stats.record;
    const double last = record[record.size() - 1].residual, before = record[record.size() - 2].residual;
    EXPECT_LT(last, 10.0 * before * before);
}

TEST(DampedNewton, SaysWhyItEnds)
{
    Chain chain(10);
    NewtonSettings settings;
    settings.max_iterations = 1;
    Vec3Array v(10, Vec3::Zero());
    NewtonStats stats = DampedNewton().solve(chain, settings, v);
    EXPECT_EQ(stats.end, NewtonEnd::out_of_iterations);
    EXPECT_GT(stats.residual, 0.0);
    EXPECT_GE(stats.worst_node, 0);

    // A wall in the way of every root: steps are cut until there is no way down.
    settings.max_iterations = 200;
    chain.wall = 0.3;
    v.assign(10, Vec3::Zero());
    stats = DampedNewton().solve(chain, settings, v);
    EXPECT_EQ(stats.end, NewtonEnd::no_descent);
    for (const Vec3& value : v) EXPECT_LE(value.norm(), 0.3);

    InterruptFlag flag;
    flag.raise();
    settings.interrupt = &flag;
    chain.wall = std::numeric_limits<double>::infinity();
    v.assign(10, Vec3::Zero());
    EXPECT_EQ(DampedNewton().solve(chain, settings, v).end, NewtonEnd::interrupted);
    v.assign(10, Vec3::Constant(std::numeric_limits<double>::quiet_NaN()));
    settings.interrupt = nullptr;
    EXPECT_EQ(DampedNewton().solve(chain, settings, v).end, NewtonEnd::not_finite);
}

}  // namespace
}  // namespace stiction
