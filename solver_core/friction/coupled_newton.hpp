#pragma once

// Damped semismooth Newton steps on the Alart-Curnier function of all contacts at once, for so few that a dense matrix is
// cheap: where impulses are large and redundant, one contact at a time (friction/coupled_sweeps.hpp) gets nowhere.
//
//   F_N = r_N - max(0, y_N),              y_N = r_N - rho u_N
//   F_T = r_T - P_disc(y_T; mu max(0, y_N)),   y_T = r_T - rho u_T
//   (J^T J + nu) dr = -J^T F,   J a generalised derivative of F
//
// W is singular as a rule and J with it: hence the damping nu (Levenberg and Marquardt), less of it the smaller F is.
//
//   u = q + W r, m/s      rho  mass of the contact, 3 / trace(W_cc), kg      F  N s

#include "solver_core/friction/delassus.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace stiction {

class CoupledNewton {
public:
    static constexpr Index kMostContacts = 300;

    void start(const Delassus& w, const Eigen::VectorXd& q, Span<const double> mu);
    // Steps from r while they help, at most so many; returns how many did.
    Index improve(Index most, Eigen::VectorXd& r);

private:
    double residual(const Eigen::VectorXd& r, Eigen::VectorXd& u, Eigen::VectorXd& f) const;
    void differentiate(const Eigen::VectorXd& r);

    Eigen::MatrixXd w_, j_, normal_;
    Eigen::VectorXd q_, u_, f_, dr_, trial_, trial_u_, trial_f_;
    std::vector<double> rho_;
    Span<const double> mu_;
    // Of nothing at first: Eigen leaves the status of a factor that was never made unset, and moving one reads it.
    Eigen::LLT<Eigen::MatrixXd> factor_{Eigen::MatrixXd()};
};

}  // namespace stiction
