#include "solver_core/contact/vertex_rows.hpp"

#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kChunk = 1024;

bool adjacent(const PairContact& c, const PairContact& d)
{
    for (int i = 1; i < 4; ++i)
        for (int j = 1; j < 4; ++j)
            if (c.node[i] == d.node[j]) return true;
    return false;
}

// Does a kept contact of the same vertex make this one, farther away, superfluous?
bool repeats(const PairContact& kept, const PairContact& c)
{
    if (kept.object_b != c.object_b) return false;
    if (kept.inside) return true;
    return kept.normal.dot(c.normal) > kSameFacet && adjacent(kept, c);
}

// The contacts of one vertex: nearest first to choose which stay, then by triangle.
void reduce_row(const PairContact** first, const PairContact** last, std::uint8_t* keep)
{
    std::sort(first, last, [](const PairContact* l, const PairContact* r) {
        if (l->inside != r->inside) return l->inside;
        return l->distance < r->distance || (l->distance == r->distance && l->b < r->b);
    });
    const PairContact** end = first;
    for (const PairContact** c = first; c != last; ++c) {
        const bool drop =
            std::any_of(first, end, [&](const PairContact* kept) { return repeats(*kept, **c); });
        if (!drop) std::iter_swap(end++, c);
    }
    const auto by_triangle = [](const PairContact* l, const PairContact* r) { return l->b < r->b; };
    std::sort(first, end, by_triangle);
    std::fill(keep, keep + (end - first), std::uint8_t(1));
    std::fill(keep + (end - first), keep + (last - first), std::uint8_t(0));
}

// An edge-edge contact as far away as this, or farther, is nothing new to the vertex.
double seen_from(const PairContact& vertex)
{
    const double radii = vertex.distance - vertex.gap;
    return vertex.distance - kEdgeSeen * kEdgeCloser * std::max(std::fabs(vertex.distance), radii);
}

EdgeWitnesses::Witness witness_of(const PairContact& vertex)
{
    constexpr double kUp = 1.0 + 1e-6;  // room for the rounding to single precision
    EdgeWitnesses::Witness witness{};
    for (int axis = 0; axis < 3; ++axis) witness.normal[axis] = static_cast<float>(vertex.normal[axis]);
    witness.from = static_cast<float>(kUp * std::max(0.0, seen_from(vertex)));
    return witness;
}

}  // namespace

void sort_into_rows(const std::vector<const PairContact*>& contacts, std::size_t rows,
                    std::vector<Index>& begin, std::vector<const PairContact*>& sorted)
{
    // begin[a + 1] first counts row a, then points at its next free place; the first entry is dropped at the
    // end.
    begin.assign(rows + 2, 0);
    for (const PairContact* c : contacts) ++begin[at(c->a) + 2];
    for (std::size_t i = 2; i < rows + 2; ++i) begin[i] += begin[i - 1];
    sorted.resize(contacts.size());
    for (const PairContact* c : contacts) sorted[at(begin[at(c->a) + 1]++)] = c;
    begin.pop_back();
}

void VertexRows::set(const std::vector<const PairContact*>& contacts, std::size_t nodes)
{
    sort_into_rows(contacts, nodes, begin_, sorted_);
    keep_.resize(sorted_.size());
    sights_.resize(sorted_.size());
    parallel_for(static_cast<Index>(nodes), kChunk, [&](Index node) {
        const auto begin = at(begin_[at(node)]), end = at(begin_[at(node) + 1]);
        if (begin == end) return;
        reduce_row(sorted_.data() + begin, sorted_.data() + end, keep_.data() + begin);
        for (std::size_t i = begin; i < end; ++i) {
            const PairContact& contact = *sorted_[i];
            sights_[i] = {witness_of(contact), keep_[i] != 0 ? contact.object_b : -1};
        }
    });
}

bool VertexRows::see(const PairContact& edge) const
{
    for (int k = 0; k < 4; ++k) {
        const auto node = at(edge.node[k]);
        const double side = k < 2 ? 1.0 : -1.0;
        const Index other = k < 2 ? edge.object_b : edge.object_a;
        for (auto i = at(begin_[node]); i < at(begin_[node + 1]); ++i) {
            const PairContact& vertex = *sorted_[i];
            if (keep_[i] && vertex.object_b == other && !(vertex.normal.dot(edge.normal) * side < kSameWay) &&
                edge.distance > seen_from(vertex))
                return true;
        }
    }
    return false;
}

EdgeWitnesses VertexRows::witnesses(const Edge& edge, Index other_object) const
{
    constexpr double kWay = kSameWay * (1.0 + 1e-2);  // room for the rounding to single precision
    EdgeWitnesses found;
    found.same_way = static_cast<float>(kWay);
    for (int k = 0; k < 2; ++k) {
        const auto node = at(edge[k]);
        for (auto i = at(begin_[node]); i < at(begin_[node + 1]) && sights_[i].object >= 0; ++i) {
            if (sights_[i].object != other_object) continue;
            found.witness[found.count++] = sights_[i].witness;
            break;  // one for each end will do
        }
    }
    return found;
}

}  // namespace stiction
