#include "solver_core/solvers/layer_start.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Gaps bend: what was laid on the bottom by their gradient lies a little off it.
constexpr int kRounds = 4;

}  // namespace

void LayerStart::improve(ImplicitSystem& system, const ImplicitContacts& contacts, Vec3Array& v)
{
    if (contacts.contacts().empty()) return;
    residual_.resize(v.size());
    double norm = system.residual(v, residual_);
    for (int round = 0; round < kRounds && push(system, contacts, v); ++round) {
        const double found = system.residual(trial_, residual_);
        if (!(found < norm)) return;
        v.swap(trial_);
        norm = found;
    }
}

bool LayerStart::push(const ImplicitSystem& system, const ImplicitContacts& contacts, const Vec3Array& v)
{
    const Span<const double> inverse_mass = system.norm_weights();
    const double a = system.stage().a;
    bool any = false;
    for (Index c = 0; c < static_cast<Index>(contacts.contacts().size()); ++c) {
        const ImplicitContact& contact = contacts.contacts()[c];
        if (!contact.gap.known || contact.d >= 0.0) continue;
        if (!any) trial_ = v;
        any = true;
        double depth = std::max(0.0, contacts.depth_at_start(c)) - contact.d, response = 0.0;
        for (std::size_t b = 0; b < contact.gap.node.size(); ++b) {
            const Index node = contact.gap.node[b];
            depth -= a * contact.gap.gradient[b].dot(trial_[node] - v[node]);
            response += inverse_mass[node] * contact.gap.gradient[b].squaredNorm();
        }
        if (depth <= 0.0 || response <= 0.0) continue;
        const double impulse = depth / (a * response);
        for (std::size_t b = 0; b < contact.gap.node.size(); ++b) {
            const Index node = contact.gap.node[b];
            trial_[node] += impulse * inverse_mass[node] * contact.gap.gradient[b];
        }
    }
    return any;
}

}  // namespace stiction
