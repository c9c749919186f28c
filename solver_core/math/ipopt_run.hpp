#pragma once

#ifdef STICTION_HAS_IPOPT

#include "solver_core/base/types.hpp"

#include <IpTNLP.hpp>

namespace stiction {

// Runs Ipopt quietly on a problem with exact Hessians, with the best linear solver it was built with. The problem is
// told the outcome (finalize_solution); false when Ipopt could not begin.
struct IpoptGoal {
    double tolerance = 1e-9;        // of gradients and constraints
    double complementarity = 1e-9;  // of the products of multipliers and constraints
    Index max_iterations = 100;
};
bool run_ipopt(const Ipopt::SmartPtr<Ipopt::TNLP>& problem, const IpoptGoal& goal);

// The linear solver that run_ipopt uses.
const char* ipopt_linear_solver();

}  // namespace stiction

#endif
