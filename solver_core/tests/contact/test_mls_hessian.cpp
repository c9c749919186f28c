#include "solver_core/contact/mls_hessian.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/contact/mls_scenes.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

struct HessianCase {
    SurfaceMesh mesh = sphere_surface(1.0, 10);
    MlsSurface surface;
    MlsStencil stencil;
    NodeGradient nodes;
    explicit HessianCase(const MlsKernel& kernel) : surface(tests::mls_surface_of(mesh, kernel)) {}

    // d(Psi) / d(x, all nodes) with y = (x, positions).
    Eigen::VectorXd slope(const Vec3Array& y)
    {
        surface.update(Span<const Vec3>(y.data() + 1, y.size() - 1));
        surface.evaluate(y[0], stencil);
        node_gradient(surface, stencil, nodes);
        Eigen::VectorXd all = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(3 * y.size()));
        all.head<3>() = stencil.gradient;
        for (std::size_t i = 0; i < nodes.node.size(); ++i)
            all.segment<3>(3 + 3 * nodes.node[i]) = nodes.gradient[i];
        return all;
    }
    Vec3Array unknowns(const Vec3& x) const
    {
        Vec3Array y{x};
        y.insert(y.end(), mesh.positions.begin(), mesh.positions.end());
        return y;
    }
    // The block spread over all unknowns.
    Eigen::MatrixXd full(const Eigen::MatrixXd& block) const
    {
        const auto size = static_cast<Eigen::Index>(3 + 3 * mesh.positions.size());
        Eigen::MatrixXd all = Eigen::MatrixXd::Zero(size, size);
        std::vector<Eigen::Index> place{0};
        for (const Index node : nodes.node) place.push_back(3 + 3 * node);
        for (std::size_t i = 0; i < place.size(); ++i)
            for (std::size_t j = 0; j < place.size(); ++j)
                all.block<3, 3>(place[i], place[j]) =
                    block.block<3, 3>(static_cast<Eigen::Index>(3 * i), static_cast<Eigen::Index>(3 * j));
        return all;
    }
};

std::vector<MlsKernel> smooth_kernels()
{
    return {{MlsKernelKind::cubic}, {MlsKernelKind::interpolating_c2, 0.05}};
}

// On the surface, off it, where the field goes over to the background, and in the background.
const double kHeights[] = {-0.35, 0.0, 0.3, 0.75, 0.85, 0.95, 1.3};

TEST(MlsHessian, IsTheDerivativeOfTheGradientInPointAndNodes)
{
    std::mt19937 random(4);
    for (const MlsKernel& kernel : smooth_kernels()) {
        HessianCase c(kernel);
        const double R = c.surface.largest_radius();
        for (const double height : kHeights) {
            const Vec3 x = tests::random_vector(random, 1.0).normalized() * (1.0 + height * R);
            const Vec3Array y = c.unknowns(x);
            c.slope(y);
            Eigen::MatrixXd block;
            mls_hessian(c.surface, c.stencil, 1.0, c.nodes, block);
            const Eigen::MatrixXd hessian = c.full(block);
            EXPECT_LT((block - block.transpose()).norm(), 1e-12 * block.norm());
            tests::check_jacobian([&](const Vec3Array& z) { return c.slope(z); }, hessian, y, 1e-6 * R, 2e-5);
        }
    }
}

TEST(MlsHessian, ProductAndPointBlockAreThoseOfTheBlock)
{
    std::mt19937 random(14);
    for (const MlsKernel& kernel :
         {MlsKernel{MlsKernelKind::cubic}, MlsKernel{MlsKernelKind::interpolating, 0.1}}) {
        HessianCase c(kernel);
        for (const double height : kHeights) {
            const Vec3 x =
                tests::random_vector(random, 1.0).normalized() * (1.0 + height * c.surface.largest_radius());
            c.surface.evaluate(x, c.stencil);
            Eigen::MatrixXd block;
            mls_hessian(c.surface, c.stencil, -2.5, c.nodes, block);
            EXPECT_LT((-2.5 * mls_point_hessian(c.surface, c.stencil) - block.topLeftCorner<3, 3>()).norm(),
                      1e-11 * block.norm());
            Vec3Array move, product;
            Eigen::VectorXd all(block.rows());
            const Vec3 move_x = tests::random_vector(random, 1.0);
            all.head<3>() = move_x;
            for (std::size_t i = 0; i < c.nodes.node.size(); ++i) {
                move.push_back(tests::random_vector(random, 1.0));
                all.segment<3>(static_cast<Eigen::Index>(3 + 3 * i)) = move.back();
            }
            Vec3 product_x;
            mls_hessian_product(c.surface, c.stencil, -2.5, move_x, move, c.nodes, product_x, product);
            const Eigen::VectorXd expected = block * all;
            EXPECT_LT((product_x - expected.head<3>()).norm(), 1e-11 * expected.norm());
            for (std::size_t i = 0; i < product.size(); ++i)
                EXPECT_LT((product[i] - expected.segment<3>(static_cast<Eigen::Index>(3 + 3 * i))).norm(),
                          1e-11 * expected.norm());
        }
    }
}

// The cubic kernel's second derivative in q is infinite at a sample, the potential's in x is not.
TEST(MlsHessian, ExistsAtASampleItself)
{
    HessianCase c({MlsKernelKind::cubic});
    const Vec3 x = c.surface.samples().position[7];
    const Vec3Array y = c.unknowns(x);
    c.slope(y);
    Eigen::MatrixXd block;
    mls_hessian(c.surface, c.stencil, 1.0, c.nodes, block);
    ASSERT_TRUE(block.allFinite());
    // It changes as fast as |x - s| there, hence the wider tolerance.
    tests::check_jacobian([&](const Vec3Array& z) { return c.slope(z); }, c.full(block), y, 1e-6, 1e-4);
}

}  // namespace
}  // namespace stiction
