#pragma once

// The gaps of a step's contacts as functions of the positions, with first and second derivatives: for methods that take
// contact and its sliding frame at the end of a step, not at its start.
//
//   curved   points against smooth surfaces and simple shapes: gap, normal and their derivatives at the positions themselves
//            (SmoothSurfaces), colliders where they are at the time asked for
//   planes   all others (sheets among themselves, inner points of faces, points that enter a collider within the step): the
//            row of detection,  gap + sum_a g_a . (x_a - x_start,a) - tau (sum_a g_a) . v_obstacle,  with its normal
//
// Blocks B (what nodes have to do with the sliding velocity) stay those of detection: normals turn within a step, weights of
// a deforming surface do not.
//
//   tau  time since the start of the step, s

#include "solver_core/contact/contact_set.hpp"
#include "solver_core/contact/smooth_surfaces.hpp"

#include <Eigen/Core>

#include <vector>

namespace stiction {

// One contact at given positions.
struct ContactGap {
    bool known = false;           // false: out of reach, nothing below holds
    double gap = 0.0;             // m
    Vec3 normal = Vec3::UnitY();  // unit
    double slope = 1.0;  // |d gap / d x| of the touching point: normal force over multiplier of the gap, 1
    std::vector<Index> node;
    Vec3Array gradient;       // d gap / d x, parallel to node
    std::vector<Mat3> block;  // B, parallel to node
    Index bent = 0;           // the first so many nodes have second derivatives; 0: a plane
    Eigen::MatrixXd hessian;  // of the gap, 3 bent x 3 bent; filled by evaluate_second
};

class ContactGaps {
public:
    // For the step from `time` that begins at x. All arguments but x must outlive the use; surfaces are moved by `move`.
    void begin(const ContactSet& contacts, SmoothSurfaces& surfaces, Span<const Vec3> x, double time);
    // Surfaces and colliders to the positions x at time + tau. Calls below are about these.
    void move(Span<const Vec3> x, double tau);
    // Gap, normal and gradient of contact c; side by side for different `out` and `scratch`.
    void evaluate(Index c, SmoothScratch& scratch, ContactGap& out) const;
    // Fills the second derivative of a contact that was evaluated at these positions.
    void evaluate_second(Index c, SmoothScratch& scratch, ContactGap& out) const;

    Index size() const { return contacts_ ? contacts_->size() : 0; }
    const ContactSet& contacts() const { return *contacts_; }
    bool is_curved(Index c) const { return curved_[static_cast<std::size_t>(c)] != 0; }

private:
    bool starts_at_its_distance(Index c, Span<const Vec3> x);
    void evaluate_plane(Index c, ContactGap& out) const;
    void add_blocks(Index c, ContactGap& out) const;

    const ContactSet* contacts_ = nullptr;
    SmoothSurfaces* surfaces_ = nullptr;
    Vec3Array x_start_;
    Span<const Vec3> x_;
    double time_ = 0.0, tau_ = 0.0;
    std::vector<char> curved_;
    SmoothScratch scratch_;
    ContactGap first_;
};

}  // namespace stiction
