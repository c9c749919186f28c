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
    for (Index k = 0; k < kSize; ++k) clear_lane(k);
}

// Infinitely far below every point.
void FaceLanes::clear_lane(Index k)
{
    for (int plane = 0; plane < 4; ++plane) {
        for (Lanes& component : out[plane]) component[k] = 0.0F;
        offset[plane][k] = plane == 3 ? -std::numeric_limits<float>::infinity() : 0.0F;
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

// As `set`, a face in each lane; a degenerate one, whose normal is a matter of choice, goes through `set` after all.
void FaceLanes::set_all(const Vec3* const (*corner)[3], Index count)
{
    using Four = Eigen::Array4d;
    static_assert(kSize == Four::SizeAtCompileTime);
    Four p[3][3], side[3][3], normal[3];  // [corner or side][axis]
    for (Index k = 0; k < kSize; ++k)
        for (int c = 0; c < 3; ++c)
            for (int axis = 0; axis < 3; ++axis) p[c][axis][k] = (*corner[std::min(k, count - 1)][c])[axis];
    for (int c = 0; c < 3; ++c)
        for (int axis = 0; axis < 3; ++axis) side[c][axis] = p[(c + 1) % 3][axis] - p[c][axis];
    const auto cross = [](const Four* u, const Four* v, Four* w) {
        for (int axis = 0; axis < 3; ++axis) {
            const int next = (axis + 1) % 3, last = (axis + 2) % 3;
            w[axis] = u[next] * v[last] - u[last] * v[next];
        }
    };
    const auto square = [](const Four* u) -> Four { return u[0] * u[0] + u[1] * u[1] + u[2] * u[2]; };
    cross(side[0], side[1], normal);
    const Four normal2 = square(normal);
    const Four longest2 = square(side[0]).max(square(side[1])).max(square(side[2]));
    const Four thin2 = (kParallelSine * longest2).square();
    for (Four& component : normal) component /= normal2.sqrt();
    for (int plane = 0; plane < 4; ++plane) {
        Four direction[3] = {normal[0], normal[1], normal[2]};
        if (plane < 3) {
            cross(side[plane], normal, direction);
            const Four length = square(direction).sqrt();
            for (Four& component : direction) component /= length;
        }
        const Four* from = p[plane % 3];
        for (int axis = 0; axis < 3; ++axis) out[plane][axis] = direction[axis].cast<float>();
        offset[plane] =
            (direction[0] * from[0] + direction[1] * from[1] + direction[2] * from[2]).cast<float>();
    }
    for (Index k = 0; k < count; ++k)
        if (!(normal2[k] > 4.0 * thin2[k]))  // well before `set` calls it degenerate
            set(k, *corner[k][0], *corner[k][1], *corner[k][2]);
    for (Index k = count; k < kSize; ++k) clear_lane(k);
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
