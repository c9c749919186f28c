#pragma once

// The grid of a wedge: every combination of the values of its axes.

#include "solver_core/base/types.hpp"

#include <string>
#include <vector>

namespace stiction {

struct WedgeAxis {
    std::string path;                 // "contact.friction"
    std::vector<std::string> values;  // as they stand on the command line
};

struct WedgePoint {
    std::string name;                 // "friction=0.1 iterations=10", with _ for the space: a folder's name
    std::vector<std::string> values;  // one an axis
};

// "contact.friction=0.1,0.3". Commas inside brackets, braces and quotes belong to a value. Throws InputError.
WedgeAxis parse_axis(const std::string& text);

// All combinations, the last axis fastest. Throws InputError for an axis that is there twice and for too many runs.
std::vector<WedgePoint> wedge_points(const std::vector<WedgeAxis>& axes);

// The end of a path that tells the axes apart: "friction", or "sheet.friction" beside "ball.friction".
std::string short_path(const std::string& path, const std::vector<WedgeAxis>& axes);
// "friction 0.1, iterations 10", for people.
std::string label_of(const std::vector<WedgeAxis>& axes, const WedgePoint& point);

// "path=value" of every axis, for load_scene.
std::vector<std::string> overrides_of(const std::vector<WedgeAxis>& axes, const WedgePoint& point);

}  // namespace stiction
