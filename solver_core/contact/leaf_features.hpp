#pragma once

// The features of a leaf side by side, in single precision: bounds that rule out most pairs of features, many
// at a time, before the narrow phase looks at the rest. They only ever spare work; what they let through is
// wider than the truth by more than their rounding.

#include "solver_core/base/types.hpp"
#include "solver_core/math/lane_bits.hpp"
#include "solver_core/mesh/bvh.hpp"

namespace stiction {

// How near two leaves must be to touch, and how large coordinates are: rounding grows with both.
struct LeafReach {
    float reach = 0.0F;
    float magnitude = 0.0F;
};

// The faces of a leaf. Of each, four planes: through its sides, normal outward in the face, and its own.
//   out_k . p - offset_k   how far p lies beyond side k or above the face
// The side planes stand at right angles to the face, so p is at least as far away as the largest of the former
// and the latter together.
struct alignas(16) FaceLanes {
    static constexpr Index kSize = 4;
    using Lanes = Lanes4;
    Lanes out[4][3], offset[4];

    void clear();
    void set(Index k, const Vec3& a, const Vec3& b, const Vec3& c);
    // Bit k is set unless p is too far from face k.
    unsigned near(const Vec3& p, const LeafReach& leaves) const;
};

// Contacts of an edge's end nodes with the other side. A pair of edges that points the same way, by the cosine
// `same_way` with the normal, and is farther apart than `from` is of no interest.
struct EdgeWitnesses {
    struct Witness {
        float normal[3];  // towards the edge
        float from;
    };
    Witness witness[2];
    Index count = 0;
    float same_way = 0.0F;
};

// Up to eight edges that a leaf owns.
struct alignas(32) EdgeLanes {
    static constexpr Index kSize = 8;
    using Lanes = Lanes8;
    Lanes origin[3], along[3], length;
    alignas(32) Index node[2][kSize];
    unsigned used = 0;  // bit k: lane k holds an edge

    void clear();
    void set(Index k, const Edge& edge, const Vec3& a, const Vec3& b);
    // Bit k is set unless edge k is farther than reach from the box at its start, by component.
    unsigned near(const Bvh::Node& box, const LeafReach& leaves) const;
    // Bit k is set unless the closest points of the lines through edge k and edge i of `other` lie outside one
    // of the edges, or the lines are too far apart.
    unsigned near(const EdgeLanes& other, Index i, const LeafReach& leaves) const;
    // Bit k is set when a witness of edge i of `other` has seen the pair with edge k.
    unsigned seen(const EdgeLanes& other, Index i, const LeafReach& leaves,
                  const EdgeWitnesses& witnesses) const;
    // Bit k is set when edge k has a node in common with edge i of `other`.
    unsigned sharing(const EdgeLanes& other, Index i) const;
};

}  // namespace stiction
