#pragma once

// The two projections of staggered projections, as one convex problem over a product of small sets:
//
//   P_N   minimise 1/2 y^T W_NN y + b . y   over y_c >= 0                                [Larionov 2022, (3.24)]
//   P_T   minimise 1/2 y^T W_TT y + b . y   over |y_c| <= mu r_N,c                       [Larionov 2022, (3.23)]
//
//   y  impulses along the normal, or in the tangent plane, N s       b  velocities of the rest of the motion, m/s
//
// The discs are the exact ones, in Cartesian coordinates: polar ones are singular where a contact sticks with no load.
// Gradient projection finds which impulses are at their bounds (a slipping contact keeps one direction, along its
// circle); conjugate gradients then minimise over the others, a slipping contact's circle bending with its multiplier
// |u_T| / |y|; the result is projected, halved while it makes things worse. W may be singular.

#include "solver_core/friction/delassus.hpp"

#include <Eigen/Core>

#include <vector>

namespace stiction {

struct ProjectionResult {
    Index iterations = 0;   // of the outer loop
    Index products = 0;     // with W
    double residual = 0.0;  // largest |natural map|, m/s
    bool converged = false;
};

class ImpulseProjection {
public:
    // y: start in, answer out. scale: the velocity the tolerance is a share of, m/s.
    ProjectionResult normal(const Delassus& w, const Eigen::VectorXd& b, double tolerance, double scale,
                            Eigen::VectorXd& y);
    ProjectionResult tangential(const Delassus& w, const Eigen::VectorXd& b, Span<const double> radius,
                                double tolerance, double scale, Eigen::VectorXd& y);

private:
    enum class Face : char { fixed, free, circle };

    ProjectionResult minimize(double tolerance, double scale, Eigen::VectorXd& y);
    void product(const Eigen::VectorXd& y, Eigen::VectorXd& out);
    void project(Eigen::VectorXd& y) const;
    double residual(const Eigen::VectorXd& y, const Eigen::VectorXd& g) const;
    void step_projected_gradient(Eigen::VectorXd& y);
    void find_face(const Eigen::VectorXd& y);
    void restrict_to_face(const Eigen::VectorXd& y, Eigen::VectorXd& d) const;
    void minimize_on_face(const Eigen::VectorXd& y, double share);
    bool try_face_step(Eigen::VectorXd& y, double now);

    const Delassus* w_ = nullptr;
    const Eigen::VectorXd* b_ = nullptr;
    Index size_ = 1;  // of a block: 1 normal, 2 tangential
    Span<const double> radius_;
    std::vector<double> stiffness_;  // bound of the block on W's diagonal, 1/kg; 0: no impulse has an effect
    std::vector<Face> face_;
    std::vector<double> bend_;  // multiplier of a circle, 1/kg
    Eigen::VectorXd g_, d_, product_, trial_, trial_g_, residual_, conjugate_, scaled_;
    Index products_ = 0;
};

}  // namespace stiction
