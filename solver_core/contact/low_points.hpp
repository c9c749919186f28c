#pragma once

// The low points of a face that hangs between its corners: the deepest point inside it, and of every side the side's own. Over
// a drum a face touches along a line, which only two points hold.
//
// Corners rest at R, low points at R - sink (contact/local_face.hpp), and they are looked at from kFaceSeen of the sink below
// the corners on.

#include "solver_core/contact/local_face.hpp"
#include "solver_core/contact/triangle_depth.hpp"

#include <vector>

namespace stiction {

// The lowest point inside the face and those of the sides that this triangle names. False when none may touch.
bool add_low_contacts(const ContactSurface& surface, const ObstacleFrame& frame, Index t,
                      const LocalFace& local, const TriangleDepth& deepest, const FacePoints& face,
                      std::vector<ObstacleContact>& out);

}  // namespace stiction
