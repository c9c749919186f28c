#pragma once

// A face of a deformable surface in the frame of a convex collider, and the contacts that are made of it.
//
//   R      corners rest at this distance: their offset and the collider's radius
//   sink   low points between the corners rest at R - sink: the larger of kFaceDeeper times the longest edge and kFaceShare R
//
// So cloth that is fine enough for the collider is carried by its nodes alone, and half of R is kept from the surface. They
// are looked at only where they are lower than the corners by kFaceSeen of the sink. What matters is that they come to bear where
// they rest: points that appeared with an overlap were thrown up and let go, step by step, and the cloth crept
// away under them.

#include "solver_core/contact/obstacle_contact.hpp"

#include <algorithm>

namespace stiction {

constexpr double kFaceDeeper = 1e-3;
constexpr double kFaceShare = 0.5;
constexpr double kFaceSeen = 0.5;

// As it stands in the world.
struct FacePoints {
    Vec3 x[3], v[3];
    double offset[3];
};

struct LocalFace {
    Vec3 start[3], end[3];
    double radii[3];
    SignedDistance distance[3];
    double longest = 0.0;
    double sink = 0.0;
    double travel = 0.0;  // of the fastest corner, relative to the collider
    double turned = 0.0;  // what the last step may have opened, see turning_slack
};

LocalFace local_face(const ObstacleFrame& frame, const FacePoints& face);

inline double least_corner(const LocalFace& local)
{
    return std::min({local.distance[0].phi, local.distance[1].phi, local.distance[2].phi});
}

inline double dot3(const Vec3& weight, const double* value)
{
    return weight[0] * value[0] + weight[1] * value[1] + weight[2] * value[2];
}

inline Vec3 mix3(const Vec3& weight, const Vec3* value)
{
    return weight[0] * value[0] + weight[1] * value[1] + weight[2] * value[2];
}

// A point of a face that may touch: where it lies in the face (`feature`: bits of the corners with positive weight, 7 the
// face, two bits an edge), and which feature of the collider it meets (0: its surface).
struct FaceContact {
    ObstacleContact contact;
    Vec3 weight = Vec3::Zero();
    unsigned feature = 0;
    int part = 0;
};

inline Index edge_of(const SurfaceTriangle& triangle, unsigned feature)
{
    return triangle.edge[feature == 3U ? 0 : (feature == 6U ? 1 : 2)];
}

// The row of a found contact: nodes, weights and key; a point on an edge is named by the edge.
void add_contact(const ContactSurface& surface, const ObstacleFrame& frame, Index t, FaceContact& found,
                 std::vector<ObstacleContact>& out);

}  // namespace stiction
