#include "solver_core/solvers/multiplier_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kMostSteps = 30;    // of one try
constexpr Index kPatience = 8;      // steps without a better point
constexpr double kBetter = 0.7;     // of the best error, to count as one
constexpr double kWornShare = 0.2;  // by which a step with an old factor must shrink
constexpr double kFirstBeta = 1e4;  // rho / s
// The same after a failed try. Failures are mostly redundant contacts, a node in the cup of four faces, of which ever another
// carries; softer ones share the load as they did before.
constexpr double kSoftBeta = 100.0;
constexpr double kMostBeta = 1e7;  // beyond, rounding eats what the penalty gains
constexpr double kBetaGrowth = 30.0;
constexpr double kSlowStep =
    0.3;  // of the last step with the same guess: rho is too small for almost redundant contacts
// Those leave motions along which everything holds: how well it has to, in goals, and how slow they have to be.
constexpr double kSettled = 0.01;
constexpr double kDrift = 1e3;
constexpr Index kMostHalvings = 8;   // for the energy
constexpr Index kMeritHalvings = 4;  // for the merit
constexpr double kDescent = 0.1;     // share of the merit that a whole step must take
constexpr double kRounding = 1e-8;   // of a value: stiff energies have far fewer digits than their slopes
constexpr Index kBoldMemory = 3;     // merits of a bold try

Vec3 tangential(const Vec3& vector, const Vec3& n) { return vector - n.dot(vector) * n; }

}  // namespace

void MultiplierNewton::begin(const StepProblem& problem, Span<const double> mass, Span<const double> diagonal)
{
    problem_ = &problem;
    rows_ = &problem.constraints->rows();
    law_ = problem.friction;
    mass_ = mass;
    diagonal_ = diagonal;
    const std::size_t count = mass.size(), nodes = v.size(), unknowns = 3 * diagonal.size();
    for (Point* point : {&now_, &trial_}) {
        point->v = v;
        point->lambda = multiplier;
        point->r = friction;
        point->gradient.resize(nodes);
        point->c.resize(count);
        point->c_gradient.resize(rows_->node.size());
        point->u.resize(count);
    }
    mode_.assign(count, Mode::open);
    factored_.assign(count, Mode::open);
    along_.assign(count, Vec3::Zero());
    turning_.assign(count, 0.0);
    penalty_.assign(count, 0.0);
    response_.assign(count, Mat3::Zero());
    step_.resize(unknowns);
    pull_.resize(unknowns);
    motion_.assign(nodes, Vec3::Zero());
    force_.resize(nodes);
    new_lambda_.resize(count);
    new_r_.resize(count);
    has_factor_ = false;
    slow_ = fresh_ = false;
    beta_ = manner_ == Manner::bold ? kFirstBeta : kSoftBeta;
    moves_ = 0;
}

// False where the energy is infinite.
bool MultiplierNewton::evaluate(Point& at, ConstrainedStepStats& stats) const
{
    ++stats.evaluations;
    at.value = problem_->objective->gradient(at.v, at.gradient);
    if (!std::isfinite(at.value)) return false;
    for (std::size_t a = 0; a < problem_->impulse.size(); ++a) {
        at.value -= at.v[a].dot(problem_->impulse[a]);
        at.gradient[a] -= problem_->impulse[a];
    }
    problem_->constraints->evaluate(at.v, at.c, at.c_gradient);
    for (Index i = 0; law_ != nullptr && i < rows_->count(); ++i) {
        Vec3 u = law_->offset[i];
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e)
            u += law_->block[e] * at.v[rows_->node[e]];
        at.u[i] = tangential(u, law_->frame[i].col(0));
    }
    return true;
}

// What a contact's impulse is at the node of one of its entries.
Vec3 MultiplierNewton::node_impulse(const Point& at, Index entry, double lambda, const Vec3& r) const
{
    const Vec3 normal = lambda * at.c_gradient[entry];
    return law_ != nullptr ? Vec3(normal + law_->block[entry].transpose() * r) : normal;
}

// The residuals of motion, normal law and friction, as velocities.
void MultiplierNewton::measure(Point& at)
{
    force_ = at.gradient;
    at.error = at.merit = 0.0;
    const auto count = [&](double residual, double mass) {
        at.error = std::max(at.error, residual);
        at.merit += mass * residual * residual;
    };
    for (Index i = 0; i < rows_->count(); ++i) {
        if (mass_[i] == 0.0) continue;
        const double s = mass_[i], y_n = std::max(0.0, at.lambda[i] - s * at.c[i]);
        count(std::abs(at.lambda[i] - y_n) / s, s);
        if (law_ != nullptr) {
            Vec3 p = at.r[i] - s * at.u[i];
            const double length = p.norm(), limit = law_->mu[i] * y_n;
            if (length > limit) p *= limit / length;
            count((at.r[i] - p).norm() / s, s);
        }
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e)
            force_[rows_->node[e]] -= node_impulse(at, e, at.lambda[i], at.r[i]);
    }
    for (Index f = 0; f < system_->free_nodes(); ++f)
        for (Index k = 0; k < 3; ++k)
            count(std::abs(force_[system_->node_of(f)][k]) / diagonal_[f], diagonal_[f]);
}

// The mass by which a guess weighs velocities against impulses. Where it is known, that of the touching nodes: with a stiff body's
// own, far larger one, sliding contacts of the whole body jump from one direction to the other and never stick, and contacts that
// carried the last step open for parting by a little.
double MultiplierNewton::guess_mass(Index i) const
{
    if (mass_[i] == 0.0 || problem_->response.empty()) return mass_[i];
    return problem_->response[i] > 0.0 ? 1.0 / problem_->response[i] : 0.0;
}

// Who is open, sticks, slips. Returns whether that is what the factor was made for.
bool MultiplierNewton::guess()
{
    bool same = has_factor_;
    slipping_.clear();
    for (Index i = 0; i < rows_->count(); ++i) {
        const double s = guess_mass(i), y_n = now_.lambda[i] - s * now_.c[i];
        mode_[i] = Mode::open;
        turning_[i] = 0.0;
        if (s > 0.0 && y_n > 0.0) mode_[i] = guess_sliding(i, s, y_n);
        same = same && mode_[i] == factored_[i];
    }
    return same;
}

// What a closed contact does. Whether it sticks is asked with the mass of its nodes, where to it slips with the constraint's own:
// by the lighter one s u is far below the limit, and friction that is not on its disc yet would hide where the contact goes.
MultiplierNewton::Mode MultiplierNewton::guess_sliding(Index i, double s, double y_n)
{
    if (law_ == nullptr || law_->mu[i] == 0.0) return Mode::smooth;
    const double limit = law_->mu[i] * y_n;
    if ((now_.r[i] - s * now_.u[i]).norm() <= limit) return Mode::stick;
    if (!set_slip(i, mass_[i], limit)) set_slip(i, s, limit);
    slipping_.push_back(i);
    return Mode::slip;
}

// t and k by the mass s; false where the contact sticks by it.
bool MultiplierNewton::set_slip(Index i, double s, double limit)
{
    const Vec3 y = now_.r[i] - s * now_.u[i];
    const double length = y.norm();
    if (length <= limit) return false;
    along_[i] = y / length;
    turning_[i] = std::min(s * limit / (length - limit), beta_ * mass_[i]);
    return true;
}

// The work of the new impulses along d.
double MultiplierNewton::impulse_work() const
{
    double work = 0.0;
    for (Index i = 0; i < rows_->count(); ++i)
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e)
            work += node_impulse(now_, e, new_lambda_[i], new_r_[i]).dot(motion_[rows_->node[e]]);
    return work;
}

// Part of the way into trial_; false where the energy is infinite.
bool MultiplierNewton::try_length(double length, ConstrainedStepStats& stats)
{
    for (std::size_t a = 0; a < motion_.size(); ++a) trial_.v[a] = now_.v[a] + length * motion_[a];
    if (!evaluate(trial_, stats)) return false;
    const double share = manner_ == Manner::whole ? 1.0 : length;
    for (std::size_t i = 0; i < new_r_.size(); ++i) {
        trial_.lambda[i] = now_.lambda[i] + share * (new_lambda_[i] - now_.lambda[i]);
        trial_.r[i] = now_.r[i] + share * (new_r_[i] - now_.r[i]);
    }
    measure(trial_);
    return true;
}

// As far as the energy with the new impulses or the merit falls, and below the merits remembered if a shorter step does that;
// false: nowhere.
bool MultiplierNewton::move(ConstrainedStepStats& stats)
{
    const double work = impulse_work();
    const double noise = kRounding * std::abs(now_.value) + problem_->objective->rounding();
    double length = 1.0, best = 0.0, least = kInfinity;
    const double bar = *std::max_element(merits_.begin(), merits_.begin() + memory_);
    for (Index halving = 0; halving <= kMostHalvings; ++halving, length *= 0.5) {
        if (!try_length(length, stats)) continue;
        if (trial_.merit >= now_.merit && trial_.value - length * work > now_.value + noise) continue;
        if (trial_.merit < least) {
            least = trial_.merit;
            best = length;
        }
        if (trial_.merit <= (1.0 - kDescent * length) * bar || halving >= kMeritHalvings) break;
    }
    if (best == 0.0) return false;
    if (trial_.merit != least) try_length(best, stats);
    std::swap(now_, trial_);
    merits_[moves_++ % memory_] = now_.merit;
    return true;
}

void MultiplierNewton::keep()
{
    v = now_.v;
    multiplier = now_.lambda;
    friction = now_.r;
}

// d at the current point, from an old factor while that is good enough; returns its size, infinite when there is none.
double MultiplierNewton::next_step(const ConstrainedStepSettings& settings, double last_step,
                                   ConstrainedStepStats& stats)
{
    fresh_ = !guess();
    slow_ = slow_ && !fresh_;
    if (fresh_ && !factorize(settings, stats)) return kInfinity;
    double step = find_step();
    if (fresh_ || step <= kWornShare * last_step) {
        slow_ = false;
        return step;
    }
    if (slow_) beta_ = std::min(kBetaGrowth * beta_, kMostBeta);
    if (!factorize(settings, stats)) return kInfinity;
    step = find_step();
    fresh_ = true;
    slow_ = step > kSlowStep * last_step;
    return step;
}

// Whether everything holds, and the next step would not change it.
bool MultiplierNewton::is_solved(double step, double goal) const
{
    if (now_.error <= goal && step <= goal) return true;
    return slow_ && beta_ == kMostBeta && now_.error <= kSettled * goal && step <= kDrift * goal;
}

SolveStatus MultiplierNewton::solve(const StepProblem& problem, const ConstrainedStepSettings& settings,
                                    Manner manner, Span<const double> mass, Span<const double> diagonal,
                                    StepSystem& system, ConstrainedStepStats& stats)
{
    system_ = &system;
    manner_ = manner;
    begin(problem, mass, diagonal);
    memory_ = manner == Manner::bold ? kBoldMemory : 1;
    if (!evaluate(now_, stats)) return SolveStatus::reached_budget;
    measure(now_);
    merits_.fill(now_.merit);
    double best = now_.error, last_step = kInfinity;
    Index since_best = 0;
    for (Index k = 0; k < kMostSteps && stats.iterations < settings.max_iterations; ++k) {
        if (settings.interrupt != nullptr && settings.interrupt->is_raised()) return SolveStatus::interrupted;
        const double step = next_step(settings, last_step, stats);
        if (!std::isfinite(step)) break;
        stats.velocity_scale = settings.least_velocity;
        for (const Vec3& value : now_.v)
            stats.velocity_scale = std::max(stats.velocity_scale, value.cwiseAbs().maxCoeff());
        if (is_solved(step, settings.tolerance * stats.velocity_scale)) {
            keep();
            return SolveStatus::converged;
        }
        find_impulses();
        if (!move(stats)) {
            if (fresh_) break;
            has_factor_ = false;
            continue;
        }
        ++stats.iterations;
        last_step = step;
        since_best = now_.error < kBetter * best ? 0 : since_best + 1;
        if (now_.error < best) {
            best = now_.error;
            keep();
        }
        if (since_best >= kPatience) break;
    }
    return SolveStatus::reached_budget;
}

}  // namespace stiction
