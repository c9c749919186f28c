#pragma once

// Constraints that cannot all hold, eased by what each of them misses at some velocities:
//
//   c_i(v) + s_i >= 0,     s_i = max(0, -c_i(v_0))
//
// A sheet between plates that close to less than its thickness has gaps that contradict each other, and no step meets them.
// With v_0 from a method of multipliers, which ends where the squares of what is missed are least, the eased ones hold at v_0 at
// the least, and those that were met are as they were.
//
//   c  gap over time step, m/s      s  slack, m/s

#include "solver_core/solvers/step_problem.hpp"

namespace stiction {

class RelaxedConstraints final : public StepConstraints {
public:
    RelaxedConstraints(const StepConstraints& strict, Span<const Vec3> v);

    const ConstraintRows& rows() const override { return strict_.rows(); }
    bool is_linear() const override { return strict_.is_linear(); }
    void evaluate(Span<const Vec3> v, Span<double> c, Span<Vec3> gradient) const override;
    void hessian(Index i, Span<const Vec3> v, Eigen::Ref<Eigen::MatrixXd> block) const override
    {
        strict_.hessian(i, v, block);
    }

private:
    const StepConstraints& strict_;
    std::vector<double> slack_;
};

}  // namespace stiction
