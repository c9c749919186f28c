#pragma once

// The coupled Signorini-Coulomb law for all contacts, by nonsmooth Gauss-Seidel: one contact after the other is solved
// exactly with the impulses of the others as they stand, back and forth.
//
//   u = q + W r,   (u_c, r_c) in C_mu for every c, normal first in the contact's own frame
//
// One contact, u = d + W_cc r with the whole 3x3 block:
//   take off   d_N >= 0:  r = 0
//   stick      r = -W_cc^-1 d where that lies in the cone
//   slip       r = r_N (1, mu e),  r_N = -d_N / (W_NN + mu W_NT . e),  u_T = -s e with s >= 0: one equation for the angle
//              of e, solved by Newton's method from -u_T of the sticking guess, or among the sign changes round the circle
// Where no answer exists (W_NN + mu W_NT . e <= 0, Painleve's case) one step of the natural map is taken instead; the error
// then tells.

#include "solver_core/friction/delassus.hpp"

#include <Eigen/Core>

namespace stiction {

// The law at one contact for a full 3x3 response; false when it has no solution here.
bool solve_coulomb_block(const Mat3& w, const Vec3& d, double mu, Vec3& r);

class CoupledSweeps {
public:
    // Begins at impulses r.
    void start(const Delassus& w, const Eigen::VectorXd& q, Span<const double> mu, const Eigen::VectorXd& r);
    // One pass over all contacts; r is updated.
    void sweep(Eigen::VectorXd& r);

private:
    const Delassus* w_ = nullptr;
    const Eigen::VectorXd* q_ = nullptr;
    Span<const double> mu_;
    Delassus::Motion motion_;
    bool backward_ = false;
};

}  // namespace stiction
