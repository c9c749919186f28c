#include "solver_core/solvers/contact_cores.hpp"

#include <algorithm>

namespace stiction {

void add_contact_cores(const ImplicitContacts& contacts, double normal_scale, double grip_scale,
                       HalfMatrix& matrix)
{
    for (Index c = 0; c < static_cast<Index>(contacts.contacts().size()); ++c) {
        const ImplicitContact& contact = contacts.contacts()[c];
        if (!contact.active) continue;
        const ContactGap& gap = contact.gap;
        const double normal = normal_scale * std::max(0.0, -contact.lambda_slope);
        const Mat3 grip = grip_scale * contacts.grip(c);
        for (std::size_t i = 0; i < gap.node.size(); ++i)
            for (std::size_t j = 0; j < gap.node.size(); ++j) {
                if (gap.node[i] < gap.node[j]) continue;
                matrix.add_block(gap.node[i], gap.node[j],
                                 normal * gap.gradient[i] * gap.gradient[j].transpose() +
                                     gap.block[i].transpose() * grip * gap.block[j]);
            }
    }
}

}  // namespace stiction
