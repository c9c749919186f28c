#include "solver_core/solvers/implicit_contacts.hpp"

#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// Contacts a chunk: some 50 us where a smooth surface is in it.
constexpr Index kChunk = 32;

Mat3 tangent_plane(const Vec3& n) { return Mat3::Identity() - n * n.transpose(); }

}  // namespace

void ImplicitContacts::begin(const ContactSet& contacts, SmoothSurfaces& surfaces,
                             const ImplicitContactLaw& law, Span<const double> inverse_mass,
                             Span<const Vec3> x, double time, double h)
{
    law_ = law;
    count_ = contacts.size();
    gaps_.begin(contacts, surfaces, x, time);
    set_weights(inverse_mass);
    if (contacts_.size() < static_cast<std::size_t>(count_))
        contacts_.resize(static_cast<std::size_t>(count_));
    const auto chunks = static_cast<std::size_t>((count_ + kChunk - 1) / kChunk);
    if (scratch_.size() < chunks) scratch_.resize(chunks);
    overlap_.resize(static_cast<std::size_t>(count_));
    for (Index c = 0; c < count_; ++c) {
        const double depth = -(contacts.gap[c] + 0.5 * law.penalty.delta);
        overlap_[c] = std::max(0.0, depth - law.recovery_speed * h);
    }
    if (!law.lagged) return;
    const Vec3Array at_rest(x.size(), Vec3::Zero());
    law_.lagged = false;
    evaluate(x, at_rest, 0.0);
    law_.lagged = true;
    start_load_.resize(static_cast<std::size_t>(count_));
    start_normal_.resize(static_cast<std::size_t>(count_));
    for (Index c = 0; c < count_; ++c) {
        start_load_[c] = contacts_[c].active ? contacts_[c].load : 0.0;
        start_normal_[c] = contacts_[c].gap.known ? contacts_[c].gap.normal : contacts.normal[c];
    }
}

void ImplicitContacts::set_weights(Span<const double> inverse_mass)
{
    const ContactSet& contacts = gaps_.contacts();
    weight_.assign(static_cast<std::size_t>(count_), 1.0);
    if (!(law_.kappa_mass > 0.0)) return;
    for (Index c = 0; c < count_; ++c) {
        double inverse = 0.0;
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
            inverse += contacts.weight[k] * contacts.weight[k] * inverse_mass[contacts.node[k]];
        if (inverse > 0.0) weight_[c] = 1.0 / (inverse * law_.kappa_mass);
    }
}

double ImplicitContacts::lag_again()
{
    double change = 0.0, largest = 0.0;
    for (Index c = 0; c < count_; ++c) {
        const ImplicitContact& contact = contacts_[c];
        if (!contact.gap.known) continue;
        const double load = contact.lambda * contact.gap.slope;
        change = std::max(change, std::abs(load - start_load_[c]));
        largest = std::max({largest, load, start_load_[c]});
        start_load_[c] = load;
        start_normal_[c] = contact.gap.normal;
    }
    return largest > 0.0 ? change / largest : 0.0;
}

void ImplicitContacts::evaluate(Span<const Vec3> x, Span<const Vec3> v, double tau)
{
    if (count_ == 0) return;
    gaps_.move(x, tau);
    parallel_chunks(count_, kChunk, [&](Index begin, Index end) {
        for (Index c = begin; c < end; ++c) evaluate_contact(c, v, scratch_[begin / kChunk]);
    });
}

void ImplicitContacts::evaluate_contact(Index c, Span<const Vec3> v, SmoothScratch& scratch)
{
    ImplicitContact& contact = contacts_[c];
    gaps_.evaluate(c, scratch, contact.gap);
    contact.active = false;
    contact.lambda = contact.lambda_slope = contact.load = 0.0;
    contact.friction.setZero();
    if (!contact.gap.known) {
        contact.d = law_.penalty.delta;
        return;
    }
    contact.d = contact.gap.gap + 0.5 * law_.penalty.delta + overlap_[c];
    contact.lambda = weight_[c] * law_.penalty.force(contact.d);
    contact.lambda_slope = weight_[c] * law_.penalty.force_slope(contact.d);
    contact.load = law_.lagged ? start_load_[c] : contact.lambda * contact.gap.slope;
    contact.normal = law_.lagged ? start_normal_[c] : contact.gap.normal;
    contact.active = contact.lambda > 0.0 || contact.load > 0.0;
    if (!contact.active) return;
    contact.u = -gaps_.contacts().obstacle_velocity[c];
    for (std::size_t a = 0; a < contact.gap.node.size(); ++a)
        contact.u += contact.gap.block[a] * v[contact.gap.node[a]];
    set_friction(c, contact);
}

void ImplicitContacts::set_friction(Index c, ImplicitContact& contact) const
{
    contact.u_t = contact.u - contact.normal.dot(contact.u) * contact.normal;
    const double mu = gaps_.contacts().mu[c];
    contact.friction = contact.load * smooth_friction(law_.friction, mu, contact.u_t);
}

void ImplicitContacts::add_forces(double scale, Span<Vec3> f) const
{
    for (Index c = 0; c < count_; ++c) {
        const ImplicitContact& contact = contacts_[c];
        if (!contact.active) continue;
        for (std::size_t a = 0; a < contact.gap.node.size(); ++a)
            f[contact.gap.node[a]] += scale * (contact.lambda * contact.gap.gradient[a] +
                                               contact.gap.block[a].transpose() * contact.friction);
    }
}

void ImplicitContacts::linearize()
{
    parallel_chunks(count_, kChunk, [&](Index begin, Index end) {
        for (Index c = begin; c < end; ++c)
            if (contacts_[c].active) linearize_contact(c, scratch_[begin / kChunk]);
    });
}

void ImplicitContacts::linearize_contact(Index c, SmoothScratch& scratch)
{
    ImplicitContact& contact = contacts_[c];
    ContactGap& gap = contact.gap;
    gaps_.evaluate_second(c, scratch, gap);
    const double mu = gaps_.contacts().mu[c];
    const Vec3& n = contact.normal;
    const Mat3 plane = tangent_plane(n);
    const Mat3 tangent = contact.load * smooth_friction_derivative(law_.friction, mu, contact.u_t);  // N T
    const Vec3 share = smooth_friction(law_.friction, mu, contact.u_t);                              // F / N
    contact.by_position.assign(gap.node.size(), Mat3::Zero());
    contact.by_velocity.resize(gap.node.size());
    for (std::size_t b = 0; b < gap.node.size(); ++b) contact.by_velocity[b] = tangent * plane * gap.block[b];
    if (law_.lagged) return;
    // d u_T = turn dg with dg = sum_b H_0b dx_b.
    const Mat3 turn = -(n.dot(contact.u) * plane + n * contact.u_t.transpose() * plane) / gap.slope;
    const Mat3 by_slope = share * (contact.lambda * n.transpose()) + tangent * turn;
    for (std::size_t b = 0; b < gap.node.size(); ++b) {
        contact.by_position[b] = share * (contact.lambda_slope * gap.slope * gap.gradient[b].transpose());
        if (b < static_cast<std::size_t>(gap.bent))
            contact.by_position[b] += by_slope * gap.hessian.block<3, 3>(0, static_cast<Index>(3 * b));
    }
}

Mat3 ImplicitContacts::by_position(const ImplicitContact& contact, std::size_t a, std::size_t b) const
{
    const ContactGap& gap = contact.gap;
    Mat3 block = contact.lambda_slope * gap.gradient[a] * gap.gradient[b].transpose() +
                 gap.block[a].transpose() * contact.by_position[b];
    const auto bent = static_cast<std::size_t>(gap.bent);
    if (a < bent && b < bent)
        block +=
            contact.lambda * gap.hessian.block<3, 3>(static_cast<Index>(3 * a), static_cast<Index>(3 * b));
    return block;
}

Mat3 ImplicitContacts::by_velocity(const ImplicitContact& contact, std::size_t a, std::size_t b) const
{
    return contact.gap.block[a].transpose() * contact.by_velocity[b];
}

Mat3 ImplicitContacts::grip(Index c) const
{
    const ImplicitContact& contact = contacts_[c];
    const FrictionSlope slope = friction_slope(law_.friction, gaps_.contacts().mu[c], contact.u_t.norm());
    const double across = contact.load * std::max(0.0, slope.phi);
    const double along = contact.load * std::max(0.0, slope.phi + contact.u_t.norm() * slope.derivative);
    const Vec3 way = contact.u_t.stableNormalized();
    return across * tangent_plane(contact.normal) + (along - across) * way * way.transpose();
}

void ImplicitContacts::add_product(Span<const Vec3> dx, Span<const Vec3> dv, double scale, Span<Vec3> y)
{
    parallel_chunks(count_, kChunk, [&](Index begin, Index end) {
        for (Index c = begin; c < end; ++c) {
            ImplicitContact& contact = contacts_[c];
            if (!contact.active) continue;
            const ContactGap& gap = contact.gap;
            const std::size_t nodes = gap.node.size();
            double dd = 0.0;
            Vec3 df = Vec3::Zero();
            for (std::size_t b = 0; b < nodes; ++b) {
                dd += gap.gradient[b].dot(dx[gap.node[b]]);
                df += contact.by_position[b] * dx[gap.node[b]] + contact.by_velocity[b] * dv[gap.node[b]];
            }
            contact.product.resize(nodes + static_cast<std::size_t>(gap.bent));
            for (std::size_t a = 0; a < nodes; ++a)
                contact.product[a] =
                    contact.lambda_slope * dd * gap.gradient[a] + gap.block[a].transpose() * df;
            if (gap.bent == 0) continue;
            // Behind the product: the steps of the bent nodes in a row, for one product with the whole matrix.
            for (Index b = 0; b < gap.bent; ++b) contact.product[nodes + b] = dx[gap.node[b]];
            const Eigen::Map<const Eigen::VectorXd> step(contact.product[nodes].data(), 3 * gap.bent);
            Eigen::Map<Eigen::VectorXd>(contact.product[0].data(), 3 * gap.bent).noalias() +=
                contact.lambda * (gap.hessian * step);
        }
    });
    for (Index c = 0; c < count_; ++c) {
        const ImplicitContact& contact = contacts_[c];
        if (!contact.active) continue;
        for (std::size_t a = 0; a < contact.gap.node.size(); ++a)
            y[contact.gap.node[a]] += scale * contact.product[a];
    }
}

double ImplicitContacts::deepest(Index& contact) const
{
    double least = law_.penalty.delta;
    contact = -1;
    for (Index c = 0; c < count_; ++c) {
        if (!contacts_[c].gap.known || contacts_[c].d >= least) continue;
        least = contacts_[c].d;
        contact = c;
    }
    return least;
}

double ImplicitContacts::depth_at_start(Index c) const
{
    const double d = gaps_.contacts().gap[c] + 0.5 * law_.penalty.delta + overlap_[c];
    return law_.penalty.is_active(d) ? d : 0.0;
}

Index ImplicitContacts::active() const
{
    Index sum = 0;
    for (Index c = 0; c < count_; ++c) sum += contacts_[c].lambda > 0.0 ? 1 : 0;
    return sum;
}

}  // namespace stiction
