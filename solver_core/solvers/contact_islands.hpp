#pragma once

// Which contacts of a step are solved together (friction/coupled_contacts.hpp) and which by the splitting
// (friction/local_contacts.hpp).
//
// Solids answer as a whole, and contacts among them are solved together. Cloth mostly does not; there the splitting does well, and
// layers of cloth press on each other in ways that a guess of who sticks does not settle. Solids that contacts join are an island. An
// island that no cloth touches is solved together, as long as there are no more contacts of that kind than the dense matrix may
// have; every other contact is split. Islands do not feel each other within a step, so the two kinds share the global step.

#include "solver_core/contact/contact_set.hpp"
#include "solver_core/friction/local_contacts.hpp"
#include "solver_core/solvers/projective_model.hpp"

#include <vector>

namespace stiction {

// Rows of the step's contacts, with impulses of their own. All of them: no copies.
struct ContactPart {
    const ContactSet* contacts = nullptr;
    LocalContacts* local = nullptr;

    bool empty() const { return contacts == nullptr || contacts->size() == 0; }
};

class ContactIslands {
public:
    // `most`: contacts that may be solved together. `local` has begun the step for all of the contacts.
    void split(const ProjectiveModel& model, const ContactSet& contacts, Index most, LocalContacts& local);

    const ContactPart& together() const { return together_; }
    const ContactPart& apart() const { return apart_; }

    // Impulses and modes of the parts back to where all contacts have theirs; the nodes' impulses alone.
    void put_back(LocalContacts& all) const;
    void put_back_nodes(LocalContacts& all) const;

private:
    struct Rows {
        std::vector<Index> row;  // of the step's set
        ContactSet contacts;
        LocalContacts local;
    };

    void join(const ProjectiveModel& model, const ContactSet& contacts);
    void choose(const ProjectiveModel& model, const ContactSet& contacts, Index most);
    Index root_of(Index solid);

    std::vector<Index> parent_;   // of solids, a forest
    std::vector<char> is_split_;  // by root
    std::vector<Index> count_;    // contacts, by root
    Rows rows_together_, rows_apart_;
    ContactPart together_, apart_;
    bool mixed_ = false;
};

}  // namespace stiction
