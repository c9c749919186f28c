#include "solver_core/sim/contact_force.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace stiction {
namespace {

constexpr std::size_t kValues = 8;  // numbers in a ContactForce

}  // namespace

void add_contact_forces(const ContactSet& contacts, Span<const Vec3> impulse, Span<const Index> node_object,
                        double step, Span<ContactForce> force)
{
    for (Index c = 0; c < contacts.size(); ++c) {
        // Nodes of side A come first, of side B last.
        const Vec3 f = impulse[c] / step;
        ContactForce& on_a = force[node_object[contacts.node[contacts.begin[c]]]];
        if (contacts.is_external(c)) {
            const double normal = f.dot(contacts.normal[c]);
            on_a.from_colliders += f;
            on_a.normal_force += std::abs(normal);
            on_a.friction_force += (f - normal * contacts.normal[c]).norm();
            continue;
        }
        ContactForce& on_b = force[node_object[contacts.node[contacts.begin[c + 1] - 1]]];
        if (&on_a == &on_b) continue;
        on_a.from_objects += f;
        on_b.from_objects -= f;
    }
}

ForceWindow::ForceWindow(std::size_t objects, double step)
    : objects_(objects),
      capacity_(static_cast<std::int64_t>(
          std::clamp(std::round(kWindowSeconds / step), 1.0, static_cast<double>(kMostSteps)))),
      forces_(objects * static_cast<std::size_t>(capacity_))
{
}

std::size_t ForceWindow::place(std::int64_t step) const
{
    return objects_ * static_cast<std::size_t>(step % capacity_);
}

void ForceWindow::put(std::int64_t step, Span<const ContactForce> forces)
{
    assert(forces.size() == objects_);
    std::copy(forces.begin(), forces.end(), forces_.begin() + static_cast<std::ptrdiff_t>(place(step)));
}

ContactForce ForceWindow::mean(std::int64_t steps, std::size_t object) const
{
    const std::int64_t count = std::min(capacity_, (steps + 1) / 2);
    ContactForce mean;
    if (count == 0) return mean;
    for (std::int64_t s = steps - count + 1; s <= steps; ++s) {
        const ContactForce& force = forces_[place(s) + object];
        mean.from_colliders += force.from_colliders;
        mean.from_objects += force.from_objects;
        mean.normal_force += force.normal_force;
        mean.friction_force += force.friction_force;
    }
    const auto n = static_cast<double>(count);
    return {mean.from_colliders / n, mean.from_objects / n, mean.normal_force / n, mean.friction_force / n};
}

std::vector<double> ForceWindow::values() const
{
    std::vector<double> values;
    values.reserve(kValues * forces_.size());
    for (const ContactForce& f : forces_)
        values.insert(values.end(),
                      {f.from_colliders.x(), f.from_colliders.y(), f.from_colliders.z(), f.from_objects.x(),
                       f.from_objects.y(), f.from_objects.z(), f.normal_force, f.friction_force});
    return values;
}

ForceWindow ForceWindow::from_values(std::size_t objects, const std::vector<double>& values)
{
    const std::size_t row = kValues * objects;
    if (row == 0 ? !values.empty() : values.empty() || values.size() % row != 0)
        throw InputError("contact forces",
                         fmt::format("{} numbers do not fit {} objects", values.size(), objects));
    ForceWindow window;
    window.objects_ = objects;
    window.capacity_ = row == 0 ? 0 : static_cast<std::int64_t>(values.size() / row);
    for (const double* v = values.data(); v != values.data() + values.size(); v += kValues)
        window.forces_.push_back({Vec3(v[0], v[1], v[2]), Vec3(v[3], v[4], v[5]), v[6], v[7]});
    return window;
}

}  // namespace stiction
