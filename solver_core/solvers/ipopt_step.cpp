#ifdef STICTION_HAS_IPOPT

#include "solver_core/solvers/ipopt_step.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/math/ipopt_run.hpp"

#include <IpIpoptData.hpp>
#include <IpTNLP.hpp>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

using Ipopt::Number;

constexpr double kNoBound = 2e19;  // Ipopt's infinity is 1e19
constexpr double kLeastProduct =
    1e-16;  // of multiplier and constraint, m^2/s^2: below, rounding stalls Ipopt

class StepNlp final : public Ipopt::TNLP {
public:
    StepNlp(const StepProblem& problem, Vec3Array& v, std::vector<double>& multiplier,
            ConstrainedStepStats& stats)
        : problem_(problem), answer_(v), v_(v), multiplier_(multiplier), stats_(stats)
    {
        const Index nodes = problem.objective->nodes();
        free_of_.assign(static_cast<std::size_t>(nodes), -1);
        for (Index a = 0; a < nodes; ++a) {
            if (!problem.held.empty() && problem.held[a] != 0) continue;
            free_of_[a] = static_cast<Index>(node_of_.size());
            node_of_.push_back(a);
        }
        if (problem.constraints) rows_ = &problem.constraints->rows();
        c_.resize(static_cast<std::size_t>(rows_->count()));
        c_gradient_.resize(rows_->node.size());
        gradient_.resize(static_cast<std::size_t>(nodes));
        values_.resize(static_cast<std::size_t>(problem.objective->pattern().nonZeros()));
        multiplier_.resize(c_.size(), 0.0);
        problem_.objective->hessian(v_, HessianKind::positive, values_);
        const SparseMatrix& h = problem_.objective->pattern();
        for (Index c = 0; c < h.cols(); ++c) scale_ = std::min(scale_, values_[h.outerIndexPtr()[c]]);
        find_structure();
    }

    double scale() const { return scale_; }
    SolveStatus status() const { return status_; }

    bool get_nlp_info(int& n, int& m, int& jacobian, int& hessian, IndexStyleEnum& style) override
    {
        n = 3 * static_cast<int>(node_of_.size());
        m = static_cast<int>(c_.size());
        jacobian = static_cast<int>(jacobian_.size());
        hessian = static_cast<int>(hessian_.size());
        style = C_STYLE;
        return true;
    }
    bool get_bounds_info(int n, Number* x_low, Number* x_high, int m, Number* g_low, Number* g_high) override
    {
        std::fill(x_low, x_low + n, -kNoBound);
        std::fill(x_high, x_high + n, kNoBound);
        for (int i = 0; i < m; ++i) g_low[i] = is_movable(i) ? 0.0 : -kNoBound;
        std::fill(g_high, g_high + m, kNoBound);
        return true;
    }
    bool get_starting_point(int n, bool, Number* x, bool, Number*, Number*, int m, bool with_lambda,
                            Number* lambda) override
    {
        for (int k = 0; k < n; ++k) x[k] = v_[node_of_[k / 3]][k % 3];
        if (with_lambda) {
            for (int i = 0; i < m; ++i) lambda[i] = -multiplier_[i] / scale_;
        }
        return true;
    }
    bool eval_f(int n, const Number* x, bool, Number& f) override
    {
        take(n, x);
        f = problem_.objective->value(v_);
        for (std::size_t a = 0; a < problem_.impulse.size(); ++a) f -= v_[a].dot(problem_.impulse[a]);
        f /= scale_;
        return std::isfinite(f);
    }
    bool eval_grad_f(int n, const Number* x, bool, Number* gradient) override
    {
        take(n, x);
        ++stats_.evaluations;
        if (!std::isfinite(problem_.objective->gradient(v_, gradient_))) return false;
        for (int k = 0; k < n; ++k) {
            const Index a = node_of_[k / 3];
            gradient[k] = gradient_[a][k % 3];
            if (!problem_.impulse.empty()) gradient[k] -= problem_.impulse[a][k % 3];
            gradient[k] /= scale_;
        }
        return true;
    }
    bool eval_g(int n, const Number* x, bool, int m, Number* g) override
    {
        take(n, x);
        if (m > 0) problem_.constraints->evaluate(v_, c_, c_gradient_);
        std::copy(c_.begin(), c_.end(), g);
        return true;
    }
    bool eval_jac_g(int n, const Number* x, bool, int, int count, int* row, int* column,
                    Number* values) override
    {
        if (!values) {
            for (int k = 0; k < count; ++k) {
                row[k] = jacobian_[k].row;
                column[k] = jacobian_[k].column;
            }
            return true;
        }
        take(n, x);
        if (count > 0) problem_.constraints->evaluate(v_, c_, c_gradient_);
        for (int k = 0; k < count; ++k) values[k] = c_gradient_[jacobian_[k].from / 3][jacobian_[k].from % 3];
        return true;
    }
    bool eval_h(int n, const Number* x, bool, Number objective_factor, int, const Number* lambda, bool,
                int count, int* row, int* column, Number* values) override
    {
        if (!values) {
            for (int k = 0; k < count; ++k) {
                row[k] = hessian_[k].row;
                column[k] = hessian_[k].column;
            }
            return true;
        }
        take(n, x);
        problem_.objective->hessian(v_, HessianKind::exact, values_);
        for (std::size_t k = 0; k < objective_entries_; ++k)
            values[k] = objective_factor * values_[hessian_[k].from] / scale_;
        add_curvature(lambda, values);
        return true;
    }
    void finalize_solution(Ipopt::SolverReturn result, int n, const Number* x, const Number*, const Number*,
                           int m, const Number*, const Number* lambda, Number, const Ipopt::IpoptData* data,
                           Ipopt::IpoptCalculatedQuantities*) override
    {
        take(n, x);
        answer_ = v_;
        for (int i = 0; i < m; ++i) multiplier_[i] = -lambda[i] * scale_;
        if (data) stats_.iterations = data->iter_count();
        switch (result) {
            case Ipopt::SUCCESS:
            case Ipopt::STOP_AT_ACCEPTABLE_POINT: status_ = SolveStatus::converged; break;
            case Ipopt::MAXITER_EXCEEDED: status_ = SolveStatus::reached_budget; break;
            case Ipopt::LOCAL_INFEASIBILITY:
                stats_.infeasible = true;
                status_ = SolveStatus::diverged;
                break;
            default: status_ = SolveStatus::diverged;
        }
        if (result == Ipopt::STOP_AT_ACCEPTABLE_POINT) status_ = SolveStatus::reached_budget;
    }

private:
    struct Entry {
        Index row;
        Index column;
        Index from;
    };

    void take(int n, const Number* x)
    {
        for (int k = 0; k < n; ++k) v_[node_of_[k / 3]][k % 3] = x[k];
    }

    bool is_movable(Index i) const
    {
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e) {
            if (free_of_[rows_->node[e]] >= 0) return true;
        }
        return false;
    }

    void find_structure()
    {
        for (Index i = 0; i < rows_->count(); ++i) {
            for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e) {
                const Index f = free_of_[rows_->node[e]];
                for (Index k = 0; f >= 0 && k < 3; ++k) jacobian_.push_back({i, 3 * f + k, 3 * e + k});
            }
        }
        const SparseMatrix& h = problem_.objective->pattern();
        for (Index c = 0; c < h.cols(); ++c) {
            for (Index e = h.outerIndexPtr()[c]; e < h.outerIndexPtr()[c + 1]; ++e) {
                const Index r = h.innerIndexPtr()[e];
                const Index fr = free_of_[r / 3], fc = free_of_[c / 3];
                if (fr >= 0 && fc >= 0) hessian_.push_back({3 * fr + r % 3, 3 * fc + c % 3, e});
            }
        }
        objective_entries_ = hessian_.size();
        if (!problem_.constraints || problem_.constraints->is_linear()) return;
        for (Index i = 0; i < rows_->count(); ++i)
            for_lower(i, [&](Index row, Index column, Index, Index) {
                hessian_.push_back({row, column, i});
            });
    }

    // Entries of the lower triangle of constraint i: unknowns of row and column, and their places in the constraint.
    template <class Body>
    void for_lower(Index i, Body&& body) const
    {
        const Index begin = rows_->begin[i], size = 3 * (rows_->begin[i + 1] - begin);
        for (Index p = 0; p < size; ++p) {
            for (Index q = 0; q < size; ++q) {
                const Index fp = free_of_[rows_->node[begin + p / 3]],
                            fq = free_of_[rows_->node[begin + q / 3]];
                if (fp < 0 || fq < 0) continue;
                const Index row = 3 * fp + p % 3, column = 3 * fq + q % 3;
                if (row >= column) body(row, column, p, q);
            }
        }
    }

    void add_curvature(const Number* lambda, Number* values)
    {
        if (!problem_.constraints || problem_.constraints->is_linear()) return;
        std::size_t next = objective_entries_;
        for (Index i = 0; i < rows_->count(); ++i) {
            const Index size = 3 * (rows_->begin[i + 1] - rows_->begin[i]);
            block_.resize(size, size);
            problem_.constraints->hessian(i, v_, block_);
            for_lower(i, [&](Index, Index, Index p, Index q) { values[next++] = lambda[i] * block_(p, q); });
        }
    }

    const StepProblem& problem_;
    Vec3Array& answer_;
    Vec3Array v_;
    std::vector<double>& multiplier_;
    ConstrainedStepStats& stats_;
    const ConstraintRows none_;
    const ConstraintRows* rows_ = &none_;
    std::vector<Index> free_of_, node_of_;
    std::vector<double> c_, values_;
    std::vector<Vec3> c_gradient_;
    Vec3Array gradient_;
    std::vector<Entry> jacobian_, hessian_;
    std::size_t objective_entries_ = 0;
    Eigen::MatrixXd block_;
    double scale_ = 1e300;
    SolveStatus status_ = SolveStatus::diverged;
};

// The residuals of the answer, measured as the own solver measures them.
void measure(const StepProblem& problem, const Vec3Array& v, const std::vector<double>& multiplier,
             double scale, ConstrainedStepStats& stats)
{
    Vec3Array slope(v.size());
    problem.objective->gradient(v, slope);
    for (std::size_t a = 0; a < problem.impulse.size(); ++a) slope[a] -= problem.impulse[a];
    for (const Vec3& velocity : v)
        stats.velocity_scale = std::max(stats.velocity_scale, velocity.cwiseAbs().maxCoeff());
    if (problem.constraints) {
        const ConstraintRows& rows = problem.constraints->rows();
        std::vector<double> c(multiplier.size());
        std::vector<Vec3> gradient(rows.node.size());
        problem.constraints->evaluate(v, c, gradient);
        for (Index i = 0; i < rows.count(); ++i) {
            for (Index e = rows.begin[i]; e < rows.begin[i + 1]; ++e)
                slope[rows.node[e]] -= multiplier[i] * gradient[e];
            stats.complementarity =
                std::max(stats.complementarity, std::min(multiplier[i] / scale, std::abs(c[i])));
            if (-c[i] <= stats.violation) continue;
            stats.violation = -c[i];
            stats.worst_constraint = i;
        }
    }
    for (std::size_t a = 0; a < v.size(); ++a) {
        if (!problem.held.empty() && problem.held[a] != 0) continue;
        stats.stationarity = std::max(stats.stationarity, slope[a].cwiseAbs().maxCoeff() / scale);
    }
}

}  // namespace

SolveStatus IpoptStep::solve(const StepProblem& problem, const ConstrainedStepSettings& settings,
                             Vec3Array& v, std::vector<double>& multiplier, ConstrainedStepStats& stats)
{
    stats = {};
    const std::size_t count = problem.constraints ? problem.constraints->rows().begin.size() - 1 : 0;
    if (multiplier.size() != count) multiplier.assign(count, 0.0);
    const Ipopt::SmartPtr<StepNlp> nlp = new StepNlp(problem, v, multiplier, stats);
    // Interior points end at lambda c = mu_barrier: where a constraint is barely active both are its root. Its velocities are
    // as good as those of the own solver only when the product is below the square of the goal.
    double scale = settings.least_velocity;
    for (const Vec3& velocity : v) scale = std::max(scale, velocity.cwiseAbs().maxCoeff());
    const double goal = settings.tolerance * (scale > 0.0 ? scale : 1.0);
    const double product = std::clamp(goal * goal, kLeastProduct, std::max(goal, kLeastProduct));
    const bool ran = run_ipopt(nlp, {goal, product, settings.max_iterations});
    stats.factorizations = stats.iterations + 1;  // at least: Ipopt does not tell how often it regularised
    stats.analyses = 1;
    if (!ran) return SolveStatus::diverged;
    measure(problem, v, multiplier, nlp->scale(), stats);
    return nlp->status();
}

}  // namespace stiction

#endif
