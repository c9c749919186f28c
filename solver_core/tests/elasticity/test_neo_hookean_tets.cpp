#include "solver_core/base/error.hpp"
#include "solver_core/elasticity/classic_neo_hookean.hpp"
#include "solver_core/elasticity/stable_neo_hookean.hpp"
#include "solver_core/tests/elasticity/element_checks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

constexpr double kYoung = 2e4, kPoisson = 0.42;

const Vec3Array kUnitCorners = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};

template <class Terms>
Terms one_tet(const Vec3Array& rest, double young = kYoung, double poisson = kPoisson)
{
    Terms terms;
    const std::vector<Tet> tets = {Tet(0, 1, 2, 3)};
    const std::vector<Lame> material = {solid_lame(young, poisson)};
    append_tets(terms, rest, tets, 0, material);
    return terms;
}

// Corners of a tet of about 1 m and positive volume.
Vec3Array random_rest(std::mt19937& random)
{
    Vec3Array rest = kUnitCorners;
    for (Vec3& p : rest) p += tests::random_vector(random, 0.15);
    return rest;
}

Vec3Array deformed(const Vec3Array& rest, const Mat3& f)
{
    Vec3Array x = rest;
    for (Vec3& p : x) p = f * p + Vec3(0.4, -0.2, 0.1);
    return x;
}

struct Case {
    const char* name;
    Vec3 stretches;
};
const Case kAdmissible[] = {
    {"rest", {1.0, 1.0, 1.0}},           {"stretched", {2.3, 0.8, 0.9}}, {"swollen", {1.7, 1.6, 1.8}},
    {"compressed", {0.5, 0.6, 0.45}},    {"squeezed", {1.4, 1.3, 0.2}},  {"equal pair", {0.7, 0.7, 1.2}},
    {"near inverted", {1.1, 0.9, 0.05}},
};
const Case kForbidden[] = {
    {"flat", {1.2, 0.8, 0.0}},   {"inverted", {1.1, 0.9, -0.6}}, {"mirror", {1.0, 1.0, -1.0}},
    {"a line", {1.3, 0.0, 0.0}}, {"a point", {0.0, 0.0, 0.0}},
};

// F with these principal stretches in random frames, and a shear that has none.
template <class Check>
void for_each_deformation(const Case& c, Check&& check)
{
    std::mt19937 random(7);
    for (int i = 0; i < 5; ++i) {
        SCOPED_TRACE(::testing::Message() << c.name << ", round " << i);
        const Vec3Array rest = random_rest(random);
        const Mat3 u = tests::random_rotation(random), v = tests::random_rotation(random);
        check(rest, deformed(rest, u * c.stretches.asDiagonal() * v.transpose()));
    }
}

template <class Terms>
void check_law(const Case& c)
{
    for_each_deformation(c, [](const Vec3Array& rest, const Vec3Array& x) {
        const Terms terms = one_tet<Terms>(rest);
        tests::check_element(terms, x, 2e-6, 3e-7);
        tests::check_positive_twin(terms, x);
    });
}

TEST(StableNeoHookean, DerivativesBalanceAndRotationWhereverItIs)
{
    for (const Case& c : kAdmissible)
        if (c.stretches != Vec3::Ones()) check_law<StableTets>(c);
    for (const Case& c : kForbidden)
        if (c.stretches != Vec3::Zero()) check_law<StableTets>(c);
}

TEST(ClassicNeoHookean, DerivativesBalanceAndRotationWhileNotInverted)
{
    for (const Case& c : kAdmissible)
        if (c.stretches != Vec3::Ones()) check_law<ClassicTets>(c);
}

TEST(NeoHookeanTets, ShearedTets)
{
    std::mt19937 random(3);
    for (int i = 0; i < 10; ++i) {
        SCOPED_TRACE(i);
        const Vec3Array rest = random_rest(random);
        Mat3 f = tests::random_rotation(random);
        f.col(0) += 0.8 * f.col(1);
        f.col(2) -= 0.5 * f.col(0);
        tests::check_element(one_tet<StableTets>(rest), deformed(rest, f), 2e-6, 3e-7);
        tests::check_element(one_tet<ClassicTets>(rest), deformed(rest, f), 2e-6, 3e-7);
    }
}

// Turned and moved, but not deformed: no energy, no force; and the Hessian, all of it, is that of linear elasticity.
template <class Terms>
void check_rest(const Vec3Array& rest, const Mat3& turn)
{
    const Terms terms = one_tet<Terms>(rest);
    const Vec3Array x = deformed(rest, turn);
    const double scale = terms.volume[0] * (terms.mu[0] + terms.lambda[0]);
    EXPECT_LT(std::abs(energy(terms, x, 0)), 1e-14 * scale);
    for (const Vec3& g : tests::gradient_of(terms, x)) EXPECT_LT(g.norm(), 1e-13 * scale);
    const Eigen::MatrixXd exact = tests::hessian_of(terms, x, HessianKind::exact);
    tests::check_hessian([&](const Vec3Array& y) { return tests::gradient_of(terms, y); }, exact, x, 2e-6,
                         3e-7);
    // d2W = V (mu (b_a.b_b I + b_b b_a^T) + lambda b_a b_b^T), turned
    Eigen::Matrix<double, 3, 4> b;
    b.rightCols<3>() = terms.inverse_rest[0].transpose();
    b.col(0) = -b.rightCols<3>().rowwise().sum();
    for (Index i = 0; i < 4; ++i) {
        for (Index j = 0; j < 4; ++j) {
            const Mat3 hooke =
                terms.volume[0] *
                (terms.mu[0] * (b.col(i).dot(b.col(j)) * Mat3::Identity() + b.col(j) * b.col(i).transpose()) +
                 terms.lambda[0] * b.col(i) * b.col(j).transpose());
            const Mat3 found = turn.transpose() * exact.block<3, 3>(3 * i, 3 * j) * turn;
            EXPECT_LT((found - hooke).norm(), 1e-12 * scale * 10.0);
        }
    }
    // Linear elasticity is positive already, but for the rounding of its six zero eigenvalues.
    EXPECT_LT((tests::hessian_of(terms, x, HessianKind::positive) - exact).norm(), 1e-12 * exact.norm());
}

TEST(NeoHookeanTets, RestIsFreeOfStressAndHookeanInEveryEntry)
{
    std::mt19937 random(11);
    for (int i = 0; i < 10; ++i) {
        SCOPED_TRACE(i);
        const Vec3Array rest = random_rest(random);
        const Mat3 turn = tests::random_rotation(random);
        check_rest<StableTets>(rest, turn);
        check_rest<ClassicTets>(rest, turn);
    }
}

TEST(StableNeoHookean, RestStressIsZeroToTheLastBit)
{
    const StableTets terms = one_tet<StableTets>(kUnitCorners);
    for (const Vec3& g : tests::gradient_of(terms, kUnitCorners)) EXPECT_EQ(g, Vec3::Zero());
    EXPECT_EQ(energy(terms, kUnitCorners, 0), 0.0);
}

// On the unit tet corner a's gradient is V P e_a. Pulled along x with free sides: E and nu as Hooke has them.
template <class Terms>
void check_uniaxial(double young, double poisson)
{
    const Terms terms = one_tet<Terms>(kUnitCorners, young, poisson);
    const auto stress = [&](double along, double across) {
        const Vec3Array x =
            deformed(kUnitCorners, Vec3(1.0 + along, 1.0 + across, 1.0 + across).asDiagonal());
        const Vec3Array g = tests::gradient_of(terms, x);
        return Vec2(Vec2(g[1].x(), g[2].y()) / terms.volume[0]);
    };
    constexpr double kStrain = 1e-5;
    // Secant method for the side's stress; it is linear but for 1e-5.
    double before = 0.0, across = -0.3 * kStrain;
    for (int i = 0; i < 4; ++i) {
        const double s0 = stress(kStrain, before)[1], s1 = stress(kStrain, across)[1];
        if (s1 == s0) break;
        const double next = across - s1 * (across - before) / (s1 - s0);
        before = across;
        across = next;
    }
    EXPECT_NEAR(stress(kStrain, across)[0] / kStrain, young, 1e-4 * young);
    EXPECT_NEAR(-across / kStrain, poisson, 1e-4);
}

TEST(NeoHookeanTets, PulledThinTheyShowYoungAndPoisson)
{
    for (const double poisson : {0.0, 0.2, 0.3, 0.45, 0.49, -0.2}) {
        SCOPED_TRACE(poisson);
        check_uniaxial<StableTets>(3e5, poisson);
        check_uniaxial<ClassicTets>(3e5, poisson);
    }
}

TEST(ClassicNeoHookean, InvertedIsInfinite)
{
    for (const Case& c : kForbidden) {
        // Frames of whole numbers, so that flat is flat to the last bit.
        const Vec3Array x = deformed(kUnitCorners, c.stretches.asDiagonal());
        EXPECT_EQ(energy(one_tet<ClassicTets>(kUnitCorners), x, 0), std::numeric_limits<double>::infinity())
            << c.name;
    }
}

// Crushed to a point a stable tet is in balance, but not at rest: a small equal growth lowers its energy.
TEST(StableNeoHookean, APointIsNoPlaceToStay)
{
    const StableTets terms = one_tet<StableTets>(kUnitCorners);
    const double crushed = energy(terms, deformed(kUnitCorners, Mat3::Zero()), 0);
    EXPECT_TRUE(std::isfinite(crushed));
    EXPECT_LT(energy(terms, deformed(kUnitCorners, 0.1 * Mat3::Identity()), 0), crushed);
}

TEST(NeoHookeanTets, BitsDoNotDependOnTheNeighbours)
{
    std::mt19937 random(19);
    constexpr Index kCount = 19;
    StableTets terms;
    Vec3Array x;
    const std::vector<Lame> material = {solid_lame(kYoung, kPoisson)};
    for (Index e = 0; e < kCount; ++e) {
        const std::vector<Tet> tets = {Tet(0, 1, 2, 3)};
        append_tets(terms, random_rest(random), tets, 4 * e, material);
        for (const Vec3& p : kUnitCorners) x.push_back(p + tests::random_vector(random, 0.6));
    }
    std::vector<Mat3> all(10 * kCount), one(10);
    hessian(terms, x, 0, kCount, HessianKind::positive, all);
    for (Index e = 0; e < kCount; ++e) {
        hessian(terms, x, e, e + 1, HessianKind::positive, one);
        for (Index b = 0; b < 10; ++b) EXPECT_EQ(one[b], all[10 * e + b]) << "tet " << e;
    }
}

TEST(FiniteTets, RefusesInvertedAndFlatOnes)
{
    const Vec3Array rest = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ(), Vec3(1.0, 1.0, 0.0)};
    const std::vector<Lame> material = {solid_lame(kYoung, kPoisson)};
    const auto message = [&](const Tet& bad) {
        StableTets terms;
        const std::vector<Tet> tets = {Tet(0, 1, 2, 3), bad};
        try {
            append_tets(terms, rest, tets, 0, material);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("none");
    };
    EXPECT_EQ(message(Tet(0, 2, 1, 3)),
              "tet 1 is inverted (volume -0.167 m^3, longest edge 1.41 m, points 0 2 1 3): swap two of its "
              "corners");
    EXPECT_NE(message(Tet(0, 1, 2, 4)).find("tet 1 has zero volume (0 m^3"), std::string::npos);
}

}  // namespace
}  // namespace stiction
