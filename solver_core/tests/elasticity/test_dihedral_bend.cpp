#include "solver_core/base/error.hpp"
#include "solver_core/elasticity/dihedral_bend.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/elasticity/element_checks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;

// A hinge about x, the second wing flat, the first raised by `angle`; then shaken and turned.
Vec3Array folded(double angle, double shake, std::mt19937& random)
{
    Vec3Array x = {Vec3::Zero(), Vec3::UnitX(), Vec3(0.3, 0.8 * std::cos(angle), 0.8 * std::sin(angle)),
                   Vec3(0.6, -0.9, 0.0)};
    const Mat3 turn = tests::random_rotation(random);
    for (Vec3& p : x) p = turn * (p + tests::random_vector(random, shake));
    return x;
}

DihedralBend one_hinge(double rest_angle)
{
    DihedralBend terms;
    terms.nodes.push_back(Tet(0, 1, 2, 3));
    terms.stiffness.push_back(0.7);
    terms.rest_angle.push_back(rest_angle);
    return terms;
}

TEST(DihedralBend, AngleIsThatOfTheFold)
{
    std::mt19937 random(2);
    for (const double angle : {0.0, 1e-9, -1e-9, 0.4, -0.4, 1.5, 2.9, -3.1, 3.14159}) {
        const Vec3Array x = folded(angle, 0.0, random);
        EXPECT_NEAR(dihedral_angle(x[0], x[1], x[2], x[3]), angle, 1e-14) << angle;
    }
}

TEST(DihedralBend, DerivativesBalanceAndRotation)
{
    std::mt19937 random(4);
    for (const double rest_angle : {0.0, 0.7}) {
        for (const double angle : {0.01, 0.3, -0.3, 1.4, -2.0, 3.0, -3.0}) {
            for (int i = 0; i < 5; ++i) {
                SCOPED_TRACE(::testing::Message()
                             << "rest " << rest_angle << ", angle " << angle << ", round " << i);
                tests::check_element(one_hinge(rest_angle), folded(angle, 0.02, random), 2e-6, 1e-6);
            }
        }
    }
}

// Flat and unbent: no force, and both kinds are one rank, exact.
TEST(DihedralBend, FlatRestHasStiffnessAndNoForce)
{
    std::mt19937 random(4);
    for (const double angle : {0.0, 0.9}) {
        const Vec3Array x = folded(angle, 0.0, random);
        const DihedralBend terms = one_hinge(dihedral_angle(x[0], x[1], x[2], x[3]));
        for (const Vec3& g : tests::gradient_of(terms, x)) EXPECT_EQ(g.norm(), 0.0);
        const Eigen::MatrixXd exact = tests::hessian_of(terms, x, HessianKind::exact);
        tests::check_hessian([&](const Vec3Array& y) { return tests::gradient_of(terms, y); }, exact, x, 2e-6,
                             1e-6);
        EXPECT_EQ(exact, tests::hessian_of(terms, x, HessianKind::positive));
        EXPECT_GT(exact.norm(), 0.1);
        // Raising the first apex by d turns the wing by d / 0.8.
        const Vec3 up = (x[1] - x[0]).cross(x[2] - x[0]).normalized();
        EXPECT_NEAR(up.dot(exact.block<3, 3>(6, 6) * up), 2.0 * 0.7 / (0.8 * 0.8), 1e-12);
    }
}

// Folded onto itself the forces stay what the angle makes them, and the energy of a flat rest shape is the same on both
// sides of the fold.
TEST(DihedralBend, NearlyFoldedIsFinite)
{
    std::mt19937 random(4);
    const DihedralBend terms = one_hinge(0.0);
    for (const double from_fold : {1e-3, 1e-6, 1e-9}) {
        const Vec3Array above = folded(kPi - from_fold, 0.0, random);
        const Vec3Array below = folded(-kPi + from_fold, 0.0, random);
        EXPECT_NEAR(energy(terms, above, 0), energy(terms, below, 0), 1e-12);
        // |dW/dx2| = 2 k theta / height
        EXPECT_NEAR(tests::gradient_of(terms, above)[2].norm(), 2.0 * 0.7 * (kPi - from_fold) / 0.8, 1e-9);
        EXPECT_TRUE(tests::hessian_of(terms, above, HessianKind::exact).allFinite());
    }
}

TEST(DihedralBend, ATriangleWithoutAreaIsInfinite)
{
    const Vec3Array x = {Vec3::Zero(), Vec3::UnitX(), Vec3(3.0, 0.0, 0.0), Vec3(0.0, -1.0, 0.0)};
    EXPECT_EQ(energy(one_hinge(0.0), x, 0), std::numeric_limits<double>::infinity());
    DihedralBend terms;
    const std::vector<Triangle> triangles = {Triangle(0, 1, 2), Triangle(1, 0, 3)};
    try {
        append_hinges(terms, build_surface_topology(4, triangles), x, 0, 1.0, false);
        ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()),
                  "triangle 0 has zero area (0 m^2) and no angle to its neighbour 1: delete it, or merge or "
                  "move its "
                  "points");
    }
}

constexpr double kBend = 0.01;

// Energy of a flat sheet rolled to a radius, over (bend/2)/R^2 per area.
double rolled_ratio(const SurfaceMesh& sheet, double area, double degrees, double radius)
{
    DihedralBend terms;
    const auto count = static_cast<Index>(sheet.positions.size());
    append_hinges(terms, build_surface_topology(count, sheet.triangles), sheet.positions, 0, kBend, true);
    const double angle = degrees * kPi / 180.0;
    Vec3Array rolled = sheet.positions;
    for (Vec3& p : rolled) {
        const double along = std::cos(angle) * p.x() + std::sin(angle) * p.z();
        const double across = -std::sin(angle) * p.x() + std::cos(angle) * p.z();
        p = Vec3(radius * std::sin(along / radius), radius * (1.0 - std::cos(along / radius)), across);
    }
    double sum = 0.0;
    for (Index e = 0; e < terms.size(); ++e) sum += energy(terms, rolled, e);
    return sum / (0.5 * kBend / (radius * radius) * area);
}

// The numbers of dihedral_bend.hpp, and what they must average to.
TEST(DihedralBend, EnergyOfARolledGridIsRightOnTheAverageOverDirections)
{
    struct Row {
        GridCut cut;
        double ratio[4];  // 0, 45, 90, 135 degrees
    };
    const Row rows[] = {
        {GridCut::diagonal, {0.66, 2.00, 0.66, 0.68}},
        {GridCut::alternating, {0.88, 1.12, 0.88, 1.12}},
        {GridCut::crossed, {1.10, 0.90, 1.10, 0.90}},
        {GridCut::irregular, {0.84, 1.17, 0.82, 1.17}},
    };
    for (const Row& row : rows) {
        const SurfaceMesh sheet = grid_surface(1.0, 1.0, 40, 40, row.cut, 1);
        double mean = 0.0;
        constexpr int kDirections = 12;
        for (int i = 0; i < kDirections; ++i) mean += rolled_ratio(sheet, 1.0, 15.0 * i, 0.8) / kDirections;
        EXPECT_NEAR(mean, 1.0, 0.01) << "cut " << static_cast<int>(row.cut);
        for (int i = 0; i < 4; ++i)
            EXPECT_NEAR(rolled_ratio(sheet, 1.0, 45.0 * i, 0.8), row.ratio[i], 0.005)
                << "cut " << static_cast<int>(row.cut) << ", " << 45 * i << " degrees";
    }
}

// Rows of equilateral triangles: the same whichever way it is rolled.
TEST(DihedralBend, EquilateralTrianglesBendAlikeInEveryDirection)
{
    constexpr Index kCells = 60;
    constexpr double kSide = 1.0 / kCells;
    const double height = kSide * std::sqrt(0.75);
    SurfaceMesh sheet;
    for (Index j = 0; j <= kCells; ++j)
        for (Index i = 0; i <= kCells; ++i)
            sheet.positions.emplace_back(kSide * (i + 0.5 * (j % 2)), 0.0, height * j);
    for (Index j = 0; j < kCells; ++j) {
        for (Index i = 0; i < kCells; ++i) {
            const Index a = i + j * (kCells + 1), c = a + kCells + 1;
            if (j % 2 == 0) {
                sheet.triangles.emplace_back(a, c, a + 1);
                sheet.triangles.emplace_back(a + 1, c, c + 1);
            } else {
                sheet.triangles.emplace_back(a, c, c + 1);
                sheet.triangles.emplace_back(a, c + 1, a + 1);
            }
        }
    }
    const double area = static_cast<double>(kCells) * kCells * kSide * height;
    for (const double degrees : {0.0, 15.0, 30.0, 45.0, 60.0, 90.0, 120.0, 137.0})
        EXPECT_NEAR(rolled_ratio(sheet, area, degrees, 0.8), 1.0, 0.02) << degrees;
}

}  // namespace
}  // namespace stiction
