#pragma once

// How the time of a step grows with the mesh: one sheet on one ball, refined.

#include "solver_core/base/types.hpp"

#include <vector>

namespace stiction::bench {

struct GrowthPoint {
    Index nodes = 0;
    Index contacts = 0;
    double step_ms = 0.0;  // median
};

std::vector<GrowthPoint> measure_growth();

// The exponent a of step ~ n^a: slope of the least-squares line through (log n, log step).
double growth_exponent(const std::vector<GrowthPoint>& points);
// The same over the number of contacts.
double contact_exponent(const std::vector<GrowthPoint>& points);

}  // namespace stiction::bench
