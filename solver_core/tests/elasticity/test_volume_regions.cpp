#include "solver_core/elasticity/finite_elasticity.hpp"
#include "solver_core/elasticity/volume_regions.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace stiction {
namespace {

constexpr FillLaw kLaws[] = {FillLaw::quadratic, FillLaw::gas, FillLaw::liquid};

TEST(Fill, EnergiesAreThoseOfTheThesis)
{
    const double v0 = 0.7, kappa = 1.3e-5, p0 = 1.0 / kappa;
    for (const double v : {0.3, 0.69, 0.7, 0.9, 2.0}) {
        const double gas = p0 * (v - v0 * (1.0 + std::log(v / v0)));        // (4.10)
        const double liquid = (v0 - v * (1.0 - std::log(v / v0))) / kappa;  // (4.11)
        const double quadratic = (v - v0) * (v - v0) / (2.0 * v0 * kappa);  // (4.12)
        EXPECT_NEAR(fill_energy({FillLaw::gas, v0, kappa, 0.0}, v), gas, 1e-10 * p0);
        EXPECT_NEAR(fill_energy({FillLaw::liquid, v0, kappa, 0.0}, v), liquid, 1e-10 * p0);
        EXPECT_NEAR(fill_energy({FillLaw::quadratic, v0, kappa, 0.0}, v), quadratic, 1e-10 * p0);
    }
}

TEST(Fill, PressureAndStiffnessAreItsDerivatives)
{
    for (const FillLaw law : kLaws)
        for (const double p1 : {0.0, 4e4, -2e4}) {
            const Fill fill{law, 0.7, 1.3e-5, p1};
            EXPECT_NEAR(fill_pressure(fill, 0.7), p1, 1e-9);
            EXPECT_EQ(fill_energy(fill, 0.7), 0.0);
            for (const double v : {0.4, 0.7, 1.1}) {
                const double d = 1e-5;
                EXPECT_NEAR((fill_energy(fill, v + d) - fill_energy(fill, v - d)) / (2 * d),
                            -fill_pressure(fill, v), 1e-3);
                EXPECT_NEAR((fill_pressure(fill, v + d) - fill_pressure(fill, v - d)) / (2 * d),
                            -fill_stiffness(fill, v), 1e-8 * fill_stiffness(fill, v) + 1e-3);
            }
        }
}

TEST(Fill, GasAndLiquidEndWithTheVolume)
{
    EXPECT_TRUE(std::isinf(fill_energy({FillLaw::gas, 1.0, 1e-5, 0.0}, 0.0)));
    EXPECT_TRUE(std::isnan(fill_pressure({FillLaw::liquid, 1.0, 1e-5, 0.0}, -0.1)));
    EXPECT_TRUE(std::isfinite(fill_energy({FillLaw::quadratic, 1.0, 1e-5, 0.0}, -0.1)));
}

// Two crooked balls side by side, far from the origin, each full of something else.
struct Balls {
    Vec3Array x;
    FiniteElasticity elasticity;

    explicit Balls(FillLaw law)
    {
        FiniteTerms terms;
        std::mt19937 random(5);
        std::normal_distribution<double> normal;
        const SurfaceMesh ball = sphere_surface(0.3, 6);
        for (int k = 0; k < 2; ++k) {
            const auto first = static_cast<Index>(x.size());
            std::vector<Triangle> triangles;
            for (const Triangle& t : ball.triangles) triangles.emplace_back(t + Triangle::Constant(first));
            for (const Vec3& p : ball.positions)
                x.emplace_back(p + Vec3(7.0 + k, -3.0, 2.0) +
                               0.02 * Vec3(normal(random), normal(random), normal(random)));
            append_region(terms.volume, triangles, x, {law, 0.0, 2e-5, 3e4 * k});
        }
        elasticity = FiniteElasticity(std::move(terms), static_cast<Index>(x.size()));
        for (Vec3& p : x) p += 0.01 * Vec3(normal(random), normal(random), normal(random));
    }
    const VolumeRegions& regions() const { return elasticity.terms().volume; }
};

TEST(VolumeRegions, VolumeIsThatOfTheSurface)
{
    const Balls balls(FillLaw::gas);
    std::vector<double> partial;
    std::vector<Triangle> first(balls.regions().nodes.begin(),
                                balls.regions().nodes.begin() + balls.regions().begin[1]);
    EXPECT_NEAR(region_volume(balls.regions(), 0, balls.x, partial), enclosed_volume(balls.x, first), 1e-13);
    EXPECT_GT(enclosed_volume(balls.x, first), 0.05);
}

TEST(VolumeRegions, GradientIsTheDerivativeOfTheEnergy)
{
    for (const FillLaw law : kLaws) {
        const Balls balls(law);
        FiniteElasticityWorkspace work;
        Vec3Array g(balls.x.size(), Vec3::Zero());
        balls.elasticity.add_gradient(balls.x, g, work);
        std::vector<double> partial;
        tests::check_gradient([&](const Vec3Array& x) { return balls.elasticity.energy(x, partial); }, g,
                              balls.x, 1e-5, 1e-7);
    }
}

// The Hessian is the sparse part and one dense term a region.
TEST(VolumeRegions, HessianIsTheDerivativeOfTheGradient)
{
    for (const FillLaw law : kLaws) {
        const Balls balls(law);
        FiniteElasticityWorkspace work;
        SparseMatrix lower = balls.elasticity.pattern();
        balls.elasticity.hessian(balls.x, HessianKind::exact,
                                 Span<double>(lower.valuePtr(), static_cast<std::size_t>(lower.nonZeros())),
                                 work);
        Eigen::MatrixXd hessian = Eigen::MatrixXd(lower).selfadjointView<Eigen::Lower>();
        for (Index r = 0; r < balls.regions().region_count(); ++r) {
            RankOneTerm term;
            region_stiffness(balls.regions(), r, balls.x, term, work.partial);
            Eigen::VectorXd g = Eigen::VectorXd::Zero(hessian.rows());
            for (std::size_t k = 0; k < term.node.size(); ++k) g.segment<3>(3 * term.node[k]) = term.g[k];
            hessian += term.weight * g * g.transpose();
        }
        const auto gradient = [&](const Vec3Array& x) {
            Vec3Array g(x.size(), Vec3::Zero());
            balls.elasticity.add_gradient(x, g, work);
            return g;
        };
        tests::check_hessian(gradient, hessian, balls.x, 1e-5, 1e-7);
    }
}

TEST(VolumeRegions, PressureNeitherPushesNorTurnsTheWhole)
{
    const Balls balls(FillLaw::liquid);
    FiniteElasticityWorkspace work;
    Vec3Array g(balls.x.size(), Vec3::Zero());
    balls.elasticity.add_gradient(balls.x, g, work);
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    double size = 0.0;
    for (std::size_t i = 0; i < g.size(); ++i) {
        force += g[i];
        torque += balls.x[i].cross(g[i]);
        size += g[i].norm();
    }
    EXPECT_LT(force.norm(), 1e-13 * size);
    EXPECT_LT(torque.norm(), 1e-12 * size);
}

TEST(LowRank, InverseOfASumWithFewDenseTerms)
{
    std::mt19937 random(2);
    std::normal_distribution<double> normal;
    constexpr Index kNodes = 5;
    const auto any = [&](Index rows, Index columns) {
        Eigen::MatrixXd m(rows, columns);
        for (Index i = 0; i < rows; ++i)
            for (Index j = 0; j < columns; ++j) m(i, j) = normal(random);
        return m;
    };
    const Eigen::MatrixXd a = any(15, 15) + 8.0 * Eigen::MatrixXd::Identity(15, 15);
    std::vector<RankOneTerm> terms(2);
    Eigen::MatrixXd sum = a;
    for (RankOneTerm& term : terms) {
        term.weight = 1e6;
        term.node = {0, 2, 3};
        Eigen::VectorXd whole = Eigen::VectorXd::Zero(15);
        for (const Index node : term.node) {
            term.g.emplace_back(normal(random), normal(random), normal(random));
            whole.segment<3>(3 * node) = term.g.back();
        }
        sum += term.weight * whole * whole.transpose();
    }
    const Eigen::VectorXd b = any(15, 1);
    const Eigen::PartialPivLU<Eigen::MatrixXd> factor(a);
    const auto solve = [&](Vec3Array& u) {
        Eigen::Map<Eigen::VectorXd> flat(u[0].data(), 15);
        flat = factor.solve(Eigen::VectorXd(flat));
    };
    LowRankInverse inverse;
    ASSERT_TRUE(inverse.prepare(terms, kNodes, solve));
    Vec3Array z(kNodes);
    Eigen::Map<Eigen::VectorXd>(z[0].data(), 15) = b;
    solve(z);
    inverse.correct(z);
    const Eigen::VectorXd expected = sum.partialPivLu().solve(b);
    EXPECT_LT((Eigen::Map<Eigen::VectorXd>(z[0].data(), 15) - expected).norm(), 1e-9 * expected.norm());
}

}  // namespace
}  // namespace stiction
