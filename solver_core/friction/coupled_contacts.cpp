#include "solver_core/friction/coupled_contacts.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Natural-map error at which the impulses are called exact: rounding of G r is a few hundred times smaller.
constexpr double kExact = 1e-12;
// What a step may spend on its contacts, in multiplications: so many Newton steps and sweeps, and half a second in any
// case. Contacts that need more are close to having no solution, or many.
constexpr double kMostNewton = 60.0;
constexpr double kMostSweeps = 10000.0;
constexpr double kMostWork = 1e9;
constexpr Index kFirstSweeps = 20;   // after a Newton step that missed
constexpr Index kHalvings = 3;       // of a Newton step
constexpr double kWornShare = 0.3;   // of the error that old factors must reach
constexpr double kFreshShare = 0.9;  // and new ones
constexpr Index kChain = 25;         // Newton steps without sweeps
constexpr double kChainShare = 0.1;  // of the error they must reach

}  // namespace

// Every other contact sees a change at once; what it does through the turns of bodies waits in turns_, six numbers a body.
void CoupledContacts::change_impulse(Index c, const Vec3& change)
{
    if (change.isZero(0.0)) return;
    for (Index k = 0; k < 3; ++k) u_.col(k) += change[k] * response_.g.col(c);
    response_.turn(c, change, turns_);
}

void CoupledContacts::settle_turns()
{
    if (turns_.empty()) return;
    for (Index c = 0; c < u_.rows(); ++c) u_.row(c) += response_.velocity_of_turns(c, turns_).transpose();
    std::fill(turns_.begin(), turns_.end(), BodyTurn{});
}

void CoupledContacts::sweep(const ContactSet& contacts, LocalContacts& local)
{
    // Back and forth, so that the order of contacts favours no direction.
    const Index count = contacts.size();
    for (Index i = 0; i < count; ++i) {
        const Index c = backward_ ? count - 1 - i : i;
        const double w = response_.own[c];
        if (w == 0.0) continue;  // only held nodes: nothing an impulse could change
        const Vec3 u = u_.row(c).transpose() + response_.velocity_of_turns(c, turns_);
        const Vec3 d = u - w * local.impulse[c];
        const ContactImpulse answer = solve_coulomb(d, contacts.normal[c], contacts.mu[c], w);
        const Vec3 change = answer.impulse - local.impulse[c];
        local.impulse[c] = answer.impulse;
        local.mode[c] = answer.mode;
        change_impulse(c, change);
    }
    settle_turns();
    backward_ = !backward_;
    work_ += 3.0 * static_cast<double>(count) * static_cast<double>(count);
}

double CoupledContacts::error(const ContactSet& contacts, LocalContacts& local) const
{
    local.samples.clear();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (response_.own[c] == 0.0) continue;
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
    turns_.assign(response_.bodies.size(), BodyTurn{});
    kept_u_ = u_;
    for (Index d = 0; d < count; ++d) change_impulse(d, -local.impulse[d]);
    settle_turns();
    q_ = u_;
    u_ = kept_u_;
    mean_response_ = 0.0;
    for (const double w : response_.own) mean_response_ += w / static_cast<double>(count);

    backward_ = false;
    const double goal = std::max(kExact, share * error(contacts, local));
    sweep(contacts, local);
    double now = error(contacts, local);
    sweeps_after_miss_ = kFirstSweeps;
    const double m = static_cast<double>(count);
    const double most = std::min(kMostWork, (kMostNewton * m + 3.0 * kMostSweeps) * m * m);
    while (now > goal && work_ < most) now = improve(contacts, now, local);
    collect_impulses(contacts, local);
}

// A Newton step, halved while it makes things worse; true when the error came below `wanted`.
bool CoupledContacts::try_newton(const ContactSet& contacts, double wanted, Index halvings, double& now,
                                 LocalContacts& local)
{
    const double contact_count = static_cast<double>(contacts.size());
    if (!newton_.is_worn(local.mode)) work_ += contact_count * contact_count * contact_count;
    if (!newton_.find(contacts, response_, local.mode, u_, local.impulse)) return false;
    double share = 1.0;
    for (Index trial = 0; trial <= halvings; ++trial, share *= 0.5) {
        newton_.apply(share, u_, local.impulse);
        sweep(contacts, local);
        now = error(contacts, local);
        if (now < wanted) return true;
        restore(local);
    }
    return false;
}

// Newton steps alone, each taking its guess from where the last one ended, whatever that did to the error: sweeps between
// them can undo what a body much stiffer than its contacts needs.
bool CoupledContacts::chain_newton(const ContactSet& contacts, double wanted, double& now,
                                   LocalContacts& local)
{
    const double m = static_cast<double>(contacts.size());
    for (Index link = 0; link < kChain; ++link) {
        for (Index c = 0; c < contacts.size(); ++c) {
            const double w = response_.own[c];
            if (w == 0.0) continue;
            const Vec3 u = u_.row(c).transpose() + response_.velocity_of_turns(c, turns_);
            const Vec3 d = u - w * local.impulse[c];
            local.mode[c] = solve_coulomb(d, contacts.normal[c], contacts.mu[c], w).mode;
            if (local.mode[c] != ContactMode::take_off || local.impulse[c].isZero(0.0)) continue;
            change_impulse(c, -local.impulse[c]);
            local.impulse[c].setZero();
        }
        settle_turns();
        newton_.restart();
        work_ += m * m * m;
        if (!newton_.find(contacts, response_, local.mode, u_, local.impulse)) break;
        newton_.apply(1.0, u_, local.impulse);
        now = error(contacts, local);
        if (now < wanted) {
            sweep(contacts, local);
            now = error(contacts, local);
            return true;
        }
    }
    restore(local);
    return false;
}

double CoupledContacts::improve(const ContactSet& contacts, double now, LocalContacts& local)
{
    keep(local);
    // Old factors are worth keeping while they bring much.
    const double before = now;
    if (newton_.is_worn(local.mode)) {
        if (try_newton(contacts, kWornShare * before, 0, now, local)) return now;
        newton_.restart();
    }
    if (try_newton(contacts, kFreshShare * before, kHalvings, now, local)) return now;
    if (chain_newton(contacts, kChainShare * before, now, local)) return now;
    for (Index s = 0; s < sweeps_after_miss_; ++s) sweep(contacts, local);
    sweeps_after_miss_ *= 2;
    return error(contacts, local);
}

}  // namespace stiction
