#include "solver_core/solvers/quick_factor.hpp"

#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// |E| below this is no more than one iteration of projective dynamics leaves undone anyway.
constexpr double kSmallContraction = 0.01;

// x: all alike; y: a ramp over the nodes; z: signs without order.
Vec3 start_error(Index i, Index count)
{
    const auto mixed = static_cast<std::uint32_t>(i) * 2654435761U;
    return {1.0, static_cast<double>(i) / static_cast<double>(count), (mixed >> 16 & 1U) != 0U ? 1.0 : -1.0};
}

Vec3 squared_size(const ProjectiveModel& model, Span<const Vec3> e)
{
    Vec3 sum = Vec3::Zero();
    for (const Index i : model.free_nodes) sum += model.mass[i] * e[i].cwiseAbs2();
    return sum;
}

}  // namespace

double measure_contraction(const ProjectiveModel& model, const SpdSolver& quick)
{
    constexpr int kSteps = 3;
    constexpr double kRounding = 1e-10;  // what is left below this is no measure of anything
    Vec3Array e(model.mass.size(), Vec3::Zero()), change(model.free_nodes.size());
    for (const Index i : model.free_nodes) e[i] = start_error(i, model.node_count());
    SolveScratch scratch;
    const Vec3 start2 = squared_size(model, e);
    Vec3 before2 = start2;
    double largest2 = 0.0;
    for (int step = 0; step < kSteps; ++step) {
        for (std::size_t f = 0; f < change.size(); ++f)
            change[f] = left_open(model, Vec3::Zero(), e, model.free_nodes[f]);
        quick.solve(change, scratch);
        for (std::size_t f = 0; f < change.size(); ++f) e[model.free_nodes[f]] += change[f];
        const Vec3 now2 = squared_size(model, e);
        for (int axis = 0; axis < 3; ++axis)
            if (!(before2[axis] < kRounding * kRounding * start2[axis]))
                // Written so that a NaN is the largest.
                largest2 = now2[axis] <= largest2 * before2[axis] ? largest2 : now2[axis] / before2[axis];
        before2 = now2;
    }
    return std::sqrt(largest2);
}

std::shared_ptr<const SpdSolver> choose_quick_factor(const ProjectiveModel& model, std::int64_t large_factor)
{
    if (!model.factor || model.factor->factor_entries() < large_factor) return nullptr;
    std::shared_ptr<const SpdSolver> quick = model.factor->single_precision();
    if (!quick || !(measure_contraction(model, *quick) < kSmallContraction)) return nullptr;
    return quick;
}

}  // namespace stiction
