#pragma once

// The contacts of one step, in the one form every method reads.
//
//   u_c = sum_a w_a v_a - v_obstacle        relative velocity, world axes, m/s
//   u_N = n . u_c,  u_T = u_c - u_N n       n points from side B (or the obstacle) to side A
//   law:  0 <= u_N + gap/h  _|_  r_N >= 0,  Coulomb on u_T and r_T
//
//   w_a   weight of node a: barycentric, positive on side A, negative on side B; they sum to 0 (self) or 1 (obstacle)
//   gap   distance along n at the start of the step, less the two radii; negative is penetration, m
//   mu    friction coefficient of the pair
//
// Contacts with smooth surfaces (mls_surface.hpp) have more to say than one number a node:
//
//   u_c = sum_a B_a v_a - v_obstacle        B_a 3 x 3: weights times rotations on the surface's side, I on the point's
//   gap(x + dx) = gap + sum_a g_a . dx_a    g_a = d gap / d x_a: not w_a n, for the surface's normals turn with its nodes
//   gap at the end of the step = gap + h sum_a g_a . (v_a - [a is the point] v_obstacle)
//
// In a set with such contacts every row has them: block = w_a I and gap_gradient = w_a n for the others. The scalar weights
// are there too (sums to 0 or 1 as ever): what B_a is for a flat surface.

#include "solver_core/base/types.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

namespace stiction {

enum class ContactKind : std::uint8_t {
    vertex_obstacle,  // node against a collider's surface
    face_obstacle,    // inner point of a face or edge against a collider (sharp edges, coarse cloth)
    vertex_face,      // also vertex-edge and vertex-vertex: then some weights are zero
    edge_edge,
    vertex_smooth,  // node against a smooth surface, of a soft body or of a mesh collider
};

// Names a contact the same way from step to step and for any object order of detection; contacts are sorted by it.
//   vertex_obstacle: a = vertex, b = collider (or collider feature)     face_obstacle: a = triangle, b = collider feature
//   vertex_face:     a = vertex, b = triangle                           edge_edge: a < b = edges
//   vertex_smooth:   a = vertex, b = object that carries the surface (0 with an obstacle) + 2^32 * its smooth piece
struct ContactKey {
    ContactKind kind = ContactKind::vertex_obstacle;
    std::int32_t obstacle = -1;  // collider number, -1 for self-contact
    std::int64_t a = 0;
    std::int64_t b = 0;

    friend bool operator<(const ContactKey& l, const ContactKey& r)
    {
        return std::tie(l.kind, l.obstacle, l.a, l.b) < std::tie(r.kind, r.obstacle, r.a, r.b);
    }
    friend bool operator==(const ContactKey& l, const ContactKey& r)
    {
        return std::tie(l.kind, l.obstacle, l.a, l.b) == std::tie(r.kind, r.obstacle, r.a, r.b);
    }
};

struct ContactSet {
    std::vector<ContactKey> key;
    std::vector<Vec3> normal;
    std::vector<Vec3> point;              // where, at the start of the step, for output
    std::vector<Vec3> obstacle_velocity;  // of the obstacle's point over the step; zero for self-contact
    std::vector<double> gap;
    std::vector<double> mu;
    // Nodes and weights of contact c: entries begin[c] .. begin[c+1]-1.
    std::vector<Index> begin{0};
    std::vector<Index> node;
    std::vector<double> weight;
    // Parallel to `node`, see above; both empty when every contact of the set has scalar weights.
    std::vector<Mat3> block;         // B_a, 1
    std::vector<Vec3> gap_gradient;  // g_a, 1

    Index size() const { return static_cast<Index>(key.size()); }
    bool is_external(Index c) const { return key[static_cast<std::size_t>(c)].obstacle >= 0; }
    bool has_blocks() const { return !block.empty(); }
    // B_a and g_a of entry k of contact c, of either kind of set.
    Mat3 block_of(Index k) const
    {
        const auto i = static_cast<std::size_t>(k);
        return has_blocks() ? block[i] : Mat3(weight[i] * Mat3::Identity());
    }
    Vec3 gap_gradient_of(Index c, Index k) const
    {
        const auto i = static_cast<std::size_t>(k);
        return has_blocks() ? gap_gradient[i] : Vec3(weight[i] * normal[static_cast<std::size_t>(c)]);
    }
};

}  // namespace stiction
