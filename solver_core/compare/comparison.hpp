#pragma once

// Two caches side by side: every measure of both, which one is better at what, as a table and as JSON.

#include "solver_core/compare/cache_difference.hpp"
#include "solver_core/compare/collider_measures.hpp"
#include "solver_core/compare/motion_measures.hpp"
#include "solver_core/compare/shape_measures.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace stiction {

// All that is measured of one cache.
struct CacheMeasures {
    std::string label;
    std::size_t points = 0, triangles = 0, tets = 0;
    Index first_frame = 0, last_frame = 0;
    double fps = 0.0;
    MotionMeasures motion;
    ShapeMeasures shape;
    std::optional<ColliderMeasures> collider;  // none without colliders
    std::optional<double> seconds_per_frame;   // of computing, where it is known
};

enum class Sense { less_is_better, neither };

// One line of the table.
struct ComparedValue {
    std::string key;    // "drift_mean": the name in JSON
    std::string label;  // "drift of resting parts, mean"
    std::string unit;   // "m/s"
    Sense sense = Sense::neither;
    double floor = 0.0;  // differences below this are rounding
    std::optional<double> a, b;
};

enum class Better { a, b, equal, unknown };

struct Comparison {
    CacheMeasures a, b;
    CacheDifference difference;
    RestWindow rest;
    double contact_distance = 0.0;
};

std::vector<ComparedValue> compared_values(const Comparison& comparison);

// Equal within 5 % or the floor; unknown where there is no better or a value is missing.
Better better_of(const ComparedValue& value);

std::string comparison_table(const Comparison& comparison);
nlohmann::ordered_json to_json(const Comparison& comparison);

}  // namespace stiction
