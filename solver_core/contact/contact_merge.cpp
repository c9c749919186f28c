#include "solver_core/contact/contact_merge.hpp"

#include "solver_core/contact/contact_copy.hpp"

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

}  // namespace

bool add_new_contacts(const ContactSet& found, ContactMerge& merge, ContactSet& contacts)
{
    find_new(found, contacts, merge.added);
    if (merge.added.empty()) return false;
    clear(merge.merged);
    Index old = 0;
    const auto keep_until = [&](auto&& is_next) {
        for (; old < contacts.size() && !is_next(contacts.key[old]); ++old)
            append_row(contacts, old, merge.merged);
    };
    for (const Index row : merge.added) {
        keep_until([&](const ContactKey& key) { return found.key[row] < key; });
        append_row(found, row, merge.merged);
    }
    keep_until([](const ContactKey&) { return false; });
    std::swap(contacts, merge.merged);
    return true;
}

}  // namespace stiction
