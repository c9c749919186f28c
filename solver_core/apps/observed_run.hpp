#pragma once

#include "solver_core/sim/run.hpp"

namespace stiction {

// A run with progress on stderr, stall reports, and signals that stop it. `quiet`: only notes and stalls.
RunResult run_observed(const Scene& scene, RunOptions options, bool quiet);

}  // namespace stiction
