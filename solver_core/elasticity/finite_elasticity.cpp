#include "solver_core/elasticity/finite_elasticity.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <utility>

namespace stiction {
namespace {

// Elements a chunk: some 50 us of Hessians, 10 us of energies.
constexpr Index kElementChunk = 128;
constexpr Index kNodeChunk = 1024;
// Element blocks kept before they are summed, 6 MB: all of them take as much as the rest of an iterative Newton step.
constexpr std::size_t kBatchBlocks = 80000;

// visit(group) for every kind of element, always in this order.
template <class Terms, class Visit>
void for_each_group(Terms& terms, Visit&& visit)
{
    visit(terms.stable);
    visit(terms.classic);
    visit(terms.membrane);
    visit(terms.orthotropic);
    visit(terms.bend);
    visit(terms.volume);
}

// An element group ready to be evaluated: regions need their pressure, which is not that of one element.
template <class Group>
const Group& loaded(const Group& group, Span<const double>)
{
    return group;
}

PressedTriangles loaded(const VolumeRegions& regions, Span<const double> pressure)
{
    return {regions, regions.nodes, pressure};
}

template <class Group>
double element_energy(const Group& group, Span<const Vec3> x, Index e)
{
    return stiction::energy(group, x, e);
}

// Regions have no energy by element.
double element_energy(const VolumeRegions&, Span<const Vec3>, Index) { return 0.0; }

// A vector of numbers that are not counted twice, grown but never shrunk.
template <class Value>
Span<Value> grown(std::vector<Value>& buffer, std::size_t size)
{
    if (buffer.size() < size) buffer.resize(size);
    return {buffer.data(), size};
}

}  // namespace

FiniteElasticity::FiniteElasticity(FiniteTerms terms, Index node_count)
    : terms_(std::move(terms)), blocks_(node_count)
{
    for_each_group(terms_, [&](const auto& group) {
        const Index corners = group.kCorners;
        for (Index e = 0; e < group.size(); ++e) {
            for (Index a = 0; a < corners; ++a)
                for (Index b = 0; b <= a; ++b)
                    blocks_.add(group.nodes[e][a], group.nodes[e][b],
                                static_cast<Index>(block_count_) + block_of(a, b));
            block_count_ += blocks_of(corners);
            corner_count_ += corners;
        }
    });
    blocks_.finish();
    pattern_ = blocks_.pattern();
    list_slots();
}

void FiniteElasticity::list_slots()
{
    const auto for_each_corner = [&](auto&& visit) {
        Index slot = 0;
        for_each_group(terms_, [&](const auto& group) {
            for (Index e = 0; e < group.size(); ++e)
                for (Index a = 0; a < group.kCorners; ++a) visit(group.nodes[e][a], slot++);
        });
    };
    slot_begin_.assign(static_cast<std::size_t>(node_count()) + 1, 0);
    slot_.resize(corner_count_);
    for_each_corner([&](Index node, Index) { ++slot_begin_[node + 1]; });
    for (Index i = 0; i < node_count(); ++i) slot_begin_[i + 1] += slot_begin_[i];
    std::vector<Index> next(slot_begin_.begin(), slot_begin_.end() - 1);
    for_each_corner([&](Index node, Index slot) { slot_[next[node]++] = slot; });
}

double FiniteElasticity::energy(Span<const Vec3> x, std::vector<double>& partial) const
{
    STICTION_ASSERT(x.size() == static_cast<std::size_t>(node_count()));
    double sum = 0.0;
    for_each_group(terms_, [&](const auto& group) {
        sum += ordered_sum(group.size(), kElementChunk, 0.0, partial, [&](Index begin, Index end) {
            double chunk = 0.0;
            for (Index e = begin; e < end; ++e) chunk += element_energy(group, x, e);
            return chunk;
        });
    });
    for (Index r = 0; r < terms_.volume.region_count(); ++r)
        sum += fill_energy(terms_.volume.fill[r], region_volume(terms_.volume, r, x, partial));
    return sum;
}

void FiniteElasticity::add_gradient(Span<const Vec3> x, Span<Vec3> g,
                                    FiniteElasticityWorkspace& workspace) const
{
    STICTION_ASSERT(x.size() == g.size() && x.size() == static_cast<std::size_t>(node_count()));
    const Span<Vec3> corner = grown(workspace.corner, corner_count_);
    region_pressures(terms_.volume, x, workspace.pressure, workspace.partial);
    std::size_t first = 0;
    for_each_group(terms_, [&](const auto& group) {
        const auto corners = static_cast<std::size_t>(group.kCorners);
        parallel_chunks(group.size(), kElementChunk, [&](Index begin, Index end) {
            gradient(loaded(group, workspace.pressure), x, begin, end,
                     corner.subspan(first + corners * begin, corners * (end - begin)));
        });
        first += corners * group.nodes.size();
    });
    parallel_for(node_count(), kNodeChunk, [&](Index i) {
        Vec3 sum = Vec3::Zero();
        for (Index s = slot_begin_[i]; s < slot_begin_[i + 1]; ++s) sum += corner[slot_[s]];
        g[i] += sum;
    });
}

void FiniteElasticity::hessian(Span<const Vec3> x, HessianKind kind, Span<double> values,
                               FiniteElasticityWorkspace& workspace) const
{
    STICTION_ASSERT(x.size() == static_cast<std::size_t>(node_count()));
    const Span<Mat3> block = grown(workspace.block, std::min(block_count_, kBatchBlocks));
    region_pressures(terms_.volume, x, workspace.pressure, workspace.partial);
    std::fill(values.begin(), values.end(), 0.0);
    blocks_.begin_sums(workspace.next_source);
    std::size_t summed = 0, made = 0;  // slots
    const auto sum = [&] {
        blocks_.accumulate(block.subspan(0, made - summed), static_cast<Index>(summed), workspace.next_source,
                           values);
        summed = made;
    };
    for_each_group(terms_, [&](const auto& group) {
        const auto blocks = static_cast<std::size_t>(blocks_of(group.kCorners));
        for (Index done = 0; done < group.size();) {
            if (made - summed + blocks > kBatchBlocks) sum();
            const auto room = static_cast<Index>((kBatchBlocks - (made - summed)) / blocks);
            const Index count = std::min(group.size() - done, room);
            const Span<Mat3> out = block.subspan(made - summed, blocks * static_cast<std::size_t>(count));
            parallel_chunks(count, kElementChunk, [&](Index begin, Index end) {
                stiction::hessian(loaded(group, workspace.pressure), x, done + begin, done + end, kind,
                                  out.subspan(blocks * begin, blocks * (end - begin)));
            });
            done += count;
            made += out.size();
        }
    });
    sum();
}

}  // namespace stiction
