#include "solver_core/math/fill_ordering.hpp"

#include "solver_core/base/error.hpp"

#include <Eigen/OrderingMethods>
#include <fmt/format.h>
#include <metis.h>

#include <array>
#include <mutex>

namespace stiction {
namespace {

static_assert(sizeof(idx_t) == sizeof(Index), "METIS must be built with 32-bit indices");

// The adjacency of P without the diagonal, as METIS takes it.
struct Graph {
    std::vector<idx_t> start{0};
    std::vector<idx_t> neighbour;
};

Graph adjacency(const SparseMatrix& p)
{
    Graph graph;
    graph.start.reserve(static_cast<std::size_t>(p.cols()) + 1);
    graph.neighbour.reserve(static_cast<std::size_t>(p.nonZeros()));
    for (Index j = 0; j < p.cols(); ++j) {
        for (SparseMatrix::InnerIterator entry(p, j); entry; ++entry) {
            if (entry.row() != j) graph.neighbour.push_back(static_cast<idx_t>(entry.row()));
        }
        graph.start.push_back(static_cast<idx_t>(graph.neighbour.size()));
    }
    return graph;
}

std::vector<Index> order_by_metis(const SparseMatrix& p)
{
    Graph graph = adjacency(p);
    idx_t n = static_cast<idx_t>(p.cols());
    std::array<idx_t, METIS_NOPTIONS> options{};
    METIS_SetDefaultOptions(options.data());
    options[METIS_OPTION_NUMBERING] = 0;
    options[METIS_OPTION_SEED] = 1;
    std::vector<Index> order(static_cast<std::size_t>(n));
    std::vector<Index> position(static_cast<std::size_t>(n));

    // METIS draws from the C library's random numbers: two orderings at once would disturb each other.
    static std::mutex mutex;
    const std::lock_guard<std::mutex> lock(mutex);
    const int status = METIS_NodeND(&n, graph.start.data(), graph.neighbour.data(), nullptr, options.data(),
                                    order.data(), position.data());
    if (status != METIS_OK) {
        throw InputError("linear system",
                         fmt::format("METIS could not order {} nodes with {} links (status {}); "
                                     "not enough memory?",
                                     n, graph.neighbour.size(), status));
    }
    return order;
}

std::vector<Index> order_by_minimum_degree(const SparseMatrix& p)
{
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, Index> permutation;
    Eigen::AMDOrdering<Index>()(p, permutation);
    return {permutation.indices().begin(), permutation.indices().end()};
}

}  // namespace

std::vector<Index> fill_reducing_order(const SparseMatrix& p, FillOrdering method)
{
    // Separators of a small graph are as large as its parts, and METIS expects some edges.
    constexpr Index kSmall = 200;
    if (p.cols() == 0) return {};
    const bool small = p.cols() < kSmall || p.nonZeros() <= p.cols();
    if (small || method == FillOrdering::minimum_degree) return order_by_minimum_degree(p);
    return order_by_metis(p);
}

}  // namespace stiction
