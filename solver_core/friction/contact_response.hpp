#pragma once

// What impulses at contacts do to the velocities at contacts:   u = q + G r + (what turns of whole bodies do)
//
//   G_cd = sum_ab w_ca w_db (P^-1)_ab
//
// At fixed projections a body cannot turn: P^-1 answers a torque as if the projections held its attitude. So free bodies
// get their turns back (solvers/turning_bodies.hpp). With the contact's arms on each body it touches
//
//   rho_c = sum_a w_ca r_a,   zeta_c = sum_a w_ca z_a                         (a: nodes of the body; r, z as there)
//   alpha = sum_c rho_c x r_c,   gamma = sum_c zeta_c x r_c
//   a = S alpha - I^-1 gamma,   b = -I^-1 alpha,   S = I^-1 (R^T M Z) I^-1 + J
//   u_c += a x rho_c + b x zeta_c
//
//   u   relative velocity, m/s      r   impulse, N s      G   1/kg      rho, zeta   m
//   I   moment of inertia, kg m^2   J   turn an angular impulse gives, 1/(kg m^2)
//   a, b   turns, rad/s             alpha, gamma   angular impulses, N m s

#include "solver_core/base/types.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <vector>

namespace stiction {

struct BodyTurn {
    Vec3 a = Vec3::Zero(), b = Vec3::Zero();
};

struct ContactResponse {
    struct Arm {
        Index body;  // place in `bodies`
        Vec3 rho, zeta;
    };
    struct Body {
        Mat3 inertia, inverse_inertia;  // I, I^-1
        Mat3 both;                      // S
    };

    // G, symmetric; row and column of a contact between held nodes are 0.
    Eigen::MatrixXd g;
    std::vector<Index> arm_begin;  // of contact c, with the end of the last
    std::vector<Arm> arms;
    std::vector<Body> bodies;  // those that turn and are in contact
    std::vector<double> own;   // w: largest answer of a contact to its own impulse, 1/kg

    // No body turns.
    void set_no_turns();
    // After g, arms and bodies are set.
    void find_own();

    // Adds what a change of a contact's impulse does to the turns.
    void turn(Index c, const Vec3& change, std::vector<BodyTurn>& turns) const
    {
        for (Index k = arm_begin[c]; k < arm_begin[c + 1]; ++k) {
            const Arm& arm = arms[k];
            const Body& body = bodies[arm.body];
            const Vec3 alpha = arm.rho.cross(change);
            turns[arm.body].a += body.both * alpha - body.inverse_inertia * arm.zeta.cross(change);
            turns[arm.body].b -= body.inverse_inertia * alpha;
        }
    }
    Vec3 velocity_of_turns(Index c, const std::vector<BodyTurn>& turns) const
    {
        Vec3 u = Vec3::Zero();
        for (Index k = arm_begin[c]; k < arm_begin[c + 1]; ++k) {
            const BodyTurn& turn = turns[arms[k].body];
            u += turn.a.cross(arms[k].rho) + turn.b.cross(arms[k].zeta);
        }
        return u;
    }

private:
    std::vector<BodyTurn> turns_;  // of find_own
};

}  // namespace stiction
