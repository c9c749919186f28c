#include "solver_core/contact/joined_contacts.hpp"

namespace stiction {
namespace {

// Rows with scalar weights in the form that rows of smooth surfaces have.
void add_blocks(ContactSet& contacts)
{
    const std::size_t entries = contacts.node.size();
    contacts.block.resize(entries);
    contacts.gap_gradient.resize(entries);
    for (Index c = 0; c < contacts.size(); ++c)
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k) {
            contacts.block[k] = contacts.weight[k] * Mat3::Identity();
            contacts.gap_gradient[k] = contacts.weight[k] * contacts.normal[c];
        }
}

}  // namespace

void detect_joined(const ContactGeometry& geometry, const ContactGeometry& features,
                   const SmoothOptions& options, const DetectQuery& query, JoinedWorkspace& work,
                   ContactSet& contacts)
{
    // A model that has moved in memory takes its surfaces along.
    if (!work.surfaces_are_built || &work.surfaces.geometry() != &geometry)
        work.surfaces.build(geometry, options, geometry.rest);
    work.surfaces_are_built = true;
    detect(features, query, work.features, contacts);
    add_blocks(contacts);
    detect_smooth(work.surfaces, query, work.smooth, work.smooth_contacts);
    add_new_contacts(work.smooth_contacts, work.merge, contacts);
}

}  // namespace stiction
