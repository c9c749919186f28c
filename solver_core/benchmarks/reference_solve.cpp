#include "solver_core/benchmarks/reference_solve.hpp"

#include "solver_core/base/timer.hpp"
#include "solver_core/benchmarks/cpu_time.hpp"
#include "solver_core/benchmarks/median.hpp"

#include <algorithm>

namespace stiction::bench {

SparseMatrix global_matrix(const ProjectiveModel& model)
{
    std::vector<Index> unknown_of_node(model.mass.size(), -1);
    for (std::size_t f = 0; f < model.free_nodes.size(); ++f)
        unknown_of_node[model.free_nodes[f]] = static_cast<Index>(f);

    std::vector<Eigen::Triplet<double, Index>> entries;
    for (const Index i : model.free_nodes) {
        entries.emplace_back(unknown_of_node[i], unknown_of_node[i], model.mass[i]);
        for (SparseMatrix::InnerIterator it(model.stiffness, i); it; ++it)
            if (unknown_of_node[it.row()] >= 0)
                entries.emplace_back(unknown_of_node[it.row()], unknown_of_node[i],
                                     model.step * model.step * it.value());
    }
    const auto size = static_cast<Index>(model.free_nodes.size());
    SparseMatrix p(size, size);
    p.setFromTriplets(entries.begin(), entries.end());
    return p;
}

// The values do not matter for the time, but solving an array again and again would end in denormal numbers.
TimedSolver::TimedSolver(const SparseMatrix& p, LinearSolverKind kind)
    : solver_(factorize(p, kind)), right_(static_cast<std::size_t>(p.cols()), Vec3(1.0, -2.0, 0.5))
{
    unknown_ = right_;
    solver_->solve(unknown_, scratch_);
}

void TimedSolver::sample(Index samples)
{
    for (Index s = -1; s < samples; ++s) {
        std::copy(right_.begin(), right_.end(), unknown_.begin());
        double milliseconds = 0.0;
        const double cpu_start = bench::cpu_milliseconds(CpuClock::thread);
        {
            const ScopedTimer timer(milliseconds);
            solver_->solve(unknown_, scratch_);
        }
        if (s < 0) continue;
        samples_.push_back(milliseconds);
        cpu_samples_.push_back(bench::cpu_milliseconds(CpuClock::thread) - cpu_start);
    }
}

double TimedSolver::milliseconds() const { return median(samples_); }
double TimedSolver::cpu_milliseconds() const { return median(cpu_samples_); }

}  // namespace stiction::bench
