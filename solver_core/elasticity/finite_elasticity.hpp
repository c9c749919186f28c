#pragma once

// All finite-strain terms of a model: elastic energy W(x), its gradient and its Hessian over all nodes.
//
// Terms write corners and blocks of their own elements; this class knows sparsity and threads. Elements are computed in
// chunks, then each node, and each block of the matrix, adds up what belongs to it in the order of elements: no atomics, the
// same bits for any number of threads. Blocks of many elements are made and added up in batches of fixed size, to save memory.
//
// Where the energy is infinite (an inverted element of a law that forbids it, a triangle without area) gradient and Hessian
// are not numbers: a line search looks at the energy first.
//
// Regions of volume add their energy, gradient and the sparse part of their Hessian; the dense part is region_stiffness.

#include "solver_core/elasticity/classic_neo_hookean.hpp"
#include "solver_core/elasticity/dihedral_bend.hpp"
#include "solver_core/elasticity/neo_hookean_membrane.hpp"
#include "solver_core/elasticity/node_blocks.hpp"
#include "solver_core/elasticity/orthotropic_membrane.hpp"
#include "solver_core/elasticity/stable_neo_hookean.hpp"
#include "solver_core/elasticity/volume_regions.hpp"

#include <vector>

namespace stiction {

struct FiniteTerms {
    StableTets stable;
    ClassicTets classic;
    NeoHookeanMembrane membrane;
    OrthotropicMembrane orthotropic;
    DihedralBend bend;
    VolumeRegions volume;
};

// Buffers of one caller, grown on first use and kept.
struct FiniteElasticityWorkspace {
    std::vector<Vec3> corner;        // gradients by corner of element
    std::vector<Mat3> block;         // second derivatives by pair of corners, a batch of them
    std::vector<Index> next_source;  // of every block of the matrix: the element block it adds next
    std::vector<double> pressure;    // of every region
    std::vector<double> partial;
};

class FiniteElasticity {
public:
    FiniteElasticity() = default;
    FiniteElasticity(FiniteTerms terms, Index node_count);

    Index node_count() const { return blocks_.node_count(); }
    const FiniteTerms& terms() const { return terms_; }

    // W, J; infinity when an element is inadmissible. `partial` is the caller's reusable buffer.
    double energy(Span<const Vec3> x, std::vector<double>& partial) const;
    // g += dW/dx, N.
    void add_gradient(Span<const Vec3> x, Span<Vec3> g, FiniteElasticityWorkspace& workspace) const;

    // Lower triangle with the full diagonal of the 3n x 3n Hessian, sorted, values zero.
    const SparseMatrix& pattern() const { return pattern_; }
    // Overwrites `values`, which are in the order of pattern(), N/m.
    void hessian(Span<const Vec3> x, HessianKind kind, Span<double> values,
                 FiniteElasticityWorkspace& workspace) const;
    // y += scale A v for any symmetric A by its values in the order of pattern().
    void multiply(Span<const double> values, Span<const Vec3> v, double scale, Span<Vec3> y) const
    {
        blocks_.multiply(values, v, scale, y);
    }
    const NodeBlocks& blocks() const { return blocks_; }

private:
    void list_slots();

    FiniteTerms terms_;
    NodeBlocks blocks_;
    SparseMatrix pattern_;
    std::size_t corner_count_ = 0;
    std::size_t block_count_ = 0;
    // Corner slots of each node: slot_begin_[i] .. slot_begin_[i+1]-1.
    std::vector<Index> slot_begin_;
    std::vector<Index> slot_;
};

}  // namespace stiction
