#pragma once

// Rayleigh damping, D = alpha M + beta K, as a potential of one backward Euler step.            [Larionov 2022, sec. 2.3]
//
// A step with damping force -D v solves M (v - v_t) = -h dW/dx(x_t + h v) - h D v. With D frozen at the start of the step,
// D = D(x_t), this is where the derivative vanishes of
//   Phi(v) = (1/2) |v - v_t|_M^2 + W(x_t + h v) + (h/2) v^T D v               [Larionov 2022, eq. 3.1, plus the last term]
//   dPhi/dv   gains h D v             d2Phi/dv2 = M + h^2 K + h D gains h D
// and in positions, x = x_t + h v, of the same number: dPhi/dx gains D v and d2Phi/dx2 = M/h^2 + K + D/h gains D/h. So
// `add_gradient` takes the factor h or 1 and `add_hessian` h or 1/h.
//
// K is frozen in its positive kind: an indefinite one would feed energy in, -v^T D v being the power of damping. Were D
// taken at x_t + h v instead, -D v would derive from no potential. K annihilates translations; rotations only as far as the
// positive Hessian does, exactly for an unstressed body.
//
//   alpha  damping of all motion, 1/s        beta  damping of strain, s        M  lumped masses, kg        D  kg/s

#include "solver_core/elasticity/finite_elasticity.hpp"

#include <vector>

namespace stiction {

struct RayleighCoefficients {
    double alpha = 0.0;  // 1/s
    double beta = 0.0;   // s
};

class RayleighDamping {
public:
    // D at x_t. One pair of coefficients for all nodes, or one a node: nodes that share an element have the same. The values
    // follow the order of elasticity.pattern(); `elasticity` must outlive their use.
    void freeze(const FiniteElasticity& elasticity, Span<const Vec3> x, Span<const double> mass,
                Span<const RayleighCoefficients> coefficients, FiniteElasticityWorkspace& workspace);

    // (h/2) v^T D v, J. `product` is the caller's reusable buffer.
    double energy(Span<const Vec3> v, double h, std::vector<Vec3>& product) const;
    // g += scale D v.
    void add_gradient(Span<const Vec3> v, double scale, Span<Vec3> g) const;
    // values += scale D.
    void add_hessian(double scale, Span<double> values) const;

    Span<const double> values() const { return values_; }

private:
    const FiniteElasticity* elasticity_ = nullptr;
    std::vector<double> values_;  // D, kg/s
};

}  // namespace stiction
