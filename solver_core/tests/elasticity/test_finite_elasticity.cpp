#include "solver_core/base/parallel.hpp"
#include "solver_core/elasticity/finite_elasticity.hpp"
#include "solver_core/elasticity/rayleigh_damping.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/tests/elasticity/element_checks.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace stiction {
namespace {

struct Body {
    FiniteElasticity elasticity;
    Vec3Array rest;
};

// Every kind of element: two boxes of tets with materials that change from tet to tet, two sheets, one of which is curved and
// shares its first node with nobody, and one node that belongs to no element.
Body mixed_body(Index cells)
{
    FiniteTerms terms;
    Vec3Array rest;
    const auto place = [&](const Vec3Array& positions, double shift) {
        const auto first = static_cast<Index>(rest.size());
        for (const Vec3& p : positions) rest.push_back(p + shift * Vec3::UnitX());
        return first;
    };
    const TetMesh box = box_tets(Vec3(0.4, 0.3, 0.5), {cells, 2, 2});
    std::vector<Lame> graded;
    for (std::size_t e = 0; e < box.tets.size(); ++e)
        graded.push_back(solid_lame(1e4 + 10.0 * static_cast<double>(e), 0.3));
    append_tets(terms.stable, box.positions, box.tets, place(box.positions, 0.0), graded);
    append_tets(terms.classic, box.positions, box.tets, place(box.positions, 1.0), graded);

    const SurfaceMesh tube = tube_surface(0.3, 0.2, 0.5, 12);
    const auto tube_nodes = static_cast<Index>(tube.positions.size());
    const Index tube_first = place(tube.positions, 2.0);
    append_membrane(terms.membrane, tube.positions, tube.triangles, tube_first,
                    std::vector<Lame>{sheet_lame(50.0, 0.3)});
    append_hinges(terms.bend, build_surface_topology(tube_nodes, tube.triangles), tube.positions, tube_first,
                  0.2, false);

    const SurfaceMesh sheet = grid_surface(1.0, 0.7, cells, 4, GridCut::irregular, 3);
    const Index sheet_first = place(sheet.positions, 3.0);
    append_orthotropic(terms.orthotropic, sheet.positions, sheet.triangles, sheet_first,
                       std::vector<OrthotropicStiffness>{{80.0, 40.0, 0.2, 9.0}},
                       Vec3Array{Vec3(1.0, 0.0, 0.4)});
    append_hinges(terms.bend,
                  build_surface_topology(static_cast<Index>(sheet.positions.size()), sheet.triangles),
                  sheet.positions, sheet_first, 0.1, true);
    rest.push_back(Vec3(9.0, 9.0, 9.0));
    const auto count = static_cast<Index>(rest.size());
    return {FiniteElasticity(std::move(terms), count), rest};
}

Vec3Array shaken(const Vec3Array& x, double amount, unsigned seed)
{
    std::mt19937 random(seed);
    Vec3Array moved = x;
    for (Vec3& p : moved) p += tests::random_vector(random, amount);
    return moved;
}

Vec3Array gradient_of(const FiniteElasticity& elasticity, const Vec3Array& x)
{
    FiniteElasticityWorkspace workspace;
    Vec3Array g(x.size(), Vec3::Zero());
    elasticity.add_gradient(x, g, workspace);
    return g;
}

std::vector<double> values_of(const FiniteElasticity& elasticity, const Vec3Array& x, HessianKind kind)
{
    FiniteElasticityWorkspace workspace;
    std::vector<double> values(static_cast<std::size_t>(elasticity.pattern().nonZeros()), -7.0);
    elasticity.hessian(x, kind, values, workspace);
    return values;
}

// Both triangles, dense.
Eigen::MatrixXd dense(const FiniteElasticity& elasticity, const std::vector<double>& values)
{
    SparseMatrix matrix = elasticity.pattern();
    std::copy(values.begin(), values.end(), matrix.valuePtr());
    const Eigen::MatrixXd lower(matrix);
    return lower.selfadjointView<Eigen::Lower>();
}

// The slow twin: one element after the other into a dense matrix.
template <class Terms>
void add_plainly(const Terms& terms, const Vec3Array& x, HessianKind kind, Eigen::MatrixXd& sum)
{
    std::vector<Mat3> block(static_cast<std::size_t>(blocks_of(Terms::kCorners)));
    for (Index e = 0; e < terms.size(); ++e) {
        hessian(terms, x, e, e + 1, kind, block);
        for (Index a = 0; a < Terms::kCorners; ++a) {
            for (Index b = 0; b <= a; ++b) {
                const Index i = terms.nodes[e][a], j = terms.nodes[e][b];
                sum.block<3, 3>(3 * i, 3 * j) += block[block_of(a, b)];
                if (a != b) sum.block<3, 3>(3 * j, 3 * i) += block[block_of(a, b)].transpose();
            }
        }
    }
}

TEST(FiniteElasticity, PatternIsTheLowerTriangleSortedWithEveryDiagonal)
{
    const Body body = mixed_body(3);
    const SparseMatrix& pattern = body.elasticity.pattern();
    ASSERT_EQ(pattern.rows(), 3 * static_cast<Index>(body.rest.size()));
    EXPECT_TRUE(pattern.isCompressed());
    for (Index c = 0; c < pattern.cols(); ++c) {
        Index last = c - 1;
        for (SparseMatrix::InnerIterator it(pattern, c); it; ++it) {
            if (last == c - 1) {
                EXPECT_EQ(it.row(), c);
            }
            EXPECT_GT(it.row(), last);
            last = static_cast<Index>(it.row());
        }
        EXPECT_GE(last, c);
    }
}

TEST(FiniteElasticity, HessianIsThePlainSumOfElements)
{
    const Body body = mixed_body(3);
    const Vec3Array x = shaken(body.rest, 0.02, 5);
    const FiniteTerms& terms = body.elasticity.terms();
    for (const HessianKind kind : {HessianKind::exact, HessianKind::positive}) {
        Eigen::MatrixXd plain =
            Eigen::MatrixXd::Zero(body.elasticity.pattern().rows(), body.elasticity.pattern().rows());
        add_plainly(terms.stable, x, kind, plain);
        add_plainly(terms.classic, x, kind, plain);
        add_plainly(terms.membrane, x, kind, plain);
        add_plainly(terms.orthotropic, x, kind, plain);
        add_plainly(terms.bend, x, kind, plain);
        const Eigen::MatrixXd found = dense(body.elasticity, values_of(body.elasticity, x, kind));
        EXPECT_LT((found - plain).cwiseAbs().maxCoeff(), 1e-14 * plain.cwiseAbs().maxCoeff());
        if (kind == HessianKind::positive) tests::check_positive(found);
    }
}

TEST(FiniteElasticity, DerivativesAndBalance)
{
    const Body body = mixed_body(2);
    const Vec3Array x = shaken(body.rest, 0.02, 6);
    const Vec3Array g = gradient_of(body.elasticity, x);
    std::vector<double> partial;
    tests::check_gradient([&](const Vec3Array& y) { return body.elasticity.energy(y, partial); }, g, x, 1e-6,
                          1e-6);
    tests::check_hessian([&](const Vec3Array& y) { return gradient_of(body.elasticity, y); },
                         dense(body.elasticity, values_of(body.elasticity, x, HessianKind::exact)), x, 1e-6,
                         1e-6);
    tests::check_balance(x, g);
    EXPECT_EQ(g.back(), Vec3::Zero());
}

TEST(FiniteElasticity, GradientIsAddedAndRestIsFree)
{
    const Body body = mixed_body(2);
    FiniteElasticityWorkspace workspace;
    std::vector<double> partial;
    Vec3Array g(body.rest.size(), Vec3(1.0, 2.0, 3.0));
    body.elasticity.add_gradient(body.rest, g, workspace);
    for (const Vec3& f : g) EXPECT_LT((f - Vec3(1.0, 2.0, 3.0)).norm(), 1e-10);
    EXPECT_LT(std::abs(body.elasticity.energy(body.rest, partial)), 1e-10);
}

TEST(FiniteElasticity, OneInvertedTetMakesTheEnergyInfinite)
{
    const Body body = mixed_body(2);
    std::vector<double> partial;
    Vec3Array x = body.rest;
    const Tet& stable = body.elasticity.terms().stable.nodes[3];
    x[stable[0]] += 3.0 * (x[stable[1]] - x[stable[0]]) + 3.0 * (x[stable[2]] - x[stable[0]]) +
                    3.0 * (x[stable[3]] - x[stable[0]]);
    EXPECT_TRUE(std::isfinite(body.elasticity.energy(x, partial)));
    const Tet& classic = body.elasticity.terms().classic.nodes[3];
    x[classic[0]] += 3.0 * (x[classic[1]] - x[classic[0]]) + 3.0 * (x[classic[2]] - x[classic[0]]) +
                     3.0 * (x[classic[3]] - x[classic[0]]);
    EXPECT_EQ(body.elasticity.energy(x, partial), std::numeric_limits<double>::infinity());
}

// Enough elements for several chunks of every loop.
TEST(FiniteElasticity, SameBitsForAnyNumberOfThreads)
{
    const Body body = mixed_body(60);
    const Vec3Array x = shaken(body.rest, 0.001, 7);
    std::vector<double> first_values;
    Vec3Array first_gradient, first_product;
    double first_energy = 0.0;
    for (const int threads : {1, 2, 5}) {
        const auto mine = make_executor(threads);
        const ExecutorScope scope(mine.get());
        std::vector<double> partial;
        const double e = body.elasticity.energy(x, partial);
        const Vec3Array g = gradient_of(body.elasticity, x);
        const std::vector<double> values = values_of(body.elasticity, x, HessianKind::positive);
        Vec3Array product(x.size(), Vec3::Zero());
        body.elasticity.multiply(values, x, 1.0, product);
        if (threads == 1) {
            first_energy = e;
            first_gradient = g;
            first_values = values;
            first_product = product;
        }
        EXPECT_EQ(e, first_energy);
        EXPECT_EQ(std::memcmp(g.data(), first_gradient.data(), g.size() * sizeof(Vec3)), 0) << threads;
        EXPECT_EQ(std::memcmp(values.data(), first_values.data(), values.size() * sizeof(double)), 0)
            << threads;
        EXPECT_EQ(std::memcmp(product.data(), first_product.data(), product.size() * sizeof(Vec3)), 0)
            << threads;
    }
}

// More element blocks than are kept at a time: the sum over all batches is the derivative of the gradient.
TEST(FiniteElasticity, HessianOfManyElementsIsTheGradientsDerivative)
{
    const Body body = mixed_body(300);
    const Vec3Array x = shaken(body.rest, 1e-4, 10);
    const Vec3Array p = shaken(Vec3Array(x.size(), Vec3::Zero()), 1.0, 11);
    ASSERT_GT(10 * (body.elasticity.terms().stable.size() + body.elasticity.terms().classic.size()), 100000);
    constexpr double kShift = 1e-7;
    Vec3Array ahead = x, behind = x, product(x.size(), Vec3::Zero());
    for (std::size_t i = 0; i < x.size(); ++i) {
        ahead[i] += kShift * p[i];
        behind[i] -= kShift * p[i];
    }
    const Vec3Array g_ahead = gradient_of(body.elasticity, ahead),
                    g_behind = gradient_of(body.elasticity, behind);
    body.elasticity.multiply(values_of(body.elasticity, x, HessianKind::exact), p, 1.0, product);
    double error = 0.0, size = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        error += ((g_ahead[i] - g_behind[i]) / (2.0 * kShift) - product[i]).squaredNorm();
        size += product[i].squaredNorm();
    }
    EXPECT_LT(std::sqrt(error), 1e-5 * std::sqrt(size));
}

TEST(FiniteElasticity, AllocatesNothingOnceWarm)
{
    const Body body = mixed_body(20);
    const Vec3Array x = shaken(body.rest, 0.005, 7);
    const std::vector<double> mass(x.size(), 0.1);
    const std::vector<RayleighCoefficients> coefficients = {{0.1, 0.01}};
    FiniteElasticityWorkspace workspace;
    RayleighDamping damping;
    std::vector<double> partial, values(static_cast<std::size_t>(body.elasticity.pattern().nonZeros()));
    Vec3Array g(x.size(), Vec3::Zero()), product;
    const auto mine = make_executor(1);
    const ExecutorScope scope(mine.get());
    std::int64_t before = 0;
    for (int round = 0; round < 2; ++round) {
        before = testing::allocation_count();
        body.elasticity.energy(x, partial);
        body.elasticity.add_gradient(x, g, workspace);
        body.elasticity.hessian(x, HessianKind::exact, values, workspace);
        body.elasticity.hessian(x, HessianKind::positive, values, workspace);
        damping.freeze(body.elasticity, x, mass, coefficients, workspace);
        damping.add_hessian(0.01, values);
        damping.energy(x, 0.01, product);
    }
    EXPECT_EQ(testing::allocation_count() - before, 0);
}

TEST(FiniteElasticity, WithoutElementsThereIsADiagonal)
{
    const FiniteElasticity none(FiniteTerms{}, 2);
    EXPECT_EQ(none.pattern().nonZeros(), 12);
    const Vec3Array x(2, Vec3::Zero());
    for (const double value : values_of(none, x, HessianKind::exact)) EXPECT_EQ(value, 0.0);
}

TEST(RayleighDamping, MatrixIsAlphaMassPlusBetaStiffness)
{
    const Body body = mixed_body(2);
    const Vec3Array x = shaken(body.rest, 0.02, 8);
    const Vec3Array v = shaken(Vec3Array(x.size(), Vec3::Zero()), 1.0, 9);
    std::vector<double> mass;
    for (std::size_t i = 0; i < x.size(); ++i) mass.push_back(0.1 + 0.01 * static_cast<double>(i));
    const RayleighCoefficients coefficients{0.3, 0.02};
    FiniteElasticityWorkspace workspace;
    RayleighDamping damping;
    damping.freeze(body.elasticity, x, mass, std::vector<RayleighCoefficients>{coefficients}, workspace);

    const std::vector<double> positive = values_of(body.elasticity, x, HessianKind::positive);
    Eigen::MatrixXd d = coefficients.beta * dense(body.elasticity, positive);
    for (std::size_t i = 0; i < x.size(); ++i)
        d.diagonal().segment<3>(3 * static_cast<Index>(i)).array() += coefficients.alpha * mass[i];
    std::vector<double> values(positive.size(), 1.0);
    damping.add_hessian(2.0, values);
    for (double& value : values) value = 0.5 * (value - 1.0);
    EXPECT_LT((dense(body.elasticity, values) - d).cwiseAbs().maxCoeff(), 1e-13 * d.cwiseAbs().maxCoeff());
    tests::check_positive(d);

    const Eigen::Map<const Eigen::VectorXd> flat(v[0].data(), 3 * static_cast<Eigen::Index>(v.size()));
    Vec3Array g(x.size(), Vec3::Zero());
    damping.add_gradient(v, 1.0, g);
    const Eigen::Map<const Eigen::VectorXd> product(g[0].data(), flat.size());
    EXPECT_LT((product - d * flat).cwiseAbs().maxCoeff(), 1e-12 * (d * flat).cwiseAbs().maxCoeff());
    // It only takes energy out.
    EXPECT_GT(product.dot(flat), 0.0);
}

// The step's objective in velocities: its derivatives with damping are those that the header gives.
TEST(RayleighDamping, StepObjectiveHasTheDampedDerivatives)
{
    constexpr double kStep = 0.02;
    const Body body = mixed_body(1);
    const Vec3Array start = shaken(body.rest, 0.01, 8);
    const Vec3Array v = shaken(Vec3Array(start.size(), Vec3::Zero()), 0.3, 9);
    const std::vector<double> mass(start.size(), 0.2);
    FiniteElasticityWorkspace workspace;
    RayleighDamping damping;
    damping.freeze(body.elasticity, start, mass, std::vector<RayleighCoefficients>{{0.4, 0.01}}, workspace);

    const auto moved = [&](const Vec3Array& u) {
        Vec3Array x = start;
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += kStep * u[i];
        return x;
    };
    const auto objective = [&](const Vec3Array& u) {
        std::vector<double> partial;
        Vec3Array product;
        return body.elasticity.energy(moved(u), partial) + damping.energy(u, kStep, product);
    };
    const auto slope = [&](const Vec3Array& u) {
        Vec3Array g = gradient_of(body.elasticity, moved(u));
        for (Vec3& f : g) f *= kStep;
        damping.add_gradient(u, kStep, g);
        return g;
    };
    tests::check_gradient(objective, slope(v), v, 1e-5, 1e-6);
    std::vector<double> values = values_of(body.elasticity, moved(v), HessianKind::exact);
    for (double& value : values) value *= kStep * kStep;
    damping.add_hessian(kStep, values);
    tests::check_hessian(slope, dense(body.elasticity, values), v, 1e-5, 1e-6);
}

}  // namespace
}  // namespace stiction
