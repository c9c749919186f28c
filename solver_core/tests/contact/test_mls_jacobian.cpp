#include "solver_core/contact/mls_jacobian.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/contact/mls_scenes.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(MlsJacobian, MinimalRotationTurnsOneVectorToTheOther)
{
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i) {
        const Vec3 a = tests::random_vector(random, 1.0).normalized();
        Vec3 b = tests::random_vector(random, 1.0).normalized();
        if (i % 4 == 1) b = (-a + 1e-5 * b).normalized();
        if (i % 4 == 2) b = -a;
        if (i % 4 == 3) b = a;
        const Mat3 q = minimal_rotation(a, b);
        EXPECT_LT((q * a - b).norm(), 1e-9);
        EXPECT_LT((q * q.transpose() - Mat3::Identity()).norm(), 1e-9);
        EXPECT_NEAR(q.determinant(), 1.0, 1e-9);
        // Minimal: no rotation takes a to b by a smaller angle than the one between them.
        EXPECT_NEAR(q.trace(), 1.0 + 2.0 * a.dot(b), 1e-9);
    }
}

TEST(MlsJacobian, NormalsStayNormalAndTangentsTangential)
{
    std::mt19937 random(2);
    const SurfaceMesh sphere = sphere_surface(1.0, 16);
    const MlsSurface surface = tests::mls_surface_of(sphere);
    MlsStencil stencil;
    surface.evaluate(Vec3(0.3, 0.8, 0.6), stencil);
    const Vec3 normal = stencil.gradient.normalized();
    EXPECT_GT(std::abs(stencil.gradient.norm() - 1.0), 1e-4);  // why it has to be scaled
    for (const MlsTerm& term : stencil.terms) {
        const Vec3& n = surface.samples().normal[static_cast<std::size_t>(term.sample)];
        const Mat3 q = minimal_rotation(n, normal);
        EXPECT_LT((q * n - normal).norm(), 1e-12);
        const Vec3 tangent = n.cross(tests::random_vector(random, 1.0));
        EXPECT_NEAR(normal.dot(q * tangent), 0.0, 1e-12);
    }
}

TEST(MlsJacobian, CarriesASheetExactlyAndASphereUpToItsCurvature)
{
    const Vec3 v(0.3, -0.2, 0.5);
    auto velocity_error = [&](const SurfaceMesh& mesh, const Vec3& x) {
        const MlsSurface surface = tests::mls_surface_of(mesh);
        MlsStencil stencil;
        NodeGradient nodes;
        MlsJacobian jacobian;
        surface.evaluate(x, stencil);
        mls_jacobian(surface, stencil, stencil.gradient.normalized(), nodes, jacobian);
        Vec3 u = Vec3::Zero();
        double weight = 0.0;
        for (std::size_t i = 0; i < jacobian.node.size(); ++i) {
            u += jacobian.block[i] * v;
            weight += jacobian.weight[i];
        }
        EXPECT_NEAR(weight, 1.0, 1e-12);
        return (u - v).norm();
    };
    EXPECT_LT(velocity_error(grid_surface(2, 2, 8, 8, GridCut::irregular), Vec3(0.1, 0.05, 0.1)), 1e-12);
    const double coarse = velocity_error(sphere_surface(1.0, 16), Vec3(0.0, 0.6, 0.8));
    const double fine = velocity_error(sphere_surface(1.0, 32), Vec3(0.0, 0.6, 0.8));
    EXPECT_LT(coarse, 0.05);
    EXPECT_LT(fine, 0.4 * coarse);  // falls with the square of the spacing
}

}  // namespace
}  // namespace stiction
