#include "solver_core/solvers/implicit_system.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/solvers/contact_cores.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kNodeChunk = 1024;

}  // namespace

void ImplicitSystem::begin(const FiniteModel& model, const ImplicitLoads& loads, ImplicitContacts& contacts,
                           Span<const Vec3> x)
{
    if (model_ != &model) dense_.clear();
    model_ = &model;
    loads_ = loads;
    contacts_ = &contacts;
    q_.assign(x.begin(), x.end());
    moved_.resize(x.size());
    if (is_damped()) damping_.freeze(model.elasticity, x, model.mass, model.damping, elastic_);
    matrix_.begin(model.elasticity.pattern());
    double mass = 0.0;
    for (Index i = 0; i < nodes(); ++i) mass += model.held[i] != 0 ? 0.0 : model.mass[i];
    norm_scale_ = std::sqrt(mass);
}

void ImplicitSystem::positions(Span<const Vec3> v, Span<Vec3> q) const
{
    parallel_for(nodes(), kNodeChunk, [&](Index i) {
        q[i] = model_->held[i] != 0 ? stage_.q_held[i] : Vec3(stage_.q_base[i] + stage_.a * v[i]);
    });
}

void ImplicitSystem::rest_force(Span<const Vec3> q, Span<const Vec3> v, Span<Vec3> f)
{
    for (Vec3& value : f) value.setZero();
    model_->elasticity.add_gradient(q, f, elastic_);
    if (is_damped()) damping_.add_gradient(v, 1.0, f);
    parallel_for(nodes(), kNodeChunk,
                 [&](Index i) { f[i] = model_->mass[i] * loads_.gravity - drag(i) * v[i] - f[i]; });
    if (!loads_.load.empty()) parallel_for(nodes(), kNodeChunk, [&](Index i) { f[i] += loads_.load[i]; });
    clear_held(f);
}

void ImplicitSystem::force(Span<const Vec3> q, Span<const Vec3> v, double tau, Span<Vec3> f)
{
    rest_force(q, v, f);
    add_contact_force(q, v, tau, 1.0, f);
}

void ImplicitSystem::add_contact_force(Span<const Vec3> q, Span<const Vec3> v, double tau, double weight,
                                       Span<Vec3> f)
{
    contacts_->evaluate(q, v, tau);
    contacts_->add_forces(weight, f);
    clear_held(f);
}

void ImplicitSystem::clear_held(Span<Vec3> f) const
{
    for (Index i = 0; i < nodes(); ++i)
        if (model_->held[i] != 0) f[i].setZero();
}

Span<const Vec3> ImplicitSystem::sliding_velocity(Span<const Vec3> v)
{
    if (!stage_.is_decoupled()) return v;
    sliding_.resize(v.size());
    const double tau = stage_.tau;
    parallel_for(nodes(), kNodeChunk, [&](Index i) { sliding_[i] = (q_[i] - stage_.q_start[i]) / tau; });
    return sliding_;
}

double ImplicitSystem::residual(Span<const Vec3> v, Span<Vec3> r)
{
    positions(v, q_);
    rest_force(q_, v, r);
    add_contact_force(q_, sliding_velocity(v), stage_.tau, stage_.contact_weight(), r);
    const double square = ordered_sum(nodes(), kNodeChunk, 0.0, partial_, [&](Index begin, Index end) {
        double sum = 0.0;
        for (Index i = begin; i < end; ++i) {
            if (model_->held[i] != 0) continue;
            r[i] = model_->mass[i] * (v[i] - stage_.v_base[i]) - stage_.a * r[i];
            sum += r[i].squaredNorm() / model_->mass[i];
        }
        return sum;
    });
    return std::sqrt(square);
}

void ImplicitSystem::linearize()
{
    stiffness_.resize(static_cast<std::size_t>(model_->elasticity.pattern().nonZeros()));
    model_->elasticity.hessian(q_, HessianKind::exact, stiffness_, elastic_);
    for (double& value : stiffness_) value *= stage_.a * stage_.a;
    if (is_damped()) damping_.add_hessian(stage_.a, stiffness_);
    contacts_->linearize();
    set_dense_terms();
}

void ImplicitSystem::set_dense_terms()
{
    const VolumeRegions& regions = model_->elasticity.terms().volume;
    if (loads_.sparse_volumes) {
        dense_.clear();
        return;
    }
    dense_.resize(static_cast<std::size_t>(regions.region_count()));
    for (Index r = 0; r < regions.region_count(); ++r) {
        RankOneTerm& term = dense_[r];
        region_stiffness(regions, r, q_, term, partial_);
        term.weight *= stage_.a * stage_.a;
        for (std::size_t k = 0; k < term.node.size(); ++k)
            if (model_->held[term.node[k]] != 0) term.g[k].setZero();
    }
}

void ImplicitSystem::multiply(Span<const Vec3> p, Span<Vec3> y)
{
    const double a = stage_.a;
    parallel_for(nodes(), kNodeChunk, [&](Index i) {
        moved_[i] = a * p[i];
        y[i] = (model_->mass[i] + a * drag(i)) * p[i];
    });
    model_->elasticity.multiply(stiffness_, p, 1.0, y);
    Span<const Vec3> slides = p;
    if (stage_.is_decoupled()) {
        sliding_.resize(p.size());
        parallel_for(nodes(), kNodeChunk, [&](Index i) { sliding_[i] = stage_.contact_share() * p[i]; });
        slides = sliding_;
    }
    contacts_->add_product(moved_, slides, -a * stage_.contact_weight(), y);
    for (const RankOneTerm& term : dense_) add_product(term, p, y);
    for (Index i = 0; i < nodes(); ++i)
        if (model_->held[i] != 0) y[i] = p[i];
}

Mat3 ImplicitSystem::contact_block(const ImplicitContact& contact, std::size_t i, std::size_t j) const
{
    const double a = stage_.a;
    return -a * stage_.contact_weight() *
           (a * contacts_->by_position(contact, i, j) +
            stage_.contact_share() * contacts_->by_velocity(contact, i, j));
}

void ImplicitSystem::add_contact_blocks()
{
    for (const ImplicitContact& contact : contacts_->contacts()) {
        if (!contact.active) continue;
        const std::vector<Index>& node = contact.gap.node;
        for (std::size_t i = 0; i < node.size(); ++i)
            for (std::size_t j = 0; j < node.size(); ++j)
                matrix_.add_block(node[i], node[j], contact_block(contact, i, j));
    }
}

// Nodes that the active contacts couple.
void ImplicitSystem::list_groups()
{
    group_begin_.assign(1, 0);
    group_node_.clear();
    for (const ImplicitContact& contact : contacts_->contacts()) {
        if (!contact.active || contact.gap.node.size() < 2) continue;
        group_node_.insert(group_node_.end(), contact.gap.node.begin(), contact.gap.node.end());
        group_begin_.push_back(static_cast<Index>(group_node_.size()));
    }
}

const SparseMatrix& ImplicitSystem::matrix()
{
    list_groups();
    matrix_.require(group_begin_, group_node_);
    matrix_.set_symmetric(stiffness_, 1.0);
    for (Index i = 0; i < nodes(); ++i) matrix_.add_diagonal(i, model_->mass[i] + stage_.a * drag(i));
    add_contact_blocks();
    for (Index i = 0; i < nodes(); ++i)
        if (model_->held[i] != 0) matrix_.isolate(i);
    return matrix_.matrix();
}

void ImplicitSystem::diagonal(std::vector<Mat3>& blocks)
{
    const double a = stage_.a;
    blocks.resize(static_cast<std::size_t>(nodes()));
    const Index* column = model_->elasticity.pattern().outerIndexPtr();
    // The diagonal block comes first in its columns, lower triangle.
    for (Index i = 0; i < nodes(); ++i) {
        const double *c0 = &stiffness_[column[3 * i]], *c1 = &stiffness_[column[3 * i + 1]],
                     *c2 = &stiffness_[column[3 * i + 2]];
        blocks[i] << c0[0], c0[1], c0[2], c0[1], c1[0], c1[1], c0[2], c1[1], c2[0];
        blocks[i].diagonal().array() += model_->mass[i] + a * drag(i);
    }
    for (const ImplicitContact& contact : contacts_->contacts()) {
        if (!contact.active) continue;
        for (std::size_t k = 0; k < contact.gap.node.size(); ++k)
            blocks[contact.gap.node[k]] += contact_block(contact, k, k);
    }
    for (Index i = 0; i < nodes(); ++i)
        if (model_->held[i] != 0) blocks[i].setIdentity();
}

bool ImplicitSystem::symmetric_pattern(HalfMatrix& half)
{
    // Those of earlier factors of the time step stay in the pattern. All that may come to carry a force, listed at once, would spare
    // a few orders of elimination, and make the factor of a sleeve that fits closely twice as large.
    list_groups();
    half.require(*element_pattern(), group_begin_, group_node_);
    return true;
}

void ImplicitSystem::symmetric_part(HessianKind kind, HalfMatrix& half)
{
    const double a = stage_.a, b = stage_.contact_weight();
    if (kind == HessianKind::exact) {
        half.set(stiffness_);
    } else {
        positive_.resize(stiffness_.size());
        model_->elasticity.hessian(q_, kind, positive_, elastic_);
        for (double& value : positive_) value *= a * a;
        if (is_damped()) damping_.add_hessian(a, positive_);
        half.set(positive_);
    }
    for (Index i = 0; i < nodes(); ++i) half.add_diagonal(i, model_->mass[i] + a * drag(i));
    add_contact_cores(*contacts_, a * a * b, a * b * stage_.contact_share(), half);
    half.isolate(model_->held);
}

}  // namespace stiction
