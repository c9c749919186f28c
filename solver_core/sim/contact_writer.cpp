#include "solver_core/sim/contact_writer.hpp"

#include "solver_core/sim/contact_list.hpp"
#include "solver_core/sim/frame_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

ContactState state_of(ContactMode mode)
{
    switch (mode) {
        case ContactMode::stick: return ContactState::stick;
        case ContactMode::slip: return ContactState::slip;
        case ContactMode::take_off: break;
    }
    return ContactState::open;
}

// |r_T| / (mu r_N); impulses obey the law up to rounding.
double cone_ratio(const Vec3& r, const Vec3& n, double mu)
{
    const double r_n = r.dot(n);
    if (mu <= 0.0 || r_n <= 0.0) return 0.0;
    return std::min(1.0, (r - r_n * n).norm() / (mu * r_n));
}

GeometryTable::Attribute& add_attribute(GeometryTable& table, const char* name, int size, bool integer)
{
    GeometryTable::Attribute& attribute = table.point_attributes[name];
    attribute.size = size;
    attribute.integer = integer;
    return attribute;
}

GeometryTable empty_table()
{
    GeometryTable table;
    for (const char* name : {"N", "impulse", "slip"}) add_attribute(table, name, 3, false);
    for (const char* name : {"mu", "cone", "gap"}) add_attribute(table, name, 1, false);
    for (const char* name : {"state", "object", "other", "point"}) add_attribute(table, name, 1, true);
    return table;
}

}  // namespace

std::string contact_extension(FrameFormat format)
{
    return frame_extension(format == FrameFormat::obj ? FrameFormat::ply : format);
}

std::string contact_file_name(Index frame, FrameFormat format)
{
    return fmt::format("contacts/contacts.{:04}.{}", frame, contact_extension(format));
}

GeometryTable contact_table(const Simulation& simulation)
{
    const ContactList list = list_contacts(simulation, ContactChoice::all);
    GeometryTable table = empty_table();
    const auto push = [&](const char* name, double value) {
        table.point_attributes[name].values.push_back(value);
    };
    const auto push_vector = [&](const char* name, const Vec3& value) {
        for (int k = 0; k < 3; ++k) push(name, value[k]);
    };
    for (std::size_t c = 0; c < list.mode.size(); ++c) {
        const Vec3& n = list.normal[c];
        const Vec3 approach = list.velocity[c].dot(n) * n;
        table.positions.emplace_back(list.point[c] - simulation.model.step * approach);
        push_vector("N", n);
        push_vector("impulse", list.impulse[c]);
        push_vector("slip", list.velocity[c] - approach);
        push("state", static_cast<double>(state_of(list.mode[c])));
        push("mu", list.mu[c]);
        push("cone", cone_ratio(list.impulse[c], n, list.mu[c]));
        push("gap", list.gap[c]);
        push("object", list.object_a[c]);
        push("other", list.object_b[c]);
        push("point", list.node_a[c]);
    }
    return table;
}

}  // namespace stiction
