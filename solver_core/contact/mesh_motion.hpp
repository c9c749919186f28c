#pragma once

#include "solver_core/base/span.hpp"
#include "solver_core/contact/collider.hpp"

namespace stiction {

// World positions of a mesh collider's points at `time`, and their secant velocities over the step:
//   y(t) = pose(t) * frame(t),  velocity = (y(t + h) - y(t)) / h
// A deforming mesh is linear between its frames and held outside them. Velocities are zero when h is.
void mesh_motion(const Collider& collider, double time, double step, Span<Vec3> positions,
                 Span<Vec3> velocities);

// The shape alone, in the collider's frame at `time`.
void mesh_shape_at(const MeshShape& shape, double time, Span<Vec3> positions);

}  // namespace stiction
