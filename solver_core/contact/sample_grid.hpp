#pragma once

// Points by cell: all points within a radius of a place, in ascending order, with points that move a little from one
// update to the next.
//
// A hash table of cells; the points of a cell are a doubly linked list over the points themselves, so that a point that
// changes its cell is unlinked and linked anew, and the others are not touched. What a list's order was does not matter:
// a query sorts. Queries are const and may run side by side.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <cstdint>
#include <vector>

namespace stiction {

class SampleGrid {
public:
    // `cell` is the side of a cell, m; about the radius of the queries.
    void build(Span<const Vec3> points, double cell);
    // The same points, moved. Returns how many changed their cell.
    Index update(Span<const Vec3> points);
    // Numbers of all points nearer to x than `radius`, ascending, instead of what `found` held.
    void gather(Span<const Vec3> points, const Vec3& x, double radius, std::vector<Index>& found) const;
    double cell() const { return cell_; }

private:
    using Key = std::uint64_t;
    std::int64_t cell_of(double coordinate) const;
    Key key_of(const Vec3& x) const;
    std::size_t slot_of(Key key) const;
    void link(Index point, Key key);
    void unlink(Index point);

    double cell_ = 1.0, inverse_cell_ = 1.0;
    std::size_t mask_ = 0;
    std::vector<Index> head_;             // by slot, -1 when empty
    std::vector<Index> next_, previous_;  // by point; previous -1: the head
    std::vector<Key> key_;                // by point: its cell
};

}  // namespace stiction
