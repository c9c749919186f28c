#include "solver_core/friction/ipopt_projection.hpp"

#include "solver_core/base/error.hpp"

#ifdef STICTION_HAS_IPOPT

#include "solver_core/math/ipopt_run.hpp"

#include <IpIpoptData.hpp>
#include <IpTNLP.hpp>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

using Ipopt::Number;

constexpr double kNoBound = 2e19;  // Ipopt's infinity is 1e19
constexpr Index kMostIterations = 500;
const double kHalfTurn = std::acos(-1.0);

// 1/2 y^T W y + b . y over unknowns with bounds alone, the Hessian dense. The unknowns are made free of units by the
// impulse `unit`, the objective by unit times the velocity scale.
class BoundedNlp : public Ipopt::TNLP {
public:
    BoundedNlp(Eigen::MatrixXd w, Eigen::VectorXd b, double scale)
        : matrix(std::move(w)),
          linear(std::move(b)),
          impulses(Eigen::VectorXd::Zero(linear.size())),
          velocity_scale(scale)
    {
        const double mean = matrix.cols() > 0 ? matrix.trace() / static_cast<double>(matrix.cols()) : 1.0;
        impulse_unit = velocity_scale / (mean > 0.0 ? mean : 1.0);
    }
    const Eigen::VectorXd& answer() const { return impulses; }
    Index iterations() const { return iterations_; }
    bool converged() const { return converged_; }

    bool get_nlp_info(int& n, int& m, int& jacobian, int& hessian, IndexStyleEnum& style) override
    {
        n = unknowns();
        m = 0;
        jacobian = 0;
        hessian = n * (n + 1) / 2;
        style = C_STYLE;
        return true;
    }
    bool eval_f(int, const Number* x, bool, Number& f) override
    {
        set_impulses(x);
        f = (0.5 * impulses.dot(matrix * impulses) + linear.dot(impulses)) / (impulse_unit * velocity_scale);
        return std::isfinite(f);
    }
    bool eval_g(int, const Number*, bool, int, Number*) override { return true; }
    bool eval_jac_g(int, const Number*, bool, int, int, int*, int*, Number*) override { return true; }
    bool eval_h(int n, const Number* x, bool, Number factor, int, const Number*, bool, int, int* row,
                int* column, Number* values) override
    {
        if (!values) {
            for (int i = 0; i < n; ++i) {
                for (int j = 0; j <= i; ++j) {
                    *row++ = i;
                    *column++ = j;
                }
            }
            return true;
        }
        set_impulses(x);
        const Eigen::MatrixXd h = second_derivatives(x);
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j <= i; ++j) *values++ = factor * h(i, j) / (impulse_unit * velocity_scale);
        }
        return true;
    }
    void finalize_solution(Ipopt::SolverReturn result, int, const Number* x, const Number*, const Number*,
                           int, const Number*, const Number*, Number, const Ipopt::IpoptData* data,
                           Ipopt::IpoptCalculatedQuantities*) override
    {
        set_impulses(x);
        if (data) iterations_ = data->iter_count();
        converged_ = result == Ipopt::SUCCESS;
    }

protected:
    virtual int unknowns() const = 0;
    virtual void set_impulses(const Number* x) = 0;
    virtual Eigen::MatrixXd second_derivatives(const Number* x) const = 0;

    Eigen::MatrixXd matrix;
    Eigen::VectorXd linear, impulses;
    double velocity_scale;
    double impulse_unit = 1.0;

private:
    Index iterations_ = 0;
    bool converged_ = false;
};

class NormalNlp final : public BoundedNlp {
public:
    NormalNlp(Eigen::MatrixXd w, Eigen::VectorXd b, double scale, const Eigen::VectorXd& start)
        : BoundedNlp(std::move(w), std::move(b), scale), start_(start)
    {
    }
    bool get_bounds_info(int n, Number* low, Number* high, int, Number*, Number*) override
    {
        std::fill(low, low + n, 0.0);
        std::fill(high, high + n, kNoBound);
        return true;
    }
    bool get_starting_point(int n, bool, Number* x, bool, Number*, Number*, int, bool, Number*) override
    {
        for (int i = 0; i < n; ++i) x[i] = start_[i] / impulse_unit;
        return true;
    }
    bool eval_grad_f(int n, const Number* x, bool, Number* gradient) override
    {
        set_impulses(x);
        Eigen::Map<Eigen::VectorXd>(gradient, n) = (matrix * impulses + linear) / velocity_scale;
        return true;
    }

protected:
    int unknowns() const override { return static_cast<int>(linear.size()); }
    void set_impulses(const Number* x) override
    {
        impulses = impulse_unit * Eigen::Map<const Eigen::VectorXd>(x, linear.size());
    }
    Eigen::MatrixXd second_derivatives(const Number*) const override
    {
        return impulse_unit * impulse_unit * matrix;
    }

private:
    Eigen::VectorXd start_;
};

// Unknowns theta_c, then alpha_c / radius_c.
class PolarNlp final : public BoundedNlp {
public:
    PolarNlp(Eigen::MatrixXd w, Eigen::VectorXd b, double scale, std::vector<double> radius)
        : BoundedNlp(std::move(w), std::move(b), scale), radius_(std::move(radius))
    {
        for (std::size_t c = 0; c < radius_.size(); ++c)
            start_.push_back(
                std::atan2(-linear[2 * static_cast<Index>(c) + 1], -linear[2 * static_cast<Index>(c)]));
    }
    bool get_bounds_info(int n, Number* low, Number* high, int, Number*, Number*) override
    {
        const int count = n / 2;
        for (int c = 0; c < count; ++c) {
            low[c] = start_[c] - kHalfTurn;
            high[c] = start_[c] + kHalfTurn;
            low[count + c] = 0.0;
            high[count + c] = 1.0;
        }
        return true;
    }
    bool get_starting_point(int n, bool, Number* x, bool, Number*, Number*, int, bool, Number*) override
    {
        std::copy(start_.begin(), start_.end(), x);
        std::fill(x + n / 2, x + n, 0.5);
        return true;
    }
    bool eval_grad_f(int n, const Number* x, bool, Number* gradient) override
    {
        set_impulses(x);
        Eigen::Map<Eigen::VectorXd>(gradient, n) =
            jacobian(x).transpose() * (matrix * impulses + linear) / (impulse_unit * velocity_scale);
        return true;
    }

protected:
    int unknowns() const override { return static_cast<int>(linear.size()); }
    void set_impulses(const Number* x) override
    {
        const Index count = static_cast<Index>(radius_.size());
        for (Index c = 0; c < count; ++c)
            impulses.segment<2>(2 * c) = radius_[c] * x[count + c] * Vec2(std::cos(x[c]), std::sin(x[c]));
    }
    Eigen::MatrixXd second_derivatives(const Number* x) const override
    {
        const Index count = static_cast<Index>(radius_.size());
        const Eigen::MatrixXd j = jacobian(x);
        const Eigen::VectorXd u = matrix * impulses + linear;
        Eigen::MatrixXd h = j.transpose() * matrix * j;
        for (Index c = 0; c < count; ++c) {
            const Vec2 e(std::cos(x[c]), std::sin(x[c]));
            const Vec2 turned(-e[1], e[0]);
            h(c, c) -= radius_[c] * x[count + c] * u.segment<2>(2 * c).dot(e);
            h(count + c, c) += radius_[c] * u.segment<2>(2 * c).dot(turned);
        }
        return h;
    }

private:
    Eigen::MatrixXd jacobian(const Number* x) const
    {
        const Index count = static_cast<Index>(radius_.size());
        Eigen::MatrixXd j = Eigen::MatrixXd::Zero(2 * count, 2 * count);
        for (Index c = 0; c < count; ++c) {
            const Vec2 e(std::cos(x[c]), std::sin(x[c]));
            j.block<2, 1>(2 * c, c) = radius_[c] * x[count + c] * Vec2(-e[1], e[0]);
            j.block<2, 1>(2 * c, count + c) = radius_[c] * e;
        }
        return j;
    }

    std::vector<double> radius_;
    std::vector<double> start_;
};

// Rows and columns of W for the components first ... first + size - 1 of the contacts that take part.
Eigen::MatrixXd part_of(const Delassus& w, const std::vector<Index>& contacts, Index first, Index size)
{
    const Eigen::MatrixXd whole = w.to_dense();
    const Index n = static_cast<Index>(contacts.size());
    Eigen::MatrixXd part(size * n, size * n);
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
            part.block(size * i, size * j, size, size) =
                whole.block(3 * contacts[i] + first, 3 * contacts[j] + first, size, size);
        }
    }
    return part;
}

ProjectionResult run(const Ipopt::SmartPtr<BoundedNlp>& nlp, const std::vector<Index>& contacts, Index size,
                     double tolerance, Eigen::VectorXd& y)
{
    const bool ran = run_ipopt(GetRawPtr(nlp), {tolerance, tolerance, kMostIterations});
    ProjectionResult result;
    result.iterations = nlp->iterations();
    result.converged = ran && nlp->converged();
    y.setZero();
    for (std::size_t i = 0; ran && i < contacts.size(); ++i)
        y.segment(size * contacts[i], size) = nlp->answer().segment(size * static_cast<Index>(i), size);
    return result;
}

}  // namespace

bool has_ipopt_projection() { return true; }

ProjectionResult ipopt_normal(const Delassus& w, const Eigen::VectorXd& b, double tolerance, double scale,
                              Eigen::VectorXd& y)
{
    std::vector<Index> contacts;
    for (Index c = 0; c < w.contacts(); ++c) {
        if (w.diagonal(c)(0, 0) > 0.0) contacts.push_back(c);
    }
    if (contacts.empty() || scale <= 0.0) {
        y.setZero();
        return {0, 0, 0.0, true};
    }
    Eigen::VectorXd own(contacts.size()), start(contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        own[static_cast<Index>(i)] = b[contacts[i]];
        start[static_cast<Index>(i)] = y[contacts[i]];
    }
    return run(new NormalNlp(part_of(w, contacts, 0, 1), own, scale, start), contacts, 1, tolerance, y);
}

ProjectionResult ipopt_tangential(const Delassus& w, const Eigen::VectorXd& b, Span<const double> radius,
                                  double tolerance, double scale, Eigen::VectorXd& y)
{
    std::vector<Index> contacts;
    std::vector<double> own_radius;
    for (Index c = 0; c < w.contacts(); ++c) {
        if (!(w.diagonal(c).trace() > 0.0) || !(radius[c] > 0.0)) continue;
        contacts.push_back(c);
        own_radius.push_back(radius[c]);
    }
    if (contacts.empty() || scale <= 0.0) {
        y.setZero();
        return {0, 0, 0.0, true};
    }
    Eigen::VectorXd own(2 * contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i)
        own.segment<2>(2 * static_cast<Index>(i)) = b.segment<2>(2 * contacts[i]);
    return run(new PolarNlp(part_of(w, contacts, 1, 2), own, scale, own_radius), contacts, 2, tolerance, y);
}

}  // namespace stiction

#else

namespace stiction {

bool has_ipopt_projection() { return false; }

ProjectionResult ipopt_normal(const Delassus&, const Eigen::VectorXd&, double, double, Eigen::VectorXd&)
{
    throw InputError("staggered projections",
                     "the projection ipopt is not part of this build; allowed: own; build with "
                     "coinor-libipopt-dev to have it");
}

ProjectionResult ipopt_tangential(const Delassus& w, const Eigen::VectorXd& b, Span<const double>,
                                  double tolerance, double scale, Eigen::VectorXd& y)
{
    return ipopt_normal(w, b, tolerance, scale, y);
}

}  // namespace stiction

#endif
