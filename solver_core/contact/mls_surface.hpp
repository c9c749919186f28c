#pragma once

// A smooth signed potential around oriented samples, by moving least squares: [Larionov 2022] section 3.4.1.
//
//   Psi_a(x) = sum_s k_s psi_s / sum_s k_s,   psi_s = n_s . (x - s),   k_s = k(q_s),   q_s = |x - s|^2 / R_s^2
//
//   Psi      potential, m: negative inside, zero on the contact surface; near a signed distance close to it, not equal
//   k        kernel (mls_kernel.hpp)           R_s   radius of influence of sample s, m
//   n_s, s   the samples (mls_samples.hpp)
//
// Where no sample is within its radius, Psi_a has no value, and on the way there its weights go to zero together: the quotient
// jumps about. So the field goes over to a wider one before it ends:
//
//   Psi = (1 - beta) Psi_a + beta Psi_b,   Psi_b = sum b_s psi_s / sum b_s,   b_s = (1 - q_s / f^2)^3
//   beta = 1 - S(V / V_0),   V = sum_s (1 - q_s)^3,   S(y) = y^3 (10 - 15 y + 6 y^2) up to y = 1, then 1
//
//   V     coverage, 1: about 1.8 on an even mesh with R the edge length, falling as (1 - z^2/R^2)^4 with the height z
//   V_0   kFullCoverage: above it Psi is the paper's potential, to the bit; that is up to 0.7 R from the surface
//   f     background_factor: from f R on there is no value, and the point has no contact
//
// 1 - beta vanishes as V^3, faster than the derivatives of Psi_a grow, so Psi has two continuous derivatives there (if the
// kernel has them). Only near the end of the field do the samples between R and f R enter, so derivatives stay sparse.
//
// All of it is a function F of five sums, N = sum k psi, W = sum k, V, M = sum b psi, B = sum b:
//   dPsi = sum_s d f_s,   f_s = p(q_s) psi_s + m(q_s),   p = F_N k + F_M b,   m = F_W k + F_V c + F_B b
// with the coefficients held fixed; p_s are the weights of the samples and sum to one.

#include "solver_core/contact/mls_kernel.hpp"
#include "solver_core/contact/mls_samples.hpp"
#include "solver_core/contact/sample_grid.hpp"
#include "solver_core/mesh/aabb.hpp"

namespace stiction {

constexpr double kFullCoverage = 0.1;

// The five sums, in this order wherever there are five of something.
enum MlsSum { kSumN, kSumW, kSumV, kSumM, kSumB, kMlsSums };

// One sample as a point sees it.
struct MlsTerm {
    Index sample = 0;
    Vec3 d = Vec3::Zero();    // x - s, m
    double psi = 0.0;         // m
    double gradient_q = 0.0;  // 2 / R^2: d q = gradient_q d . dx
    KernelValue k, c, b;      // in q; b is zero where the background is not used
};

// All that is known about Psi at a point. Reuse it: it does not allocate once it has seen the largest neighbourhood.
struct MlsStencil {
    bool known = false;  // false: no sample in reach, nothing below holds
    double psi = 0.0;
    Vec3 gradient = Vec3::Zero();  // d Psi / d x
    double coverage = 0.0;         // V
    double sum[kMlsSums] = {};
    double first[kMlsSums] = {};  // F's derivatives
    double second[kMlsSums][kMlsSums] = {};
    std::vector<MlsTerm> terms;      // ascending samples
    std::vector<double> weight;      // p_s, parallel to terms; they sum to 1
    Vec3Array d_position, d_normal;  // d Psi / d s, d Psi / d n_s, parallel to terms

    std::vector<Index> near;  // buffers of the search
    std::vector<double> q;
    std::vector<KernelValue> kernel;
};

class MlsSurface {
public:
    // background_factor > 1. Throws InputError with an empty place for a radius that is not positive.
    void build(MlsSamples samples, const MlsKernel& kernel, double background_factor = 2.0);
    // Moves the samples with their nodes. Returns the number of collapsed triangles (update_samples).
    Index update(Span<const Vec3> x);

    // Psi and its derivatives at x, without the samples listed in `excluded` (ascending). Const and free of shared buffers:
    // may run side by side on different stencils.
    void evaluate(const Vec3& x, MlsStencil& stencil, Span<const Index> excluded = {}) const;

    const MlsSamples& samples() const { return samples_; }
    const MlsKernel& kernel() const { return kernel_; }
    double largest_radius() const { return largest_radius_; }
    double background_factor() const { return background_factor_; }
    // From here on no sample is in reach.
    double reach() const { return largest_radius_ * background_factor_; }
    // Of the samples, larger by the reach: outside there is no value.
    const Aabb& box() const { return box_; }

private:
    void bound_samples();
    void collect(const Vec3& x, double factor, Span<const Index> excluded, MlsStencil& stencil) const;
    void add_background(MlsStencil& stencil) const;

    MlsSamples samples_;
    MlsKernel kernel_;
    SampleGrid grid_;
    Aabb box_;
    double largest_radius_ = 0.0, background_factor_ = 2.0;
};

// The same on nodes: of triangle samples alone.
struct NodeGradient {
    std::vector<Index> node;  // of all samples in the neighbourhood, in the order they are met
    Vec3Array gradient;       // d Psi / d p, parallel to node
    std::vector<Index> slot;  // by node: its place above + 1; all zero between calls
};
void node_gradient(const MlsSurface& surface, const MlsStencil& stencil, NodeGradient& out);

// Fills node, and slot while in use; the caller releases it.
void number_nodes(const MlsSurface& surface, const MlsStencil& stencil, NodeGradient& nodes);
void release_nodes(NodeGradient& nodes);

}  // namespace stiction
