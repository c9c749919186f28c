#include "solver_core/math/elimination_tree.hpp"

#include <utility>

namespace stiction {
namespace {

// Liu's algorithm: row k of L is the union of the paths from its entries in P up to k; `ancestor` shortens
// them.
std::vector<Index> tree_parents(const SparseMatrix& p, const std::vector<Index>& order,
                                const std::vector<Index>& position)
{
    const Index n = static_cast<Index>(order.size());
    std::vector<Index> parent(order.size(), -1);
    std::vector<Index> ancestor(order.size(), -1);
    for (Index k = 0; k < n; ++k) {
        for (SparseMatrix::InnerIterator entry(p, order[k]); entry; ++entry) {
            Index i = position[entry.row()];
            while (i != -1 && i < k) {
                const Index next = ancestor[i];
                ancestor[i] = k;
                if (next == -1) parent[i] = k;
                i = next;
            }
        }
    }
    return parent;
}

// Walks every row of L along the tree and counts the columns it meets.
std::vector<Index> column_counts(const SparseMatrix& p, const EliminationTree& tree,
                                 const std::vector<Index>& position)
{
    const Index n = static_cast<Index>(tree.order.size());
    std::vector<Index> count(tree.order.size(), 0);
    std::vector<Index> seen_in_row(tree.order.size(), -1);
    for (Index k = 0; k < n; ++k) {
        seen_in_row[k] = k;
        for (SparseMatrix::InnerIterator entry(p, tree.order[k]); entry; ++entry) {
            Index i = position[entry.row()];
            if (i > k) continue;
            for (; seen_in_row[i] != k; i = tree.parent[i]) {
                seen_in_row[i] = k;
                ++count[i];
            }
        }
    }
    return count;
}

}  // namespace

std::vector<Index> inverse_order(const std::vector<Index>& order)
{
    std::vector<Index> position(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) position[order[k]] = static_cast<Index>(k);
    return position;
}

std::vector<Index> postorder(const std::vector<Index>& parent)
{
    // Children as linked lists: first child of a node, next sibling of a node; the last list is that of the
    // roots.
    const Index n = static_cast<Index>(parent.size());
    std::vector<Index> first_child(parent.size() + 1, -1);
    std::vector<Index> next_sibling(parent.size(), -1);
    for (Index k = n - 1; k >= 0; --k) {
        const Index owner = parent[k] == -1 ? n : parent[k];
        next_sibling[k] = first_child[owner];
        first_child[owner] = k;
    }

    std::vector<Index> order;
    order.reserve(parent.size());
    for (Index root = first_child[n]; root != -1; root = next_sibling[root]) {
        Index k = root;
        while (true) {
            while (first_child[k] != -1) k = std::exchange(first_child[k], -1);
            order.push_back(k);
            if (k == root) break;
            k = next_sibling[k] != -1 ? next_sibling[k] : parent[k];
        }
    }
    return order;
}

EliminationTree elimination_tree(const SparseMatrix& p, const std::vector<Index>& order)
{
    const std::vector<Index> parent = tree_parents(p, order, inverse_order(order));
    const std::vector<Index> post = postorder(parent);
    const std::vector<Index> rank = inverse_order(post);

    EliminationTree tree;
    tree.order.resize(order.size());
    tree.parent.resize(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        tree.order[k] = order[post[k]];
        const Index up = parent[post[k]];
        tree.parent[k] = up == -1 ? -1 : rank[up];
    }
    tree.below = column_counts(p, tree, inverse_order(tree.order));
    return tree;
}

}  // namespace stiction
