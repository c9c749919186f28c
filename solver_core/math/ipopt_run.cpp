#ifdef STICTION_HAS_IPOPT

#include "solver_core/math/ipopt_run.hpp"

#include <IpIpoptApplication.hpp>

namespace stiction {
namespace {

// Debian's Ipopt 3.11 comes with MUMPS alone; "pardisomkl" (Ipopt 3.14 built with MKL) is taken where it exists.
bool try_linear_solver(Ipopt::IpoptApplication& application, const char* name)
{
    return application.Options()->SetStringValue("linear_solver", name);
}

}  // namespace

const char* ipopt_linear_solver()
{
    static const char* const name = [] {
        const Ipopt::SmartPtr<Ipopt::IpoptApplication> application = new Ipopt::IpoptApplication(false);
        return try_linear_solver(*application, "pardisomkl") ? "pardisomkl" : "mumps";
    }();
    return name;
}

bool run_ipopt(const Ipopt::SmartPtr<Ipopt::TNLP>& problem, const IpoptGoal& goal)
{
    const double tolerance = goal.tolerance;
    const Ipopt::SmartPtr<Ipopt::IpoptApplication> application = new Ipopt::IpoptApplication(false);
    Ipopt::OptionsList& options = *application->Options();
    options.SetStringValue("linear_solver", ipopt_linear_solver());
    options.SetStringValue("sb", "yes");  // no banner
    options.SetIntegerValue("print_level", 0);
    options.SetIntegerValue("max_iter", goal.max_iterations);
    options.SetNumericValue("tol", tolerance);
    options.SetNumericValue("constr_viol_tol", tolerance);
    options.SetNumericValue("compl_inf_tol", goal.complementarity);
    options.SetNumericValue("dual_inf_tol", tolerance);
    // Ipopt moves bounds outwards by this share, which would be an error above the tolerance.
    options.SetNumericValue("bound_relax_factor", 0.0);
    options.SetNumericValue("acceptable_tol", 1e3 * tolerance);
    options.SetNumericValue("acceptable_compl_inf_tol", 1e3 * goal.complementarity);
    options.SetStringValue("nlp_scaling_method", "none");  // the problems are scaled already
    options.SetStringValue("honor_original_bounds", "yes");
    if (application->Initialize() != Ipopt::Solve_Succeeded) return false;
    const Ipopt::ApplicationReturnStatus status = application->OptimizeTNLP(problem);
    return status != Ipopt::Invalid_Problem_Definition && status != Ipopt::Invalid_Option &&
           status != Ipopt::Not_Enough_Degrees_Of_Freedom;
}

}  // namespace stiction

#endif
