#pragma once

// The one checker of derivatives: a gradient against central differences of its energy, a Hessian against those of its
// gradient.

#include "solver_core/base/types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace stiction::tests {

// Compares gradient(x) with central differences of energy(x) in every coordinate; reports the worst one, once.
// `step` is the half width in metres; the error is relative to the largest component of the gradient.
inline void check_gradient(const std::function<double(const Vec3Array&)>& energy, const Vec3Array& gradient,
                           const Vec3Array& x, double step, double tolerance)
{
    double scale = 0.0;
    for (const Vec3& g : gradient) scale = std::max(scale, g.cwiseAbs().maxCoeff());
    double worst = 0.0;
    std::size_t worst_node = 0;
    int worst_axis = 0;
    Vec3Array moved = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            moved[i][axis] = x[i][axis] + step;
            const double up = energy(moved);
            moved[i][axis] = x[i][axis] - step;
            const double down = energy(moved);
            moved[i][axis] = x[i][axis];
            const double error = std::abs((up - down) / (2.0 * step) - gradient[i][axis]) / scale;
            if (error <= worst) continue;
            worst = error;
            worst_node = i;
            worst_axis = axis;
        }
    }
    EXPECT_LT(worst, tolerance) << "worst at node " << worst_node << ", axis " << worst_axis << ", gradient "
                                << gradient[worst_node][worst_axis];
}

// Compares a Jacobian (rows of the function's values, three columns for each entry of x) with central differences of
// function(x); the error is relative to the largest entry. A Hessian is the Jacobian of a gradient.
inline void check_jacobian(const std::function<Eigen::VectorXd(const Vec3Array&)>& function,
                           const Eigen::MatrixXd& jacobian, const Vec3Array& x, double step, double tolerance)
{
    const double scale = jacobian.cwiseAbs().maxCoeff();
    double worst = 0.0;
    Eigen::Index worst_column = 0;
    Vec3Array moved = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            moved[i][axis] = x[i][axis] + step;
            const Eigen::VectorXd up = function(moved);
            moved[i][axis] = x[i][axis] - step;
            const Eigen::VectorXd down = function(moved);
            moved[i][axis] = x[i][axis];
            const auto column = static_cast<Eigen::Index>(3 * i) + axis;
            const double error =
                ((up - down) / (2.0 * step) - jacobian.col(column)).cwiseAbs().maxCoeff() / scale;
            if (error <= worst) continue;
            worst = error;
            worst_column = column;
        }
    }
    EXPECT_LT(worst, tolerance) << "worst in column " << worst_column << " (entry " << worst_column / 3
                                << ", axis " << worst_column % 3 << "), scale " << scale;
}

// The same for a dense 3n x 3n Hessian and the gradient it belongs to.
inline void check_hessian(const std::function<Vec3Array(const Vec3Array&)>& gradient,
                          const Eigen::MatrixXd& hessian, const Vec3Array& x, double step, double tolerance)
{
    const auto flat = [&](const Vec3Array& at) {
        const Vec3Array g = gradient(at);
        return Eigen::VectorXd(
            Eigen::Map<const Eigen::VectorXd>(g[0].data(), static_cast<Eigen::Index>(3 * g.size())));
    };
    check_jacobian(flat, hessian, x, step, tolerance);
}

}  // namespace stiction::tests
