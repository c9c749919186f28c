#include "solver_core/sim/contact_text.hpp"

#include "solver_core/sim/contact_list.hpp"

#include <fmt/format.h>

namespace stiction {

std::string contact_text(const Model& model, const ContactSet& contacts, Index c)
{
    // Nodes of side A come first, of side B last.
    const Index first = contacts.node[contacts.begin[c]], last = contacts.node[contacts.begin[c + 1] - 1];
    const ObjectRange& a = model.objects[model.contact.node_object[first]];
    const ObjectRange& b = model.objects[model.contact.node_object[last]];
    const Index obstacle = contacts.key[c].obstacle;
    const std::string& other = obstacle >= 0 ? model.contact.colliders[obstacle].name : b.name;
    const Vec3& at = contacts.point[c];
    return fmt::format("{} of point {} of '{}' and '{}' at ({:.4g}, {:.4g}, {:.4g})",
                       to_string(contacts.key[c].kind), first - a.first_node, a.name, other, at.x(), at.y(),
                       at.z());
}

}  // namespace stiction
