#pragma once

// A nonlinear system r(v) = 0 over node velocities, as Newton's method sees it: residual, products with its derivative
// J = dr/dv, and J itself where a direct solver wants it.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/math/hessian_kind.hpp"
#include "solver_core/math/linear_solver.hpp"
#include "solver_core/math/low_rank.hpp"
#include "solver_core/solvers/half_matrix.hpp"

#include <vector>

namespace stiction {

class NewtonSystem {
public:
    virtual ~NewtonSystem() = default;
    virtual Index nodes() const = 0;
    // r and its norm; not finite where r is not defined.
    virtual double residual(Span<const Vec3> v, Span<Vec3> r) = 0;
    // What v's components differ by, in the norm r has, when they are off by 1 m/s: turns tolerances of velocities into those
    // of residuals.
    virtual double norm_scale() const = 0;
    // Derivatives where `residual` was called last; what follows is about them.
    virtual void linearize() = 0;
    // y = J p.
    virtual void multiply(Span<const Vec3> p, Span<Vec3> y) = 0;
    // J without its dense terms, by columns, both triangles. The pattern is another one whenever pattern_version is.
    virtual const SparseMatrix& matrix() = 0;
    // The dense terms: J = matrix + sum w g g^T.
    virtual Span<const RankOneTerm> dense_terms() const { return {}; }
    virtual std::int64_t pattern_version() const = 0;
    // Diagonal blocks of `matrix`.
    virtual void diagonal(std::vector<Mat3>& blocks) = 0;
    // A symmetric positive P near A, as far as it is known: what a preconditioner factors.
    // Its pattern for the contacts there are. False: there is no P.
    virtual bool symmetric_pattern(HalfMatrix&) { return false; }
    // Its values; `positive`: with all that has no sign of its own left out.
    virtual void symmetric_part(HessianKind, HalfMatrix&) {}
    // The lower triangle of its pattern without contacts, the same for all time steps. Null: there is no P.
    virtual const SparseMatrix* element_pattern() const { return nullptr; }
    // The norm of r is that of sqrt(w_i) r_i; empty: of r.
    virtual Span<const double> norm_weights() const { return {}; }
};

}  // namespace stiction
