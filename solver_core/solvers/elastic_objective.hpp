#pragma once

// One backward Euler step of an elastic model as a function of node velocities.             [Larionov 2022, eq. 3.1]
//
//   gamma(v) = 1/2 |v - v_free|_M^2 + W(x + h v) + (h/2) v^T D v
//   gradient   M (v - v_free) + h dW/dx(x + h v) + h D v
//   Hessian    M + h^2 d2W/dx2 + h D
//
//   v_free  velocities without elastic and contact forces, m/s         W  elastic energy, J
//   D       damping frozen at the start of the step, kg/s              h  time step, s

#include "solver_core/solvers/staggered_model.hpp"
#include "solver_core/solvers/step_problem.hpp"

namespace stiction {

class ElasticObjective final : public StepObjective {
public:
    // For the step that begins at x. Both arrays and the model must outlive the solve.
    void begin(const StaggeredModel& model, Span<const Vec3> x, Span<const Vec3> v_free);

    Index nodes() const override { return model_->elasticity.node_count(); }
    double value(Span<const Vec3> v) const override;
    double rounding() const override { return 1e-15 * model_->energy_scale; }
    double gradient(Span<const Vec3> v, Span<Vec3> gradient) const override;
    const SparseMatrix& pattern() const override { return model_->elasticity.pattern(); }
    void hessian(Span<const Vec3> v, HessianKind kind, Span<double> values) const override;

private:
    void move(Span<const Vec3> v) const;
    bool is_damped() const { return !model_->damping.empty(); }

    const StaggeredModel* model_ = nullptr;
    Span<const Vec3> x_, v_free_;
    RayleighDamping damping_;
    // Buffers of an evaluation.
    mutable Vec3Array moved_, product_;
    mutable std::vector<double> partial_;
    mutable FiniteElasticityWorkspace elastic_;
};

}  // namespace stiction
