#include "solver_core/math/factor_pattern.hpp"

#include "solver_core/math/fill_ordering.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Both triangles of a pattern given by its lower one, with ones as values.
SparseMatrix whole_pattern(const SparseMatrix& lower)
{
    SparseMatrix ones = lower;
    std::fill(ones.valuePtr(), ones.valuePtr() + ones.nonZeros(), 1.0);
    SparseMatrix whole = ones.selfadjointView<Eigen::Lower>();
    return whole;
}

// Whether a lower triangle is made of full 3x3 blocks: columns 3a, 3a+1, 3a+2 have the same rows from their diagonals on, in threes.
bool has_blocks(const SparseMatrix& lower)
{
    const Index n = static_cast<Index>(lower.cols());
    if (n % 3 != 0) return false;
    const Index *start = lower.outerIndexPtr(), *row = lower.innerIndexPtr();
    for (Index c = 0; c < n; c += 3) {
        const Index height = start[c + 1] - start[c];
        if (height % 3 != 0 || start[c + 2] - start[c + 1] != height - 1 ||
            start[c + 3] - start[c + 2] != height - 2)
            return false;
        const Index* const first = row + start[c];
        for (Index k = 0; k < height; k += 3)
            if (first[k] % 3 != 0 || first[k + 1] != first[k] + 1 || first[k + 2] != first[k] + 2)
                return false;
        if (!std::equal(first + 1, first + height, row + start[c + 1]) ||
            !std::equal(first + 2, first + height, row + start[c + 2]))
            return false;
    }
    return true;
}

// Both triangles of the pattern of nodes, for a matrix of blocks.
SparseMatrix node_pattern(const SparseMatrix& lower)
{
    const Index nodes = static_cast<Index>(lower.cols()) / 3;
    const Index *start = lower.outerIndexPtr(), *row = lower.innerIndexPtr();
    const auto for_each_link = [&](auto&& visit) {
        for (Index a = 0; a < nodes; ++a)
            for (Index e = start[3 * a]; e < start[3 * a + 1]; e += 3) visit(row[e] / 3, a);
    };
    SparseMatrix graph(nodes, nodes);
    Index* const outer = graph.outerIndexPtr();
    std::fill(outer, outer + nodes + 1, 0);
    for_each_link([&](Index b, Index a) {
        ++outer[a + 1];
        if (a != b) ++outer[b + 1];
    });
    for (Index a = 0; a < nodes; ++a) outer[a + 1] += outer[a];
    graph.resizeNonZeros(outer[nodes]);
    std::fill(graph.valuePtr(), graph.valuePtr() + outer[nodes], 1.0);
    // Links come by ascending a: those of the lower triangle reach column b, from the left, before b's own.
    std::vector<Index> next(outer, outer + nodes);
    for_each_link([&](Index b, Index a) {
        if (a != b) graph.innerIndexPtr()[next[b]++] = a;
    });
    for_each_link([&](Index b, Index a) { graph.innerIndexPtr()[next[a]++] = b; });
    return graph;
}

}  // namespace

Supernodes factor_supernodes(const SparseMatrix& lower)
{
    const bool blocks = has_blocks(lower);
    const SparseMatrix whole = blocks ? node_pattern(lower) : whole_pattern(lower);
    const std::vector<Index> order = fill_reducing_order(whole, FillOrdering::nested_dissection);
    return find_supernodes(whole, elimination_tree(whole, order), blocks ? 3 : 1, PanelUse::factorize);
}

FactorEstimate estimate_factor(const SparseMatrix& lower)
{
    FactorEstimate sum;
    if (lower.cols() == 0) return sum;
    const Supernodes supernodes = factor_supernodes(lower);
    for (Index s = 0; s < supernodes.count(); ++s) {
        const double width = supernodes.width(s), below = supernodes.below(s);
        sum.entries += width * (0.5 * (width + 1.0) + below);
        // Half of the sum over columns of height^2, heights from below + 1 to below + width.
        sum.multiplications += 0.5 * width * (below * below + below * width + width * width / 3.0);
    }
    return sum;
}

}  // namespace stiction
