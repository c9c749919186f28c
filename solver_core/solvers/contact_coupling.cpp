#include "solver_core/solvers/contact_coupling.hpp"

namespace stiction {
namespace {

double coupled_response(const ProjectiveModel& model, const ContactSet& contacts,
                        const ResponseColumns& columns, Index c, Index d)
{
    double sum = 0.0;
    for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k) {
        const Index a = model.unknown_of_node[contacts.node[k]];
        if (a < 0) continue;
        for (Index l = contacts.begin[d]; l < contacts.begin[d + 1]; ++l) {
            const Index b = model.unknown_of_node[contacts.node[l]];
            if (b >= 0) sum += contacts.weight[k] * contacts.weight[l] * columns(a, b);
        }
    }
    return sum;
}

}  // namespace

void couple_contacts(const ProjectiveModel& model, const ContactSet& contacts, ContactCoupling& coupling,
                     SolveScratch& scratch, Eigen::MatrixXd& g)
{
    coupling.unknowns.clear();
    for (const Index node : contacts.node)
        if (model.unknown_of_node[node] >= 0) coupling.unknowns.push_back(model.unknown_of_node[node]);
    coupling.columns.require(model.factor, coupling.unknowns, scratch);
    g.resize(contacts.size(), contacts.size());
    for (Index d = 0; d < contacts.size(); ++d)
        for (Index c = 0; c <= d; ++c)
            g(c, d) = g(d, c) = coupled_response(model, contacts, coupling.columns, c, d);
}

}  // namespace stiction
