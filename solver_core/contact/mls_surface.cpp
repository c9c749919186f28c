#include "solver_core/contact/mls_surface.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// beta and its derivatives in V.
struct Blend {
    double beta = 0.0, first = 0.0, second = 0.0;
};

Blend background_blend(double coverage)
{
    const double y = coverage / kFullCoverage;
    if (y >= 1.0) return {};
    const double s = y * y * y * (10.0 + y * (6.0 * y - 15.0));
    const double s1 = 30.0 * y * y * (1.0 - y) * (1.0 - y), s2 = 60.0 * y * (1.0 - y) * (1.0 - 2.0 * y);
    return {1.0 - s, -s1 / kFullCoverage, -s2 / (kFullCoverage * kFullCoverage)};
}

// F and its derivatives from the sums. F = (1 - beta(V)) N / W + beta(V) M / B.
void combine_sums(MlsStencil& s)
{
    const Blend blend = background_blend(s.coverage);
    std::fill(std::begin(s.first), std::end(s.first), 0.0);
    for (auto& row : s.second) std::fill(std::begin(row), std::end(row), 0.0);
    const double W = s.sum[kSumW], B = s.sum[kSumB], near_share = 1.0 - blend.beta;
    // Where the share is nil so is all that it multiplies, and N / W need not exist.
    const bool has_near = W > 0.0 && near_share > 0.0, has_far = blend.beta > 0.0;
    const double psi_a = has_near ? s.sum[kSumN] / W : 0.0, psi_b = has_far ? s.sum[kSumM] / B : 0.0;
    s.psi = near_share * psi_a + blend.beta * psi_b;
    auto set_second = [&](int i, int j, double value) { s.second[i][j] = s.second[j][i] = value; };
    if (has_near) {
        s.first[kSumN] = near_share / W;
        s.first[kSumW] = -near_share * psi_a / W;
        set_second(kSumN, kSumW, -near_share / (W * W));
        set_second(kSumW, kSumW, 2.0 * near_share * psi_a / (W * W));
    }
    if (has_far) {
        s.first[kSumM] = blend.beta / B;
        s.first[kSumB] = -blend.beta * psi_b / B;
        set_second(kSumM, kSumB, -blend.beta / (B * B));
        set_second(kSumB, kSumB, 2.0 * blend.beta * psi_b / (B * B));
    }
    if (has_near && has_far) {
        s.first[kSumV] = blend.first * (psi_b - psi_a);
        set_second(kSumN, kSumV, -blend.first / W);
        set_second(kSumW, kSumV, blend.first * psi_a / W);
        set_second(kSumV, kSumV, blend.second * (psi_b - psi_a));
        set_second(kSumV, kSumM, blend.first / B);
        set_second(kSumV, kSumB, -blend.first * psi_b / B);
    }
}

// Gradients in x, s and n from the coefficients.
void differentiate(const MlsSamples& samples, MlsStencil& s)
{
    const std::size_t count = s.terms.size();
    s.weight.resize(count);
    s.d_position.resize(count);
    s.d_normal.resize(count);
    s.gradient.setZero();
    for (std::size_t i = 0; i < count; ++i) {
        const MlsTerm& t = s.terms[i];
        const double p = s.first[kSumN] * t.k.value + s.first[kSumM] * t.b.value;
        const double p1 = s.first[kSumN] * t.k.first + s.first[kSumM] * t.b.first;
        const double m1 =
            s.first[kSumW] * t.k.first + s.first[kSumV] * t.c.first + s.first[kSumB] * t.b.first;
        const Vec3 along = ((p1 * t.psi + m1) * t.gradient_q) * t.d + p * samples.normal[at(t.sample)];
        s.weight[i] = p;
        s.d_position[i] = -along;
        s.d_normal[i] = p * t.d;
        s.gradient += along;
    }
}

}  // namespace

void MlsSurface::build(MlsSamples samples, const MlsKernel& kernel, double background_factor)
{
    check_kernel(kernel);
    if (!(background_factor > 1.0) || !(background_factor <= 16.0))
        throw InputError("", fmt::format("found the background factor {}; allowed is above 1 up to 16",
                                         background_factor));
    for (std::size_t s = 0; s < samples.radius.size(); ++s)
        if (!(samples.radius[s] > 0.0) || !std::isfinite(samples.radius[s]))
            throw InputError("", fmt::format("sample {}: found the radius {} m; it must be above 0", s,
                                             samples.radius[s]));
    samples_ = std::move(samples);
    kernel_ = kernel;
    background_factor_ = background_factor;
    largest_radius_ = 0.0;
    for (const double radius : samples_.radius) largest_radius_ = std::max(largest_radius_, radius);
    grid_.build(samples_.position, largest_radius_ > 0.0 ? largest_radius_ : 1.0);
    bound_samples();
}

void MlsSurface::bound_samples()
{
    box_ = Aabb();
    for (const Vec3& position : samples_.position) box_.include(position);
    box_.inflate(reach());
}

Index MlsSurface::update(Span<const Vec3> x)
{
    const Index collapsed = update_samples(x, samples_);
    grid_.update(samples_.position);
    bound_samples();
    return collapsed;
}

// Terms of all samples with q < factor^2; kernels of radius R and the coverage.
void MlsSurface::collect(const Vec3& x, double factor, Span<const Index> excluded, MlsStencil& stencil) const
{
    grid_.gather(samples_.position, x, factor * largest_radius_, stencil.near);
    stencil.terms.clear();
    stencil.q.clear();
    const Index* skip = excluded.begin();
    for (const Index s : stencil.near) {
        while (skip != excluded.end() && *skip < s) ++skip;
        if (skip != excluded.end() && *skip == s) continue;
        MlsTerm term;
        term.d = x - samples_.position[at(s)];
        const double inverse_square = 1.0 / (samples_.radius[at(s)] * samples_.radius[at(s)]);
        const double q = term.d.squaredNorm() * inverse_square;
        if (q >= factor * factor) continue;
        term.sample = s;
        term.psi = samples_.normal[at(s)].dot(term.d);
        term.gradient_q = 2.0 * inverse_square;
        term.c = coverage_kernel(q);
        stencil.terms.push_back(term);
        stencil.q.push_back(q);
    }
    stencil.kernel.resize(stencil.q.size());
    evaluate_kernel(kernel_, stencil.q, stencil.kernel);
    stencil.coverage = 0.0;
    double n = 0.0, w = 0.0;
    for (std::size_t i = 0; i < stencil.terms.size(); ++i) {
        MlsTerm& term = stencil.terms[i];
        term.k = stencil.kernel[i];
        stencil.coverage += term.c.value;
        n += term.k.value * term.psi;
        w += term.k.value;
    }
    stencil.sum[kSumN] = n;
    stencil.sum[kSumW] = w;
    stencil.sum[kSumV] = stencil.coverage;
    stencil.sum[kSumM] = stencil.sum[kSumB] = 0.0;
}

void MlsSurface::add_background(MlsStencil& stencil) const
{
    const double scale = 1.0 / (background_factor_ * background_factor_);
    for (std::size_t i = 0; i < stencil.terms.size(); ++i) {
        MlsTerm& term = stencil.terms[i];
        const KernelValue wide = coverage_kernel(stencil.q[i] * scale);
        term.b = {wide.value, wide.first * scale, wide.second * scale * scale};
        stencil.sum[kSumM] += term.b.value * term.psi;
        stencil.sum[kSumB] += term.b.value;
    }
}

void MlsSurface::evaluate(const Vec3& x, MlsStencil& stencil, Span<const Index> excluded) const
{
    stencil.known = false;
    if (!contains(box_, x)) return;
    collect(x, 1.0, excluded, stencil);
    if (stencil.coverage < kFullCoverage) {
        collect(x, background_factor_, excluded, stencil);
        add_background(stencil);
    }
    stencil.known = !stencil.terms.empty() && (stencil.coverage >= kFullCoverage || stencil.sum[kSumB] > 0.0);
    if (!stencil.known) return;
    combine_sums(stencil);
    differentiate(samples_, stencil);
}

void number_nodes(const MlsSurface& surface, const MlsStencil& stencil, NodeGradient& nodes)
{
    const MlsSamples& samples = surface.samples();
    STICTION_ASSERT(samples.is_differentiable());
    nodes.node.clear();
    for (const MlsTerm& term : stencil.terms) {
        const Triangle& t = samples.triangles[at(term.sample)];
        const auto largest = at(t.maxCoeff());
        if (nodes.slot.size() <= largest) nodes.slot.resize(largest + 1, 0);
        for (int j = 0; j < 3; ++j) {
            if (nodes.slot[at(t[j])] != 0) continue;
            nodes.node.push_back(t[j]);
            nodes.slot[at(t[j])] = static_cast<Index>(nodes.node.size());
        }
    }
}

void release_nodes(NodeGradient& nodes)
{
    for (const Index node : nodes.node) nodes.slot[at(node)] = 0;
}

void node_gradient(const MlsSurface& surface, const MlsStencil& stencil, NodeGradient& out)
{
    const MlsSamples& samples = surface.samples();
    number_nodes(surface, stencil, out);
    out.gradient.assign(out.node.size(), Vec3::Zero());
    Vec3 from_normal[3];
    for (std::size_t i = 0; i < stencil.terms.size(); ++i) {
        const Index s = stencil.terms[i].sample;
        normal_transpose_product(samples, s, stencil.d_normal[i], from_normal);
        for (int j = 0; j < 3; ++j) {
            const auto slot = at(out.slot[at(samples.triangles[at(s)][j])] - 1);
            out.gradient[slot] += stencil.d_position[i] / 3.0 + from_normal[j];
        }
    }
    release_nodes(out);
}

}  // namespace stiction
