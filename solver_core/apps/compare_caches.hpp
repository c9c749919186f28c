#pragma once

// Two caches read, brought together and measured: what the compare command and the Python module do.

#include "solver_core/apps/compare_side.hpp"

#include <optional>
#include <string>

namespace stiction {

// A side's own `fps` is chosen by compare_caches.
struct CompareOptions {
    SideOptions a, b;
    std::optional<double> fps;  // of other programs' files; none: that of the run on either side, else 24
    std::string scene;          // file whose colliders both are measured against
    std::string collider;       // closed mesh, or sequence of it, instead
    double collider_unit = 1.0;
    std::optional<double> rest_from;  // s; none: the last quarter
    double rest_speed = 0.05;         // m/s
    double contact_distance = 0.005;  // m
};

struct ComparedCaches {
    ComparedSide a, b;
    Comparison comparison;
};

// Throws InputError for values out of range and caches that cannot be compared.
ComparedCaches compare_caches(const CompareOptions& options);

}  // namespace stiction
