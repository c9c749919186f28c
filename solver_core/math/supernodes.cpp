#include "solver_core/math/supernodes.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace stiction {
namespace {

// What one panel costs in a back-solve, in units of one stored entry: a start-up, and for every eight columns
// a load and a store of each value the panel touches.
constexpr std::int64_t kPanelCost = 60;
constexpr std::int64_t kRowCost = 3;
constexpr std::int64_t kColumnsTogether = 8;

struct Panel {
    std::int64_t width;
    std::int64_t below;
};

std::int64_t solve_cost(Panel panel)
{
    const std::int64_t passes = (panel.width + kColumnsTogether - 1) / kColumnsTogether;
    return kPanelCost + panel_entries(panel.width, panel.below) +
           kRowCost * passes * (panel.below + panel.width / 2);
}

// What it costs in a factorisation, in multiplications: its front is cleared, gathered, and copied out, entry by entry, in the time of
// some tens of multiplications of a matrix product.
constexpr std::int64_t kFrontCost = 45;

std::int64_t factor_cost(Panel panel)
{
    const std::int64_t size = panel.width + panel.below;
    const std::int64_t work = panel.below * size + panel.width * panel.width / 3;
    return panel.width * work + kFrontCost * size * size;
}

// A forest of panels; a merged panel points to the one that took it.
struct PanelForest {
    std::vector<Panel> panel;
    std::vector<Index> parent;
    std::vector<Index> merged_into;  // -1: still there
    std::vector<Index> of_column;
};

// Columns k-1 and k go together when k is the parent and has the same rows below.
PanelForest exact_supernodes(const EliminationTree& tree, Index unknowns)
{
    PanelForest forest;
    const Index n = static_cast<Index>(tree.order.size());
    std::vector<Index> last_column;
    for (Index k = 0; k < n; ++k) {
        const bool joins = k > 0 && tree.parent[k - 1] == k && tree.below[k - 1] == tree.below[k] + 1;
        if (!joins) {
            forest.panel.push_back({0, 0});
            last_column.push_back(k);
        }
        Panel& panel = forest.panel.back();
        ++panel.width;
        panel.below = tree.below[k];
        last_column.back() = k;
        forest.of_column.push_back(static_cast<Index>(forest.panel.size()) - 1);
    }
    for (Panel& panel : forest.panel) panel = {unknowns * panel.width, unknowns * panel.below};
    for (const Index k : last_column) {
        forest.parent.push_back(tree.parent[k] == -1 ? -1 : forest.of_column[tree.parent[k]]);
    }
    forest.merged_into.assign(forest.panel.size(), -1);
    return forest;
}

// The rows of a child lie among the columns and rows of its parent, so the merged panel has the parent's
// rows.
Panel merged(Panel child, Panel parent) { return {child.width + parent.width, parent.below}; }

std::int64_t merging_gain(Panel child, Panel parent, PanelUse use)
{
    const auto cost = use == PanelUse::solve ? solve_cost : factor_cost;
    return cost(child) + cost(parent) - cost(merged(child, parent));
}

// From the leaves up, each panel takes the children that make its use cheaper, best first.
void merge_children(PanelForest& forest, PanelUse use)
{
    const Index count = static_cast<Index>(forest.panel.size());
    std::vector<std::vector<Index>> children(forest.panel.size());
    std::vector<std::pair<std::int64_t, Index>> candidates;
    for (Index s = 0; s < count; ++s) {
        candidates.clear();
        for (const Index child : children[s]) {
            const std::int64_t gain = merging_gain(forest.panel[child], forest.panel[s], use);
            if (gain > 0) candidates.emplace_back(-gain, child);
        }
        std::sort(candidates.begin(), candidates.end());
        for (const auto& [negative_gain, child] : candidates) {
            if (merging_gain(forest.panel[child], forest.panel[s], use) <= 0) continue;
            forest.panel[s] = merged(forest.panel[child], forest.panel[s]);
            forest.merged_into[child] = s;
        }
        if (forest.parent[s] != -1) children[forest.parent[s]].push_back(s);
        children[s] = {};
    }
}

// The panels that are left, renumbered in postorder, with parents and the columns of each (a child's first).
struct Renumbered {
    std::vector<Index> parent;
    std::vector<Index> of_column;
};

Renumbered renumber(PanelForest& forest)
{
    const Index count = static_cast<Index>(forest.panel.size());
    for (Index s = count - 1; s >= 0; --s) {
        const Index into = forest.merged_into[s];
        if (into != -1 && forest.merged_into[into] != -1) forest.merged_into[s] = forest.merged_into[into];
    }
    const auto owner = [&](Index s) {
        return s == -1 || forest.merged_into[s] == -1 ? s : forest.merged_into[s];
    };

    std::vector<Index> kept;
    std::vector<Index> number(forest.panel.size(), -1);
    for (Index s = 0; s < count; ++s) {
        if (forest.merged_into[s] != -1) continue;
        number[s] = static_cast<Index>(kept.size());
        kept.push_back(s);
    }
    std::vector<Index> parent(kept.size());
    for (std::size_t k = 0; k < kept.size(); ++k) {
        const Index up = owner(forest.parent[kept[k]]);
        parent[k] = up == -1 ? -1 : number[up];
    }
    const std::vector<Index> post = postorder(parent);
    const std::vector<Index> rank = inverse_order(post);

    Renumbered result;
    for (const Index s : post) result.parent.push_back(parent[s] == -1 ? -1 : rank[parent[s]]);
    for (const Index s : forest.of_column) result.of_column.push_back(rank[number[owner(s)]]);
    return result;
}

// Rows below a panel: those of P and those of its children.
void find_rows(const SparseMatrix& p, Supernodes& supernodes)
{
    const std::vector<Index> position = inverse_order(supernodes.order);
    std::vector<std::vector<Index>> children(supernodes.parent.size());
    std::vector<Index> seen(supernodes.order.size(), -1);
    supernodes.row_start.assign(1, 0);
    for (Index s = 0; s < supernodes.count(); ++s) {
        const Index end = supernodes.first[s + 1];
        std::vector<Index>& rows = supernodes.row_index;
        const auto add = [&](Index row) {
            if (row < end || seen[row] == s) return;
            seen[row] = s;
            rows.push_back(row);
        };
        for (Index k = supernodes.first[s]; k < end; ++k) {
            for (SparseMatrix::InnerIterator entry(p, supernodes.order[k]); entry; ++entry) {
                add(position[entry.row()]);
            }
        }
        for (const Index child : children[s]) {
            // By index: adding rows moves the array.
            for (std::int64_t r = supernodes.row_start[child]; r < supernodes.row_start[child + 1]; ++r) {
                add(rows[static_cast<std::size_t>(r)]);
            }
        }
        std::sort(rows.begin() + supernodes.row_start[s], rows.end());
        supernodes.row_start.push_back(static_cast<std::int64_t>(rows.size()));
        if (supernodes.parent[s] != -1) children[supernodes.parent[s]].push_back(s);
    }
}

// Nodes into their unknowns.
void expand(Supernodes& supernodes, Index unknowns)
{
    const auto each = [&](std::vector<Index>& nodes) {
        std::vector<Index> all;
        all.reserve(nodes.size() * static_cast<std::size_t>(unknowns));
        for (const Index node : nodes)
            for (Index k = 0; k < unknowns; ++k) all.push_back(unknowns * node + k);
        nodes = std::move(all);
    };
    each(supernodes.order);
    each(supernodes.row_index);
    for (Index& first : supernodes.first) first *= unknowns;
    for (std::int64_t& start : supernodes.row_start) start *= unknowns;
}

}  // namespace

Supernodes find_supernodes(const SparseMatrix& p, const EliminationTree& tree, Index unknowns, PanelUse use)
{
    PanelForest forest = exact_supernodes(tree, unknowns);
    merge_children(forest, use);
    const Renumbered panels = renumber(forest);

    Supernodes supernodes;
    supernodes.parent = panels.parent;
    supernodes.first.assign(panels.parent.size() + 1, 0);
    for (const Index s : panels.of_column) ++supernodes.first[s + 1];
    std::partial_sum(supernodes.first.begin(), supernodes.first.end(), supernodes.first.begin());
    std::vector<Index> next(supernodes.first.begin(), supernodes.first.end() - 1);
    supernodes.order.resize(tree.order.size());
    for (std::size_t k = 0; k < tree.order.size(); ++k)
        supernodes.order[next[panels.of_column[k]]++] = tree.order[k];

    find_rows(p, supernodes);
    for ([[maybe_unused]] std::size_t s = 0; s < supernodes.parent.size(); ++s) {
        assert((supernodes.below(static_cast<Index>(s)) == 0) == (supernodes.parent[s] == -1));
    }
    if (unknowns > 1) expand(supernodes, unknowns);
    return supernodes;
}

}  // namespace stiction
