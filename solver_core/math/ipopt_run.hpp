#pragma once

#ifdef STICTION_HAS_IPOPT

#include "solver_core/base/types.hpp"

#include <IpTNLP.hpp>

namespace stiction {

// Runs Ipopt quietly on a problem with exact Hessians, with the best linear solver it was built with. The problem is
// told the outcome (finalize_solution); false when Ipopt could not begin. `warm`: the start comes with multipliers.
bool run_ipopt(const Ipopt::SmartPtr<Ipopt::TNLP>& problem, double tolerance, Index max_iterations,
               bool warm);

// The linear solver that run_ipopt uses.
const char* ipopt_linear_solver();

}  // namespace stiction

#endif
