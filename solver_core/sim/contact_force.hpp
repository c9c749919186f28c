#pragma once

// What the contacts of a step press and pull on each object, and the mean of it over the end of a run.
//
//   f_A += r_c / h,  f_B -= r_c / h      r_c  impulse of contact c on side A, world axes, N s        h  time step, s
//
// One step's force of a stiff body rings about the force that carries it; the mean over a window differs from that by no
// more than the momentum gained over the window's length.

#include "solver_core/base/span.hpp"
#include "solver_core/contact/contact_set.hpp"

#include <vector>

namespace stiction {

struct ContactForce {  // N, on one object
    Vec3 from_colliders = Vec3::Zero();
    Vec3 from_objects = Vec3::Zero();  // other objects; what an object does to itself cancels
    double normal_force = 0.0;         // sum over its contacts with colliders of |r_N| / h
    double friction_force = 0.0;  // the same of |r_T| / h: tangential forces that oppose each other add up
};

// Adds to `force`, which has one entry per object; node_object gives the object of every node.
void add_contact_forces(const ContactSet& contacts, Span<const Vec3> impulse, Span<const Index> node_object,
                        double step, Span<ContactForce> force);

// The forces of the last steps: those of the last kWindowSeconds, at most kMostSteps of them.
class ForceWindow {
public:
    static constexpr double kWindowSeconds = 1.0;
    static constexpr std::int64_t kMostSteps = 1000;  // bounds what a checkpoint carries: 64 kB an object

    ForceWindow() = default;
    ForceWindow(std::size_t objects, double step);
    // Forces of step `step`, counted from 1; steps come one after the other.
    void put(std::int64_t step, Span<const ContactForce> forces);
    // Over the later half of `steps` steps, and no further back than the window reaches.
    ContactForce mean(std::int64_t steps, std::size_t object) const;

    // As numbers, and back; numbers that do not fit so many objects throw InputError.
    std::vector<double> values() const;
    static ForceWindow from_values(std::size_t objects, const std::vector<double>& values);

private:
    std::size_t place(std::int64_t step) const;

    std::size_t objects_ = 0;
    std::int64_t capacity_ = 0;         // steps
    std::vector<ContactForce> forces_;  // a ring: step s at place(s), one entry per object
};

}  // namespace stiction
