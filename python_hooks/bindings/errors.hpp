#pragma once

#include "solver_core/sim/step_report.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace stiction::python {

// A step was not usable. Inside the core this is a status; Python users expect to be told.
class SolveFailure : public std::runtime_error {
public:
    explicit SolveFailure(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace stiction::python
