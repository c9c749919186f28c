#include "solver_core/contact/collider.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Integral of the ramped rate from `start` to `time`: the rate grows linearly from 0 to 1 over `ramp`
// seconds.
//   s <= ramp:  s^2 / (2 ramp)        s > ramp:  s - ramp / 2        with s = time - start >= 0
double ramped_time(const Motion& motion, double time)
{
    const double s = std::max(0.0, time - motion.start);
    if (motion.ramp <= 0.0) return s;
    return s <= motion.ramp ? 0.5 * s * s / motion.ramp : s - 0.5 * motion.ramp;
}

// Keyframed offset: linear in the translation, slerp in the rotation, held before the first and after the
// last key.
RigidPose keyed_pose(const std::vector<Motion::Key>& keys, double time)
{
    if (keys.empty()) return {};
    if (time <= keys.front().time) return keys.front().pose;
    if (time >= keys.back().time) return keys.back().pose;
    const auto next = std::upper_bound(keys.begin(), keys.end(), time,
                                       [](double value, const Motion::Key& key) { return value < key.time; });
    const Motion::Key& b = *next;
    const Motion::Key& a = *(next - 1);
    const double s = (time - a.time) / (b.time - a.time);
    RigidPose pose;
    pose.translation = (1.0 - s) * a.pose.translation + s * b.pose.translation;
    pose.rotation = a.pose.rotation.slerp(s, b.pose.rotation);
    return pose;
}

}  // namespace

// With P the placement, K(t) the keys, T(t) the ramped time:
//   rotation(t) = spin(rate T) * K.rotation * P.rotation            all about the shape's own origin
//   origin(t)   = P.translation + K.translation + velocity T        all in world axes
// so a key's rotation and the spin turn the shape where it stands; they never swing it about the world's
// origin.
RigidPose pose_at(const Collider& collider, double time)
{
    const Motion& motion = collider.motion;
    if (motion.is_static()) return collider.placement;
    const RigidPose key = keyed_pose(motion.keys, time);
    const double moved = ramped_time(motion, time);
    RigidPose pose;
    pose.translation = collider.placement.translation + key.translation + moved * motion.velocity;
    pose.rotation = key.rotation * collider.placement.rotation;
    const double axis_length = motion.spin_axis.norm();
    if (motion.spin_rate != 0.0 && axis_length > 0.0) {
        const Eigen::AngleAxisd spin(motion.spin_rate * moved, motion.spin_axis / axis_length);
        pose.rotation = Eigen::Quaterniond(spin) * pose.rotation;
    }
    pose.rotation.normalize();
    return pose;
}

}  // namespace stiction
