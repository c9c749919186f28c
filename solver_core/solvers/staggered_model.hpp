#pragma once

#include "solver_core/solvers/finite_model.hpp"

namespace stiction {

using StaggeredModel = FiniteModel;

}  // namespace stiction
