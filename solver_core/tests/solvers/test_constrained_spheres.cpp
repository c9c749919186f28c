// A constrained step with curved constraints, the bottom of a soft block over a bed of spheres; derivatives of that block.

#include "solver_core/tests/solvers/constrained_problems.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stiction {
namespace {

using testing::Answer;
using testing::answer_to;
using testing::expect_optimal;
using testing::expect_same_as_ipopt;
using testing::SoftBlock;

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
        const Answer own = answer_to(ConstrainedStepKind::multipliers, problem, block.start);
        EXPECT_EQ(own.status, SolveStatus::converged);
        expect_optimal(problem, own.v, own.multiplier, 1e-7 * speed);
        EXPECT_GT(*std::max_element(own.multiplier.begin(), own.multiplier.end()), 0.0);
        expect_same_as_ipopt(problem, block.start, own);
    }
}

}  // namespace
}  // namespace stiction
