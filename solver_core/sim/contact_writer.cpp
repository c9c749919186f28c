#include "solver_core/sim/contact_writer.hpp"

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

// Velocities of the two sides at the contact, m/s.
struct SideVelocities {
    Vec3 a = Vec3::Zero();
    Vec3 b = Vec3::Zero();
};

SideVelocities side_velocities(const ContactSet& contacts, Span<const Vec3> v, std::size_t c)
{
    SideVelocities sides;
    sides.b = contacts.obstacle_velocity[c];
    for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k) {
        const double w = contacts.weight[k];
        (w > 0.0 ? sides.a : sides.b) += std::abs(w) * v[contacts.node[k]];
    }
    return sides;
}

// |r_T| / (mu r_N); impulses obey the law up to rounding.
double cone_ratio(const Vec3& r, const Vec3& n, double mu)
{
    const double r_n = r.dot(n);
    if (mu <= 0.0 || r_n <= 0.0) return 0.0;
    return std::min(1.0, (r - r_n * n).norm() / (mu * r_n));
}

Index heaviest_node(const ContactSet& contacts, std::size_t c)
{
    Index best = contacts.begin[c];
    for (Index k = best; k < contacts.begin[c + 1]; ++k)
        if (contacts.weight[k] > contacts.weight[best]) best = k;
    return contacts.node[best];
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

ContactWriter::ContactWriter(const Scene& scene, FrameFormat format) : extension_(contact_extension(format))
{
    for (std::size_t i = 0; i < scene.objects.size(); ++i)
        if (scene.objects[i].type == ObjectType::collider) collider_objects_.push_back(static_cast<Index>(i));
}

std::string ContactWriter::file_name(Index frame) const
{
    return fmt::format("contacts/contacts.{:04}.{}", frame, extension_);
}

GeometryTable ContactWriter::table(const Model& model, const Workspace& work) const
{
    const ContactSet& contacts = work.contacts;
    const LocalContacts& local = work.projective.contacts;
    GeometryTable table = empty_table();
    const auto push = [&](const char* name, double value) {
        table.point_attributes[name].values.push_back(value);
    };
    const auto push_vector = [&](const char* name, const Vec3& value) {
        for (int k = 0; k < 3; ++k) push(name, value[k]);
    };
    for (std::size_t c = 0; c < contacts.key.size(); ++c) {
        const Vec3& n = contacts.normal[c];
        const SideVelocities sides = side_velocities(contacts, work.projective.v, c);
        const Vec3 u = sides.a - sides.b;
        const double u_n = u.dot(n);
        const Index node = heaviest_node(contacts, c);
        const Index object = model.contact.node_object[node];
        const Index other =
            contacts.is_external(static_cast<Index>(c))
                ? collider_objects_[contacts.key[c].obstacle]
                : model.objects[model.contact.node_object[contacts.node[contacts.begin[c + 1] - 1]]]
                      .scene_object;
        const Vec3 slip = u - u_n * n;
        table.positions.push_back(contacts.point[c] + model.step * (sides.b + slip));
        push_vector("N", n);
        push_vector("impulse", local.impulse[c]);
        push_vector("slip", slip);
        push("state", static_cast<double>(state_of(local.mode[c])));
        push("mu", contacts.mu[c]);
        push("cone", cone_ratio(local.impulse[c], n, contacts.mu[c]));
        push("gap", contacts.gap[c] + model.step * u_n);
        push("object", model.objects[object].scene_object);
        push("other", other);
        push("point", node - model.objects[object].first_node);
    }
    return table;
}

std::string ContactWriter::encode(const Model& model, const Workspace& work) const
{
    return encode_geometry(table(model, work), extension_);
}

std::string ContactWriter::encode_none() const { return encode_geometry(empty_table(), extension_); }

}  // namespace stiction
