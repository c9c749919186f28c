#pragma once

// Faces of the deformable surfaces against the convex colliders: what the nodes alone do not see.

#include "solver_core/contact/obstacle_contact.hpp"

#include <vector>

namespace stiction {

// The low points of a face that hangs between its corners: the deepest point inside it, and of every side the side's own. Over
// a drum a face touches along a line, which only two points hold.
//
// Corners rest at R, low points at R - sink: the larger of kFaceDeeper times the longest edge and kFaceShare times R. So
// cloth that is fine enough for the collider is carried by its nodes alone, and half of R is kept from the surface. A low
// point is looked at from kFaceSeen of its sink below the corners on. What matters is that it comes to bear where it rests:
// one that appeared with an overlap was thrown up and let go, step by step, and the cloth crept away under it.
constexpr double kFaceDeeper = 1e-3;
constexpr double kFaceShare = 0.5;
constexpr double kFaceSeen = 0.5;
// A face that moves less than this share of its longest edge in a step is seen by its distance at the start,
// or its neighbour is; only faster ones are followed through the step.
constexpr double kPassingShare = 0.25;
// Over a box, the corners and edges of the box that the face hangs over (contact/box_features.hpp) come instead of the
// deepest point, all of them: at the deepest point alone a face that lies on a corner and on an edge loses one to the
// other from step to step. A feature is left out where a corner of the face with nearly the same normal (kSameDirection,
// cosine) is as deep up to the sink above, or where its way out is longer than kLongestWay times the face's depth:
// that is the largest sum of the components of a unit normal, by which a plane through a corner is farther away than the
// nearest face of the box.
constexpr double kSameDirection = 0.9;
constexpr double kLongestWay = 1.7320508075688772;

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
