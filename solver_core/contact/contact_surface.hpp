#pragma once

// All triangles that take part in pairs of features: the deformable surfaces and the mesh colliders, in one
// numbering.
//
// Collider nodes, edges and triangles follow the deformable ones. A mesh collider is an object like the
// others whose velocity is given: the secant (y(t+h) - y(t)) / h. So one broad phase and one narrow phase
// serve self-contact and mesh obstacles; only the last step, writing the ContactSet, tells them apart.

#include "solver_core/contact/detect.hpp"
#include "solver_core/contact/leaf_features.hpp"
#include "solver_core/contact/leaf_patch.hpp"
#include "solver_core/contact/patch_group.hpp"
#include "solver_core/mesh/aabb.hpp"
#include "solver_core/mesh/bvh.hpp"
#include "solver_core/mesh/leaf_boxes.hpp"

#include <cstdint>
#include <vector>

namespace stiction {

// Lists of varying length in one array: row i is item[begin[i]] ... item[begin[i+1]-1].
struct IndexLists {
    std::vector<Index> begin{0};
    std::vector<Index> item;
    Span<const Index> operator[](Index i) const
    {
        const auto row = static_cast<std::size_t>(i);
        const auto first = static_cast<std::size_t>(begin[row]);
        return {item.data() + first, static_cast<std::size_t>(begin[row + 1]) - first};
    }
};

struct SurfaceTriangle {
    Index number;
    Index node[3];
    Index edge[3];  // edge k joins node k and node (k+1) % 3
    Index object;
    // Corners and sides that belong to this triangle. Each node and edge belongs to one of the triangles
    // around it; a pair of features is tested where both belong, hence once.
    std::int8_t owned_nodes, owned_edges;  // how many
    std::int8_t owned_node[3], owned_edge[3];
    // Bit f is set when this is the first of the triangles around the side or corner f (PointTriangle::feature): the one
    // that names a contact there.
    std::uint8_t names;
    bool owns() const { return (owned_nodes | owned_edges) != 0; }
};

struct ContactSurface {
    // Built once.
    Index deformable_nodes = 0, deformable_edges = 0, deformable_triangles = 0, deformable_objects = 0;
    std::vector<SurfaceTriangle> triangles;
    std::vector<Edge> edges;
    IndexLists edge_triangles;  // ascending
    IndexLists edge_corners;    // the corner across the edge in each of these
    IndexLists node_triangles;  // ascending
    IndexLists node_neighbours;
    std::vector<Index> node_object;
    IndexLists object_triangles;         // in the order of the object's tree
    std::vector<Index> object_collider;  // collider number, -1 for deformable objects
    std::vector<Index> object_first_node, object_first_edge,
        object_first_triangle;  // of collider objects, else 0
    std::vector<std::uint8_t> object_solid;
    std::vector<Bvh> trees;               // one for each object, over its triangles
    std::vector<SurfaceTriangle> leaves;  // the triangles in the order of object_triangles
    // The triangles of a tree's leaf make a block; blocks are numbered object by object, in the trees' order.
    std::vector<Index> object_first_block;
    std::vector<Index> block_first_leaf;   // places in `leaves`
    IndexLists block_nodes, block_edges;   // what the block's triangles own
    std::vector<Index> block_first_lanes;  // of its edges, in edge_lanes
    std::vector<Index> block_first_nodes;  // of its nodes, in node_lanes
    std::vector<LeafPatch> patches;        // by block
    std::vector<PatchGroups> groups;       // by object; empty where nothing is ever at peace
    bool pairs_wanted = false;             // self-contact is on or there is a mesh collider

    // Of the step at hand.
    double step = 0.0;
    Vec3Array x, v;
    Span<const Vec3> v_carried;  // see DetectQuery
    std::vector<double> radius;
    double touch_share = 1.0;            // of radii and margins that touch() has
    Vec3 mean_velocity = Vec3::Zero();   // of all deformable nodes
    float magnitude = 0.0F;              // no coordinate is larger
    std::vector<LeafBoxes> leaf_boxes;   // by object
    std::vector<LeafBoxes> group_boxes;  // by object: topmost nodes of at most LeafBoxes::kLanes leaves
    std::vector<Bvh::Node> block_boxes;  // by block
    std::vector<FaceLanes> face_lanes;   // by block; these three are set by set_block alone
    std::vector<EdgeLanes> edge_lanes;
    std::vector<NodeLanes> node_lanes;
    std::vector<std::uint8_t> block_is_set;  // by block: these three are those of the step
    Vec3Array partial_sums;

    void build(const ContactGeometry& geometry, Span<const Vec3> positions);
    void begin_step(const ContactGeometry& geometry, const DetectQuery& query);
    // The same step with other velocities of the deformable nodes; follow() brings their boxes along, and thinner: for what
    // passes, not for what touches.
    void take_velocities(Span<const Vec3> velocity);
    void follow(Span<const Vec3> velocity, double share);

    const Vec3& carried_velocity(Index node) const
    {
        const auto i = static_cast<std::size_t>(node);
        return i < v_carried.size() ? v_carried[i] : v[i];
    }

    // Bounds of the block's features at the start of the step.
    void set_block(Index block);

    Index block_of(Index object, const Bvh::Node& leaf) const
    {
        return object_first_block[static_cast<std::size_t>(object)] + leaf.first / FaceLanes::kSize;
    }
    Index block_size(Index block) const
    {
        return block_first_leaf[static_cast<std::size_t>(block) + 1] -
               block_first_leaf[static_cast<std::size_t>(block)];
    }
    bool objects_meet(Index object_a, Index object_b, const ContactGeometry& geometry) const;

    // The node's way over the step, inflated by radius and margin. Only relative motion brings things
    // together, so it is the way relative to the mean of all deformable nodes: a sheet in free fall keeps
    // small boxes.
    Aabb swept_box(Index node) const;
    // The node's share of what makes a pair near: farther than two of these, and the way the two come
    // together within the step, nothing touches.
    double touch(Index node) const;
};

// Share of the pair's radii, and the fixed part in m, by which a pair counts as near before it touches: a
// contact that opens and closes within the noise of a step keeps its row.
constexpr double kMarginShare = 0.1;
constexpr double kMarginFixed = 1e-4;

inline double contact_margin(double radii) { return kMarginShare * radii + kMarginFixed; }

inline double ContactSurface::touch(Index node) const
{
    return touch_share * ((1.0 + kMarginShare) * radius[static_cast<std::size_t>(node)] + 0.5 * kMarginFixed);
}

}  // namespace stiction
