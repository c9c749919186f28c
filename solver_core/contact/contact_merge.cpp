#include "solver_core/contact/contact_merge.hpp"

#include <utility>

namespace stiction {
namespace {

// Rows of `found` whose key `contacts` do not have; both are sorted by key.
void find_new(const ContactSet& found, const ContactSet& contacts, std::vector<Index>& added)
{
    added.clear();
    Index known = 0;
    for (Index c = 0; c < found.size(); ++c) {
        while (known < contacts.size() && contacts.key[known] < found.key[c]) ++known;
        if (known == contacts.size() || !(contacts.key[known] == found.key[c])) added.push_back(c);
    }
}

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

void append(const ContactSet& from, Index c, ContactSet& to)
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

}  // namespace

bool add_new_contacts(const ContactSet& found, ContactMerge& merge, ContactSet& contacts)
{
    find_new(found, contacts, merge.added);
    if (merge.added.empty()) return false;
    clear(merge.merged);
    merge.origin.clear();
    Index old = 0;
    const auto keep_until = [&](auto&& is_next) {
        for (; old < contacts.size() && !is_next(contacts.key[old]); ++old) {
            append(contacts, old, merge.merged);
            merge.origin.push_back(old);
        }
    };
    for (const Index row : merge.added) {
        keep_until([&](const ContactKey& key) { return found.key[row] < key; });
        append(found, row, merge.merged);
        merge.origin.push_back(-1);
    }
    keep_until([](const ContactKey&) { return false; });
    std::swap(contacts, merge.merged);
    return true;
}

}  // namespace stiction
