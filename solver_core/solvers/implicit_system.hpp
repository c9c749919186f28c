#pragma once

// One stage of an implicit step as a nonlinear system over velocities.            [Larionov 2022, eqs 2.1, 2.2, 2.5, 4.1-4.8]
//
//   q(v) = q_base + a v
//   r(v) = M (v - v_base) - a f(q(v), v),    f = M g - C v - D v - dW/dq + f_c(q) + f_f(q, v)
//   J    = M + a C + a D + a^2 K - a (a df_c/dq + a df_f/dq + df_f/dv)                      not symmetric: friction
//   |r|  = sqrt(sum_i |r_i|^2 / m_i)                                                        all masses count alike
//
// A stage decoupled from contact (4.8): contact and friction act from the start of the step to the end of the stage with the force
// of that end, and friction sees the way in that time; no force of contact is in v_base:
//
//   r(v) = M (v - v_base) - a f_rest(q(v), v) - tau f_cf(q(v), u(v)),   u(v) = (q(v) - q_start) / tau
//
// Else an impact's force acts again, weighted for a smooth one, on a node that nothing presses any more (stage_rule.hpp).
//
//   a    implicit weight of the stage times h, s          W, K  elastic energy and its Hessian, filled volumes included
//   tau  from the start of the step to the stage's end, s
//   C    air drag, kg/s                                   D     Rayleigh damping, frozen at the start of the step, kg/s
//   held nodes  have their velocity and position given; their rows are left out
//
// The product with J needs no matrix of contacts: K and D are kept as half matrices of elements, contacts as their blocks, and the
// dense part of a filled volume's Hessian as one vector (elasticity/volume_regions.hpp).

#include "solver_core/solvers/finite_model.hpp"
#include "solver_core/solvers/implicit_contacts.hpp"
#include "solver_core/solvers/implicit_matrix.hpp"
#include "solver_core/solvers/newton_system.hpp"

namespace stiction {

// What acts beside elasticity and contact.
struct ImplicitLoads {
    Vec3 gravity = Vec3::Zero();  // m/s^2
    Span<const double> drag;      // C of every node, kg/s; empty: none
    Span<const Vec3> load = {};   // constant over the step, of every node, N; empty: none
    bool sparse_volumes =
        false;  // J without the dense part of filled volumes: cheaper by a back-solve, slower to converge
};

struct ImplicitStage {
    Span<const Vec3> q_base, v_base;
    double a = 0.0;           // s
    double tau = 0.0;         // s
    Span<const Vec3> q_held;  // positions of all nodes at the end of the stage; held ones are read
    // Decoupled contact: positions at the start of the step. Empty: contact as all else.
    Span<const Vec3> q_start = {};
    bool is_decoupled() const { return !q_start.empty(); }
    double contact_weight() const { return is_decoupled() ? tau / a : 1.0; }  // of contact's force, in a
    double contact_share() const { return is_decoupled() ? a / tau : 1.0; }   // du / dv
};

class ImplicitSystem final : public NewtonSystem {
public:
    // For the step that begins at x. Model and contacts must outlive it.
    void begin(const FiniteModel& model, const ImplicitLoads& loads, ImplicitContacts& contacts,
               Span<const Vec3> x);
    // Spans must outlive the stage's solve.
    void set_stage(const ImplicitStage& stage) { stage_ = stage; }
    const ImplicitStage& stage() const { return stage_; }

    // f at positions q and velocities v, tau after the start of the step, N; 0 for held nodes.
    void force(Span<const Vec3> q, Span<const Vec3> v, double tau, Span<Vec3> f);
    // f without contact and friction.
    void rest_force(Span<const Vec3> q, Span<const Vec3> v, Span<Vec3> f);
    // q(v) of the stage, held nodes where they are held.
    void positions(Span<const Vec3> v, Span<Vec3> q) const;

    Index nodes() const override { return model_->elasticity.node_count(); }
    double residual(Span<const Vec3> v, Span<Vec3> r) override;
    double norm_scale() const override { return norm_scale_; }
    void linearize() override;
    void multiply(Span<const Vec3> p, Span<Vec3> y) override;
    const SparseMatrix& matrix() override;
    Span<const RankOneTerm> dense_terms() const override { return dense_; }
    std::int64_t pattern_version() const override { return matrix_.version(); }
    void diagonal(std::vector<Mat3>& blocks) override;
    bool symmetric_pattern(HalfMatrix& half) override;
    const SparseMatrix* element_pattern() const override { return &model_->elasticity.pattern(); }
    void symmetric_part(HessianKind kind, HalfMatrix& half) override;
    Span<const double> norm_weights() const override { return model_->inverse_mass; }

private:
    bool is_damped() const { return !model_->damping.empty(); }
    double drag(Index node) const { return loads_.drag.empty() ? 0.0 : loads_.drag[node]; }
    void add_contact_blocks();
    void list_groups();
    void set_dense_terms();
    void add_contact_force(Span<const Vec3> q, Span<const Vec3> v, double tau, double weight, Span<Vec3> f);
    void clear_held(Span<Vec3> f) const;
    // What friction sees of v, q_ being at it.
    Span<const Vec3> sliding_velocity(Span<const Vec3> v);
    // -a^2 df_a/dx_b - a df_a/dv_b of a contact, as J has it.
    Mat3 contact_block(const ImplicitContact& contact, std::size_t i, std::size_t j) const;

    const FiniteModel* model_ = nullptr;
    ImplicitContacts* contacts_ = nullptr;
    ImplicitLoads loads_;
    ImplicitStage stage_;
    double norm_scale_ = 0.0;
    RayleighDamping damping_;
    ImplicitMatrix matrix_;
    std::vector<double> stiffness_;  // a^2 K + a D, lower triangle
    std::vector<double> positive_;   // the same without what has no sign, made when it is asked for
    FiniteElasticityWorkspace elastic_;
    std::vector<RankOneTerm> dense_;
    Vec3Array q_, moved_, sliding_;
    std::vector<Index> group_begin_, group_node_;
    std::vector<double> partial_;
};

}  // namespace stiction
