#include "solver_core/contact/contact_copy.hpp"

namespace stiction {

void clear(ContactSet& set)
{
    set.key.clear();
    set.normal.clear();
    set.point.clear();
    set.obstacle_velocity.clear();
    set.gap.clear();
    set.mu.clear();
    set.begin.assign(1, 0);
    set.node.clear();
    set.weight.clear();
    set.block.clear();
    set.gap_gradient.clear();
}

void append_row(const ContactSet& from, Index c, ContactSet& to)
{
    to.key.push_back(from.key[c]);
    to.normal.push_back(from.normal[c]);
    to.point.push_back(from.point[c]);
    to.obstacle_velocity.push_back(from.obstacle_velocity[c]);
    to.gap.push_back(from.gap[c]);
    to.mu.push_back(from.mu[c]);
    const auto append_entries = [&](const auto& entries, auto& all) {
        all.insert(all.end(), entries.begin() + from.begin[c], entries.begin() + from.begin[c + 1]);
    };
    append_entries(from.node, to.node);
    append_entries(from.weight, to.weight);
    if (from.has_blocks()) {
        append_entries(from.block, to.block);
        append_entries(from.gap_gradient, to.gap_gradient);
    }
    to.begin.push_back(static_cast<Index>(to.node.size()));
}

}  // namespace stiction
