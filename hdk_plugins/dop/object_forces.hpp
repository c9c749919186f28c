#pragma once

// Forces that other DOPs have put on objects. Gravity is taken; the solver has no others, and what is not used is said.

#include "solver_core/base/types.hpp"

#include <SIM/SIM_Object.h>

#include <optional>
#include <string>
#include <vector>

namespace stiction {

// The sum of the gravities that act on all of the objects, m/s^2; nothing when there is none. Throws InputError when they differ.
std::optional<Vec3> gravity_of(const std::vector<SIM_Object*>& objects);
// One line for every object with forces that are no gravity.
std::vector<std::string> unused_forces(const std::vector<SIM_Object*>& objects);

}  // namespace stiction
