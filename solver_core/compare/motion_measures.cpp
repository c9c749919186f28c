#include "solver_core/compare/motion_measures.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/mesh/lumped_mass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kTimeMargin = 1e-9;  // s
constexpr std::size_t kFewest = 3;

void measure_path(const Cache& cache, MotionMeasures& out)
{
    Vec3 before = center_of_mass(cache.positions.front(), cache.weight);
    const Vec3 start = before;
    for (const Vec3Array& x : cache.positions) {
        const Vec3 centre = center_of_mass(x, cache.weight);
        out.path += (centre - before).norm();
        before = centre;
    }
    out.displacement = (before - start).norm();
}

// Mean of |d|^2 of one point over the inner frames of the window.
double second_difference2(const Cache& cache, std::size_t first, std::size_t point)
{
    double sum = 0.0;
    const std::size_t last = cache.positions.size() - 1;
    for (std::size_t n = first + 1; n < last; ++n)
        sum +=
            (cache.positions[n + 1][point] - 2.0 * cache.positions[n][point] + cache.positions[n - 1][point])
                .squaredNorm();
    return sum / double(last - first - 1);
}

void measure_rest(const Cache& cache, std::size_t first, double rest_speed, MotionMeasures& out)
{
    const double seconds = cache.times.back() - cache.times[first];
    double drift = 0.0, drift_max = 0.0, squares = 0.0, square_max = 0.0;
    for (std::size_t i = 0; i < cache.weight.size(); ++i) {
        const double speed = (cache.positions.back()[i] - cache.positions[first][i]).norm() / seconds;
        if (speed >= rest_speed || cache.weight[i] == 0.0) continue;
        const double square = second_difference2(cache, first, i);
        out.resting += cache.weight[i];
        drift += cache.weight[i] * speed;
        squares += cache.weight[i] * square;
        drift_max = std::max(drift_max, speed);
        square_max = std::max(square_max, square);
    }
    if (out.resting == 0.0) return;
    out.drift_mean = drift / out.resting;
    out.drift_max = drift_max;
    out.jitter = std::sqrt(squares / out.resting) / 4.0;
    out.jitter_max = std::sqrt(square_max) / 4.0;
    out.jitter_energy = 2.0 * std::pow(*out.jitter / cache.frame_seconds(), 2.0);
}

}  // namespace

MotionMeasures measure_motion(const Cache& cache, const RestWindow& window)
{
    MotionMeasures out;
    measure_path(cache, out);
    const auto from = std::lower_bound(cache.times.begin(), cache.times.end(), window.from - kTimeMargin);
    const auto first = static_cast<std::size_t>(from - cache.times.begin());
    if (first + kFewest > cache.times.size())
        throw InputError(cache.name,
                         fmt::format("{} frames from {:g} s on; allowed: {} or more to tell what rests; "
                                     "choose an earlier --rest-from or more frames",
                                     cache.times.size() - first, window.from, kFewest));
    measure_rest(cache, first, window.speed, out);
    return out;
}

}  // namespace stiction
