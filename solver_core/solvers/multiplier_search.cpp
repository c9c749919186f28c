// How far a Newton step of the method of multipliers goes along its direction.

#include "solver_core/solvers/multiplier_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDescent = 1e-4;    // Armijo's
constexpr double kFlat = 0.9;        // of the slope: what a step may leave where values drown in rounding
constexpr double kRounding = 1e-8;   // of a value: stiff energies have far fewer digits than their slopes
constexpr double kModelFlat = 1e-6;  // of the slope: what a whole step may leave
constexpr Index kModelBisections = 60;
constexpr Index kMostTrials = 40;  // of a line search

}  // namespace

// Armijo's condition; where its difference of values drowns in rounding, the slope decides.
bool MultiplierStep::accept(double length, double start_slope, double slope, double rounding) const
{
    if (!std::isfinite(trial_.value)) return false;
    if (trial_.value <= now_.value + kDescent * length * start_slope) return true;
    const double noise = kRounding * (std::abs(now_.value) + std::abs(now_.objective)) + rounding;
    return trial_.value <= now_.value + noise && std::abs(slope) <= -kFlat * start_slope;
}

// Where the slope along the direction would vanish if the objective were the quadratic of the factor: the constraints and
// friction are known exactly on the way, with every one that closes, opens, sticks or slips; at most 1. Without this a stiff
// constraint just ahead stops a step short of itself, again and again.
//
//   Phi'(a) = s + a q - sum_i p_i(a) . G_i d
double MultiplierStep::model_length(double start_slope)
{
    motion_.assign(now_.v.size(), Vec3::Zero());
    for (Index f = 0; f < system_.free_nodes(); ++f)
        for (Index k = 0; k < 3; ++k) motion_[system_.node_of(f)][k] = direction_[3 * f + k];
    const double q = -start_slope - cones_.set_direction(now_.touch, motion_);
    const double s = start_slope + cones_.work_along(now_.touch, 0.0);
    const auto slope = [&](double a) { return s + a * std::max(q, 0.0) - cones_.work_along(now_.touch, a); };
    double low = 0.0, high = 1.0;
    if (slope(high) <= kModelFlat * std::abs(start_slope)) return 1.0;
    for (Index k = 0; k < kModelBisections; ++k) {
        const double middle = 0.5 * (low + high);
        (slope(middle) > 0.0 ? high : low) = middle;
    }
    return high;
}

// A step along the direction: to where the model has its minimum if that is good enough, else to where the slope vanishes,
// found by false position.
bool MultiplierStep::search(const StepProblem& problem, ConstrainedStepStats& stats, double& length)
{
    const auto along = [&](const Point& at) {
        double sum = 0.0;
        for (std::size_t k = 0; k < direction_.size(); ++k) sum += at.slope[k] * direction_[k];
        return sum;
    };
    const double start_slope = along(now_);
    double low = 0.0, low_slope = start_slope, high = kInfinity, high_slope = 0.0;
    length = model_length(start_slope);
    for (Index trial = 0; trial < kMostTrials; ++trial) {
        for (Index f = 0; f < system_.free_nodes(); ++f) {
            const Index a = system_.node_of(f);
            for (Index k = 0; k < 3; ++k) trial_.v[a][k] = now_.v[a][k] + length * direction_[3 * f + k];
        }
        const bool finite = std::isfinite(evaluate(problem, trial_, stats));
        const double slope = finite ? along(trial_) : kInfinity;
        if (accept(length, start_slope, slope, problem.objective->rounding())) {
            std::swap(now_, trial_);
            return true;
        }
        if (std::isfinite(high) && slope < 0.0 && trial_.value < now_.value) {
            low = length;
            low_slope = slope;
        } else {
            high = length;
            high_slope = slope;
        }
        double share = 0.5;
        if (std::isfinite(high_slope) && high_slope > 0.0) share = low_slope / (low_slope - high_slope);
        length = low + std::clamp(share, 0.1, 0.9) * (high - low);
    }
    return false;
}

}  // namespace stiction
