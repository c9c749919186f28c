#pragma once

// All elastic terms of a model: the constant stiffness K = sum w S^T A^T A S, and the local step that gives
// b(p) = sum w S^T A^T p. Terms write their own corners; this class knows sparsity and threads.

#include "solver_core/elasticity/curvature_bend.hpp"
#include "solver_core/elasticity/tet_elastic.hpp"
#include "solver_core/elasticity/triangle_stretch.hpp"

#include <Eigen/SparseCore>

#include <vector>

namespace stiction {

class ProjectiveElasticity {
public:
    ProjectiveElasticity() = default;
    ProjectiveElasticity(TriangleStretch stretch, CurvatureBend bend, TetElastic tets, Index node_count);

    Eigen::SparseMatrix<double, Eigen::ColMajor, Index> stiffness_matrix() const;

    const TetElastic& tets() const { return tets_; }
    // Number of corner slots `project` fills: three a triangle, one an entry of a curved bend stencil, four a tet.
    std::size_t corner_count() const { return corner_count_; }
    // The local step at positions x: every term's w A^T p, corner by corner.
    void project_all(Span<const Vec3> x, Span<Vec3> corner) const;
    // b(p) at a node: its corners summed in a fixed order.
    Vec3 gather(Span<const Vec3> corner, Index node) const
    {
        Vec3 sum = Vec3::Zero();
        for (Index s = slot_begin_[node]; s < slot_begin_[node + 1]; ++s) sum += corner[slot_[s]];
        return sum;
    }
    double total_energy(Span<const Vec3> x, std::vector<double>& partial) const;

    const TriangleStretch& stretch() const { return stretch_; }

private:
    void list_slots();

    TriangleStretch stretch_;
    CurvatureBend bend_;
    TetElastic tets_;
    Index node_count_ = 0;
    std::size_t corner_count_ = 0;
    // Corner slots of each node: slot_begin_[i] .. slot_begin_[i+1].
    std::vector<Index> slot_begin_;
    std::vector<Index> slot_;
};

}  // namespace stiction
