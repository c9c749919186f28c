#include "solver_core/contact/leaf_features.hpp"

#include "solver_core/contact/proximity.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

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

}  // namespace

void FaceLanes::clear()
{
    for (int plane = 0; plane < 4; ++plane) {
        for (Lanes& component : out[plane]) component.setZero();
        offset[plane].setZero();
    }
}

void FaceLanes::set(Index k, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 normal = triangle_normal(a, b, c);
    const Vec3* corner[3] = {&a, &b, &c};
    for (int plane = 0; plane < 4; ++plane) {
        const Vec3& from = *corner[plane % 3];
        Vec3 direction = normal;
        if (plane < 3) {
            direction = (*corner[(plane + 1) % 3] - from).cross(normal);
            const double length = direction.norm();
            // A side of no length has no outside.
            direction *= length > 0.0 ? 1.0 / length : 0.0;
        }
        for (int axis = 0; axis < 3; ++axis) out[plane][axis][k] = static_cast<float>(direction[axis]);
        offset[plane][k] = static_cast<float>(direction.dot(from));
    }
}

unsigned FaceLanes::near(const Vec3& p, const LeafReach& leaves) const
{
    const float x = static_cast<float>(p[0]), y = static_cast<float>(p[1]), z = static_cast<float>(p[2]);
    const auto beyond = [&](int plane) -> Lanes {
        return out[plane][0] * x + out[plane][1] * y + out[plane][2] * z - offset[plane];
    };
    const float slack = kFaceSlack * (leaves.magnitude + leaves.reach);
    const Lanes side = (beyond(0).max(beyond(1)).max(beyond(2)) - slack).max(0.0F);
    const Lanes above = (beyond(3).abs() - slack).max(0.0F);
    return not_positive(Lanes(side * side + above * above - leaves.reach * leaves.reach * kSquareUp));
}

void EdgeLanes::clear()
{
    for (int axis = 0; axis < 3; ++axis) {
        origin[axis].setZero();
        along[axis].setZero();
    }
    length.setZero();
    std::fill_n(node[0], 2 * kSize, Index(-1));
    used = 0;
}

void EdgeLanes::set(Index k, const Edge& edge, const Vec3& a, const Vec3& b)
{
    node[0][k] = edge[0];
    node[1][k] = edge[1];
    const Vec3 side = b - a;
    for (int axis = 0; axis < 3; ++axis) {
        origin[axis][k] = static_cast<float>(a[axis]);
        along[axis][k] = static_cast<float>(side[axis]);
    }
    length[k] = static_cast<float>(side.norm());
    used |= 1U << k;
}

unsigned EdgeLanes::near(const Bvh::Node& box, const LeafReach& leaves) const
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
unsigned EdgeLanes::near(const EdgeLanes& other, Index i, const LeafReach& leaves) const
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

unsigned EdgeLanes::seen(const EdgeLanes& other, Index i, const LeafReach& leaves,
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

unsigned EdgeLanes::sharing(const EdgeLanes& other, Index i) const
{
    return equal(node[0], other.node[0][i]) | equal(node[0], other.node[1][i]) |
           equal(node[1], other.node[0][i]) | equal(node[1], other.node[1][i]);
}

}  // namespace stiction
