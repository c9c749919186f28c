#include "solver_core/elasticity/projective_elasticity.hpp"

#include "solver_core/base/parallel.hpp"

#include <utility>

namespace stiction {
namespace {

// Elements a chunk: long enough to hide a task's start (about 30 us of work), short enough to share among cores.
constexpr Index kElementChunk = 512;

template <class Terms, class Triplets>
void add_stiffness(const Terms& terms, Triplets& triplets)
{
    for (Index e = 0; e < terms.size(); ++e) {
        const auto block = stiffness(terms, e);
        for (Index a = 0; a < Terms::kCorners; ++a)
            for (Index b = 0; b < Terms::kCorners; ++b)
                triplets.emplace_back(terms.nodes[e][a], terms.nodes[e][b], block(a, b));
    }
}

template <class Triplets>
void add_stiffness(const CurvatureBend& terms, Triplets& triplets)
{
    for (Index e = 0; e < terms.size(); ++e)
        for (Index a = terms.begin[e]; a < terms.begin[e + 1]; ++a)
            for (Index b = terms.begin[e]; b < terms.begin[e + 1]; ++b)
                triplets.emplace_back(terms.node[a], terms.node[b], stiffness(terms, e, a, b));
}

template <class Terms>
void project_group(const Terms& terms, Index count, Span<const Vec3> x, Span<Vec3> corner)
{
    parallel_chunks(count, kElementChunk, [&](Index begin, Index end) {
        project(terms, x, begin, end,
                corner.subspan(static_cast<std::size_t>(begin) * Terms::kCorners,
                               static_cast<std::size_t>(end - begin) * Terms::kCorners));
    });
}

void project_curved(const CurvatureBend& terms, Span<const Vec3> x, Span<Vec3> corner)
{
    parallel_chunks(terms.curved, kElementChunk, [&](Index begin, Index end) {
        const auto first = static_cast<std::size_t>(terms.begin[begin]);
        project(terms, x, begin, end,
                corner.subspan(first, static_cast<std::size_t>(terms.begin[end]) - first));
    });
}

template <class Terms>
double group_energy(const Terms& terms, Span<const Vec3> x, std::vector<double>& partial)
{
    return ordered_sum(terms.size(), kElementChunk, 0.0, partial, [&](Index begin, Index end) {
        double sum = 0.0;
        for (Index e = begin; e < end; ++e) sum += energy(terms, x, e);
        return sum;
    });
}

}  // namespace

ProjectiveElasticity::ProjectiveElasticity(TriangleStretch stretch, CurvatureBend bend, TetElastic tets,
                                           Index node_count)
    : stretch_(std::move(stretch)), bend_(std::move(bend)), tets_(std::move(tets)), node_count_(node_count)
{
    sort_curved_first(bend_);
    corner_count_ = 3 * static_cast<std::size_t>(stretch_.size()) +
                    static_cast<std::size_t>(bend_.begin[bend_.curved]) +
                    4 * static_cast<std::size_t>(tets_.size());
    list_slots();
}

void ProjectiveElasticity::list_slots()
{
    const auto for_each_corner = [&](auto&& visit) {
        Index slot = 0;
        for (Index e = 0; e < stretch_.size(); ++e)
            for (Index a = 0; a < 3; ++a) visit(stretch_.nodes[e][a], slot++);
        for (Index a = 0; a < bend_.begin[bend_.curved]; ++a) visit(bend_.node[a], slot++);
        for (Index e = 0; e < tets_.size(); ++e)
            for (Index a = 0; a < 4; ++a) visit(tets_.nodes[e][a], slot++);
    };
    slot_begin_.assign(static_cast<std::size_t>(node_count_) + 1, 0);
    slot_.resize(corner_count_);
    for_each_corner([&](Index node, Index) { ++slot_begin_[node + 1]; });
    for (Index i = 0; i < node_count_; ++i) slot_begin_[i + 1] += slot_begin_[i];
    std::vector<Index> next(slot_begin_.begin(), slot_begin_.end() - 1);
    for_each_corner([&](Index node, Index slot) { slot_[next[node]++] = slot; });
}

Eigen::SparseMatrix<double, Eigen::ColMajor, Index> ProjectiveElasticity::stiffness_matrix() const
{
    std::vector<Eigen::Triplet<double, Index>> triplets;
    triplets.reserve(9 * stretch_.nodes.size() + 7 * bend_.node.size() + 16 * tets_.nodes.size());
    add_stiffness(stretch_, triplets);
    add_stiffness(bend_, triplets);
    add_stiffness(tets_, triplets);
    Eigen::SparseMatrix<double, Eigen::ColMajor, Index> k(node_count_, node_count_);
    k.setFromTriplets(triplets.begin(), triplets.end());
    return k;
}

void ProjectiveElasticity::project_all(Span<const Vec3> x, Span<Vec3> corner) const
{
    const std::size_t triangles = 3 * static_cast<std::size_t>(stretch_.size());
    const auto curved = static_cast<std::size_t>(bend_.begin[bend_.curved]);
    project_group(stretch_, stretch_.size(), x, corner.subspan(0, triangles));
    project_curved(bend_, x, corner.subspan(triangles, curved));
    project_group(tets_, tets_.size(), x,
                  corner.subspan(triangles + curved, corner_count_ - triangles - curved));
}

double ProjectiveElasticity::total_energy(Span<const Vec3> x, std::vector<double>& partial) const
{
    return group_energy(stretch_, x, partial) + group_energy(bend_, x, partial) +
           group_energy(tets_, x, partial);
}

}  // namespace stiction
