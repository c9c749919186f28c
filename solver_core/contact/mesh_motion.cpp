#include "solver_core/contact/mesh_motion.hpp"

#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <cassert>

namespace stiction {
namespace {

// The two frames around a time and how far it is between them.
struct FrameMix {
    const Vec3Array* a = nullptr;
    const Vec3Array* b = nullptr;
    double s = 0.0;
    Vec3 at(std::size_t i) const { return s == 0.0 ? (*a)[i] : Vec3((1.0 - s) * (*a)[i] + s * (*b)[i]); }
};

FrameMix frame_mix(const MeshShape& shape, double time)
{
    const std::vector<double>& times = shape.frame_times;
    if (times.empty()) return {&shape.mesh.positions, &shape.mesh.positions, 0.0};
    assert(times.size() == shape.frames.size());
    if (time <= times.front()) return {&shape.frames.front(), &shape.frames.front(), 0.0};
    if (time >= times.back()) return {&shape.frames.back(), &shape.frames.back(), 0.0};
    const auto next =
        static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
    const double s = (time - times[next - 1]) / (times[next] - times[next - 1]);
    return {&shape.frames[next - 1], &shape.frames[next], s};
}

}  // namespace

void mesh_motion(const Collider& collider, double time, double step, Span<Vec3> positions,
                 Span<Vec3> velocities)
{
    constexpr Index kChunk = 1024;
    const auto& shape = std::get<MeshShape>(collider.shape);
    const RigidPose pose0 = pose_at(collider, time), pose1 = pose_at(collider, time + step);
    const FrameMix frame0 = frame_mix(shape, time), frame1 = frame_mix(shape, time + step);
    const bool still = collider.motion.is_static() && shape.frame_times.empty();
    const Mat3 r0 = pose0.rotation.toRotationMatrix(), r1 = pose1.rotation.toRotationMatrix();
    parallel_for(static_cast<Index>(positions.size()), kChunk, [&](Index i) {
        const auto n = static_cast<std::size_t>(i);
        positions[n] = r0 * frame0.at(n) + pose0.translation;
        velocities[n].setZero();
        if (!still && step > 0.0)
            velocities[n] = (r1 * frame1.at(n) + pose1.translation - positions[n]) / step;
    });
}

void mesh_shape_at(const MeshShape& shape, double time, Span<Vec3> positions)
{
    const FrameMix frame = frame_mix(shape, time);
    for (std::size_t n = 0; n < positions.size(); ++n) positions[n] = frame.at(n);
}

}  // namespace stiction
