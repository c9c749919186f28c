#pragma once

// A step in one line, for a node's info panel.

#include "solver_core/sim/step_report.hpp"

#include <string>

namespace stiction {

std::string step_line(const StepReport& report);

}  // namespace stiction
