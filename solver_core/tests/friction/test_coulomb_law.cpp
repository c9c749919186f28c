#include "solver_core/friction/coulomb_law.hpp"
#include "solver_core/friction/friction_error.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace stiction {
namespace {

struct Draw {
    std::mt19937 random{21};
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> unit{0.0, 1.0};
    Vec3 vector() { return {normal(random), normal(random), normal(random)}; }
    Vec3 direction() { return vector().normalized(); }
};

TEST(CoulombLaw, EveryAnswerObeysTheLaw)
{
    Draw draw;
    int seen[3] = {0, 0, 0};
    for (int trial = 0; trial < 5000; ++trial) {
        const Vec3 n = draw.direction();
        const Vec3 d = draw.vector();
        const double mu = 1.5 * draw.unit(draw.random);
        const double w = 0.1 + draw.unit(draw.random);
        const ContactImpulse answer = solve_coulomb(d, n, mu, w);
        const Vec3 u = d + w * answer.impulse;
        const double r_n = answer.impulse.dot(n);
        const Vec3 r_t = answer.impulse - r_n * n;
        const Vec3 u_t = u - u.dot(n) * n;
        ++seen[static_cast<int>(answer.mode)];
        EXPECT_GE(u.dot(n), -1e-12);
        EXPECT_GE(r_n, 0.0);
        EXPECT_LE(r_t.norm(), mu * r_n + 1e-12);
        EXPECT_NEAR(u.dot(n) * r_n, 0.0, 1e-12);
        if (answer.mode == ContactMode::stick) {
            EXPECT_LT(u.norm(), 1e-12);
        }
        if (answer.mode == ContactMode::slip && mu > 0.0) {
            EXPECT_NEAR(r_t.dot(u_t), -r_t.norm() * u_t.norm(), 1e-10);
        }
        // One contact with exact answer: the natural map vanishes whatever the unit of mass.
        for (const double unit_of_mass : {1e-6, 1.0, 1e6}) {
            const std::vector<FrictionSample> sample{{u, answer.impulse * unit_of_mass, d, n, mu}};
            EXPECT_LT(friction_error(sample, w / unit_of_mass).natural_map, 1e-12);
            EXPECT_LT(friction_error(sample, w / unit_of_mass).alart_curnier_tangential, 1e-12);
        }
    }
    EXPECT_GT(seen[0], 100);
    EXPECT_GT(seen[1], 100);
    EXPECT_GT(seen[2], 100);
}

TEST(CoulombLaw, ConeProjectionIsIdempotentFeasibleAndNonExpansive)
{
    Draw draw;
    for (int trial = 0; trial < 5000; ++trial) {
        const Vec3 n = draw.direction();
        const double mu = 2.0 * draw.unit(draw.random);
        const Vec3 a = draw.vector();
        const Vec3 b = draw.vector();
        const Vec3 pa = project_on_cone(a, n, mu);
        const Vec3 pb = project_on_cone(b, n, mu);
        EXPECT_LE((pa - pa.dot(n) * n).norm(), mu * pa.dot(n) + 1e-12);
        EXPECT_LT((project_on_cone(pa, n, mu) - pa).norm(), 1e-12);
        EXPECT_LE((pa - pb).norm(), (a - b).norm() + 1e-12);
        // Nearest: no other point of the cone is closer.
        EXPECT_LE((a - pa).norm(), (a - pb).norm() + 1e-12);
    }
}

TEST(CoulombLaw, ErrorSeesSlidingThatShouldStick)
{
    const Vec3 n = Vec3::UnitY();
    const std::vector<FrictionSample> creeping{
        {Vec3(0.01, 0, 0), Vec3(-0.1, 1, 0), Vec3(0.1, -1, 0), n, 0.5}};
    EXPECT_GT(friction_error(creeping, 1.0).natural_map, 1e-3);
    EXPECT_GT(friction_error(creeping, 1.0).alart_curnier_tangential, 5e-3);
    EXPECT_LT(friction_error(creeping, 1.0).alart_curnier_normal, 1e-15);
}

}  // namespace
}  // namespace stiction
