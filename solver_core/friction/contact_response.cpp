#include "solver_core/friction/contact_response.hpp"

#include <Eigen/Eigenvalues>

namespace stiction {

void ContactResponse::set_no_turns()
{
    arm_begin.assign(static_cast<std::size_t>(g.rows()) + 1, 0);
    arms.clear();
    bodies.clear();
}

void ContactResponse::find_own()
{
    own.resize(static_cast<std::size_t>(g.rows()));
    turns_.resize(bodies.size());
    for (Index c = 0; c < g.rows(); ++c) {
        own[c] = g(c, c);
        if (arm_begin[c] == arm_begin[c + 1]) continue;
        Mat3 block = g(c, c) * Mat3::Identity();
        for (Index k = 0; k < 3; ++k) {
            for (Index arm = arm_begin[c]; arm < arm_begin[c + 1]; ++arm) turns_[arms[arm].body] = {};
            turn(c, Vec3::Unit(k), turns_);
            block.col(k) += velocity_of_turns(c, turns_);
        }
        Eigen::SelfAdjointEigenSolver<Mat3> eigen;
        eigen.computeDirect(block, Eigen::EigenvaluesOnly);
        own[c] = eigen.eigenvalues()[2];
    }
}

}  // namespace stiction
