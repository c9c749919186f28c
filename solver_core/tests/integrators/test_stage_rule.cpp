#include "solver_core/integrators/stage_rule.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

const IntegratorKind kAll[] = {IntegratorKind::be, IntegratorKind::bdf2, IntegratorKind::tr,
                               IntegratorKind::tr_bdf2, IntegratorKind::sdirk2};

// A point of unit mass on a hardening spring with a little drag: f = -q - q |q|^2 - 0.1 v.
struct Spring {
    Vec3 force(const Vec3& q, const Vec3& v) const { return -q - q.squaredNorm() * q - 0.1 * v; }
    Mat3 by_position(const Vec3& q) const
    {
        return -(1.0 + q.squaredNorm()) * Mat3::Identity() - 2.0 * q * q.transpose();
    }
    Mat3 by_velocity() const { return -0.1 * Mat3::Identity(); }
};

// Linear: f = -k q, for stability.
struct Stiff {
    double k;
    Vec3 force(const Vec3& q, const Vec3&) const { return -k * q; }
    Mat3 by_position(const Vec3&) const { return -k * Mat3::Identity(); }
    Mat3 by_velocity() const { return Mat3::Zero(); }
};

template <class Law>
Vec3 solve_stage(const Law& law, double a, const Vec3& q_base, const Vec3& v_base)
{
    Vec3 v = v_base;
    for (int k = 0; k < 8; ++k) {
        const Vec3 q = q_base + a * v;
        const Vec3 r = v - v_base - a * law.force(q, v);
        const Mat3 j = Mat3::Identity() - a * (a * law.by_position(q) + law.by_velocity());
        v -= j.lu().solve(r);
    }
    return v;
}

template <class Law>
struct Point {
    Vec3Array x, v, x_before, v_before;
    Law law;

    void step(IntegratorKind kind, double h)
    {
        std::array<StageSlope, 2> slope;
        const bool be = uses_history(kind) && x_before.empty();
        if (uses_start_slope(kind)) slope[0] = {v, {law.force(x[0], v[0])}};
        Vec3Array q, end, q_base, v_base;
        std::size_t stage = 1;
        for (const StageRule& rule : stages_of(be ? IntegratorKind::be : kind)) {
            set_stage_base(rule, h, {x, v, x_before, v_before}, slope, q_base, v_base);
            end = {solve_stage(law, rule.implicit * h, q_base[0], v_base[0])};
            q = {q_base[0] + rule.implicit * h * end[0]};
            if (stage < slope.size()) set_stage_slope(rule, h, end, v_base, slope[stage++]);
        }
        x_before = x;
        v_before = v;
        x = q;
        v = end;
    }
};

Vec3 spring_after(IntegratorKind kind, double time, int steps)
{
    Point<Spring> point;
    point.x = {Vec3(1.0, 0.2, 0.0)};
    point.v = {Vec3(0.0, 0.5, -0.3)};
    for (int i = 0; i < steps; ++i) point.step(kind, time / steps);
    return point.x[0];
}

TEST(StageRule, HalvingTheStepShowsTheOrder)
{
    // Against a far finer run of another rule, so that no rule is its own judge.
    const Vec3 exact = spring_after(IntegratorKind::sdirk2, 2.0, 8000);
    const Vec3 other = spring_after(IntegratorKind::tr, 2.0, 8000);
    ASSERT_LT((exact - other).norm(), 1e-6);
    for (const IntegratorKind kind : kAll) {
        const double coarse = (spring_after(kind, 2.0, 200) - exact).norm();
        const double fine = (spring_after(kind, 2.0, 400) - exact).norm();
        EXPECT_NEAR(std::log2(coarse / fine), double(order_of(kind)), 0.05)
            << "rule " << static_cast<int>(kind) << ": " << coarse << ", " << fine;
    }
}

TEST(StageRule, StiffMotionDiesWhereARuleIsLStable)
{
    for (const IntegratorKind kind : kAll) {
        Point<Stiff> point;
        point.law.k = 1e8;
        point.x = {Vec3(1.0, 0.0, 0.0)};
        point.v = {Vec3::Zero()};
        for (int i = 0; i < 20; ++i) point.step(kind, 0.1);
        // Of the energy, as an amplitude.
        const double left = std::sqrt(point.x[0].squaredNorm() + point.v[0].squaredNorm() / point.law.k);
        if (kind == IntegratorKind::tr)
            EXPECT_NEAR(left, 1.0, 1e-9);  // A-stable only: it rings on
        else
            EXPECT_LT(left, 1e-6) << "rule " << static_cast<int>(kind);
    }
}

TEST(StageRule, DissipationFallsFromBeToTr)
{
    double energy[5];
    for (std::size_t k = 0; k < 5; ++k) {
        Point<Stiff> point;
        point.law.k = 1.0;
        point.x = {Vec3(1.0, 0.0, 0.0)};
        point.v = {Vec3::Zero()};
        for (int i = 0; i < 100; ++i) point.step(kAll[k], 0.2);
        energy[k] = point.x[0].squaredNorm() + point.v[0].squaredNorm();
    }
    EXPECT_LT(energy[0], energy[1]);     // be < bdf2
    EXPECT_LT(energy[1], energy[3]);     // bdf2 < tr_bdf2
    EXPECT_LT(energy[1], energy[4]);     // bdf2 < sdirk2
    EXPECT_NEAR(energy[2], 1.0, 1e-12);  // tr keeps it
    EXPECT_LT(energy[3], 1.0);
    EXPECT_LT(energy[4], 1.0);
}

}  // namespace
}  // namespace stiction
