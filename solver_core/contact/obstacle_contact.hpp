#pragma once

// Contacts of nodes and faces with the convex colliders.
//
//   x(t), v      position and predicted velocity of a point of the surface
//   pose0, pose1 collider's pose at the start and at the end of the step
//   phi, n       signed distance and outward normal at the start
//   gap          phi - R, R = offset of the point + radius of the collider
//   v_obstacle   secant velocity of the collider's material point under the contact:
//                (pose1 - pose0) applied to it, / h
// Included when  gap < max(0, -n . (v - v_obstacle)) h + margin(R): inside at any depth, outside when in
// reach.
//
// A collider may move many edge lengths in a step. A point that is clear of it (gap > margin) but whose path
// relative to it, a straight line in the collider's frame, enters it gets normal and gap at the place of
// entry instead:
//   gap = n . (x(t) - entry).

#include "solver_core/contact/contact_surface.hpp"
#include "solver_core/contact/convex_distance.hpp"

namespace stiction {

// A contact with a given obstacle, before it becomes a row of the ContactSet.
struct ObstacleContact {
    ContactKey key;
    Index object = 0;
    double gap = 0.0;
    Vec3 normal = Vec3::Zero(), point = Vec3::Zero(), velocity = Vec3::Zero();
    Index count = 0;
    Index node[3] = {0, 0, 0};
    double weight[3] = {0, 0, 0};
};

// One convex collider during one step.
struct ObstacleFrame {
    const Shape* shape = nullptr;
    Index collider = 0;
    double radius = 0.0, step = 0.0;
    Mat3 rotation0, rotation1;
    Vec3 origin0, origin1;

    ObstacleFrame(const Collider& source, Index number, double time, double h);
    Vec3 local0(const Vec3& world) const { return rotation0.transpose() * (world - origin0); }
    Vec3 local1(const Vec3& world) const { return rotation1.transpose() * (world - origin1); }
    Vec3 velocity(const Vec3& local) const;
};

// The distance a node keeps from a collider's surface beside the collider's own radius.
double obstacle_offset(const ContactGeometry& geometry, Index collider, Index node);

// Fills gap, normal, point, velocity. False when the node is out of reach.
bool vertex_obstacle_contact(const ObstacleFrame& frame, const Vec3& x, const Vec3& v, double offset,
                             ObstacleContact& out);

// A face's deepest point, when it is clearly deeper than the face's corners: by more than the larger of
// kFaceDeeper times the longest edge and kFaceShare times R. Corners are then not enough to carry the face
// over an edge or a small collider; what stays below the threshold still keeps half of R from the surface.
// `feature` tells where it lies: bits of the corners with positive weight (7 the face, two bits an edge).
constexpr double kFaceDeeper = 1e-3;
constexpr double kFaceShare = 0.5;
// A face that moves less than this share of its longest edge in a step is seen by its distance at the start,
// or its neighbour is; only faster ones are followed through the step.
constexpr double kPassingShare = 0.25;
struct FacePoints {
    Vec3 x[3], v[3];
    double offset[3];
};
bool face_obstacle_contact(const ObstacleFrame& frame, const FacePoints& face, ObstacleContact& out,
                           Vec3& weight, unsigned& feature);

// Triangle t against the collider, with nodes, weights and key; a point on an edge is named by the edge,
// found by the triangle that owns the edge, and dropped when a neighbouring face is deeper.
bool triangle_obstacle_contact(const ContactGeometry& geometry, const ContactSurface& surface,
                               const ObstacleFrame& frame, Index t, ObstacleContact& out);

// All contacts with one convex collider, vertices and faces, each ascending by key.
struct ObstacleBuffers {
    struct Node {
        Vec3 local;            // in the collider's frame
        double phi;            // signed distance at the start
        double travel, radii;  // way over the step, relative to the collider; R
    };
    std::vector<Node> nodes;
    std::vector<Vec3> normals;  // outward at the nodes
    std::vector<std::vector<ObstacleContact>> vertex_chunks, face_chunks;
};
void find_obstacle_contacts(const ContactGeometry& geometry, const ContactSurface& surface, Index collider,
                            double time, ObstacleBuffers& buffers, std::vector<ObstacleContact>& vertices,
                            std::vector<ObstacleContact>& faces);

}  // namespace stiction
