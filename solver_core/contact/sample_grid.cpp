#include "solver_core/contact/sample_grid.hpp"

#include "solver_core/base/assert.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// 21 bits a coordinate. Cells 2^21 apart share a key: then a query meets points that are far, and leaves them out.
constexpr std::uint64_t kCoordinateMask = (std::uint64_t(1) << 21) - 1;

std::uint64_t pack(std::int64_t i, std::int64_t j, std::int64_t k)
{
    return (static_cast<std::uint64_t>(i) & kCoordinateMask) |
           (static_cast<std::uint64_t>(j) & kCoordinateMask) << 21 |
           (static_cast<std::uint64_t>(k) & kCoordinateMask) << 42;
}

}  // namespace

std::int64_t SampleGrid::cell_of(double coordinate) const
{
    // Within what a 64-bit number holds, also for a simulation that has run away.
    return static_cast<std::int64_t>(std::floor(std::clamp(coordinate * inverse_cell_, -1e15, 1e15)));
}

SampleGrid::Key SampleGrid::key_of(const Vec3& x) const
{
    return pack(cell_of(x[0]), cell_of(x[1]), cell_of(x[2]));
}

std::size_t SampleGrid::slot_of(Key key) const
{
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> 20) & mask_;
}

void SampleGrid::link(Index point, Key key)
{
    Index& head = head_[slot_of(key)];
    key_[at(point)] = key;
    next_[at(point)] = head;
    previous_[at(point)] = -1;
    if (head >= 0) previous_[at(head)] = point;
    head = point;
}

void SampleGrid::unlink(Index point)
{
    const Index before = previous_[at(point)], after = next_[at(point)];
    if (before >= 0)
        next_[at(before)] = after;
    else
        head_[slot_of(key_[at(point)])] = after;
    if (after >= 0) previous_[at(after)] = before;
}

void SampleGrid::build(Span<const Vec3> points, double cell)
{
    STICTION_ASSERT(cell > 0.0 && std::isfinite(cell));
    cell_ = cell;
    inverse_cell_ = 1.0 / cell;
    std::size_t slots = 16;
    while (slots < 2 * points.size()) slots *= 2;
    mask_ = slots - 1;
    head_.assign(slots, -1);
    next_.assign(points.size(), -1);
    previous_.assign(points.size(), -1);
    key_.assign(points.size(), 0);
    for (std::size_t i = 0; i < points.size(); ++i) link(static_cast<Index>(i), key_of(points[i]));
}

Index SampleGrid::update(Span<const Vec3> points)
{
    STICTION_ASSERT(points.size() == key_.size());
    Index moved = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Key key = key_of(points[i]);
        if (key == key_[i]) continue;
        unlink(static_cast<Index>(i));
        link(static_cast<Index>(i), key);
        ++moved;
    }
    return moved;
}

void SampleGrid::gather(Span<const Vec3> points, const Vec3& x, double radius,
                        std::vector<Index>& found) const
{
    found.clear();
    if (!x.allFinite()) return;
    const double square = radius * radius;
    std::int64_t low[3], high[3];
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = cell_of(x[axis] - radius);
        high[axis] = cell_of(x[axis] + radius);
    }
    for (std::int64_t i = low[0]; i <= high[0]; ++i)
        for (std::int64_t j = low[1]; j <= high[1]; ++j)
            for (std::int64_t k = low[2]; k <= high[2]; ++k) {
                const Key key = pack(i, j, k);
                for (Index p = head_[slot_of(key)]; p >= 0; p = next_[at(p)])
                    if (key_[at(p)] == key && (points[at(p)] - x).squaredNorm() < square) found.push_back(p);
            }
    std::sort(found.begin(), found.end());
}

}  // namespace stiction
