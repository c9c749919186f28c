#pragma once

// Problems of a time step under constraints, solved and judged: random quadratics with random rows, blocks on the ground, the
// conditions of optimality, Ipopt beside the own solver.

#include "solver_core/solvers/constrained_step.hpp"
#include "solver_core/tests/support/random_spd.hpp"
#include "solver_core/tests/support/soft_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace stiction::testing {

inline double largest(const Vec3Array& values)
{
    double most = 0.0;
    for (const Vec3& v : values) most = std::max(most, v.cwiseAbs().maxCoeff());
    return most;
}

inline double difference(const Vec3Array& a, const Vec3Array& b)
{
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).cwiseAbs().maxCoeff());
    return most;
}

// 1/2 v^T A v - a . v with a random sparse A.
class RandomQuadratic final : public StepObjective {
public:
    RandomQuadratic(Index nodes, std::uint32_t seed)
        : whole(random_spd(3 * nodes, 9 * nodes, 1, seed)), linear(random_vectors(nodes, seed + 1))
    {
        lower_ = whole.triangularView<Eigen::Lower>();
        lower_.makeCompressed();
    }
    SparseMatrix whole;
    Vec3Array linear;

    Index nodes() const override { return static_cast<Index>(linear.size()); }
    const SparseMatrix& pattern() const override { return lower_; }
    double value(Span<const Vec3> v) const override
    {
        Vec3Array g(v.size());
        return gradient(v, g);
    }
    double gradient(Span<const Vec3> v, Span<Vec3> g) const override
    {
        const Eigen::Map<const Eigen::VectorXd> x(v[0].data(), 3 * static_cast<Index>(v.size()));
        const Eigen::Map<const Eigen::VectorXd> a(linear[0].data(), x.size());
        Eigen::Map<Eigen::VectorXd>(g[0].data(), x.size()) = whole * x - a;
        return 0.5 * x.dot(whole * x) - a.dot(x);
    }
    void hessian(Span<const Vec3>, HessianKind, Span<double> values) const override
    {
        std::copy(lower_.valuePtr(), lower_.valuePtr() + lower_.nonZeros(), values.begin());
    }

private:
    SparseMatrix lower_;
};

// Rows of `width` random nodes each; feasible for some v, since c is made positive there.
inline LinearConstraints random_rows(Index nodes, Index count, Index width, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::uniform_int_distribution<Index> pick(0, nodes - 1);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    const Vec3Array inside = random_vectors(nodes, seed + 7);
    LinearConstraints rows;
    for (Index i = 0; i < count; ++i) {
        double sum = 0.0;
        while (static_cast<Index>(rows.row.node.size()) - rows.row.begin.back() < width) {
            const Index a = pick(random);
            if (std::find(rows.row.node.begin() + rows.row.begin.back(), rows.row.node.end(), a) !=
                rows.row.node.end())
                continue;
            rows.row.node.push_back(a);
            rows.gradient.push_back(Vec3(value(random), value(random), value(random)));
            sum += rows.gradient.back().dot(inside[a]);
        }
        rows.row.begin.push_back(static_cast<Index>(rows.row.node.size()));
        rows.offset.push_back(0.1 * (1.0 + value(random)) - sum);
    }
    return rows;
}

// The first nodes of a block against a slightly uneven ground, most of them `depth` inside it.
inline LinearConstraints ground_below(const SoftBlock& block, Index nodes, double depth)
{
    LinearConstraints ground;
    for (Index a = 0; a < nodes; ++a) {
        ground.row.node.push_back(a);
        ground.row.begin.push_back(a + 1);
        ground.gradient.push_back(Vec3::UnitZ());
        ground.offset.push_back((0.1 * std::sin(a) - 1.0) * depth / block.h);
    }
    return ground;
}

// Stationarity, feasibility, signs and complementarity, each against the size of what it is made of.
inline void expect_optimal(const StepProblem& problem, const Vec3Array& v,
                           const std::vector<double>& multiplier, double tolerance)
{
    Vec3Array slope(v.size());
    problem.objective->gradient(v, slope);
    double size = 0.0;
    for (std::size_t a = 0; a < problem.impulse.size(); ++a) slope[a] -= problem.impulse[a];
    const ConstraintRows& rows = problem.constraints->rows();
    std::vector<double> c(multiplier.size());
    std::vector<Vec3> gradient(rows.node.size());
    problem.constraints->evaluate(v, c, gradient);
    for (Index i = 0; i < rows.count(); ++i) {
        EXPECT_GE(c[i], -tolerance) << "constraint " << i;
        EXPECT_GE(multiplier[i], 0.0) << "constraint " << i;
        EXPECT_LT(std::min(multiplier[i], c[i]), 100.0 * tolerance) << "constraint " << i;
        for (Index e = rows.begin[i]; e < rows.begin[i + 1]; ++e) {
            slope[rows.node[e]] -= multiplier[i] * gradient[e];
            size = std::max(size, std::abs(multiplier[i]));
        }
    }
    for (std::size_t a = 0; a < v.size(); ++a) {
        if (!problem.held.empty() && problem.held[a] != 0) continue;
        EXPECT_LT(slope[a].norm(), 100.0 * tolerance * std::max(1.0, size)) << "node " << a;
    }
}

// What a solver makes of a problem.
struct Answer {
    SolveStatus status = SolveStatus::diverged;
    Vec3Array v;
    std::vector<double> multiplier;
    ConstrainedStepStats stats;
};

inline Answer answer_to(ConstrainedStepKind kind, const StepProblem& problem, const Vec3Array& start,
                        double tolerance = 1e-9)
{
    Answer answer;
    answer.v = start;
    ConstrainedStepSettings settings;
    settings.tolerance = tolerance;
    answer.status =
        make_constrained_step(kind)->solve(problem, settings, answer.v, answer.multiplier, answer.stats);
    return answer;
}

// Interior points stop at lambda c = tolerance, which leaves a weakly pressed constraint open by far more.
constexpr double kInteriorTolerance = 1e-12;

inline void expect_same_as_ipopt(const StepProblem& problem, const Vec3Array& start, const Answer& own)
{
    if (!is_available(ConstrainedStepKind::ipopt)) return;
    const Answer other = answer_to(ConstrainedStepKind::ipopt, problem, start, kInteriorTolerance);
    EXPECT_TRUE(is_usable(other.status)) << to_string(other.status);
    EXPECT_LT(difference(own.v, other.v), 1e-6 * largest(own.v));
}

}  // namespace stiction::testing
