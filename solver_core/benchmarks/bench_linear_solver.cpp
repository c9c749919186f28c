// One back-solve of a sheet's system (three interleaved right-hand sides) for every factorisation.
// Counters: nodes, stored entries of the factor, milliseconds of the factorisation.

#include "solver_core/base/parallel.hpp"
#include "solver_core/base/timer.hpp"
#include "solver_core/math/linear_solver.hpp"
#include "solver_core/tests/support/grid_system.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

namespace stiction {
namespace {

void solve_sheet(benchmark::State& state, LinearSolverKind kind, Index side, int threads)
{
    const SparseMatrix p = testing::grid_matrix({side, side});
    set_threads(threads);
    double factor_ms = 0.0;
    std::unique_ptr<const SpdSolver> solver;
    {
        const ScopedTimer timer(factor_ms);
        solver = factorize(p, kind);
    }
    // The values do not matter for the time, but repeated solves of one array would end in denormal numbers.
    const Vec3Array b(static_cast<std::size_t>(p.cols()), Vec3(1.0, -2.0, 0.5));
    Vec3Array x = b;
    SolveScratch scratch;
    solver->solve(x, scratch);
    for (auto step : state) {
        (void)step;
        std::copy(b.begin(), b.end(), x.begin());
        solver->solve(x, scratch);
        benchmark::DoNotOptimize(x.data());
    }
    state.counters["nodes"] = static_cast<double>(p.cols());
    state.counters["factor_entries"] = static_cast<double>(solver->factor_entries());
    state.counters["factor_ms"] = factor_ms;
}

bool register_all()
{
    struct Variant {
        const char* name;
        LinearSolverKind kind;
        int threads;
    };
    const Variant variants[] = {
        {"eigen", LinearSolverKind::eigen, 1},
        {"pardiso", LinearSolverKind::pardiso, 1},
        {"interleaved/threads:1", LinearSolverKind::interleaved, 1},
        {"interleaved/threads:2", LinearSolverKind::interleaved, 2},
    };
    for (const Index side : {77, 134, 230, 317}) {
        for (const Variant& variant : variants) {
            if (!is_available(variant.kind)) continue;
            const std::string name = "solve/" + std::to_string(side * side) + "/" + variant.name;
            benchmark::RegisterBenchmark(name.c_str(), solve_sheet, variant.kind, side, variant.threads)
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime();
        }
    }
    return true;
}

const bool kRegistered = register_all();

}  // namespace
}  // namespace stiction
