#include "solver_core/solvers/creep_continuation.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// Newton steps after which a solve that has another one to fall back on must have come nearer. One that does goes on: contacts new
// to a thin layer take more steps, and no looser eps would spare them.
constexpr Index kFewSteps = 12;
constexpr double kFactor = 10.0, kLeastFactor = 1.3;

bool is_root(const NewtonStats& newton) { return newton.end == NewtonEnd::converged; }

}  // namespace

CreepResult CreepContinuation::solve(ImplicitSystem& system, ImplicitContacts& contacts, DampedNewton& newton,
                                     const NewtonSettings& settings, const CreepSettings& creep, Vec3Array& v)
{
    system_ = &system;
    contacts_ = &contacts;
    newton_ = &newton;
    settings_ = settings;
    result_ = CreepResult{};
    start_ = v;
    const bool may_loosen =
        creep.by_continuation && creep.creep < creep.loosest && contacts.contacts().size() > 0;
    double eps = creep.creep;
    result_.newton = solve_at(eps, may_loosen ? kFewSteps : 0, v);
    if (may_loosen && !is_root(result_.newton) && result_.newton.end != NewtonEnd::interrupted) {
        ended_ = v;
        if (loosen(creep, eps, v)) {
            tighten(creep, eps, v);
        } else {
            // Nothing helps: all the steps that are allowed, from where the first solve ended.
            v = ended_;
            eps = creep.creep;
            result_.newton = solve_at(eps, 0, v);
        }
    }
    result_.eps = eps;
    return result_;
}

NewtonStats CreepContinuation::solve_at(double eps, Index patience, Vec3Array& v)
{
    contacts_->set_smoothing(eps);
    settings_.patience = patience;
    NewtonStats found = newton_->solve(*system_, settings_, v);
    ++result_.solves;
    found.iterations += result_.newton.iterations;
    found.linear_iterations += result_.newton.linear_iterations;
    return found;
}

double CreepContinuation::fastest_slide()
{
    root_.resize(start_.size());
    system_->residual(start_, root_);
    double fastest = 0.0;
    for (const ImplicitContact& contact : contacts_->contacts())
        if (contact.active) fastest = std::max(fastest, contact.u_t.norm());
    return fastest;
}

bool CreepContinuation::loosen(const CreepSettings& creep, double& eps, Vec3Array& v)
{
    eps = std::max(eps, fastest_slide() / kFactor);
    while (eps < creep.loosest) {
        eps = std::min(kFactor * eps, creep.loosest);
        v = start_;
        result_.newton = solve_at(eps, kFewSteps, v);
        if (is_root(result_.newton)) return true;
        if (result_.newton.end == NewtonEnd::interrupted) return false;
    }
    return false;
}

void CreepContinuation::tighten(const CreepSettings& creep, double& eps, Vec3Array& v)
{
    double factor = kFactor;
    while (eps > creep.creep && factor >= kLeastFactor) {
        root_ = v;
        const NewtonStats kept = result_.newton;
        const double next = std::max(creep.creep, eps / factor);
        NewtonStats found = solve_at(next, kFewSteps, v);
        if (is_root(found)) {
            result_.newton = found;
            eps = next;
            continue;
        }
        v = root_;
        result_.newton = kept;
        result_.newton.iterations = found.iterations;
        result_.newton.linear_iterations = found.linear_iterations;
        factor = std::sqrt(factor);
    }
    // The system speaks of v again: a solve that failed has left it elsewhere.
    contacts_->set_smoothing(eps);
    root_.resize(v.size());
    system_->residual(v, root_);
}

}  // namespace stiction
