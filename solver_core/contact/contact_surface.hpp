#pragma once

// All triangles that take part in pairs of features: the deformable surfaces and the mesh colliders, in one
// numbering.
//
// Collider nodes, edges and triangles follow the deformable ones. A mesh collider is an object like the
// others whose velocity is given: the secant (y(t+h) - y(t)) / h. So one broad phase and one narrow phase
// serve self-contact and mesh obstacles; only the last step, writing the ContactSet, tells them apart.

#include "solver_core/contact/detect.hpp"
#include "solver_core/mesh/aabb.hpp"
#include "solver_core/mesh/box_block.hpp"
#include "solver_core/mesh/bvh.hpp"

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
    bool owns() const { return (owned_nodes | owned_edges) != 0; }
};

// What the broad phase reads of a triangle in every step, in lanes of four: the three sides and, fourth, the
// plane.
//   origin  start of side k; corner 0 for the plane
//   out     unit normal of side k in the triangle's plane, outward; the triangle's unit normal for the plane
//   along   side k as a vector (fourth lane unused), length2 its squared length
// out . (p - origin) is then how far p lies beyond each side and above the plane: lower bounds of its
// distance.
struct alignas(32) LeafTriangle {
    using Lanes = Eigen::Array4d;
    Lanes origin[3], out[3], along[3], length2;
    double reach = 0.0;  // largest of the corners', widened by more than the rounding of the above

    void set(const Vec3& a, const Vec3& b, const Vec3& c, double corner_reach);
    Vec3 corner(int k) const { return {origin[0][k], origin[1][k], origin[2][k]}; }
    Lanes beyond(const Vec3& p) const
    {
        return out[0] * (p[0] - origin[0]) + out[1] * (p[1] - origin[1]) + out[2] * (p[2] - origin[2]);
    }
};

struct ContactSurface {
    // Built once.
    Index deformable_nodes = 0, deformable_edges = 0, deformable_triangles = 0, deformable_objects = 0;
    std::vector<SurfaceTriangle> triangles;
    std::vector<Edge> edges;
    IndexLists edge_triangles;  // ascending
    IndexLists node_triangles;  // ascending
    IndexLists node_neighbours;
    std::vector<Index> node_object;
    IndexLists object_triangles;         // in the order of the object's tree
    std::vector<Index> object_collider;  // collider number, -1 for deformable objects
    std::vector<Index> object_first_node, object_first_edge,
        object_first_triangle;  // of collider objects, else 0
    std::vector<std::uint8_t> object_solid;
    std::vector<Bvh> trees;                  // one for each object, over its triangles
    std::vector<SurfaceTriangle> leaves;     // the triangles in the order of object_triangles
    std::vector<Index> object_first_block;   // blocks of a tree's leaves, object by object
    std::vector<std::uint8_t> block_owners;  // bit k: triangle k of the leaf owns features
    bool pairs_wanted = false;               // self-contact is on or there is a mesh collider

    // Of the step at hand.
    double step = 0.0;
    Vec3Array x, v;
    std::vector<double> radius;
    // Only relative motion brings things together, so boxes are swept by the motion relative to the mean of
    // all deformable nodes: a sheet in free fall keeps small boxes.
    Vec3 mean_velocity = Vec3::Zero();
    std::vector<double>
        reach;  // radius, margin and relative travel: farther than two reaches nothing touches
    std::vector<Aabb> node_box;  // swept over the step, inflated by radius and margin
    // In the order of object_triangles.
    std::vector<Aabb> triangle_box;
    std::vector<Bvh::Node> leaf_box;  // the same, rounded outward
    std::vector<LeafTriangle> leaf_data;
    std::vector<BoxBlock> leaf_blocks;  // the boxes of a tree's leaf together; see block_of
    Vec3Array partial_sums;

    void build(const ContactGeometry& geometry, Span<const Vec3> positions);
    void begin_step(const ContactGeometry& geometry, const DetectQuery& query);

    // The block of a leaf of the object's tree.
    std::size_t block_of(Index object, const Bvh::Node& leaf) const
    {
        return static_cast<std::size_t>(object_first_block[static_cast<std::size_t>(object)] +
                                        leaf.first / BoxBlock::kSize);
    }
    bool objects_meet(Index object_a, Index object_b, const ContactGeometry& geometry) const;
};

// Share of the pair's radii, and the fixed part in m, by which a pair counts as near before it touches: a
// contact that opens and closes within the noise of a step keeps its row.
constexpr double kMarginShare = 0.1;
constexpr double kMarginFixed = 1e-4;

inline double contact_margin(double radii) { return kMarginShare * radii + kMarginFixed; }

}  // namespace stiction
