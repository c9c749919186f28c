#include "solver_core/contact/contact_gaps.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/contact/mls_jacobian.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// A row of detection whose gap is off the distance by more speaks of another place than where the point is, m.
constexpr double kSamePlace = 1e-9;

}  // namespace

void ContactGaps::begin(const ContactSet& contacts, SmoothSurfaces& surfaces, Span<const Vec3> x, double time)
{
    contacts_ = &contacts;
    surfaces_ = &surfaces;
    x_start_.assign(x.begin(), x.end());
    time_ = time;
    curved_.assign(at(contacts.size()), 0);
    move(x, 0.0);
    for (Index c = 0; c < contacts.size(); ++c) curved_[at(c)] = starts_at_its_distance(c, x) ? 1 : 0;
}

void ContactGaps::move(Span<const Vec3> x, double tau)
{
    x_ = x;
    tau_ = tau;
    surfaces_->update(x, time_, tau);
}

bool ContactGaps::starts_at_its_distance(Index c, Span<const Vec3> x)
{
    const ContactKey& key = contacts_->key[at(c)];
    if (!surfaces_->knows(key)) return false;
    SmoothConstraint found;
    surfaces_->evaluate(key, x, scratch_, found);
    return found.known && std::abs(found.gap - contacts_->gap[at(c)]) < kSamePlace;
}

void ContactGaps::evaluate(Index c, SmoothScratch& scratch, ContactGap& out) const
{
    if (!is_curved(c)) {
        evaluate_plane(c, out);
        return;
    }
    SmoothConstraint& found = scratch.constraint;
    surfaces_->evaluate(contacts_->key[at(c)], x_, scratch, found);
    out.known = found.known && found.gradient_norm > kFlatGradient;
    if (!out.known) return;
    out.gap = found.gap;
    out.normal = found.normal;
    out.slope = found.gradient_norm;
    out.node = found.node;
    out.gradient = found.gap_gradient;
    out.bent = static_cast<Index>(found.node.size());
    add_blocks(c, out);
}

void ContactGaps::evaluate_second(Index c, SmoothScratch& scratch, ContactGap& out) const
{
    if (out.bent == 0) return;
    // The same nodes in the same order as evaluate gave.
    surfaces_->hessian(contacts_->key[at(c)], x_, 1.0, scratch, scratch.hessian_node, out.hessian);
    STICTION_ASSERT(scratch.hessian_node.size() == at(out.bent));
}

void ContactGaps::evaluate_plane(Index c, ContactGap& out) const
{
    const ContactSet& set = *contacts_;
    out.known = true;
    out.normal = set.normal[at(c)];
    out.bent = 0;
    out.node.clear();
    out.gradient.clear();
    out.block.clear();
    out.gap = set.gap[at(c)];
    for (Index k = set.begin[at(c)]; k < set.begin[at(c) + 1]; ++k) {
        const Index node = set.node[at(k)];
        const Vec3 g = set.gap_gradient_of(c, k);
        out.node.push_back(node);
        out.gradient.push_back(g);
        out.block.push_back(set.block_of(k));
        out.gap += g.dot(x_[at(node)] - x_start_[at(node)]);
        if (set.is_external(c)) out.gap -= tau_ * g.dot(set.obstacle_velocity[at(c)]);
    }
    out.slope = set.key[at(c)].kind == ContactKind::vertex_smooth ? out.gradient.front().norm() : 1.0;
}

void ContactGaps::add_blocks(Index c, ContactGap& out) const
{
    const ContactSet& set = *contacts_;
    out.block.assign(out.node.size(), Mat3::Zero());
    for (Index k = set.begin[at(c)]; k < set.begin[at(c) + 1]; ++k) {
        const auto place = std::find(out.node.begin(), out.node.end(), set.node[at(k)]);
        if (place != out.node.end()) {
            out.block[static_cast<std::size_t>(place - out.node.begin())] = set.block_of(k);
            continue;
        }
        out.node.push_back(set.node[at(k)]);
        out.gradient.emplace_back(Vec3::Zero());
        out.block.push_back(set.block_of(k));
    }
}

}  // namespace stiction
