#include "hdk_plugins/adapter/contact_lines.hpp"

#include "hdk_plugins/adapter/geometry_piece.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/geo_file.hpp"
#include "solver_core/sim/contact_writer.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiction {
namespace {

const char* vector_name(ContactLine what)
{
    switch (what) {
        case ContactLine::normal: return "N";
        case ContactLine::impulse: return "impulse";
        case ContactLine::slip: return "slip";
    }
    return "N";
}

Vec3 colour(ContactState state, double cone)
{
    if (state == ContactState::stick) return {0.1, 0.35, 0.9};
    if (state == ContactState::slip) return {0.95, 0.55 * (1.0 - std::min(1.0, std::max(0.0, cone))), 0.1};
    return {0.5, 0.5, 0.5};
}

[[noreturn]] void refuse(const char* name, int size, const std::string& where)
{
    throw InputError(where,
                     fmt::format("found no point attribute {} of {} numbers; allowed: the contacts of a "
                                 "Stiction solver; connect those",
                                 name, size));
}

// Anything but the numbers of the three states is an open contact.
ContactState state_of(double number)
{
    if (number == static_cast<double>(ContactState::stick)) return ContactState::stick;
    return number == static_cast<double>(ContactState::slip) ? ContactState::slip : ContactState::open;
}

const GeoAttribute& numbers(const GeoDetail& detail, const char* name, int size, const std::string& where)
{
    const GeoAttribute* attribute = detail.find(GeoOwner::point, name);
    const bool fits =
        attribute && attribute->size >= size &&
        (attribute->kind == GeoAttribute::Kind::real || attribute->kind == GeoAttribute::Kind::integer);
    if (!fits) refuse(name, size, where);
    return *attribute;
}

double number(const GeoAttribute& attribute, std::size_t point)
{
    const std::size_t i = point * static_cast<std::size_t>(attribute.size);
    return attribute.kind == GeoAttribute::Kind::real ? attribute.reals[i]
                                                      : static_cast<double>(attribute.integers[i]);
}

}  // namespace

GeoDetail contact_lines(const GeoDetail& contacts, ContactLine what, double scale, bool with_open,
                        const std::string& where)
{
    check_detail(contacts, where);
    const GeoAttribute& states = numbers(contacts, "state", 1, where);
    const GeoAttribute& cones = numbers(contacts, "cone", 1, where);
    const GeoAttribute& mus = numbers(contacts, "mu", 1, where);
    const Vec3Array x = positions_of(contacts), d = point_vectors(contacts, vector_name(what));
    if (d.size() != x.size()) refuse(vector_name(what), 3, where);
    GeometryTable table;
    const auto add = [&](const char* name, int size, bool integer) -> std::vector<double>& {
        table.point_attributes[name] = {size, {}, integer};
        return table.point_attributes[name].values;
    };
    std::vector<double>&cd = add("Cd", 3, false), &state = add("state", 1, true),
    &cone = add("cone", 1, false), &mu = add("mu", 1, false);
    for (std::size_t c = 0; c < x.size(); ++c) {
        const ContactState kind = state_of(number(states, c));
        if (kind == ContactState::open && !with_open) continue;
        const Vec3 paint = colour(kind, number(cones, c));
        for (const Vec3& point : {x[c], Vec3(x[c] + scale * d[c])}) {
            table.positions.push_back(point);
            cd.insert(cd.end(), {paint.x(), paint.y(), paint.z()});
            state.push_back(number(states, c));
            cone.push_back(number(cones, c));
            mu.push_back(number(mus, c));
        }
    }
    GeoDetail detail = detail_from_table(table, {});
    GeoPrimitives lines;
    lines.kind = GeoPrimitives::Kind::curve;
    lines.count = static_cast<Index>(table.positions.size() / 2);
    for (Index i = 0; i < 2 * lines.count; ++i) {
        lines.vertices.push_back(i);
        detail.vertex_points.push_back(i);
    }
    lines.corners.assign(static_cast<std::size_t>(lines.count), 2);
    detail.primitive_count = lines.count;
    if (lines.count > 0) detail.primitives.push_back(std::move(lines));
    return detail;
}

}  // namespace stiction
