#include "solver_core/base/error.hpp"
#include "solver_core/math/linear_solver.hpp"
#include "solver_core/tests/support/grid_system.hpp"
#include "solver_core/tests/support/random_spd.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace stiction {
namespace {

using testing::grid_matrix;
using testing::GridSystem;
using testing::random_spd;
using testing::random_vectors;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

constexpr LinearSolverKind kKinds[] = {LinearSolverKind::eigen, LinearSolverKind::pardiso,
                                       LinearSolverKind::interleaved};

RowMatrix as_matrix(const Vec3Array& vectors)
{
    return Eigen::Map<const RowMatrix>(vectors.data()->data(), static_cast<Index>(vectors.size()), 3);
}

Vec3Array solved(const SparseMatrix& p, const Vec3Array& b, LinearSolverKind kind)
{
    Vec3Array x = b;
    SolveScratch scratch;
    factorize(p, kind)->solve(x, scratch);
    return x;
}

std::string failure(const SparseMatrix& p, LinearSolverKind kind)
{
    try {
        factorize(p, kind);
    } catch (const InputError& error) {
        EXPECT_EQ(error.where(), "linear system");
        return error.what();
    }
    return "";
}

class LinearSolver : public ::testing::TestWithParam<LinearSolverKind> {
protected:
    void SetUp() override
    {
        if (!is_available(GetParam())) GTEST_SKIP() << "not part of this build";
    }

    // Backward error and, for matrices small enough, the answer of a dense factorisation.
    static void expect_solution(const SparseMatrix& p, std::uint32_t seed)
    {
        const Index n = static_cast<Index>(p.cols());
        const Vec3Array b = random_vectors(n, seed);
        const RowMatrix right = as_matrix(b);
        const RowMatrix x = as_matrix(solved(p, b, GetParam()));
        EXPECT_LT((p * x - right).norm(), 1e-12 * right.norm());
        if (n > 600) return;
        const RowMatrix dense = Eigen::MatrixXd(p).llt().solve(right);
        EXPECT_LT((x - dense).norm(), 1e-10 * dense.norm());
    }
};

TEST_P(LinearSolver, MatchesDenseOnTinySystems)
{
    for (const Index n : {1, 2, 3, 4, 5, 7, 8, 9, 16, 17}) {
        for (std::uint32_t seed = 1; seed <= 10; ++seed) {
            SCOPED_TRACE("n " + std::to_string(n) + " seed " + std::to_string(seed));
            expect_solution(random_spd(n, 2 * n, 1, seed), seed);
        }
    }
}

TEST_P(LinearSolver, MatchesDenseOnRandomPatterns)
{
    struct Case {
        Index n, links, parts;
    };
    const Case cases[] = {{60, 100, 1},  {199, 300, 1},  {200, 300, 1},
                          {350, 350, 5}, {400, 5000, 1}, {500, 700, 3}};
    for (const Case& c : cases) {
        for (std::uint32_t seed = 1; seed <= 3; ++seed) {
            SCOPED_TRACE("n " + std::to_string(c.n) + " links " + std::to_string(c.links) + " seed " +
                         std::to_string(seed));
            expect_solution(random_spd(c.n, c.links, c.parts, seed), seed);
        }
    }
}

TEST_P(LinearSolver, MatchesDenseOnFullMatrix)
{
    const Eigen::MatrixXd root = Eigen::MatrixXd::Random(70, 70);
    const Eigen::MatrixXd full = root * root.transpose() + Eigen::MatrixXd::Identity(70, 70);
    expect_solution(full.sparseView(), 4);
}

TEST_P(LinearSolver, DividesByDiagonal)
{
    constexpr Index kNodes = 5000;
    const SparseMatrix p = random_spd(kNodes, 0, 1, 3);
    const Vec3Array b = random_vectors(kNodes, 5);
    const Vec3Array x = solved(p, b, GetParam());
    for (Index i = 0; i < kNodes; ++i) EXPECT_LT((x[i] * p.coeff(i, i) - b[i]).norm(), 1e-14) << i;
}

TEST_P(LinearSolver, SolvesSheets)
{
    for (const auto& [nx, ny] : {std::pair<Index, Index>{1, 40}, {2, 2}, {20, 20}, {7, 61}, {60, 50}}) {
        SCOPED_TRACE(std::to_string(nx) + " x " + std::to_string(ny));
        GridSystem grid;
        grid.nx = nx;
        grid.ny = ny;
        expect_solution(grid_matrix(grid), 6);
        grid.bending = 0.0;
        expect_solution(grid_matrix(grid), 7);
    }
}

TEST_P(LinearSolver, SolvesStar)
{
    // A hub linked to everybody: one dense row, and a tree with thousands of leaves under one parent.
    constexpr Index kNodes = 3000;
    std::vector<Eigen::Triplet<double, Index>> entries;
    for (Index i = 0; i < kNodes; ++i) {
        entries.emplace_back(i, i, 2.0 * kNodes);
        if (i == 0) continue;
        entries.emplace_back(i, 0, -1.0);
        entries.emplace_back(0, i, -1.0);
    }
    SparseMatrix p(kNodes, kNodes);
    p.setFromTriplets(entries.begin(), entries.end());
    expect_solution(p, 8);
}

TEST_P(LinearSolver, SolvesChain)
{
    // The deepest tree there is.
    expect_solution(grid_matrix({20000, 1}), 9);
}

TEST_P(LinearSolver, AcceptsEmptySystem)
{
    Vec3Array x = solved(SparseMatrix(0, 0), {}, GetParam());
    EXPECT_TRUE(x.empty());
}

TEST_P(LinearSolver, KeepsScratchAcrossSystems)
{
    SolveScratch scratch;
    for (const Index n : {300, 10, 500, 40}) {
        const SparseMatrix p = random_spd(n, 2 * n, 1, 11);
        const Vec3Array b = random_vectors(n, 12);
        Vec3Array x = b;
        factorize(p, GetParam())->solve(x, scratch);
        EXPECT_LT((p * as_matrix(x) - as_matrix(b)).norm(), 1e-12 * as_matrix(b).norm()) << n;
    }
}

TEST_P(LinearSolver, TellsItsNameAndSize)
{
    const SparseMatrix p = grid_matrix({30, 30});
    const auto solver = factorize(p, GetParam());
    EXPECT_EQ(solver->size(), 900);
    // At least the lower triangle of P, less than a dense one.
    EXPECT_GE(solver->factor_entries(), (p.nonZeros() + 900) / 2);
    EXPECT_LT(solver->factor_entries(), 900 * 901 / 2);
    EXPECT_GT(std::string(solver->name()).size(), 3U);
}

TEST_P(LinearSolver, RefusesNegativePivot)
{
    // Node 17 is linked to nobody, so it is the one to blame, whatever the order.
    SparseMatrix p = random_spd(17, 60, 1, 2);
    p.conservativeResize(18, 18);
    p.insert(17, 17) = -3.0;
    p.makeCompressed();
    const std::string message = failure(p, GetParam());
    EXPECT_NE(message.find("pivot of node 17"), std::string::npos) << message;
    EXPECT_NE(message.find("a zero mass or negative stiffness?"), std::string::npos) << message;
}

TEST_P(LinearSolver, RefusesIndefiniteSheet)
{
    GridSystem grid;
    grid.stretch = -500.0;
    EXPECT_NE(failure(grid_matrix(grid), GetParam()).find("not positive definite"), std::string::npos);
}

TEST_P(LinearSolver, RefusesRectangle)
{
    EXPECT_NE(failure(SparseMatrix(3, 4), GetParam()).find("3 rows and 4 columns"), std::string::npos);
}

std::string kind_name(const ::testing::TestParamInfo<LinearSolverKind>& info)
{
    const char* names[] = {"automatic", "eigen", "pardiso", "interleaved"};
    return names[static_cast<int>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(AllKinds, LinearSolver, ::testing::ValuesIn(kKinds), kind_name);

TEST(LinearSolverKinds, AgreeOnSheet)
{
    const SparseMatrix p = grid_matrix({77, 77});
    const Vec3Array b = random_vectors(77 * 77, 13);
    const RowMatrix reference = as_matrix(solved(p, b, LinearSolverKind::eigen));
    for (const LinearSolverKind kind : kKinds) {
        if (!is_available(kind)) continue;
        EXPECT_LT((as_matrix(solved(p, b, kind)) - reference).norm(), 1e-10 * reference.norm());
    }
}

TEST(LinearSolverKinds, AutomaticIsInterleaved)
{
    EXPECT_STREQ(factorize(random_spd(5, 5, 1, 1), LinearSolverKind::automatic)->name(), "interleaved");
}

// A free sheet without mass is singular: the last pivot is rounding noise of either sign.
TEST(LinearSolverKinds, RefuseSheetWithoutMass)
{
    GridSystem grid;
    grid.density = 0.0;
    for (const LinearSolverKind kind : {LinearSolverKind::eigen, LinearSolverKind::interleaved}) {
        EXPECT_NE(failure(grid_matrix(grid), kind).find("pivot of node"), std::string::npos);
    }
}

TEST(LinearSolverKinds, RefuseNaN)
{
    SparseMatrix p = random_spd(40, 90, 1, 3);
    p.coeffRef(7, 7) = std::numeric_limits<double>::quiet_NaN();
    for (const LinearSolverKind kind : {LinearSolverKind::eigen, LinearSolverKind::interleaved}) {
        EXPECT_NE(failure(p, kind).find("not positive definite"), std::string::npos);
    }
}

TEST(LinearSolverKinds, MissingPardisoNamesTheOthers)
{
    if (is_available(LinearSolverKind::pardiso)) GTEST_SKIP() << "linked in this build";
    EXPECT_NE(failure(random_spd(5, 5, 1, 1), LinearSolverKind::pardiso).find("interleaved"),
              std::string::npos);
}

}  // namespace
}  // namespace stiction
