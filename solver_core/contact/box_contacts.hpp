#pragma once

// The corners and edges of a box that a face hangs over (contact/box_features.hpp), all of them: at the deepest point alone a
// face that lies on a corner and on an edge loses one to the other from step to step.
//
// A feature is left out where the corners of the face around it have nearly the same normal (kSameDirection, cosine) and none of
// them is higher than the feature by more than the sink (contact/local_face.hpp); or where its way out is longer than kLongestWay
// times the face's depth: that is the largest sum of the components of a unit normal, by which a plane through a corner is farther
// away than the nearest face of the box.
//
// They rest at R as nodes do, not deeper as low points do: what moves over an edge or a corner lies on it with nodes and with
// points between them by turns, and a step between the two would be a bump at every node that comes by.

#include "solver_core/contact/local_face.hpp"

#include <vector>

namespace stiction {

constexpr double kSameDirection = 0.9;
constexpr double kLongestWay = 1.7320508075688772;

// Corners and edges of a box under triangle t. False when there is none.
bool add_box_contacts(const ContactSurface& surface, const ObstacleFrame& frame, Index t,
                      const LocalFace& local, double deepest, const FacePoints& face,
                      std::vector<ObstacleContact>& out);

}  // namespace stiction
