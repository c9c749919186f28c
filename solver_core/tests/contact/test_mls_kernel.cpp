#include "solver_core/base/error.hpp"
#include "solver_core/contact/mls_kernel.hpp"
#include "solver_core/tests/contact/mls_scenes.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

KernelValue kernel_at(const MlsKernel& kernel, double q)
{
    std::vector<double> in{q};
    std::vector<KernelValue> out(1);
    evaluate_kernel(kernel, in, out);
    return out[0];
}

std::vector<MlsKernel> kernels()
{
    return {{MlsKernelKind::cubic, 1e-4},
            {MlsKernelKind::interpolating, 0.1},
            {MlsKernelKind::interpolating, 1e-3},
            {MlsKernelKind::interpolating_c2, 0.1},
            {MlsKernelKind::interpolating_c2, 1e-4}};
}

TEST(MlsKernel, IsOneAtTheSampleZeroAtTheRadiusAndFallsBetween)
{
    for (const MlsKernel& kernel : kernels()) {
        EXPECT_NEAR(kernel_at(kernel, 0.0).value, 1.0, 1e-12) << to_string(kernel.kind);
        EXPECT_NEAR(kernel_at(kernel, 1.0 - 1e-12).value, 0.0, 1e-11);
        EXPECT_EQ(kernel_at(kernel, 1.0).value, 0.0);
        EXPECT_EQ(kernel_at(kernel, 1.5).first, 0.0);
        double before = 1.0;
        for (double q = 0.02; q < 0.99; q += 0.02) {
            const double now = kernel_at(kernel, q).value;
            EXPECT_LT(now, before);
            EXPECT_GT(now, 0.0);
            before = now;
        }
    }
}

TEST(MlsKernel, AgreesWithTheFormulaInTheDistance)
{
    for (const MlsKernel& kernel : kernels())
        for (double r = 0.01; r < 0.5; r += 0.037)
            EXPECT_NEAR(kernel_at(kernel, r * r / 0.25).value, tests::plain_kernel(kernel, r, 0.5),
                        1e-11 * (1.0 + tests::plain_kernel(kernel, r, 0.5)));
}

TEST(MlsKernel, DerivativesAreThoseOfTheValue)
{
    for (const MlsKernel& kernel : kernels())
        for (double q = 0.05; q < 0.95; q += 0.1) {
            const KernelValue here = kernel_at(kernel, q);
            auto value = [&](const Vec3Array& x) { return kernel_at(kernel, x[0][0]).value; };
            auto first = [&](const Vec3Array& x) { return kernel_at(kernel, x[0][0]).first; };
            tests::check_gradient(value, {Vec3(here.first, 0, 0)}, {Vec3(q, 0, 0)}, 1e-5, 2e-6);
            tests::check_gradient(first, {Vec3(here.second, 0, 0)}, {Vec3(q, 0, 0)}, 1e-5, 2e-6);
        }
}

// How smooth the ends are: the interpolating kernel of the paper has a slope at the radius, the other two have none.
TEST(MlsKernel, SlopesAtTheBorder)
{
    const double q = 1.0 - 1e-9;
    EXPECT_NEAR(kernel_at({MlsKernelKind::cubic}, q).first, 0.0, 1e-8);
    const KernelValue c2 = kernel_at({MlsKernelKind::interpolating_c2, 0.1}, q);
    EXPECT_NEAR(c2.first, 0.0, 1e-12);
    EXPECT_NEAR(c2.second, 0.0, 1e-8);
    const KernelValue paper = kernel_at({MlsKernelKind::interpolating, 0.1}, q);
    EXPECT_NEAR(paper.first, -2.0 * std::pow(1.1, -3) / (100.0 - std::pow(1.1, -2)), 1e-6);
    const KernelValue coverage = coverage_kernel(q);
    EXPECT_NEAR(coverage.first, 0.0, 1e-15);
    EXPECT_NEAR(coverage.second, 0.0, 1e-8);
    // At the sample the cubic's second derivative in x exists: q k'' goes to zero.
    EXPECT_NEAR(1e-12 * kernel_at({MlsKernelKind::cubic}, 1e-12).second, 0.0, 1e-5);
    EXPECT_EQ(kernel_at({MlsKernelKind::cubic}, 0.0).second, 0.0);
}

TEST(MlsKernel, NamesGoBothWaysAndBadValuesAreRefused)
{
    for (const MlsKernel& kernel : kernels()) EXPECT_EQ(kernel_named(to_string(kernel.kind)), kernel.kind);
    EXPECT_THROW(kernel_named("gauss"), InputError);
    EXPECT_THROW(check_kernel({MlsKernelKind::cubic, 0.0}), InputError);
    EXPECT_THROW(check_kernel({MlsKernelKind::cubic, std::nan("")}), InputError);
    EXPECT_NO_THROW(check_kernel({MlsKernelKind::cubic, 1.0}));
}

}  // namespace
}  // namespace stiction
