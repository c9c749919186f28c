#include "solver_core/friction/contact_penalty.hpp"
#include "solver_core/friction/smooth_friction.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

constexpr double kMu = 0.4;

FrictionProfile profile(FrictionSmoothing smoothing)
{
    FrictionProfile p;
    p.smoothing = smoothing;
    p.eps = 0.1;
    return p;
}

FrictionProfile stribeck(FrictionSmoothing smoothing)
{
    FrictionProfile p = profile(smoothing);
    p.static_ratio = 1.5;
    p.stribeck_speed = 0.3;
    p.viscous = 0.2;
    return p;
}

TEST(SmoothFriction, IsCoulombFrictionWhereItSlides)
{
    const Vec3 u(0.3, -0.4, 0.0);
    const Vec3 force = smooth_friction(profile(FrictionSmoothing::quadratic), kMu, u);
    EXPECT_LT((force + kMu * u.normalized()).norm(), 1e-15);
    // s_b comes to it like x / (x + eps).
    const Vec3 rational = smooth_friction(profile(FrictionSmoothing::rational), kMu, u);
    EXPECT_NEAR(rational.norm(), kMu * 0.5 / 0.6, 1e-15);
}

TEST(SmoothFriction, NeverExceedsTheConeAndOpposesTheMotion)
{
    for (const FrictionSmoothing kind : {FrictionSmoothing::quadratic, FrictionSmoothing::rational})
        for (double x = 0.0; x < 0.5; x += 0.001) {
            const Vec3 u = x * Vec3(0.6, 0.0, 0.8);
            const Vec3 force = smooth_friction(profile(kind), kMu, u);
            EXPECT_LE(force.norm(), kMu * (1.0 + 1e-15));
            EXPECT_LE(force.dot(u), 0.0);
        }
}

TEST(SmoothFriction, TheProfileStartsWithTheStaticAndEndsWithTheKineticCoefficient)
{
    FrictionProfile p = stribeck(FrictionSmoothing::quadratic);
    p.eps = 1e-6;
    p.viscous = 0.0;
    EXPECT_NEAR(smooth_friction(p, kMu, Vec3(1e-5, 0, 0)).norm(), 1.5 * kMu, 1e-8);
    EXPECT_NEAR(smooth_friction(p, kMu, Vec3(3.0, 0, 0)).norm(), kMu, 1e-12);
    p.viscous = 0.2;
    EXPECT_NEAR(smooth_friction(p, kMu, Vec3(3.0, 0, 0)).norm(), kMu + 0.6, 1e-12);
}

TEST(SmoothFriction, ItsDerivativeIsThatOfTheForce)
{
    for (const FrictionSmoothing kind : {FrictionSmoothing::quadratic, FrictionSmoothing::rational})
        for (const FrictionProfile& p : {profile(kind), stribeck(kind)})
            for (const Vec3& u : {Vec3(0.0, 0.0, 0.0), Vec3(0.01, 0.02, 0.0), Vec3(0.04, -0.03, 0.02),
                                  Vec3(0.2, 0.1, -0.3)}) {
                const auto force = [&](const Vec3Array& at) {
                    return Eigen::VectorXd(smooth_friction(p, kMu, at[0]));
                };
                // At rest the force is odd and curved like x |x|: differences are off by their width over eps.
                const bool at_rest = u.isZero();
                tests::check_jacobian(force, smooth_friction_derivative(p, kMu, u), {u},
                                      at_rest ? 1e-9 : 1e-6, at_rest ? 2e-8 : 1e-8);
            }
}

TEST(ContactPenalty, ForceAndSlopeAreDerivativesOfItsEnergy)
{
    const ContactPenalty penalty{1e-2, 3e4};
    for (const double d : {-0.02, -0.001, 0.0, 0.004, 0.0099, 0.011}) {
        const double step = 1e-6;
        EXPECT_NEAR((penalty.energy(d + step) - penalty.energy(d - step)) / (2 * step), -penalty.force(d),
                    1e-7 * (1.0 + penalty.force(d)));
        EXPECT_NEAR((penalty.force(d + step) - penalty.force(d - step)) / (2 * step), penalty.force_slope(d),
                    1e-6 * (1.0 - penalty.force_slope(d)));
    }
    EXPECT_EQ(penalty.force(1e-2), 0.0);
    EXPECT_FALSE(penalty.is_active(1e-2));
}

TEST(ContactPenalty, ABumpBringsTheSameForceToTheMiddleOfTheLayer)
{
    ContactPenalty penalty{1e-3, 50.0};
    const double deepest = -4e-4, force = penalty.force(deepest);
    penalty.kappa *= penalty.bump(deepest);
    EXPECT_NEAR(penalty.force(0.5e-3) / force, 1.0, 1e-14);
    EXPECT_EQ(penalty.bump(0.0), 1.0);
    EXPECT_EQ(penalty.bump(5e-4), 1.0);
    penalty.kappa = ContactPenalty::stiffness_for(7.0, 1e-3);
    EXPECT_NEAR(penalty.force(0.5e-3), 7.0, 1e-13);
}

}  // namespace
}  // namespace stiction
