#include "solver_core/friction/coupled_contacts.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Natural-map error at which the impulses are called exact: rounding of G r is a few hundred times smaller.
constexpr double kExact = 1e-12;
constexpr Index kRounds = 40;
// Sweeps after a Newton step that made things worse: the guess of who sticks was wrong, and sweeps better it.
constexpr Index kSweepsAfterMiss = 20;
constexpr double kWornShare = 0.3;

}  // namespace

void CoupledContacts::sweep(const ContactSet& contacts, LocalContacts& local)
{
    // Back and forth, so that the order of contacts favours no direction.
    const Index count = contacts.size();
    for (Index i = 0; i < count; ++i) {
        const Index c = backward_ ? count - 1 - i : i;
        const double w = g(c, c);
        if (w == 0.0) continue;  // only held nodes: nothing an impulse could change
        const Vec3 d = u_.row(c).transpose() - w * local.impulse[c];
        const ContactImpulse answer = solve_coulomb(d, contacts.normal[c], contacts.mu[c], w);
        const Vec3 change = answer.impulse - local.impulse[c];
        local.impulse[c] = answer.impulse;
        local.mode[c] = answer.mode;
        if (change.isZero(0.0)) continue;
        for (Index k = 0; k < 3; ++k) u_.col(k) += change[k] * g.col(c);
    }
    backward_ = !backward_;
}

double CoupledContacts::error(const ContactSet& contacts, LocalContacts& local) const
{
    local.samples.clear();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (g(c, c) == 0.0) continue;
        local.samples.push_back({u_.row(c).transpose(), local.impulse[c], q_.row(c).transpose(),
                                 contacts.normal[c], contacts.mu[c]});
    }
    return friction_error(local.samples, mean_response_).natural_map;
}

void CoupledContacts::keep(const LocalContacts& local)
{
    kept_u_ = u_;
    kept_impulse_ = local.impulse;
    kept_mode_ = local.mode;
}

void CoupledContacts::restore(LocalContacts& local)
{
    u_ = kept_u_;
    local.impulse = kept_impulse_;
    local.mode = kept_mode_;
}

void CoupledContacts::solve(const ContactSet& contacts, Span<const Vec3> v, double share,
                            LocalContacts& local)
{
    const Index count = contacts.size();
    u_.resize(count, 3);
    for (Index c = 0; c < count; ++c) u_.row(c) = contact_velocity(contacts, local, v, c).transpose();
    q_ = u_;
    for (Index d = 0; d < count; ++d)
        for (Index k = 0; k < 3; ++k) q_.col(k) -= local.impulse[d][k] * g.col(d);
    mean_response_ = g.diagonal().mean();

    backward_ = false;
    const double goal = std::max(kExact, share * error(contacts, local));
    sweep(contacts, local);
    double now = error(contacts, local);
    for (Index round = 0; round < kRounds && now > goal; ++round) now = improve(contacts, now, local);
    collect_impulses(contacts, local);
}

double CoupledContacts::improve(const ContactSet& contacts, double now, LocalContacts& local)
{
    keep(local);
    const auto newton_reaches = [&](double wanted) {
        if (!newton_.step(contacts, g, local.mode, u_, local.impulse)) return false;
        sweep(contacts, local);
        now = error(contacts, local);
        return now < wanted;
    };
    // Old factors are worth keeping while they bring something; new ones must only not make it worse.
    const double before = now;
    if (newton_.is_worn(local.mode)) {
        if (newton_reaches(kWornShare * before)) return now;
        newton_.restart();
        restore(local);
    }
    if (newton_reaches(before)) return now;
    restore(local);
    for (Index s = 0; s < kSweepsAfterMiss; ++s) sweep(contacts, local);
    return error(contacts, local);
}

}  // namespace stiction
