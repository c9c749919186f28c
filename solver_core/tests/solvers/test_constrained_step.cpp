// A time step under constraints: conditions of optimality on random problems, the own solver against Ipopt, infeasible
// starts and constraints, held nodes, warm starts, same bits.

#include "solver_core/base/parallel.hpp"
#include "solver_core/solvers/constrained_step.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"
#include "solver_core/tests/support/random_spd.hpp"
#include "solver_core/tests/support/soft_block.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace stiction {
namespace {

using testing::SoftBlock;

double largest(const Vec3Array& values)
{
    double most = 0.0;
    for (const Vec3& v : values) most = std::max(most, v.cwiseAbs().maxCoeff());
    return most;
}

double difference(const Vec3Array& a, const Vec3Array& b)
{
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).cwiseAbs().maxCoeff());
    return most;
}

// 1/2 v^T A v - a . v with a random sparse A.
class RandomQuadratic final : public StepObjective {
public:
    RandomQuadratic(Index nodes, std::uint32_t seed)
        : whole(testing::random_spd(3 * nodes, 9 * nodes, 1, seed)),
          linear(testing::random_vectors(nodes, seed + 1))
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
LinearConstraints random_rows(Index nodes, Index count, Index width, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::uniform_int_distribution<Index> pick(0, nodes - 1);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    const Vec3Array inside = testing::random_vectors(nodes, seed + 7);
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

// Stationarity, feasibility, signs and complementarity, each against the size of what it is made of.
void expect_optimal(const StepProblem& problem, const Vec3Array& v, const std::vector<double>& multiplier,
                    double tolerance)
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

struct Answer {
    SolveStatus status = SolveStatus::diverged;
    Vec3Array v;
    std::vector<double> multiplier;
    ConstrainedStepStats stats;
};

Answer solve(ConstrainedStepKind kind, const StepProblem& problem, const Vec3Array& start,
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

void expect_same_as_ipopt(const StepProblem& problem, const Vec3Array& start, const Answer& own)
{
    if (!is_available(ConstrainedStepKind::ipopt)) return;
    const Answer other = solve(ConstrainedStepKind::ipopt, problem, start, kInteriorTolerance);
    EXPECT_TRUE(is_usable(other.status)) << to_string(other.status);
    EXPECT_LT(difference(own.v, other.v), 1e-6 * largest(own.v));
}

TEST(ConstrainedStep, RandomQuadraticsAreOptimal)
{
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Index nodes = 10 + 5 * static_cast<Index>(seed);
        const RandomQuadratic objective(nodes, seed);
        const LinearConstraints rows =
            random_rows(nodes, nodes, 1 + static_cast<Index>(seed) % 4, 100 + seed);
        StepProblem problem;
        problem.objective = &objective;
        problem.constraints = &rows;
        const Vec3Array impulse = testing::random_vectors(nodes, 50 + seed);
        problem.impulse = impulse;
        const Vec3Array start(static_cast<std::size_t>(nodes), Vec3::Zero());
        const Answer own = solve(ConstrainedStepKind::multipliers, problem, start);
        EXPECT_EQ(own.status, SolveStatus::converged);
        expect_optimal(problem, own.v, own.multiplier, 1e-7);
        expect_same_as_ipopt(problem, start, own);
        // From somewhere else, far outside: the same minimum.
        Vec3Array far = testing::random_vectors(nodes, 9 * seed);
        for (Vec3& v : far) v *= 100.0;
        const Answer again = solve(ConstrainedStepKind::multipliers, problem, far);
        EXPECT_EQ(again.status, SolveStatus::converged);
        EXPECT_LT(difference(own.v, again.v), 1e-6 * largest(own.v));
    }
}

TEST(ConstrainedStep, NoConstraintsIsALinearSolve)
{
    const RandomQuadratic objective(20, 3);
    StepProblem problem;
    problem.objective = &objective;
    const Vec3Array start(20, Vec3::Zero());
    const Answer own = solve(ConstrainedStepKind::multipliers, problem, start);
    EXPECT_EQ(own.status, SolveStatus::converged);
    EXPECT_EQ(own.stats.factorizations, 1);
    const Eigen::Map<const Eigen::VectorXd> a(objective.linear[0].data(), 60);
    const Eigen::VectorXd expected = Eigen::MatrixXd(objective.whole).llt().solve(a);
    EXPECT_LT((Eigen::Map<const Eigen::VectorXd>(own.v[0].data(), 60) - expected).norm(),
              1e-9 * expected.norm());
}

TEST(ConstrainedStep, RedundantConstraintsChangeNothing)
{
    const RandomQuadratic objective(25, 4);
    const LinearConstraints once = random_rows(25, 30, 2, 8);
    LinearConstraints thrice = once;
    for (int copy = 0; copy < 2; ++copy) {
        for (Index i = 0; i < once.row.count(); ++i) {
            for (Index e = once.row.begin[i]; e < once.row.begin[i + 1]; ++e) {
                thrice.row.node.push_back(once.row.node[e]);
                thrice.gradient.push_back(2.0 * once.gradient[e]);
            }
            thrice.row.begin.push_back(static_cast<Index>(thrice.row.node.size()));
            thrice.offset.push_back(2.0 * once.offset[i]);
        }
    }
    StepProblem problem;
    problem.objective = &objective;
    problem.constraints = &once;
    const Vec3Array start(25, Vec3::Zero());
    const Answer first = solve(ConstrainedStepKind::multipliers, problem, start);
    problem.constraints = &thrice;
    const Answer second = solve(ConstrainedStepKind::multipliers, problem, start);
    EXPECT_EQ(second.status, SolveStatus::converged)
        << second.stats.iterations << " iterations, " << second.stats.multiplier_updates
        << " updates, violation " << second.stats.violation << ", step residual "
        << second.stats.stationarity;
    EXPECT_LT(difference(first.v, second.v), 1e-7 * largest(first.v));
}

TEST(ConstrainedStep, ContradictionsAreNamed)
{
    const RandomQuadratic objective(10, 5);
    LinearConstraints rows;
    rows.row.node = {2, 4, 4};
    rows.row.begin = {0, 1, 2, 3};
    rows.gradient = {Vec3::UnitX(), Vec3::UnitZ(), -Vec3::UnitZ()};
    rows.offset = {0.5, -1.0, -1.0};  // v_z >= 1 and v_z <= -1
    StepProblem problem;
    problem.objective = &objective;
    problem.constraints = &rows;
    const Answer own = solve(ConstrainedStepKind::multipliers, problem, Vec3Array(10, Vec3::Zero()));
    EXPECT_EQ(own.status, SolveStatus::diverged);
    EXPECT_TRUE(own.stats.infeasible);
    EXPECT_TRUE(own.stats.worst_constraint == 1 || own.stats.worst_constraint == 2);
    EXPECT_NEAR(own.stats.violation, 1.0, 0.1);
    for (const Vec3& v : own.v) EXPECT_TRUE(v.allFinite());
}

TEST(ConstrainedStep, ABudgetIsKept)
{
    const RandomQuadratic objective(40, 6);
    const LinearConstraints rows = random_rows(40, 40, 3, 9);
    StepProblem problem;
    problem.objective = &objective;
    problem.constraints = &rows;
    ConstrainedStepSettings settings;
    settings.max_iterations = 1;
    Vec3Array v(40, Vec3::Constant(100.0));
    std::vector<double> multiplier;
    ConstrainedStepStats stats;
    const auto own = make_constrained_step(ConstrainedStepKind::multipliers);
    EXPECT_EQ(own->solve(problem, settings, v, multiplier, stats), SolveStatus::reached_budget);
    EXPECT_EQ(stats.iterations, 1);
    EXPECT_GT(stats.violation, 0.0);
    EXPECT_GE(stats.worst_constraint, 0);
}

// Points outside spheres: c_i = (|x + h v - o| - R) / h.
class OutsideSpheres final : public StepConstraints {
public:
    ConstraintRows row;
    Vec3Array x;  // of every node
    Vec3Array centre;
    double radius = 1.0;
    double h = 0.01;

    const ConstraintRows& rows() const override { return row; }
    bool is_linear() const override { return false; }
    void evaluate(Span<const Vec3> v, Span<double> c, Span<Vec3> gradient) const override
    {
        for (Index i = 0; i < row.count(); ++i) {
            const Vec3 d = x[row.node[i]] + h * v[row.node[i]] - centre[i];
            c[i] = (d.norm() - radius) / h;
            gradient[i] = d.normalized();
        }
    }
    void hessian(Index i, Span<const Vec3> v, Eigen::Ref<Eigen::MatrixXd> block) const override
    {
        const Vec3 d = x[row.node[i]] + h * v[row.node[i]] - centre[i];
        const Vec3 n = d.normalized();
        block = (h / d.norm()) * (Mat3::Identity() - n * n.transpose());
    }
};

// The bottom of a block over a bed of spheres.
OutsideSpheres bed_of_spheres(const SoftBlock& block, Index side, double d)
{
    OutsideSpheres bed;
    bed.x = block.x;
    bed.h = block.h;
    bed.radius = 3.0 * d;
    for (Index a = 0; a < side * side; ++a) {
        bed.row.node.push_back(a);
        bed.row.begin.push_back(a + 1);
        bed.centre.push_back(
            Vec3(block.x[a].x() + 0.4 * d * std::sin(a), block.x[a].y() + 0.5 * d, -3.0 * d));
    }
    return bed;
}

TEST(ConstrainedStep, DerivativesOfTheTestProblems)
{
    SoftBlock block(3, 3, 3, 0.1, 1e5, 1000.0);
    const Vec3Array v = testing::random_vectors(block.nodes(), 2);
    Vec3Array gradient(v.size());
    block.gradient(v, gradient);
    tests::check_gradient([&](const Vec3Array& at) { return block.value(at); }, gradient, v, 1e-5, 1e-7);
    // Hessian times a direction against differences of the gradient.
    std::vector<double> values(static_cast<std::size_t>(block.pattern().nonZeros()));
    block.hessian(v, HessianKind::exact, values);
    SparseMatrix k = block.pattern();
    std::copy(values.begin(), values.end(), k.valuePtr());
    const Vec3Array d = testing::random_vectors(block.nodes(), 3);
    const Eigen::Map<const Eigen::VectorXd> flat(d[0].data(), k.cols());
    const Eigen::VectorXd product = k.selfadjointView<Eigen::Lower>() * flat;
    Vec3Array up(v.size()), down(v.size()), moved(v.size());
    for (std::size_t a = 0; a < v.size(); ++a) moved[a] = v[a] + 1e-5 * d[a];
    block.gradient(moved, up);
    for (std::size_t a = 0; a < v.size(); ++a) moved[a] = v[a] - 1e-5 * d[a];
    block.gradient(moved, down);
    for (std::size_t a = 0; a < v.size(); ++a) {
        const Vec3 expected = (up[a] - down[a]) / 2e-5;
        EXPECT_LT((product.segment<3>(3 * static_cast<Index>(a)) - expected).norm(), 1e-6 * product.norm());
    }
}

TEST(ConstrainedStep, NonlinearConstraintsAsIpopt)
{
    for (const double speed : {0.3, 3.0}) {
        SCOPED_TRACE("speed " + std::to_string(speed));
        SoftBlock block(5, 5, 3, 0.05, 2e4, 1000.0);
        for (std::size_t a = 0; a < block.start.size(); ++a)
            block.start[a] = speed * (Vec3(0.5, 0.0, -1.0) + 0.1 * Vec3(std::sin(a), std::cos(a), 0.0));
        const OutsideSpheres bed = bed_of_spheres(block, 5, 0.05);
        StepProblem problem;
        problem.objective = &block;
        problem.constraints = &bed;
        const Answer own = solve(ConstrainedStepKind::multipliers, problem, block.start);
        EXPECT_EQ(own.status, SolveStatus::converged);
        expect_optimal(problem, own.v, own.multiplier, 1e-7 * speed);
        EXPECT_GT(*std::max_element(own.multiplier.begin(), own.multiplier.end()), 0.0);
        expect_same_as_ipopt(problem, block.start, own);
    }
}

LinearConstraints ground_below(const SoftBlock& block, Index nodes, double depth)
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

TEST(ConstrainedStep, ABlockThatStartsInTheGroundIsPushedOut)
{
    SoftBlock block(5, 5, 5, 0.05, 1e5, 1000.0);
    for (Vec3& v : block.start) v = Vec3(1.0, 0.0, -2.0);
    const LinearConstraints ground = ground_below(block, 25, 0.01);
    StepProblem problem;
    problem.objective = &block;
    problem.constraints = &ground;
    const Answer own = solve(ConstrainedStepKind::multipliers, problem, block.start);
    EXPECT_EQ(own.status, SolveStatus::converged);
    EXPECT_LT(own.stats.violation, 1e-8);
    expect_optimal(problem, own.v, own.multiplier, 1e-7);
    expect_same_as_ipopt(problem, block.start, own);
}

TEST(ConstrainedStep, HeldNodesKeepTheirVelocityToTheBit)
{
    SoftBlock block(4, 4, 4, 0.05, 1e5, 1000.0);
    for (Vec3& v : block.start) v = Vec3(0.0, 0.3, -1.0);
    const LinearConstraints ground = ground_below(block, 16, 0.001);
    std::vector<char> held(block.x.size(), 0);
    Vec3Array start = block.start;
    for (std::size_t a = 48; a < 64; ++a) {
        held[a] = 1;
        start[a] = Vec3(0.1 / 3.0, 0.0, -0.7);
    }
    held[3] = 1;  // a held node in contact: its own constraint has nobody to move
    start[3] = Vec3::Zero();
    StepProblem problem;
    problem.objective = &block;
    problem.constraints = &ground;
    problem.held = held;
    const Answer own = solve(ConstrainedStepKind::multipliers, problem, start);
    EXPECT_EQ(own.status, SolveStatus::converged);
    for (std::size_t a = 0; a < held.size(); ++a) {
        if (held[a] == 0) continue;
        EXPECT_EQ(own.v[a], start[a]);
    }
    EXPECT_EQ(own.multiplier[3], 0.0);
    expect_same_as_ipopt(problem, start, own);
}

TEST(ConstrainedStep, InfiniteEnergiesAreBackedAwayFrom)
{
    SoftBlock block(4, 4, 4, 0.05, 1e4, 1000.0);
    for (std::size_t a = 0; a < block.start.size(); ++a)
        block.start[a] = a % 2 == 0 ? Vec3(0.0, 0.0, -20.0) : Vec3(5.0, 0.0, 20.0);
    ASSERT_FALSE(std::isfinite(block.value(block.start)));
    const LinearConstraints ground = ground_below(block, 16, 0.001);
    StepProblem problem;
    problem.objective = &block;
    problem.constraints = &ground;
    const Answer own = solve(ConstrainedStepKind::multipliers, problem, block.start);
    EXPECT_EQ(own.status, SolveStatus::converged);
    EXPECT_TRUE(own.stats.start_backed_off);
    EXPECT_TRUE(std::isfinite(block.value(own.v)));
    expect_optimal(problem, own.v, own.multiplier, 1e-6);
    // A held motion that inverts elements leaves nothing to start from.
    std::vector<char> held(block.x.size(), 1);
    problem.held = held;
    EXPECT_EQ(solve(ConstrainedStepKind::multipliers, problem, block.start).status, SolveStatus::diverged);
}

TEST(ConstrainedStep, WarmStartsSaveWorkAndNothingIsAnalysedTwice)
{
    SoftBlock block(6, 6, 5, 0.05, 1e5, 1000.0);
    for (Vec3& v : block.start) v = Vec3(0.2, 0.0, -1.0);
    LinearConstraints ground = ground_below(block, 36, 0.0005);
    StepProblem problem;
    problem.objective = &block;
    problem.constraints = &ground;
    const auto pool = make_executor(1);
    const ExecutorScope scope(pool.get());
    const auto own = make_constrained_step(ConstrainedStepKind::multipliers);
    const ConstrainedStepSettings settings;
    Vec3Array v = block.start;
    std::vector<double> multiplier;
    ConstrainedStepStats cold, warm;
    EXPECT_EQ(own->solve(problem, settings, v, multiplier, cold), SolveStatus::converged);
    EXPECT_EQ(cold.analyses, 1);
    const std::int64_t before = testing::allocation_count();
    for (Vec3& start : block.start) start *= 1.001;
    EXPECT_EQ(own->solve(problem, settings, v, multiplier, warm), SolveStatus::converged);
    EXPECT_EQ(testing::allocation_count(), before);
    EXPECT_EQ(warm.analyses, 0);
    EXPECT_LE(warm.factorizations, cold.factorizations);
    EXPECT_LE(warm.iterations, cold.iterations);
}

TEST(ConstrainedStep, SameBitsOnAnyNumberOfThreadsAndAnswersWithAnyFactor)
{
    SoftBlock block(9, 9, 9, 0.05, 1e5, 1000.0);
    for (Vec3& v : block.start) v = Vec3(0.2, 0.0, -1.0);
    const LinearConstraints ground = ground_below(block, 81, 0.0005);
    StepProblem problem;
    problem.objective = &block;
    problem.constraints = &ground;
    Answer first;
    for (const int threads : {1, 2, 4}) {
        const auto pool = make_executor(threads);
        const ExecutorScope scope(pool.get());
        const Answer own = solve(ConstrainedStepKind::multipliers, problem, block.start);
        if (threads == 1) first = own;
        EXPECT_EQ(difference(first.v, own.v), 0.0);
    }
    for (const SparseFactorKind kind : {SparseFactorKind::eigen, SparseFactorKind::pardiso}) {
        if (!is_available(kind)) continue;
        ConstrainedStepSettings settings;
        settings.factor = kind;
        Vec3Array v = block.start;
        std::vector<double> multiplier;
        ConstrainedStepStats stats;
        const auto own = make_constrained_step(ConstrainedStepKind::multipliers);
        EXPECT_EQ(own->solve(problem, settings, v, multiplier, stats), SolveStatus::converged);
        EXPECT_LT(difference(first.v, v), 1e-8 * largest(v));
    }
}

}  // namespace
}  // namespace stiction
