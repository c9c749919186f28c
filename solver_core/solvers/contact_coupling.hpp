#pragma once

// G of the contacts of a step from the constant matrix P:   G_cd = sum_ab w_ca w_db (P^-1)_ab
// a, b: free nodes of contacts c, d with their weights w. A held node answers no impulse.

#include "solver_core/contact/contact_set.hpp"
#include "solver_core/solvers/projective_model.hpp"
#include "solver_core/solvers/response_columns.hpp"

#include <Eigen/Core>

#include <vector>

namespace stiction {

struct ContactCoupling {
    ResponseColumns columns;  // kept from step to step
    std::vector<Index> unknowns;
};

void couple_contacts(const ProjectiveModel& model, const ContactSet& contacts, ContactCoupling& coupling,
                     SolveScratch& scratch, Eigen::MatrixXd& g);

}  // namespace stiction
