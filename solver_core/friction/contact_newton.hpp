#pragma once

// A Newton step on the impulses of all contacts, for a guess of which stick (s), slip (p) and lift off.
//
//   stick   u_s = 0
//   slip    n . u = 0,    r_T = mu r_N t,    t = y/|y|,   y = w r_T - u_T       (a fixed point of the local law)
//
// Linearised about the impulses as they stand, with b = n x t, e = n + mu t, c = mu r_N t - r_T, |r_T| = mu r_N at the
// solution, a slipping contact answers along two directions, dr = drho e + dtau b + (c . t) t:
//
//   row n:   n . du                              = -n . u
//   row b:   b . du + (|u_T|/(mu r_N)) dtau      = (b . c) |y|/(mu r_N)
//
// A contact that slides fast keeps its direction whatever the others do; it gets no tau. du = G dr + (turns of bodies)
// as in friction/contact_response.hpp: G has one number a pair of contacts, so that x, y and z of the sticking contacts
// are three right-hand sides of one Cholesky factor. They are eliminated first: H = G_pp - G_ps G_ss^-1 G_sp. The turns
// (a, b) of each body are six more unknowns. With rho~ = G_ss^-1 rho_s, rho' = rho_p - G_ps rho~ and zeta alike,
//
//   velocity of a slipping contact    a x rho' + b x zeta'      impulse of a sticking one    -(a x rho~ + b x zeta~)
//   row of the body    sum_p (rho', zeta') x dr_p - (K^-1 + sum_s (rho, zeta) x ((rho~, zeta~) x)) (a, b)
//                          = sum_s (rho, zeta) x G_ss^-1 u_s,          K^-1 = ((0, -I), (-I, -I S I))
//
// The factors are kept while the guess stays the same: projections move little from one iteration to the next.
//
//   u  relative velocity, m/s     r  impulse, N s     w = G_cc, 1/kg     rho, tau  impulse along e and b, N s

#include "solver_core/contact/contact_set.hpp"
#include "solver_core/friction/contact_response.hpp"
#include "solver_core/friction/coulomb_law.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <vector>

namespace stiction {

class ContactNewton {
public:
    // For a new response.
    void restart() { mode_.clear(); }
    // Whether the next step would use factors made for this very guess and already used.
    bool is_worn(const std::vector<ContactMode>& mode) const { return mode_ == mode; }

    // Finds the correction at u = q + G' impulse; false when the system has no usable solution.
    bool find(const ContactSet& contacts, const ContactResponse& response,
              const std::vector<ContactMode>& mode, const Eigen::MatrixX3d& u,
              const std::vector<Vec3>& impulse);
    // Goes a share of the way.
    void apply(double share, Eigen::MatrixX3d& u, std::vector<Vec3>& impulse) const;

private:
    // A slipping contact's answer along one direction, and the row that determines it.
    struct Direction {
        Index slip;  // place in slip_
        Vec3 column;
        Vec3 row;
        double stiffness;  // added on the diagonal
        bool across;       // along b
    };

    void sort(const ContactSet& contacts, const ContactResponse& response,
              const std::vector<ContactMode>& mode);
    void add_directions(const ContactSet& contacts, const ContactResponse& response, Index slip,
                        const Eigen::MatrixX3d& u, const Vec3& impulse);
    void gather_arms(const ContactResponse& response, const std::vector<Index>& of,
                     Eigen::MatrixXd& arms) const;
    void scale_turns(const ContactResponse& response);
    void add_turns(const ContactResponse& response);
    bool factorize(const ContactResponse& response);
    void solve(const ContactSet& contacts, const ContactResponse& response, const Eigen::MatrixX3d& u,
               const std::vector<Vec3>& impulse);

    std::vector<ContactMode> mode_;  // of the factors; empty when there are none
    std::vector<Index> stick_, slip_;
    std::vector<Direction> directions_;
    Eigen::MatrixXd g_ss_, g_sp_, y_, h_, matrix_;  // y = G_ss^-1 G_sp
    // Of nothing at first: Eigen leaves the status of a factor that was never made unset, and moving one reads it.
    Eigen::LLT<Eigen::MatrixXd> stick_factor_{Eigen::MatrixXd()};
    Eigen::PartialPivLU<Eigen::MatrixXd> slip_factor_;

    // Columns rho, zeta of every body: of the sticking contacts, multiplied by G_ss^-1, and reduced of the slipping.
    Eigen::MatrixXd arm_s_, arm_y_, arm_p_, arm_product_;
    std::vector<double> turn_scale_;  // of every body

    Eigen::MatrixX3d z_, dr_p_;     // z = G_ss^-1 u_s
    Eigen::MatrixX3d dr_, du_;      // the correction
    Eigen::VectorXd rhs_, answer_;  // of the directions, then of the turns
    std::vector<BodyTurn> turns_;
};

}  // namespace stiction
