#include "solver_core/elasticity/projective_elasticity.hpp"
#include "solver_core/mesh/rest_triangle.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/mesh/topology.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

TriangleStretch stretch_of(const SurfaceMesh& mesh, double stretch, double limit)
{
    TriangleStretch terms;
    for (const Triangle& t : mesh.triangles) {
        const RestTriangle r =
            rest_triangle(mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]);
        terms.nodes.push_back(t);
        terms.inverse_rest.push_back(r.inverse);
        terms.weight.push_back(stretch * r.area);
        terms.strain_limit.push_back(limit);
    }
    return terms;
}

CurvatureBend bend_of(const SurfaceMesh& mesh, double bend, bool rest_flat)
{
    CurvatureBend terms;
    const auto count = static_cast<Index>(mesh.positions.size());
    append_sheet(terms, build_surface_topology(count, mesh.triangles), mesh.triangles, mesh.positions, 0,
                 bend, rest_flat);
    return terms;
}

TetElastic tets_of(const TetMesh& mesh, double young, double poisson)
{
    const double mu = young / (2.0 * (1.0 + poisson));
    const double lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
    TetElastic terms;
    for (const Tet& t : mesh.tets) {
        const RestTet r =
            rest_tet(mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]], mesh.positions[t[3]]);
        terms.nodes.push_back(t);
        terms.inverse_rest.push_back(r.inverse);
        terms.weight.push_back(2.0 * mu * r.volume);
        terms.volume_weight.push_back(3.0 * lambda * r.volume);
    }
    return terms;
}

Vec3Array shaken(const Vec3Array& x, double amount, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> offset(-amount, amount);
    Vec3Array moved = x;
    for (Vec3& p : moved) p += Vec3(offset(random), offset(random), offset(random));
    return moved;
}

double energy_of(const ProjectiveElasticity& elasticity, const Vec3Array& x)
{
    std::vector<double> partial;
    return elasticity.total_energy(x, partial);
}

// The gradient a projective step uses: K x - sum w A^T p. At the projection the energy does not change with p to first
// order, so it must be the gradient of the energy itself.
Vec3Array gradient_of(const ProjectiveElasticity& elasticity, const Vec3Array& x)
{
    const auto k = elasticity.stiffness_matrix();
    Vec3Array corner(elasticity.corner_count());
    elasticity.project_all(x, corner);
    Vec3Array gradient(x.size());
    for (Index i = 0; i < static_cast<Index>(x.size()); ++i) {
        gradient[i] = -elasticity.gather(corner, i);
        for (Eigen::SparseMatrix<double, Eigen::ColMajor, Index>::InnerIterator it(k, i); it; ++it)
            gradient[i] += it.value() * x[it.row()];
    }
    return gradient;
}

void check_all(const ProjectiveElasticity& elasticity, const Vec3Array& rest, double amount)
{
    const Vec3Array x = shaken(rest, amount, 5);
    tests::check_gradient([&](const Vec3Array& y) { return energy_of(elasticity, y); },
                          gradient_of(elasticity, x), x, 1e-6, 2e-6);
    // Rigid motions neither stretch nor bend.
    Vec3Array turned = rest;
    const Eigen::Quaterniond q(Eigen::AngleAxisd(1.1, Vec3(1.0, 2.0, -0.5).normalized()));
    for (Vec3& p : turned) p = q * p + Vec3(3.0, -1.0, 2.0);
    EXPECT_LT(energy_of(elasticity, turned), 1e-12 * energy_of(elasticity, x));
}

TEST(ProjectiveElasticity, StretchGradientAndInvariance)
{
    const SurfaceMesh mesh = grid_surface(1.0, 0.7, 5, 4, GridCut::irregular, 3);
    const auto count = static_cast<Index>(mesh.positions.size());
    check_all(ProjectiveElasticity(stretch_of(mesh, 30.0, 0.0), {}, {}, count), mesh.positions, 0.03);
    check_all(ProjectiveElasticity(stretch_of(mesh, 30.0, 0.05), {}, {}, count), mesh.positions, 0.05);
}

TEST(ProjectiveElasticity, BendGradientAndInvarianceOfFlatAndCurvedSheets)
{
    const SurfaceMesh flat = grid_surface(1.0, 0.7, 5, 4, GridCut::alternating, 1);
    check_all(
        ProjectiveElasticity({}, bend_of(flat, 0.1, false), {}, static_cast<Index>(flat.positions.size())),
        flat.positions, 0.05);
    // Small, so that no hinge is pushed through flat, where the rest direction switches.
    const SurfaceMesh tube = tube_surface(0.3, 0.3, 0.5, 12);
    check_all(
        ProjectiveElasticity({}, bend_of(tube, 0.1, false), {}, static_cast<Index>(tube.positions.size())),
        tube.positions, 0.001);
}

TEST(ProjectiveElasticity, TetGradientAndInvariance)
{
    const TetMesh box = box_tets(Vec3(0.4, 0.3, 0.5), {2, 2, 2});
    check_all(ProjectiveElasticity({}, {}, tets_of(box, 1e4, 0.3), static_cast<Index>(box.positions.size())),
              box.positions, 0.02);
}

// A flat sheet rolled into a cylinder of radius R stores (bend/2) (1/R)^2 per area, whichever way it is cut and rolled.
TEST(ProjectiveElasticity, BendEnergyOfACylinderIsTheClosedForm)
{
    constexpr double kRadius = 0.8;
    constexpr double kBend = 0.01;
    const auto ratio = [&](GridCut cut, double angle) {
        const SurfaceMesh sheet = grid_surface(1.0, 1.0, 40, 40, cut, 1);
        const ProjectiveElasticity elasticity({}, bend_of(sheet, kBend, true), {},
                                              static_cast<Index>(sheet.positions.size()));
        Vec3Array rolled = sheet.positions;
        for (Vec3& p : rolled) {
            const double along = std::cos(angle) * p.x() + std::sin(angle) * p.z();
            const double across = -std::sin(angle) * p.x() + std::cos(angle) * p.z();
            p = Vec3(kRadius * std::sin(along / kRadius), kRadius * (1.0 - std::cos(along / kRadius)),
                     across);
        }
        return energy_of(elasticity, rolled) / (0.5 * kBend / (kRadius * kRadius));
    };
    for (const GridCut cut : {GridCut::diagonal, GridCut::alternating, GridCut::crossed}) {
        for (const double angle : {0.0, 0.39, 0.785, 1.1, 1.57})
            EXPECT_NEAR(ratio(cut, angle), 1.0, 0.02)
                << "cut " << static_cast<int>(cut) << " angle " << angle;
    }
    // On a mesh of no order the discrete Laplacian scatters about the true one, and its square is a little larger.
    for (const double angle : {0.0, 0.785})
        EXPECT_NEAR(ratio(GridCut::irregular, angle), 1.0, 0.15) << "angle " << angle;
}

// Stretched by e with free sides, a bar stores (E/2) e^2 per volume: the two projections add up to linear elasticity.
TEST(ProjectiveElasticity, TetsHaveTheirYoungModulus)
{
    const double poisson = 0.3;
    const double young = 2e5;
    const TetMesh box = box_tets(Vec3(0.2, 0.5, 0.3), {2, 3, 2});
    const ProjectiveElasticity elasticity({}, {}, tets_of(box, young, poisson),
                                          static_cast<Index>(box.positions.size()));
    const double e = 1e-4;
    Vec3Array x = box.positions;
    for (Vec3& p : x) p = Vec3(p.x() * (1.0 - poisson * e), p.y() * (1.0 + e), p.z() * (1.0 - poisson * e));
    EXPECT_NEAR(energy_of(elasticity, x) / (0.5 * young * e * e * 0.2 * 0.5 * 0.3), 1.0, 1e-3);
}

// A strip one cell wide has no inner vertex; its hinges keep it from folding freely.
TEST(ProjectiveElasticity, NarrowStripResistsBending)
{
    const SurfaceMesh strip = grid_surface(1.0, 0.05, 20, 1, GridCut::alternating, 1);
    const ProjectiveElasticity elasticity({}, bend_of(strip, 0.01, true), {},
                                          static_cast<Index>(strip.positions.size()));
    Vec3Array rolled = strip.positions;
    for (Vec3& p : rolled) p = Vec3(0.8 * std::sin(p.x() / 0.8), 0.8 * (1.0 - std::cos(p.x() / 0.8)), p.z());
    const double closed_form = 0.5 * 0.01 / (0.8 * 0.8) * 0.05;
    EXPECT_GT(energy_of(elasticity, rolled), 0.5 * closed_form);
    EXPECT_LT(energy_of(elasticity, rolled), 2.0 * closed_form);
}

TEST(ProjectiveElasticity, CurvedPlaceComesBackFromItsOtherSide)
{
    // A hinge folded up at rest, pushed through flat to the other side, is still pulled to its own side.
    const SurfaceMesh hinge{{Vec3(0, 0, 0), Vec3(0, 0, 1), Vec3(1, 0.3, 0.5), Vec3(-1, 0.3, 0.5)},
                            {Triangle(0, 1, 2), Triangle(1, 0, 3)}};
    const ProjectiveElasticity elasticity({}, bend_of(hinge, 1.0, false), {}, 4);
    Vec3Array pushed = hinge.positions;
    pushed[2].y() = pushed[3].y() = -0.3;
    const Vec3Array gradient = gradient_of(elasticity, pushed);
    EXPECT_LT(gradient[2].y(), 0.0);  // the force is upwards
    EXPECT_GT(energy_of(elasticity, pushed), 0.0);
    EXPECT_NEAR(energy_of(elasticity, hinge.positions), 0.0, 1e-20);
}

}  // namespace
}  // namespace stiction
