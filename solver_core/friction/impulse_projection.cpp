#include "solver_core/friction/impulse_projection.hpp"

#include "solver_core/base/assert.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kMostIterations = 300;
constexpr Index kGradientSteps = 3;  // before each face: the first ones settle most bounds
constexpr Index kMostHalvings = 10;
constexpr double kFlatCurvature =
    1e-14;                           // below this share a direction costs nothing: W is singular along it
constexpr double kOnCircle = 1e-12;  // of the radius

}  // namespace

ProjectionResult ImpulseProjection::normal(const Delassus& w, const Eigen::VectorXd& b, double tolerance,
                                           double scale, Eigen::VectorXd& y)
{
    w_ = &w;
    b_ = &b;
    size_ = 1;
    radius_ = {};
    stiffness_.resize(static_cast<std::size_t>(w.contacts()));
    for (Index c = 0; c < w.contacts(); ++c) stiffness_[c] = w.diagonal(c)(0, 0);
    return minimize(tolerance, scale, y);
}

ProjectionResult ImpulseProjection::tangential(const Delassus& w, const Eigen::VectorXd& b,
                                               Span<const double> radius, double tolerance, double scale,
                                               Eigen::VectorXd& y)
{
    STICTION_ASSERT(radius.size() == static_cast<std::size_t>(w.contacts()));
    w_ = &w;
    b_ = &b;
    size_ = 2;
    radius_ = radius;
    stiffness_.resize(static_cast<std::size_t>(w.contacts()));
    for (Index c = 0; c < w.contacts(); ++c) stiffness_[c] = w.diagonal(c).block<2, 2>(1, 1).trace();
    return minimize(tolerance, scale, y);
}

void ImpulseProjection::product(const Eigen::VectorXd& y, Eigen::VectorXd& out)
{
    ++products_;
    w_->apply_part(size_ == 1 ? 0 : 1, size_, y, out);
}

// Onto the sets; a contact whose impulse has no effect gets none.
void ImpulseProjection::project(Eigen::VectorXd& y) const
{
    for (Index c = 0; c < w_->contacts(); ++c) {
        if (stiffness_[c] <= 0.0) {
            y.segment(size_ * c, size_).setZero();
        } else if (size_ == 1) {
            y[c] = std::max(0.0, y[c]);
        } else {
            const double length = y.segment<2>(2 * c).norm();
            if (length > radius_[c]) y.segment<2>(2 * c) *= radius_[c] / length;
        }
    }
}

// Largest |k (y - P(y - g/k))| over the contacts, k the stiffness: a velocity.
double ImpulseProjection::residual(const Eigen::VectorXd& y, const Eigen::VectorXd& g) const
{
    double most = 0.0;
    for (Index c = 0; c < w_->contacts(); ++c) {
        const double k = stiffness_[c];
        if (k <= 0.0) continue;
        if (size_ == 1) {
            most = std::max(most, std::abs(k * y[c] - std::max(0.0, k * y[c] - g[c])));
            continue;
        }
        const Vec2 ky = k * y.segment<2>(2 * c);
        Vec2 moved = ky - g.segment<2>(2 * c);
        const double length = moved.norm();
        if (length > k * radius_[c]) moved *= k * radius_[c] / length;
        most = std::max(most, (ky - moved).norm());
    }
    return most;
}

// Towards P(y - g/k), as far as the quadratic falls.
void ImpulseProjection::step_projected_gradient(Eigen::VectorXd& y)
{
    d_ = y;
    for (Index c = 0; c < w_->contacts(); ++c) {
        if (stiffness_[c] > 0.0) d_.segment(size_ * c, size_) -= g_.segment(size_ * c, size_) / stiffness_[c];
    }
    project(d_);
    d_ -= y;
    product(d_, product_);
    const double curvature = d_.dot(product_);
    const double fall = -g_.dot(d_);
    if (fall <= 0.0) return;
    const double length = fall < curvature ? fall / curvature : 1.0;
    y += length * d_;
    g_ += length * product_;
}

void ImpulseProjection::find_face(const Eigen::VectorXd& y)
{
    for (Index c = 0; c < w_->contacts(); ++c) {
        face_[c] = Face::free;
        bend_[c] = 0.0;
        if (stiffness_[c] <= 0.0 || (size_ == 2 && radius_[c] <= 0.0)) {
            face_[c] = Face::fixed;
        } else if (size_ == 1) {
            if (y[c] <= 0.0 && g_[c] >= 0.0) face_[c] = Face::fixed;
        } else {
            const auto own = y.segment<2>(2 * c);
            const double outward = -g_.segment<2>(2 * c).dot(own);
            if (own.norm() < radius_[c] * (1.0 - kOnCircle) || outward <= 0.0) continue;
            face_[c] = Face::circle;
            bend_[c] = outward / own.squaredNorm();
        }
    }
}

void ImpulseProjection::restrict_to_face(const Eigen::VectorXd& y, Eigen::VectorXd& d) const
{
    for (Index c = 0; c < w_->contacts(); ++c) {
        auto own = d.segment(size_ * c, size_);
        if (face_[c] == Face::fixed) own.setZero();
        if (face_[c] != Face::circle) continue;
        const auto out = y.segment(size_ * c, size_);
        own -= (own.dot(out) / out.squaredNorm()) * out;
    }
}

// Conjugate gradients for (W + bend) d = -g on the face, to a share of the start; d in d_.
void ImpulseProjection::minimize_on_face(const Eigen::VectorXd& y, double share)
{
    const auto precondition = [&] {
        for (Index c = 0; c < w_->contacts(); ++c) {
            const double k = face_[c] == Face::fixed ? 1.0 : stiffness_[c] + bend_[c];
            scaled_.segment(size_ * c, size_) = residual_.segment(size_ * c, size_) / k;
        }
    };
    d_.setZero(y.size());
    residual_ = -g_;
    restrict_to_face(y, residual_);
    scaled_.resize(y.size());
    precondition();
    conjugate_ = scaled_;
    double power = residual_.dot(scaled_);
    const double goal = share * share * power;
    for (Index k = 0; k < 2 * static_cast<Index>(y.size()) + 20 && power > goal; ++k) {
        product(conjugate_, product_);
        double scale = 0.0;
        for (Index c = 0; c < w_->contacts(); ++c) {
            const auto own = conjugate_.segment(size_ * c, size_);
            if (bend_[c] > 0.0) product_.segment(size_ * c, size_) += bend_[c] * own;
            scale += (stiffness_[c] + bend_[c]) * own.squaredNorm();
        }
        restrict_to_face(y, product_);
        const double curvature = conjugate_.dot(product_);
        if (!(curvature > kFlatCurvature * scale)) break;
        const double length = power / curvature;
        d_ += length * conjugate_;
        residual_ -= length * product_;
        precondition();
        const double before = power;
        power = residual_.dot(scaled_);
        conjugate_ = scaled_ + (power / before) * conjugate_;
    }
}

// y <- P(y + length d) for the first length that lowers the quadratic, or the residual by half.
bool ImpulseProjection::try_face_step(Eigen::VectorXd& y, double now)
{
    double length = 1.0;
    for (Index halving = 0; halving <= kMostHalvings; ++halving, length *= 0.5) {
        trial_ = y + length * d_;
        project(trial_);
        product(trial_, trial_g_);
        trial_g_ += *b_;
        // f(trial) - f(y) for a quadratic is the mean slope times the way.
        const double change = 0.5 * (trial_g_ + g_).dot(trial_ - y);
        if (!std::isfinite(change) || (change >= 0.0 && residual(trial_, trial_g_) > 0.5 * now)) continue;
        y.swap(trial_);
        g_.swap(trial_g_);
        return true;
    }
    return false;
}

ProjectionResult ImpulseProjection::minimize(double tolerance, double scale, Eigen::VectorXd& y)
{
    const std::size_t count = static_cast<std::size_t>(w_->contacts());
    STICTION_ASSERT(y.size() == size_ * w_->contacts() && b_->size() == y.size());
    face_.resize(count);
    bend_.resize(count);
    products_ = 0;
    ProjectionResult result;
    const double goal = tolerance * scale;
    project(y);
    product(y, g_);
    g_ += *b_;
    result.residual = residual(y, g_);
    while (result.residual > goal && result.iterations < kMostIterations) {
        ++result.iterations;
        for (Index k = 0; k < kGradientSteps; ++k) step_projected_gradient(y);
        const double now = residual(y, g_);
        find_face(y);
        minimize_on_face(y, std::min(0.1, std::sqrt(now / scale)));
        if (!try_face_step(y, now)) {
            for (Index k = 0; k < 10 * kGradientSteps; ++k) step_projected_gradient(y);
        }
        // g anew: what is added up step by step drifts.
        product(y, g_);
        g_ += *b_;
        result.residual = residual(y, g_);
        if (!std::isfinite(result.residual)) break;
    }
    result.products = products_;
    result.converged = result.residual <= goal;
    return result;
}

}  // namespace stiction
