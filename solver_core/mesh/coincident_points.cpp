#include "solver_core/mesh/coincident_points.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace stiction {
namespace {

using Cell = std::array<std::int64_t, 3>;

struct CellEntry {
    Cell cell;
    Index point;
};

bool operator<(const CellEntry& a, const CellEntry& b)
{
    return a.cell != b.cell ? a.cell < b.cell : a.point < b.point;
}

// The earliest point before `point` within `distance`, sought in the 27 cells around it.
Index earlier_neighbour(Span<const Vec3> positions, const std::vector<CellEntry>& sorted, const Cell& cell,
                        Index point, double distance)
{
    Index found = point;
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
        for (std::int64_t dy = -1; dy <= 1; ++dy) {
            // Cells along z lie next to each other in the sorted list.
            const CellEntry start{{cell[0] + dx, cell[1] + dy, cell[2] - 1}, 0};
            for (auto entry = std::lower_bound(sorted.begin(), sorted.end(), start); entry != sorted.end();
                 ++entry) {
                if (entry->cell[0] != start.cell[0] || entry->cell[1] != start.cell[1]) break;
                if (entry->cell[2] > cell[2] + 1) break;
                if (entry->point >= found) continue;
                if ((positions[entry->point] - positions[point]).norm() <= distance) found = entry->point;
            }
        }
    }
    return found;
}

}  // namespace

std::optional<std::pair<Index, Index>> first_coincident_pair(Span<const Vec3> positions, double tolerance)
{
    if (positions.size() < 2) return std::nullopt;
    Vec3 low = positions[0], high = positions[0];
    for (const Vec3& x : positions) {
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
    }
    const double diagonal = (high - low).norm();
    const double distance = tolerance * diagonal;
    // Not finer than 2^-50 of the box, where cell numbers stay exact.
    const double size = std::max({distance, diagonal * 0x1p-50, std::numeric_limits<double>::min()});
    std::vector<CellEntry> sorted(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Vec3 scaled = (positions[i] - low) / size;
        for (Index axis = 0; axis < 3; ++axis)
            sorted[i].cell[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(scaled[axis]);
        sorted[i].point = static_cast<Index>(i);
    }
    const std::vector<CellEntry> by_point = sorted;
    std::sort(sorted.begin(), sorted.end());
    for (const CellEntry& entry : by_point) {
        const Index earlier = earlier_neighbour(positions, sorted, entry.cell, entry.point, distance);
        if (earlier != entry.point) return std::make_pair(earlier, entry.point);
    }
    return std::nullopt;
}

}  // namespace stiction
