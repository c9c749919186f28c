#include "solver_core/benchmarks/step_ratio.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/benchmarks/cpu_time.hpp"
#include "solver_core/benchmarks/median.hpp"
#include "solver_core/benchmarks/reference_solve.hpp"

#include <algorithm>
#include <optional>

namespace stiction::bench {
namespace {

constexpr Index kSolvesPerRound = 5;

}  // namespace

double StepRatio::reference_ms() const
{
    return pardiso_ms > 0.0 ? std::min(pardiso_ms, eigen_ms) : eigen_ms;
}

StepRatio measure_step_ratio(const Scene& scene, const ScenePlan& plan)
{
    set_threads(kThreads);
    MeasuredScene measured(scene);
    measured.advance(plan.warm_up);

    const SparseMatrix p = global_matrix(measured.model().projective);
    std::optional<TimedSolver> pardiso;
    if (is_available(LinearSolverKind::pardiso)) pardiso.emplace(p, LinearSolverKind::pardiso);
    TimedSolver eigen(p, LinearSolverKind::eigen);
    TimedSolver own(p, LinearSolverKind::interleaved);

    StepRatio result;
    std::vector<StageTimes> samples;
    std::vector<double> cpu_samples;
    // Step and references take turns, so that what disturbs the machine disturbs both.
    for (Index r = 0; r < plan.rounds; ++r) {
        const double cpu_start = cpu_milliseconds(CpuClock::process);
        const StepStats stats = measured.advance();
        cpu_samples.push_back(cpu_milliseconds(CpuClock::process) - cpu_start);
        samples.push_back(stats.ms);
        result.iterations = stats.iterations;
        result.contacts = stats.contacts_external + stats.contacts_self;
        if (pardiso) pardiso->sample(kSolvesPerRound);
        eigen.sample(kSolvesPerRound);
        own.sample(kSolvesPerRound);
    }
    result.nodes = measured.model().node_count;
    result.step = median_times(samples);
    if (pardiso) result.pardiso_ms = pardiso->milliseconds();
    result.eigen_ms = eigen.milliseconds();
    result.own_ms = own.milliseconds();
    result.step_cpu_ms = median(cpu_samples);
    const bool is_pardiso_faster = pardiso && result.pardiso_ms < result.eigen_ms;
    result.reference_cpu_ms = is_pardiso_faster ? pardiso->cpu_milliseconds() : eigen.cpu_milliseconds();
    result.allocations = measured.allocations_in_step();
    return result;
}

}  // namespace stiction::bench
