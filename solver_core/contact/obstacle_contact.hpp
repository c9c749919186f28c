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

// Fills gap, normal, point and velocity of a surface point whose nearest (or entered) point of the collider is
// `surface_local`.
void set_obstacle_contact(const ObstacleFrame& frame, const Vec3& surface_local, const Vec3& normal_local,
                          double gap, ObstacleContact& out);
// Whether a point of velocity v may come to touch; `slack` is added to the margin, m.
bool obstacle_in_reach(const ObstacleFrame& frame, const ObstacleContact& contact, const Vec3& v,
                       double radii, double slack = 0.0);
// Contact of a point that starts clear of the collider and enters it within the step, both in the collider's frame.
bool obstacle_entry_contact(const ObstacleFrame& frame, const Vec3& start, const Vec3& end, double radii,
                            ObstacleContact& out);

// Fills gap, normal, point, velocity. False when the node is out of reach.
bool vertex_obstacle_contact(const ObstacleFrame& frame, const Vec3& x, const Vec3& v, double offset,
                             ObstacleContact& out);

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

// Nodes whose middle the surface's velocities take into the collider. What overlaps by less than its thickness is a contact of the
// next step: to stop every node that touches would tear at light, stiff cloth, whose neighbours move on. Ascending by key.
void find_entering_nodes(const ContactGeometry& geometry, const ContactSurface& surface, Index collider,
                         double time, const EnteringLimits& limits, ObstacleBuffers& buffers,
                         std::vector<ObstacleContact>& vertices);

}  // namespace stiction
