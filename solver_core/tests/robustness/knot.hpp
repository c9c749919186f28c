#pragma once

// Is a line still knotted? Counted without the detector and without the solver.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

namespace stiction::testing {

// Determinant of the knot that an open line makes when its ends are led away and joined far outside: 1 for a line that can be
// pulled straight, 3 for an overhand knot, whatever its shape. The ends must be the line's extremes in x.
//
// Seen along z, the line is a row of arcs from one passage below to the next; at every crossing
// 2 (arc above) - (arc that goes under) - (arc that comes out) is a row of a matrix over the arcs. The determinant of the
// matrix without one row and one column, as a positive number, is the same for every drawing of a knot.
Index knot_determinant(Span<const Vec3> line);

}  // namespace stiction::testing
