#pragma once

// The detection stage: from positions to a sorted ContactSet. It knows surfaces, never a Model, and serves
// every method.

#include "solver_core/base/span.hpp"
#include "solver_core/contact/collider.hpp"
#include "solver_core/contact/contact_set.hpp"

#include <memory>
#include <vector>

namespace stiction {

// What can touch: the surfaces of all cloth and soft objects over one numbering of nodes, and the colliders.
// Built once.
struct ContactGeometry {
    std::vector<Triangle> triangles;  // of all objects; closed outward for soft bodies
    std::vector<Index> triangle_object;
    std::vector<Edge> edges;  // unique, node numbers ascending
    std::vector<Index> edge_object;
    std::vector<Index> vertices;     // nodes on a surface, ascending
    std::vector<Index> node_object;  // of every node
    std::vector<double> radius;      // of every node: half the thickness, m
    // Undeformed positions of every node, any frame per object. Two parts of one object that are closer than
    // the thickness here touch at half their rest distance instead, so that a mesh finer than its thickness
    // is at peace with itself. Empty: the thickness holds everywhere.
    Vec3Array rest;
    std::vector<bool> object_is_solid;      // closed surface of a soft body: inside is known
    std::vector<bool> object_self_contact;  // an object against itself
    // friction of pairs: [object][object], [object][collider]
    std::vector<std::vector<double>> friction_objects;
    std::vector<std::vector<double>> friction_colliders;
    std::vector<double> friction_scale;  // of every node; empty: 1 everywhere
    std::vector<Collider> colliders;
    // Nodes that start closer to a collider than their radius keep that distance as their offset, so that a
    // sheet laid on a surface stays where it was put: [collider][node], at most radius; empty means radius
    // everywhere.
    std::vector<std::vector<double>> obstacle_offset;
    bool self_contact = true;  // any contact between deformable objects at all
    // Who carries a smooth surface: contacts with it (smooth_contacts.hpp) are not found here. Empty: nobody. Two deformable
    // objects meet smoothly when one of them carries and no solid of the two does not.
    std::vector<bool> smooth_object, smooth_collider;
};

struct DetectQuery {
    Span<const Vec3> x;          // positions at the start of the step
    Span<const Vec3> v;          // predicted velocities over the step (free flight)
    Span<const Vec3> v_carried;  // the same without gravity, as of bodies that are carried; empty means v
    double time = 0.0;           // start of the step, s
    double step = 0.0;           // h, s
};

// BVHs, candidate lists, collider poses: kept between steps, rebuilt from nothing when lost (never part of
// State).
class DetectWorkspace {
public:
    DetectWorkspace();
    ~DetectWorkspace();
    DetectWorkspace(DetectWorkspace&&) noexcept;
    DetectWorkspace& operator=(DetectWorkspace&&) noexcept;
    struct Impl;
    std::unique_ptr<Impl> impl;
};

// Every pair that could come to touch within the step: gap < (approach speed) * h + margin, with the margin a
// tenth of the pair's radii plus 0.1 mm.
// The result depends on the query alone, not on what the workspace saw before, nor on threads.
void detect(const ContactGeometry& geometry, const DetectQuery& query, DetectWorkspace& work,
            ContactSet& contacts);

// Pairs of features of sheets that would pass through each other within the step if its nodes moved with v, each as a contact
// (passing_pair.hpp); but for surfaces that are through each other already (crossed_pair.hpp). Goes on from the positions of the last
// detect().
void detect_passing(const ContactGeometry& geometry, Span<const Vec3> v, DetectWorkspace& work,
                    ContactSet& contacts);

// Whose entering a collider counts.
struct EnteringLimits {
    double slack = 0.0;  // how far below its bare surface a node may come, m
    bool solids = true;  // nodes of soft bodies too
};

// Nodes whose middle would be below the bare surface of a convex collider at the end of the step or on the way, if they moved
// with v. `time` is the start of the step, s. Goes on from the positions of the last detect().
void detect_entering(const ContactGeometry& geometry, Span<const Vec3> v, double time,
                     const EnteringLimits& limits, DetectWorkspace& work, ContactSet& contacts);

// Fills obstacle_offset from the initial positions.
void init_obstacle_offsets(ContactGeometry& geometry, Span<const Vec3> x, double time);

}  // namespace stiction
