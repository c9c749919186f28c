#include "hdk_plugins/adapter/host_object.hpp"

#include "hdk_plugins/adapter/collider_piece.hpp"
#include "hdk_plugins/adapter/object_warnings.hpp"
#include "hdk_plugins/adapter/piece_variation.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/mesh/mesh_checks.hpp"
#include "solver_core/mesh/tet_winding.hpp"
#include "solver_core/scene/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace stiction {
namespace {

const std::string kPrefix = "stiction_";

double finite_number(const Json& value, const std::string& attribute, const std::string& where)
{
    if (value.is_number() && std::isfinite(value.get<double>())) return value.get<double>();
    throw InputError(where, fmt::format("attribute {}: found {}; allowed: a finite number; correct it",
                                        attribute, describe_value(value)));
}

// Numbers come as what the parameter wants: a toggle may be an integer attribute, a choice a text or its number.
Json as_declared(const HostParameter& parameter, const Json& value)
{
    if (parameter.info->kind == Kind::boolean && value.is_number()) return value.get<double>() != 0.0;
    if (parameter.info->kind == Kind::choice && value.is_number_integer())
        return choice_of(parameter, value.get<std::int64_t>());
    if (parameter.info->kind == Kind::integer && value.is_number_float() &&
        value.get<double>() == std::floor(value.get<double>()) && std::abs(value.get<double>()) < 1e9)
        return static_cast<std::int64_t>(value.get<double>());
    return value;
}

// What a merge with geometry of another kind leaves: an attribute of that kind, 0 or empty all over.
bool is_filler(const PieceAttributes& attributes, const std::string& name)
{
    const std::string token = name.substr(kPrefix.size());
    for (const char* type : {"cloth", "soft", "collider"})
        for (const HostParameter& parameter : object_parameters(type))
            if (parameter.token == token) return attributes.is_nothing(name);
    return false;
}

void take_named_parameters(const PieceAttributes& attributes, const std::string& where,
                           PreparedObject& object)
{
    std::vector<std::string> tokens;
    for (const HostParameter& parameter : object_parameters(object.type)) tokens.push_back(parameter.token);
    for (const std::string& name : attributes.names()) {
        if (name.compare(0, kPrefix.size(), kPrefix) != 0) continue;
        if (name.rfind(kVariationPrefix, 0) == 0 && object.type != "collider") continue;
        const std::string token = name.substr(kPrefix.size());
        const auto found = std::find(tokens.begin(), tokens.end(), token);
        if (found == tokens.end() && is_filler(attributes, name)) continue;
        if (found == tokens.end()) {
            const std::string nearest = nearest_name(token, tokens);
            const std::string remedy =
                nearest.empty() ? "remove it" : fmt::format("did you mean {}{}?", kPrefix, nearest);
            throw InputError(where, fmt::format("attribute {} names no parameter of a {} object; {}", name,
                                                object.type, remedy));
        }
        const HostParameter& parameter =
            object_parameters(object.type)[static_cast<std::size_t>(found - tokens.begin())];
        // A merge fills in what only some objects have set.
        if (parameter.value.is_null() && attributes.is_nothing(name)) continue;
        if (take_stiffness(attributes, name, parameter.path, where, object)) continue;
        if (const std::optional<Json> value = attributes.uniform(name))
            object.settings.emplace_back(parameter.path, as_declared(parameter, *value));
    }
}

// A parameter that is given by its own name is not looked for under another, not even to refuse it.
bool is_named(const PieceAttributes& attributes, const char* token)
{
    return attributes.has(kPrefix + token);
}

void take_common_attributes(const PieceAttributes& attributes, const std::string& where,
                            PreparedObject& object)
{
    if (!is_named(attributes, "thickness"))
        if (const std::optional<Json> radius = attributes.uniform("pscale"))
            object.settings.emplace_back("thickness", 2.0 * finite_number(*radius, "pscale", where));
    if (object.type == "collider" || is_named(attributes, "self_contact")) return;
    if (const std::optional<Json> alone = attributes.uniform("disableself"))
        object.settings.emplace_back("self_contact", finite_number(*alone, "disableself", where) == 0.0);
}

void take_pins(const PieceAttributes& attributes, const std::string& where, PreparedObject& object)
{
    const auto finite = [&](const char* name) {
        std::vector<double> values = attributes.scalars(name);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!std::isfinite(values[i]))
                throw InputError(where,
                                 fmt::format("attribute {}: found {} on point {}; allowed: a finite number; "
                                             "correct it",
                                             name, values[i], object.points[i]));
        return values;
    };
    const std::vector<double> stopped = finite("stopped"), mass = finite("mass");
    const std::vector<double> follow = finite("pintoanimation"), glued = finite("gluetoanimation");
    const auto value = [](const std::vector<double>& values, std::size_t i) {
        return values.empty() ? 0.0 : values[i];
    };
    for (std::size_t i = 0; i < object.points.size(); ++i) {
        const auto node = static_cast<Index>(i);
        const double bits = value(stopped, i);
        const bool is_stopped = bits >= 1.0 && bits < 4.0 && static_cast<int>(bits) % 2 == 1;
        if (value(follow, i) != 0.0 || value(glued, i) != 0.0)
            object.animated.push_back(node);
        else if (is_stopped || (!mass.empty() && mass[i] == 0.0))
            object.held.push_back(node);
    }
}

void require_sound(const PreparedObject& object, const std::string& where)
{
    const auto nodes = static_cast<Index>(object.rest.size());
    for (const FoundDefect& defect :
         {find_non_finite_position(object.rest), find_non_finite_position(object.start),
          find_non_finite_position(object.velocity), find_bad_index(nodes, object.triangles),
          find_bad_index(nodes, object.tets)})
        if (defect) throw InputError(where, defect->message);
}

// The solver writes v.
void require_velocity(const GeoDetail& detail, const std::string& where)
{
    const GeoAttribute* v = detail.find(GeoOwner::point, "v");
    if (v && (v->kind != GeoAttribute::Kind::real || v->size < 3))
        throw InputError(
            where,
            "attribute v: found points with another form of it; allowed: three real numbers, the "
            "velocity; remove it or give it another name");
}

PreparedObject prepare_collider(const HostObject& host, const GeometryPiece& piece, const std::string& name)
{
    PreparedObject object;
    object.name = name;
    object.type = "collider";
    object.settings = host.settings;
    object.triangles = piece.triangles;
    object.points = piece.points;
    const PieceAttributes attributes(host.geometry, piece, name);
    object.rest = object.start = attributes.vectors("P");
    require_sound(object, name);
    // A collider's surface has one coefficient.
    if (!is_named(attributes, "friction"))
        if (const std::optional<Json> friction = attributes.uniform("friction"))
            object.settings.emplace_back("friction", finite_number(*friction, "friction", name));
    take_common_attributes(attributes, name, object);
    take_named_parameters(attributes, name, object);
    return object;
}

PreparedObject prepare_piece(const HostObject& host, const GeometryPiece& piece, const std::string& name)
{
    PreparedObject object;
    object.name = name;
    object.type = piece.tets.empty() ? "cloth" : "soft";
    object.settings = host.settings;
    object.points = piece.points;
    object.triangles = piece.triangles;
    object.tets = piece.tets;
    const PieceAttributes attributes(host.geometry, piece, name);
    object.start = attributes.vectors("P");
    // 0 all over is what a merge fills in.
    for (const char* rest : {"restP", "rest"})
        if (object.rest.empty() && !attributes.is_nothing(rest)) object.rest = attributes.vectors(rest);
    if (object.rest.empty()) object.rest = object.start;
    require_velocity(host.geometry, name);
    object.velocity = attributes.vectors("v");
    require_sound(object, name);
    turn_inverted_tets(object.rest, object.tets);
    if (!is_named(attributes, "friction")) take_friction(attributes, name, object);
    take_common_attributes(attributes, name, object);
    if (!is_named(attributes, "material_density")) take_mass(attributes, name, object);
    take_named_parameters(attributes, name, object);
    take_multipliers(attributes, name, object);
    take_pins(attributes, name, object);
    for (const std::string& warning : object_warnings(attributes, name)) object.warnings.push_back(warning);
    return object;
}

}  // namespace

std::vector<PreparedObject> prepare_object(const HostObject& host)
{
    check_detail(host.geometry, host.name);
    std::vector<PreparedObject> objects;
    const auto name_of = [&](const GeometryPiece& piece) {
        return piece.name.empty() ? host.name : host.name + "-" + piece.name;
    };
    if (host.is_collider) {
        for (const GeometryPiece& piece : split_colliders(host.geometry, host.name))
            objects.push_back(prepare_collider(host, piece, name_of(piece)));
        return objects;
    }
    for (const GeometryPiece& piece : split_pieces(host.geometry, host.name))
        objects.push_back(prepare_piece(host, piece, name_of(piece)));
    return objects;
}

}  // namespace stiction
