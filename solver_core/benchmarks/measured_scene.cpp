#include "solver_core/benchmarks/measured_scene.hpp"

#include "solver_core/benchmarks/median.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace stiction::bench {

MeasuredScene::MeasuredScene(const Scene& scene) : model_(build_model(scene)), state_(initial_state(model_))
{
}

StepReport MeasuredScene::try_step() { return step(model_, StepOptions{}, state_, work_); }

StepStats MeasuredScene::advance()
{
    const StepReport report = try_step();
    if (!is_usable(report.status))
        throw std::runtime_error(fmt::format("step {} failed: {}", report.step, to_string(report.status)));
    return report.stats;
}

void MeasuredScene::advance(Index steps)
{
    for (Index s = 0; s < steps; ++s) advance();
}

std::int64_t MeasuredScene::allocations_in_step()
{
    const State start = state_;
    advance();
    state_ = start;
    const std::int64_t before = testing::allocation_count();
    advance();
    const std::int64_t allocations = testing::allocation_count() - before;
    state_ = start;
    return allocations;
}

StageTimes median_times(const std::vector<StageTimes>& samples)
{
    const auto middle = [&](double StageTimes::*stage) {
        std::vector<double> values;
        for (const StageTimes& sample : samples) values.push_back(sample.*stage);
        return median(std::move(values));
    };
    return {middle(&StageTimes::detect), middle(&StageTimes::assemble), middle(&StageTimes::solve),
            middle(&StageTimes::guard),  middle(&StageTimes::commit),   middle(&StageTimes::total)};
}

}  // namespace stiction::bench
