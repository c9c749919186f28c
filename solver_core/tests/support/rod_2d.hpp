#pragma once

// A springy rod on a conveyor belt, in the plane: the smallest system with elasticity, penalty contact and smooth friction.
//                                                                                                   [Larionov 2022, sec. 4.5]
//
//   m dv/dt = k (l - |q|) q / |q| + (N phi(|u|) u, N) + m g,     N = lambda(d),  d = q_y + 1,  u = v_s - v_x
//
// The rod hangs from the origin, at rest with length l = sqrt 2; its free end is a point mass; the belt lies at y = -1 and moves
// with v_s along x. The thesis's kappa here is that of a penalty kappa / delta (delta - d)^3, N/m: its J_yy says so. Contact,
// friction and time rules are those of the method `implicit`.

#include "solver_core/friction/contact_penalty.hpp"
#include "solver_core/friction/smooth_friction.hpp"
#include "solver_core/integrators/stage_rule.hpp"

#include <Eigen/Dense>

#include <cmath>

namespace stiction::test {

struct Rod2d {
    using Vec2 = Eigen::Vector2d;
    using Mat2 = Eigen::Matrix2d;

    double m = 1.0, k = 10.0, mu = 0.2;           // kg, N/m, 1
    double kappa = 100.0, delta = 0.4;            // N/m, m
    double eps = 0.01, v_s = 0.0, gravity = 0.0;  // m/s, m/s, m/s^2
    double length = std::sqrt(2.0);               // l, m

    ContactPenalty penalty() const { return {delta, kappa / delta}; }
    FrictionProfile profile() const
    {
        FrictionProfile profile;
        profile.smoothing = FrictionSmoothing::rational;
        profile.eps = eps;
        return profile;
    }
    Vec2 force(const Vec2& q, const Vec2& v) const
    {
        const double load = penalty().force(q.y() + 1.0);
        const Vec3 friction = load * smooth_friction(profile(), mu, Vec3(v.x() - v_s, 0.0, 0.0));
        return k * (length / q.norm() - 1.0) * q + Vec2(friction.x(), load - m * gravity);
    }
    Mat2 by_position(const Vec2& q, const Vec2& v) const
    {
        const double r = q.norm(), slope = penalty().force_slope(q.y() + 1.0);
        Mat2 d = k * (length / r - 1.0) * Mat2::Identity() - k * length / (r * r * r) * q * q.transpose();
        d(0, 1) += slope * smooth_friction(profile(), mu, Vec3(v.x() - v_s, 0.0, 0.0)).x();
        d(1, 1) += slope;
        return d;
    }
    Mat2 by_velocity(const Vec2& q, const Vec2& v) const
    {
        Mat2 d = Mat2::Zero();
        const double load = penalty().force(q.y() + 1.0);
        d(0, 0) = load * smooth_friction_derivative(profile(), mu, Vec3(v.x() - v_s, 0.0, 0.0))(0, 0);
        return d;
    }
    // dr/dv over m of a stage with a = implicit weight times h.
    Mat2 jacobian(const Vec2& q, const Vec2& v, double a) const
    {
        return Mat2::Identity() - a / m * (a * by_position(q, v) + by_velocity(q, v));
    }
    // Derivative of (v, f / m) in (q, v).
    Eigen::Matrix4d flow(const Vec2& q, const Vec2& v) const
    {
        Eigen::Matrix4d d = Eigen::Matrix4d::Zero();
        d.topRightCorner<2, 2>().setIdentity();
        d.bottomLeftCorner<2, 2>() = by_position(q, v) / m;
        d.bottomRightCorner<2, 2>() = by_velocity(q, v) / m;
        return d;
    }
};

inline double condition(const Eigen::Matrix2d& matrix)
{
    const Eigen::Vector2d s = matrix.jacobiSvd().singularValues();
    return s(0) / s(1);
}

// The rod's motion, one rule of integrators/ a step.
class Rod2dRun {
public:
    Rod2dRun(const Rod2d& rod, IntegratorKind kind, double h, const Eigen::Vector2d& q,
             const Eigen::Vector2d& v)
        : rod_(rod), kind_(kind), h_(h), x_{to3(q)}, v_{to3(v)}
    {
    }
    double kinetic() const { return 0.5 * rod_.m * v_[0].squaredNorm(); }
    Eigen::Vector2d position() const { return x_[0].head<2>(); }
    Eigen::Vector2d velocity() const { return v_[0].head<2>(); }
    bool converged() const { return converged_; }

    void step()
    {
        const bool first = uses_history(kind_) && x_before_.empty();
        const IntegratorKind kind = first ? IntegratorKind::be : kind_;
        std::array<StageSlope, 2> slope;
        slope[0].velocity = v_;
        slope[0].acceleration = {to3(rod_.force(position(), velocity()) / rod_.m)};
        Vec3Array q_base, v_base, now = v_;
        std::size_t stage = 1;
        double a = h_;
        for (const StageRule& rule : stages_of(kind)) {
            set_stage_base(rule, h_, {x_, v_, x_before_, v_before_}, slope, q_base, v_base);
            a = rule.implicit * h_;
            now[0] = to3(solve(q_base[0].head<2>(), v_base[0].head<2>(), a, now[0].head<2>()));
            if (stage < slope.size()) set_stage_slope(rule, h_, now, v_base, slope[stage++]);
        }
        x_before_ = x_;
        v_before_ = v_;
        x_[0] = q_base[0] + a * now[0];
        v_ = now;
    }

private:
    static Vec3 to3(const Eigen::Vector2d& q) { return Vec3(q.x(), q.y(), 0.0); }

    Eigen::Vector2d solve(const Eigen::Vector2d& q_base, const Eigen::Vector2d& v_base, double a,
                          Eigen::Vector2d v)
    {
        const auto residual = [&](const Eigen::Vector2d& at) -> Eigen::Vector2d {
            return at - v_base - a / rod_.m * rod_.force(q_base + a * at, at);
        };
        Eigen::Vector2d r = residual(v);
        for (int i = 0; i < 200 && r.norm() > 1e-12; ++i) {
            const Eigen::Vector2d p = -rod_.jacobian(q_base + a * v, v, a).inverse() * r;
            double alpha = 1.0;
            while (alpha > 1e-6 && !(residual(v + alpha * p).norm() < r.norm())) alpha *= 0.5;
            v += alpha * p;
            r = residual(v);
        }
        converged_ = converged_ && r.norm() < 1e-9;
        return v;
    }

    Rod2d rod_;
    IntegratorKind kind_;
    double h_;
    Vec3Array x_, v_, x_before_, v_before_;
    bool converged_ = true;
};

}  // namespace stiction::test
