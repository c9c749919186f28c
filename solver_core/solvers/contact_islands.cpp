#include "solver_core/solvers/contact_islands.hpp"

#include "solver_core/contact/contact_copy.hpp"

#include <algorithm>
#include <numeric>

namespace stiction {

Index ContactIslands::root_of(Index solid)
{
    while (parent_[at(solid)] != solid) {
        parent_[at(solid)] = parent_[at(parent_[at(solid)])];
        solid = parent_[at(solid)];
    }
    return solid;
}

// Solids that share a contact are one island; one that cloth touches is split.
void ContactIslands::join(const ProjectiveModel& model, const ContactSet& contacts)
{
    parent_.resize(at(model.solid_count));
    std::iota(parent_.begin(), parent_.end(), 0);
    is_split_.assign(at(model.solid_count), 0);
    count_.assign(at(model.solid_count), 0);
    for (Index c = 0; c < contacts.size(); ++c) {
        Index first = -1;
        bool cloth = false;
        for (Index k = contacts.begin[at(c)]; k < contacts.begin[at(c) + 1]; ++k) {
            const Index solid = model.solid_of_node[at(contacts.node[at(k)])];
            if (solid < 0) {
                cloth = true;
            } else if (first < 0) {
                first = root_of(solid);
            } else {
                const Index a = root_of(first), b = root_of(solid);
                parent_[at(std::max(a, b))] = std::min(a, b);
            }
        }
        if (first >= 0 && cloth) is_split_[at(first)] = 1;
    }
    for (Index solid = 0; solid < model.solid_count; ++solid)
        if (is_split_[at(solid)] != 0) is_split_[at(root_of(solid))] = 1;
}

// Small islands first come first served, in the order of their lowest solid.
void ContactIslands::choose(const ProjectiveModel& model, const ContactSet& contacts, Index most)
{
    rows_together_.row.clear();
    rows_apart_.row.clear();
    const auto island_of = [&](Index c) {
        const Index solid = model.solid_of_node[at(contacts.node[at(contacts.begin[at(c)])])];
        return solid < 0 ? Index{-1} : root_of(solid);
    };
    for (Index c = 0; c < contacts.size(); ++c)
        if (const Index island = island_of(c); island >= 0) ++count_[at(island)];
    Index total = 0;
    for (Index solid = 0; solid < model.solid_count; ++solid) {
        if (parent_[at(solid)] != solid || is_split_[at(solid)] != 0) continue;
        if (total + count_[at(solid)] > most)
            is_split_[at(solid)] = 1;
        else
            total += count_[at(solid)];
    }
    for (Index c = 0; c < contacts.size(); ++c) {
        const Index island = island_of(c);
        const bool split = island < 0 || is_split_[at(island)] != 0;
        (split ? rows_apart_ : rows_together_).row.push_back(c);
    }
}

void ContactIslands::split(const ProjectiveModel& model, const ContactSet& contacts, Index most,
                           LocalContacts& local)
{
    together_ = apart_ = ContactPart{};
    mixed_ = false;
    if (contacts.size() == 0) return;
    join(model, contacts);
    choose(model, contacts, most);
    mixed_ = !rows_together_.row.empty() && !rows_apart_.row.empty();
    if (!mixed_) {
        (rows_apart_.row.empty() ? together_ : apart_) = {&contacts, &local};
        return;
    }
    for (auto [rows, part] : {std::pair(&rows_together_, &together_), std::pair(&rows_apart_, &apart_)}) {
        clear(rows->contacts);
        for (const Index c : rows->row) append_row(contacts, c, rows->contacts);
        begin_part(rows->contacts, rows->row, local, rows->local);
        *part = {&rows->contacts, &rows->local};
    }
}

void ContactIslands::put_back(LocalContacts& all) const
{
    if (!mixed_) return;
    for (const Rows* rows : {&rows_together_, &rows_apart_})
        for (std::size_t i = 0; i < rows->row.size(); ++i) {
            all.impulse[at(rows->row[i])] = rows->local.impulse[i];
            all.mode[at(rows->row[i])] = rows->local.mode[i];
        }
    put_back_nodes(all);
}

void ContactIslands::put_back_nodes(LocalContacts& all) const
{
    if (!mixed_) return;
    for (const Rows* rows : {&rows_together_, &rows_apart_})
        for (const Index node : rows->local.nodes) all.xi[at(node)] = rows->local.xi[at(node)];
}

}  // namespace stiction
