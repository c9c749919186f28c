#include "solver_core/benchmarks/growth.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/benchmarks/median.hpp"
#include "solver_core/benchmarks/step_ratio.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiction::bench {
namespace {

// Nodes along a side: 5929 to 99856 nodes, doubling.
constexpr Index kSides[] = {77, 109, 155, 220, 316};
// All sizes are timed over the same stretch of the fall, when the sheet bends over the ball.
constexpr Index kWarmUp = 30;
constexpr Index kRounds = 7;

// The sheet starts just above the ball. It is thinner than the finest mesh's cells, so that refining adds nodes to the
// same contacts and not contacts between neighbours.
Scene sheet_on_ball(Index side)
{
    const std::string text = fmt::format(R"({{
        "version": 1, "name": "growth",
        "time": {{ "step": 0.005 }},
        "solver": {{ "method": "projective", "iterations": 20 }},
        "objects": [
            {{ "name": "sheet", "type": "cloth",
              "mesh": {{ "generator": "grid", "size": [1, 1], "divisions": [{0}, {0}], "pattern": "alternating" }},
              "transform": {{ "translate": [0, 0.302, 0] }},
              "material": {{ "density": 0.3, "stretch": 200, "bend": 1e-4 }},
              "friction": 0.3, "thickness": 0.002 }},
            {{ "name": "ball", "type": "collider", "shape": {{ "type": "sphere", "radius": 0.3 }}, "friction": 0.3 }}
        ] }})",
                                         side - 1);
    return parse_scene(text, "growth.json");
}

}  // namespace

void take_turns(const std::vector<std::unique_ptr<MeasuredScene>>& scenes, Index rounds,
                std::vector<GrowthPoint>& points)
{
    std::vector<std::vector<double>> samples(scenes.size());
    for (Index r = 0; r < rounds; ++r)
        for (std::size_t s = 0; s < scenes.size(); ++s) {
            const StepStats stats = scenes[s]->advance();
            samples[s].push_back(stats.ms.total);
            points[s].contacts = stats.contacts_external + stats.contacts_self;
        }
    for (std::size_t s = 0; s < scenes.size(); ++s) points[s].step_ms = median(samples[s]);
}

std::vector<GrowthPoint> measure_growth()
{
    set_threads(kThreads);
    std::vector<GrowthPoint> points;
    std::vector<std::unique_ptr<MeasuredScene>> scenes;
    for (const Index side : kSides) {
        scenes.push_back(std::make_unique<MeasuredScene>(sheet_on_ball(side)));
        scenes.back()->advance(kWarmUp);
        points.push_back({scenes.back()->model().node_count, 0, 0.0});
    }
    take_turns(scenes, kRounds, points);
    return points;
}

namespace {

double log_slope(const std::vector<GrowthPoint>& points, Index GrowthPoint::*over)
{
    const auto count = static_cast<double>(points.size());
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (const GrowthPoint& point : points) {
        const double log_n = std::log(point.*over), log_t = std::log(point.step_ms);
        x += log_n / count;
        y += log_t / count;
        xx += log_n * log_n / count;
        xy += log_n * log_t / count;
    }
    return (xy - x * y) / (xx - x * x);
}

}  // namespace

double growth_exponent(const std::vector<GrowthPoint>& points)
{
    return log_slope(points, &GrowthPoint::nodes);
}

double contact_exponent(const std::vector<GrowthPoint>& points)
{
    return log_slope(points, &GrowthPoint::contacts);
}

}  // namespace stiction::bench
