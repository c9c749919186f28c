#include "solver_core/base/error.hpp"
#include "solver_core/elasticity/neo_hookean_membrane.hpp"
#include "solver_core/elasticity/orthotropic_membrane.hpp"
#include "solver_core/tests/elasticity/element_checks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

constexpr double kStretch = 400.0, kPoisson = 0.35;
const OrthotropicStiffness kWoven{300.0, 120.0, 0.4, 35.0};
const std::vector<Triangle> kOne = {Triangle(0, 1, 2)};

NeoHookeanMembrane neo_hookean(const Vec3Array& rest, double stretch = kStretch, double poisson = kPoisson)
{
    NeoHookeanMembrane terms;
    append_membrane(terms, rest, kOne, 0, std::vector<Lame>{sheet_lame(stretch, poisson)});
    return terms;
}

OrthotropicMembrane woven(const Vec3Array& rest, const Vec3& warp)
{
    OrthotropicMembrane terms;
    append_orthotropic(terms, rest, kOne, 0, std::vector<OrthotropicStiffness>{kWoven}, Vec3Array{warp});
    return terms;
}

// In the plane z = 0, so that a deformation of space deforms it.
Vec3Array random_rest(std::mt19937& random)
{
    Vec3Array rest = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};
    for (Vec3& p : rest) {
        p += tests::random_vector(random, 0.2);
        p.z() = 0.0;
    }
    return rest;
}

Vec3Array deformed(const Vec3Array& rest, const Mat32& f)
{
    Vec3Array x = rest;
    for (Vec3& p : x) p = f * p.head<2>() + Vec3(0.2, 0.1, -0.4);
    return x;
}

Mat32 random_deformation(std::mt19937& random, const Vec2& stretches)
{
    const Mat3 u = tests::random_rotation(random);
    const Mat2 v = Eigen::Rotation2Dd(tests::random_vector(random, 3.0).x()).toRotationMatrix();
    return u.leftCols<2>() * stretches.asDiagonal() * v.transpose();
}

// Stretched, equal, sheared (both), compressed, nearly a line.
const Vec2 kStretches[] = {{1.6, 1.1}, {1.3, 1.3}, {1.5, 0.7}, {0.6, 0.5}, {0.8, 0.8}, {1.1, 0.05}};

TEST(NeoHookeanMembrane, DerivativesBalanceRotationAndTwin)
{
    std::mt19937 random(5);
    for (const Vec2& stretches : kStretches) {
        for (int i = 0; i < 5; ++i) {
            SCOPED_TRACE(::testing::Message() << stretches.transpose() << ", round " << i);
            const Vec3Array rest = random_rest(random);
            const NeoHookeanMembrane terms = neo_hookean(rest);
            const Vec3Array x = deformed(rest, random_deformation(random, stretches));
            tests::check_element(terms, x, 2e-6, 3e-7);
            tests::check_positive_twin(terms, x);
        }
    }
}

TEST(OrthotropicMembrane, DerivativesBalanceAndRotation)
{
    std::mt19937 random(6);
    for (const Vec2& stretches : kStretches) {
        for (int i = 0; i < 5; ++i) {
            SCOPED_TRACE(::testing::Message() << stretches.transpose() << ", round " << i);
            const Vec3Array rest = random_rest(random);
            tests::check_element(woven(rest, tests::random_vector(random)),
                                 deformed(rest, random_deformation(random, stretches)), 2e-6, 3e-7);
        }
    }
}

// The positive kind is what it says: C's part as it is, of the stress its positive part. Under tension that is the exact one.
TEST(OrthotropicMembrane, PositiveIsExactUnderTensionAndNeverSofter)
{
    std::mt19937 random(8);
    for (int i = 0; i < 20; ++i) {
        SCOPED_TRACE(i);
        const Vec3Array rest = random_rest(random);
        const OrthotropicMembrane terms = woven(rest, tests::random_vector(random));
        const Vec3Array tense = deformed(rest, random_deformation(random, {1.5, 1.4}));
        EXPECT_EQ(tests::hessian_of(terms, tense, HessianKind::exact),
                  tests::hessian_of(terms, tense, HessianKind::positive));
        const Vec3Array pressed = deformed(rest, random_deformation(random, {1.2, 0.6}));
        const Eigen::MatrixXd exact = tests::hessian_of(terms, pressed, HessianKind::exact);
        const Eigen::MatrixXd added = tests::hessian_of(terms, pressed, HessianKind::positive) - exact;
        EXPECT_GT(added.norm(), 1e-3 * exact.norm());
        tests::check_positive(0.5 * (added + added.transpose()));
    }
}

template <class Terms>
void check_rest(const Terms& terms, const Vec3Array& x)
{
    const double scale = terms.area[0] * kStretch;
    EXPECT_LT(std::abs(energy(terms, x, 0)), 1e-14 * scale);
    for (const Vec3& g : tests::gradient_of(terms, x)) EXPECT_LT(g.norm(), 1e-13 * scale);
    const Eigen::MatrixXd exact = tests::hessian_of(terms, x, HessianKind::exact);
    tests::check_hessian([&](const Vec3Array& y) { return tests::gradient_of(terms, y); }, exact, x, 2e-6,
                         3e-7);
    EXPECT_LT((tests::hessian_of(terms, x, HessianKind::positive) - exact).norm(), 1e-12 * exact.norm());
}

TEST(Membranes, RestIsFreeOfStress)
{
    std::mt19937 random(9);
    for (int i = 0; i < 10; ++i) {
        SCOPED_TRACE(i);
        const Vec3Array rest = random_rest(random);
        const Vec3Array x = deformed(rest, tests::random_rotation(random).leftCols<2>());
        check_rest(neo_hookean(rest), x);
        check_rest(woven(rest, tests::random_vector(random)), x);
    }
}

// First Piola stress (x and y rows) on a right triangle with legs of 1 m, turned so that its own frame is not the world's.
template <class Terms>
Mat2 stress_of(const Terms& terms, const Vec3Array& rest, const Mat2& f)
{
    Mat32 tall = Mat32::Zero();
    tall.topRows<2>() = f;
    const Vec3Array g = tests::gradient_of(terms, deformed(rest, tall));
    // Gradients of corners are area P b_a: P (b_1, b_2) = P D_m^-T, D_m the rest edges in the world's x and y.
    Mat2 edges, corners;
    edges << (rest[1] - rest[0]).head<2>(), (rest[2] - rest[0]).head<2>();
    corners << g[1].head<2>(), g[2].head<2>();
    return corners * edges.transpose() / terms.area[0];
}

constexpr double kStrain = 1e-5;

// Contraction across a pull of kStrain along axis `a` (0 or 1) with free sides, and the stress along it.
template <class Terms>
Vec2 pull(const Terms& terms, const Vec3Array& rest, Index a)
{
    const auto stress = [&](double across) {
        Mat2 f = Mat2::Identity();
        f(a, a) += kStrain;
        f(1 - a, 1 - a) += across;
        return stress_of(terms, rest, f);
    };
    double before = 0.0, across = -0.3 * kStrain;
    for (int i = 0; i < 4; ++i) {
        const double s0 = stress(before)(1 - a, 1 - a), s1 = stress(across)(1 - a, 1 - a);
        if (s1 == s0) break;
        const double next = across - s1 * (across - before) / (s1 - s0);
        before = across;
        across = next;
    }
    return {stress(across)(a, a) / kStrain, -across / kStrain};
}

const Vec3Array kTurned = {Vec3(0.1, 0.2, 0.0), Vec3(0.9, 0.7, 0.0), Vec3(-0.4, 1.1, 0.0)};

TEST(NeoHookeanMembrane, PulledItShowsPlaneStressStiffnessAndPoisson)
{
    for (const double poisson : {0.0, 0.3, 0.49, 0.5}) {
        const Vec2 found = pull(neo_hookean(kTurned, kStretch, poisson), kTurned, 0);
        EXPECT_NEAR(found[0], kStretch, 1e-4 * kStretch);
        EXPECT_NEAR(found[1], poisson, 1e-4);
    }
}

TEST(OrthotropicMembrane, PulledItShowsWarpWeftPoissonAndShear)
{
    const OrthotropicMembrane terms = woven(kTurned, Vec3::UnitX());
    const Vec2 warp = pull(terms, kTurned, 0);
    EXPECT_NEAR(warp[0], kWoven.warp, 1e-4 * kWoven.warp);
    EXPECT_NEAR(warp[1], kWoven.poisson, 1e-4);
    const Vec2 weft = pull(terms, kTurned, 1);
    EXPECT_NEAR(weft[0], kWoven.weft, 1e-4 * kWoven.weft);
    EXPECT_NEAR(weft[1], kWoven.poisson * kWoven.weft / kWoven.warp, 1e-4);
    Mat2 sheared = Mat2::Identity();
    sheared(0, 1) = kStrain;
    EXPECT_NEAR(stress_of(terms, kTurned, sheared)(0, 1) / kStrain, kWoven.shear, 1e-4 * kWoven.shear);
}

// Two stiffnesses alike and the shear of an isotropic sheet: at small strain the one law is the other.
TEST(Membranes, IsotropicWeaveIsTheNeoHookeanSheetAtRest)
{
    const NeoHookeanMembrane sheet = neo_hookean(kTurned);
    OrthotropicMembrane weave;
    const OrthotropicStiffness alike{kStretch, kStretch, kPoisson, sheet.mu[0]};
    append_orthotropic(weave, kTurned, kOne, 0, std::vector<OrthotropicStiffness>{alike},
                       Vec3Array{Vec3(0.3, 0.8, 0.1)});
    const Eigen::MatrixXd a = tests::hessian_of(sheet, kTurned, HessianKind::exact);
    const Eigen::MatrixXd b = tests::hessian_of(weave, kTurned, HessianKind::exact);
    EXPECT_LT((a - b).norm(), 1e-12 * a.norm());
}

TEST(NeoHookeanMembrane, ALineIsInfinite)
{
    const Vec3Array rest = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()};
    const Vec3Array line = {Vec3::Zero(), Vec3(1.0, 0.0, 1.0), Vec3(2.0, 0.0, 2.0)};
    EXPECT_EQ(energy(neo_hookean(rest), line, 0), std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isfinite(energy(woven(rest, Vec3::UnitX()), line, 0)));
}

TEST(Membranes, RefuseTrianglesWithoutAreaAndStandingWarp)
{
    const Vec3Array line = {Vec3::Zero(), Vec3::UnitX(), Vec3(2.0, 0.0, 0.0)};
    try {
        neo_hookean(line);
        ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("triangle 0 has zero area (0 m^2"), std::string::npos)
            << error.what();
    }
    try {
        woven(kTurned, Vec3::UnitZ());
        ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("of triangle 0 has no part in its plane"), std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace stiction
