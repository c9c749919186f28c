#pragma once

// The Delassus operator W = B^T J M^-1 J^T B in the contacts' own frames, normal first: velocities that impulses cause.
//
//   J  contact Jacobian, 1       B  frames (n, t1, t2)       M  mass, kg       W  1/kg
//
// With one mass a node, contacts that share no node do not see each other: W is kept as 3x3 blocks of the pairs that do.
// Where these would be too many nothing is kept but the diagonal, and W is applied through J, M^-1 and J^T. With a mass
// operator given as a function, (M + h^2 K)^-1 for one, every contact sees every other: W is dense.

#include "solver_core/friction/contact_jacobian.hpp"

#include <Eigen/Core>

#include <functional>
#include <vector>

namespace stiction {

enum class DelassusStorage { automatic, sparse, dense, none };

// b in, M^-1 b out, for one vector of all nodes.
using InverseMass = std::function<void(Span<Vec3>)>;

class Delassus {
public:
    // inverse_mass has one number a node, 0 for a held one. jacobian and frame are kept by reference.
    void build(const ContactJacobian& jacobian, Span<const Mat3> frame, Span<const double> inverse_mass,
               DelassusStorage storage);
    void build(const ContactJacobian& jacobian, Span<const Mat3> frame, const InverseMass& inverse_mass);

    Index contacts() const { return static_cast<Index>(diagonal_.size()); }
    DelassusStorage storage() const { return storage_; }
    const Mat3& diagonal(Index c) const { return diagonal_[c]; }
    double mean_inverse_mass() const;

    // u = W r, three numbers a contact.
    void apply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const;
    // The same for the components first ... first + count - 1 of every contact alone: (0, 1) normal, (1, 2) tangential.
    void apply_part(Index first, Index count, const Eigen::VectorXd& y, Eigen::VectorXd& out) const;
    // Every entry, as the slow twin of the other forms.
    Eigen::MatrixXd to_dense() const;

    // Velocities kept up to date while impulses change one contact at a time.
    struct Motion {
        Eigen::VectorXd u;  // with W stored
        Vec3Array v;        // without: of the nodes
    };
    void start(const Eigen::VectorXd& r, Motion& motion) const;
    Vec3 velocity(Index c, const Motion& motion) const;  // (W r)_c
    void change(Index c, const Vec3& dr, Motion& motion) const;

private:
    void collect_pairs();
    void scatter(const Eigen::VectorXd& r, Vec3Array& v) const;
    Vec3 gather(Index c, const Vec3Array& v) const;

    const ContactJacobian* jacobian_ = nullptr;
    Span<const Mat3> frame_;
    Span<const double> inverse_mass_;
    DelassusStorage storage_ = DelassusStorage::sparse;
    std::vector<Mat3> diagonal_;
    std::vector<Index> pair_begin_, pair_contact_;  // of every contact, those that share a node with it
    std::vector<Mat3> pair_;
    Eigen::MatrixXd dense_;
    std::vector<Index> node_begin_, node_entry_, entry_contact_;
    std::vector<Index> seen_;
    mutable Vec3Array v_;
    mutable Eigen::VectorXd whole_r_, whole_u_;
};

}  // namespace stiction
