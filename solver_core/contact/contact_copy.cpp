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

void close_row(const ContactRow& row, ContactSet& set)
{
    set.key.push_back(row.key);
    set.normal.push_back(row.normal);
    set.point.push_back(row.point);
    set.obstacle_velocity.push_back(row.obstacle_velocity);
    set.gap.push_back(row.gap);
    set.mu.push_back(row.mu);
    set.begin.push_back(static_cast<Index>(set.node.size()));
}

void append_row(const ContactSet& from, Index c, ContactSet& to)
{
    const auto append_entries = [&](const auto& entries, auto& all) {
        all.insert(all.end(), entries.begin() + from.begin[c], entries.begin() + from.begin[c + 1]);
    };
    append_entries(from.node, to.node);
    append_entries(from.weight, to.weight);
    if (from.has_blocks()) {
        append_entries(from.block, to.block);
        append_entries(from.gap_gradient, to.gap_gradient);
    }
    close_row(
        {from.key[c], from.gap[c], from.normal[c], from.point[c], from.obstacle_velocity[c], from.mu[c]}, to);
}

}  // namespace stiction
