#pragma once

// The gaps of contacts with smooth surfaces at the end of a step, as nonlinear constraints.                [Larionov 2022, eq. 3.21]
//
//   c(v) = Psi-gap(x + h v) / (slope h) + shift,     dc/dv_a = g_a / slope,     d2c/dv2 = h Psi'' / slope
//
//   slope  |grad Psi| at the touching point at the start, so that multipliers are impulses along the normal, 1
//   shift  what an overlap may keep this step, for it is undone at the recovery speed; 0 without overlap, m/s
//
// Contacts with other things, and points out of reach of every sample, keep their planes (contact_rows.hpp). The nodes that
// carry the surface under a point change when it slides: one that is not among the rows is remembered, and the caller adds it
// and solves again.

#include "solver_core/contact/smooth_surfaces.hpp"
#include "solver_core/solvers/contact_rows.hpp"

#include <utility>
#include <vector>

namespace stiction {

class SmoothGaps final : public StepConstraints {
public:
    // Everything is kept by reference. Moves the surfaces whenever it is evaluated.
    void begin(const ContactSet& contacts, const ContactRows& rows, Span<const Vec3> x, double time,
               double step, SmoothSurfaces& surfaces);

    const ConstraintRows& rows() const override { return contact_rows_->normal.row; }
    bool is_linear() const override { return false; }
    void evaluate(Span<const Vec3> v, Span<double> c, Span<Vec3> gradient) const override;
    void hessian(Index i, Span<const Vec3> v, Eigen::Ref<Eigen::MatrixXd> block) const override;

    // Contacts and nodes that were met since begin and are not among the rows, sorted, each once.
    const std::vector<std::pair<Index, Index>>& missing() const;

private:
    void move(Span<const Vec3> v) const;
    Index entry_of(Index contact, Index node) const;

    const ContactSet* contacts_ = nullptr;
    const ContactRows* contact_rows_ = nullptr;
    Span<const Vec3> x_;
    double time_ = 0.0, step_ = 0.0;
    SmoothSurfaces* surfaces_ = nullptr;
    std::vector<double> shift_;
    mutable Vec3Array moved_;
    mutable SmoothScratch scratch_;
    mutable SmoothConstraint found_;
    mutable std::vector<Index> hessian_node_;
    mutable Eigen::MatrixXd hessian_block_;
    mutable std::vector<std::pair<Index, Index>> missing_;
};

}  // namespace stiction
