#pragma once

// Faces of the deformable surfaces against the convex colliders: what the nodes alone do not see. Corners and edges of a box
// under the face (contact/box_contacts.hpp), else the low points between its corners (contact/low_points.hpp), else where it is
// passed through within the step.

#include "solver_core/contact/local_face.hpp"

#include <vector>

namespace stiction {

// A face that moves less than this share of its longest edge in a step is seen by its distance at the start,
// or its neighbour is; only faster ones are followed through the step.
constexpr double kPassingShare = 0.25;

// Contacts of triangle t with the collider, with nodes, weights and keys, appended; a point on an edge is named by the
// edge. Two triangles may both name a box's feature on their common edge:
// contacts with equal keys are one contact.
void triangle_obstacle_contacts(const ContactGeometry& geometry, const ContactSurface& surface,
                                const ObstacleFrame& frame, Index t, std::vector<ObstacleContact>& out);

// A triangle that cannot make a contact: too far for its motion, or its deepest point cannot be clearly below
// its corners while it moves too little to be passed through. The slack covers rounding, so that this only
// ever spares work. `buffers` hold the nodes' places and distances in the collider's frame.
bool is_clear_of_obstacle(const ObstacleFrame& frame, const ObstacleBuffers& buffers, const Triangle& node);

}  // namespace stiction
