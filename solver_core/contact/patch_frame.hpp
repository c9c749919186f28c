#pragma once

// A frame that goes with a patch of surface, in single precision, and what the peace of two patches needs of it
// (see leaf_patch.hpp for the symbols).

#include "solver_core/math/lane_bits.hpp"
#include "solver_core/mesh/bvh.hpp"

namespace stiction {

using PatchAxis = Eigen::Array3f;

struct PatchFrame {
    PatchAxis origin = PatchAxis::Zero(), u = PatchAxis::Zero(), v = PatchAxis::Zero(), n = PatchAxis::Zero();
};

// More than the rounding of a difference of two coordinates in a frame, relative to the coordinates.
constexpr float kPatchRounding = 4e-6F;

// u along ab, v towards c. Three points in line give a frame of NaNs, and with it no verdict.
PatchFrame frame_through(const Vec3& a, const Vec3& b, const Vec3& c, const PatchAxis& origin);

inline Lanes8 coordinate(const Lanes8* lanes, const PatchAxis& origin, const PatchAxis& axis)
{
    return (lanes[0] - origin[0]) * axis[0] + (lanes[1] - origin[1]) * axis[1] +
           (lanes[2] - origin[2]) * axis[2];
}

// The distance below which parts of one object that start d apart touch when they do not move;
// `touch` is the sum of what the two boxes count as near.
float touching_distance(float d, float touch);

// How far two points at least `side` apart in the plane of the frame and at most `rise` across it can come
// together along the line between them. Where the patches lie flat that line does too, and a motion across
// them counts for little.
float approach_along(const PatchFrame& frame, const Bvh::Node& box_a, const Bvh::Node& box_b, float side,
                     float rise);

}  // namespace stiction
