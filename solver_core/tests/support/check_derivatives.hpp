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

// Compares a dense 3n x 3n Hessian at x with central differences of gradient(x), column by column; reports the worst entry,
// once. The error is relative to the largest entry of the Hessian.
inline void check_hessian(const std::function<Vec3Array(const Vec3Array&)>& gradient,
                          const Eigen::MatrixXd& hessian, const Vec3Array& x, double step, double tolerance)
{
    const double scale = hessian.cwiseAbs().maxCoeff();
    double worst = 0.0;
    Eigen::Index worst_row = 0, worst_column = 0;
    Vec3Array moved = x;
    for (Eigen::Index column = 0; column < hessian.cols(); ++column) {
        double& coordinate = moved[static_cast<std::size_t>(column / 3)][column % 3];
        const double here = coordinate;
        coordinate = here + step;
        const Vec3Array up = gradient(moved);
        coordinate = here - step;
        const Vec3Array down = gradient(moved);
        coordinate = here;
        for (Eigen::Index row = 0; row < hessian.rows(); ++row) {
            const auto node = static_cast<std::size_t>(row / 3);
            const double slope = (up[node][row % 3] - down[node][row % 3]) / (2.0 * step);
            const double error = std::abs(slope - hessian(row, column)) / scale;
            if (error <= worst) continue;
            worst = error;
            worst_row = row;
            worst_column = column;
        }
    }
    EXPECT_LT(worst, tolerance) << "worst at row " << worst_row << ", column " << worst_column << ", Hessian "
                                << hessian(worst_row, worst_column) << " of at most " << scale;
}

}  // namespace stiction::tests
