#pragma once

// The constant part of projective dynamics: masses, elastic terms, the factor of the global matrix.
//
//   P = M + C,   C = h^2 K,   K = sum w S^T A^T A S            [Ly et al. 2020, eq. 5]
//
// Held nodes are no unknowns: their velocity over a step is given, and P is factored over the free nodes only.

#include "solver_core/base/types.hpp"
#include "solver_core/elasticity/projective_elasticity.hpp"
#include "solver_core/math/linear_solver.hpp"

#include <memory>
#include <vector>

namespace stiction {

struct ProjectiveModel {
    double step = 0.0;  // h, s
    ProjectiveElasticity elasticity;
    SparseMatrix stiffness;            // K, all nodes, symmetric: column i is row i
    std::vector<double> mass;          // M, kg
    std::vector<double> inverse_mass;  // 1/kg, 0 for a held node
    std::vector<Index> solid_of_node;  // the piece of tetrahedra a node belongs to, -1: none
    Index solid_count = 0;
    std::vector<Index> body_of_node;  // the free solid a node belongs to, -1: none, or one that is held
    Index body_count = 0;
    std::vector<Index> free_nodes;            // unknown number -> node, ascending
    std::vector<Index> unknown_of_node;       // the other way, -1 for a held node
    std::vector<Index> held_nodes;            // ascending
    std::shared_ptr<const SpdSolver> factor;  // of P over the free nodes; null when every node is held
    std::shared_ptr<const SpdSolver> quick;   // the same in single precision, or null (quick_factor.hpp)

    Index node_count() const { return static_cast<Index>(mass.size()); }
    bool all_free() const { return held_nodes.empty(); }
};

// Throws InputError when the matrix cannot be factored.
ProjectiveModel build_projective_model(ProjectiveElasticity elasticity, std::vector<double> mass,
                                       const std::vector<Index>& held_nodes, double step,
                                       LinearSolverKind kind);

// (K y)_i by differences to y_i: rows of K sum to zero, and a far-away origin costs no digits.
Vec3 stiffness_row(const ProjectiveModel& model, Span<const Vec3> y, Index i);
// The same with y = 0 at the held nodes, whatever stands there.
Vec3 free_stiffness_row(const ProjectiveModel& model, Span<const Vec3> y, Index i);

}  // namespace stiction
