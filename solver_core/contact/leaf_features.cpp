#include "solver_core/contact/leaf_features.hpp"

#include "solver_core/contact/proximity.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

namespace stiction {
void NodeLanes::set(const Index* nodes, Index count, const Vec3Array& x)
{
    used = count < kSize ? (1U << FaceLanes::kSize) - 1U : ~0U;
    for (Index i = 0; i < kSize; ++i) {
        node[i] = nodes[std::min(i, count - 1)];
        for (int axis = 0; axis < 3; ++axis)
            at[axis].segment<FaceLanes::kSize>(i * FaceLanes::kSize) =
                static_cast<float>(x[static_cast<std::size_t>(node[i])][axis]);
    }
}

void FaceLanes::clear()
{
    for (int plane = 0; plane < 4; ++plane) {
        for (Lanes& component : out[plane]) component.setZero();
        offset[plane].setZero();
    }
    offset[3].setConstant(-std::numeric_limits<float>::infinity());
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

}  // namespace stiction
