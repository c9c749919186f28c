#pragma once

// The features of a leaf side by side, in single precision: bounds that rule out most pairs of features, many
// at a time, before the narrow phase looks at the rest. They only ever spare work; what they let through is
// wider than the truth by more than their rounding.

#include "solver_core/base/types.hpp"
#include "solver_core/math/lane_bits.hpp"
#include "solver_core/mesh/bvh.hpp"

#include <algorithm>

namespace stiction {

// How near two leaves must be to touch, and how large coordinates are: rounding grows with both.
struct LeafReach {
    float reach = 0.0F;
    float magnitude = 0.0F;
};

// Two nodes that a leaf owns, each in as many lanes as a leaf has faces. A lone one comes twice.
struct alignas(32) NodeLanes {
    static constexpr Index kSize = 2;
    Lanes8 at[3];
    Index node[kSize];
    unsigned used = 0;  // lanes of nodes that are there

    void set(const Index* nodes, Index count, const Vec3Array& x);
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
    void clear_lane(Index k);
    void set(Index k, const Vec3& a, const Vec3& b, const Vec3& c);
    // All faces at once, the other lanes cleared. corner[k] points to the corners of face k.
    void set_all(const Vec3* const (*corner)[3], Index count);
    // Bit kSize i + k is set unless node i is too far from face k, or there is no such node or face.
    unsigned near(const NodeLanes& nodes, const LeafReach& leaves) const;
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

// The tests are in the header because they run some hundred thousand times a step.

// Rounding errors of the sums below are at most some 36 units of 6e-8, relative to the product of lengths and
// coordinates that goes into them.
constexpr float kFaceSlack = 2e-6F;
constexpr float kEdgeSlack = 1e-5F;
constexpr float kSquareUp = 1.0F + 1e-5F;
// Lines that are to be called seen must make an angle of at least this squared sine, or the direction across
// them is rounding; then it is right to 1e-4, which kSeenUp and the witness' cosine leave room for. Lines that
// all but touch (kApart, m) have no direction between them at all.
constexpr float kSeenSine2 = 1e-4F;
constexpr float kSeenUp = 1.0F + 1e-3F;
constexpr float kApart = 1e-8F;

inline unsigned FaceLanes::near(const NodeLanes& nodes, const LeafReach& leaves) const
{
    const auto beyond = [&](int plane) -> Lanes8 {
        return twice(out[plane][0]) * nodes.at[0] + twice(out[plane][1]) * nodes.at[1] +
               twice(out[plane][2]) * nodes.at[2] - twice(offset[plane]);
    };
    const float slack = kFaceSlack * (leaves.magnitude + leaves.reach);
    const Lanes8 side = (beyond(0).max(beyond(1)).max(beyond(2)) - slack).max(0.0F);
    const Lanes8 above = (beyond(3).abs() - slack).max(0.0F);
    return not_positive(Lanes8(side * side + above * above - leaves.reach * leaves.reach * kSquareUp)) &
           nodes.used;
}

inline unsigned EdgeLanes::near(const Bvh::Node& box, const LeafReach& leaves) const
{
    const float reach = leaves.reach + kFaceSlack * (leaves.magnitude + leaves.reach);
    Lanes excess = Lanes::Constant(-1.0F);
    for (int axis = 0; axis < 3; ++axis) {
        const Lanes end = origin[axis] + along[axis];
        excess = excess.max(origin[axis].min(end) - (box.hi[axis] + reach));
        excess = excess.max((box.lo[axis] - reach) - origin[axis].max(end));
    }
    return not_positive(excess) & used;
}

// The closest points of the lines o1 + s d1 and o2 + t d2, with r = o1 - o2 and n = d1 x d2, are at
//   s = (B F - C E) / n^2,  t = (A F - B C) / n^2,   A = d1.d1, B = d1.d2, E = d2.d2, C = d1.r, F = d2.r,
// and |r . n| / |n| apart, the second to the first in the direction of (r . n) n. Here 1 is the one edge of
// `other`, 2 the edges of this.
inline unsigned EdgeLanes::near(const EdgeLanes& other, Index i, const LeafReach& leaves) const
{
    const float dx = other.along[0][i], dy = other.along[1][i], dz = other.along[2][i], len = other.length[i];
    const Lanes rx = other.origin[0][i] - origin[0], ry = other.origin[1][i] - origin[1],
                rz = other.origin[2][i] - origin[2];
    const Lanes B = dx * along[0] + dy * along[1] + dz * along[2];
    const Lanes C = dx * rx + dy * ry + dz * rz;
    const Lanes F = along[0] * rx + along[1] * ry + along[2] * rz;
    const Lanes nx = dy * along[2] - dz * along[1], ny = dz * along[0] - dx * along[2],
                nz = dx * along[1] - dy * along[0];
    const Lanes n2 = nx * nx + ny * ny + nz * nz;
    const Lanes rn = (rx * nx + ry * ny + rz * nz).abs();
    const float rounding = kEdgeSlack * (leaves.magnitude + leaves.reach);
    const Lanes slack = rounding * len * length;  // of n . r; one length more for s and t
    const Lanes s = B * F - C * (length * length), t = (len * len) * F - B * C;
    const Lanes excess_s = (-s).max(s - n2) - slack * length;
    const Lanes excess_t = (-t).max(t - n2) - slack * len;
    const Lanes over = (rn - slack).max(0.0F);
    const Lanes excess_r = over * over - (leaves.reach * leaves.reach * kSquareUp) * n2;
    return not_positive(Lanes(excess_s.max(excess_t).max(excess_r))) & used;
}

inline unsigned EdgeLanes::seen(const EdgeLanes& other, Index i, const LeafReach& leaves,
                                const EdgeWitnesses& witnesses) const
{
    const float dx = other.along[0][i], dy = other.along[1][i], dz = other.along[2][i];
    const Lanes rx = other.origin[0][i] - origin[0], ry = other.origin[1][i] - origin[1],
                rz = other.origin[2][i] - origin[2];
    const Lanes nx = dy * along[2] - dz * along[1], ny = dz * along[0] - dx * along[2],
                nz = dx * along[1] - dy * along[0];
    const Lanes n2 = nx * nx + ny * ny + nz * nz;
    const Lanes rn = rx * nx + ry * ny + rz * nz;
    const Lanes area = other.length[i] * length;
    const Lanes over = (rn.abs() - kEdgeSlack * (leaves.magnitude + leaves.reach) * area).max(0.0F);
    const Lanes over2 = over * over, steep = n2 - kSeenSine2 * (area * area);
    unsigned unseen = ~0U;
    for (Index w = 0; w < witnesses.count; ++w) {
        const EdgeWitnesses::Witness& witness = witnesses.witness[w];
        const float from = std::max(witness.from, kApart);
        const Lanes up = nx * witness.normal[0] + ny * witness.normal[1] + nz * witness.normal[2];
        const Lanes same_way = (up * up - (witnesses.same_way * witnesses.same_way) * n2).min(up * rn);
        const Lanes farther = over2 - (from * from * kSeenUp) * n2;
        unseen &= not_positive(Lanes(same_way.min(farther).min(steep)));
    }
    return ~unseen;
}

inline unsigned EdgeLanes::sharing(const EdgeLanes& other, Index i) const
{
    return equal(node[0], other.node[0][i]) | equal(node[0], other.node[1][i]) |
           equal(node[1], other.node[0][i]) | equal(node[1], other.node[1][i]);
}

}  // namespace stiction
