#pragma once

// How the time of a step grows with the mesh: one sheet on one ball, refined.

#include "solver_core/benchmarks/measured_scene.hpp"

#include <memory>
#include <vector>

namespace stiction::bench {

struct GrowthPoint {
    Index nodes = 0;
    Index contacts = 0;
    double step_ms = 0.0;  // median
};

// Times and contacts of one point a scene. The scenes take turns, so that what disturbs the machine disturbs all.
void take_turns(const std::vector<std::unique_ptr<MeasuredScene>>& scenes, Index rounds,
                std::vector<GrowthPoint>& points);

std::vector<GrowthPoint> measure_growth();

// The exponent a of step ~ n^a: slope of the least-squares line through (log n, log step).
double growth_exponent(const std::vector<GrowthPoint>& points);
// The same over the number of contacts.
double contact_exponent(const std::vector<GrowthPoint>& points);

}  // namespace stiction::bench
