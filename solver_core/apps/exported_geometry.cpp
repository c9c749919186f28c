#include "solver_core/apps/exported_geometry.hpp"

#include "solver_core/io/geo_file.hpp"

#include <algorithm>
#include <utility>

namespace stiction {
namespace {

const std::string kPrefix = "stiction_";
// Geometry says these itself.
const std::vector<std::string> kNotOfObject = {"name", "type",   "mesh",     "transform", "shape",
                                               "pins", "motion", "velocity", "spin",      "variation"};

bool is_vector(const Json& value)
{
    return value.is_array() && value.size() == 3 &&
           std::all_of(value.begin(), value.end(), [](const Json& x) { return x.is_number(); });
}

void flatten(const Json& object, const std::string& prefix, const std::vector<std::string>& left_out,
             std::vector<FlatValue>& values, std::vector<FlatValue>& lists)
{
    for (const auto& [key, value] : object.items()) {
        const std::string path = prefix + key;
        if (std::find(left_out.begin(), left_out.end(), path) != left_out.end() || value.is_null()) continue;
        if (value.is_object())
            flatten(value, path + ".", left_out, values, lists);
        else if (!value.is_array() || is_vector(value))
            values.push_back({path, value});
        else if (!value.empty())
            lists.push_back({path, value});
    }
}

// The same value on every primitive.
GeoAttribute uniform_attribute(const std::string& name, const Json& value, Index primitives)
{
    const auto count = static_cast<std::size_t>(primitives);
    GeoAttribute attribute;
    attribute.name = name;
    if (value.is_string()) {
        attribute.kind = GeoAttribute::Kind::text;
        attribute.storage = GeoStorage::int32;
        attribute.strings = {value.get<std::string>()};
        attribute.integers.assign(count, 0);
    } else if (value.is_boolean() || value.is_number_integer()) {
        attribute.kind = GeoAttribute::Kind::integer;
        attribute.storage = GeoStorage::int64;
        attribute.integers.assign(
            count, value.is_boolean() ? std::int64_t(value.get<bool>()) : value.get<std::int64_t>());
    } else {
        attribute.storage = GeoStorage::real64;
        const std::vector<double> tuple =
            value.is_array() ? value.get<std::vector<double>>() : std::vector<double>{value.get<double>()};
        attribute.size = static_cast<int>(tuple.size());
        for (std::size_t i = 0; i < count; ++i)
            attribute.reals.insert(attribute.reals.end(), tuple.begin(), tuple.end());
    }
    return attribute;
}

void add_settings(GeoDetail& detail, const std::string& name, const Json& settings)
{
    std::vector<GeoAttribute>& attributes = detail.attributes_of(GeoOwner::primitive);
    attributes.push_back(uniform_attribute("name", name, detail.primitive_count));
    std::vector<FlatValue> lists;
    for (const FlatValue& value : flatten_values(settings, kNotOfObject, lists))
        attributes.push_back(uniform_attribute(kPrefix + value.token(), value.value, detail.primitive_count));
}

GeometryTable start_table(const Model& model, const ObjectRange& object)
{
    GeometryTable table;
    for (Index i = 0; i < object.node_count; ++i)
        table.positions.push_back(model.x0[static_cast<std::size_t>(object.first_node + i)]);
    for (const Tet& tet : object.tets) table.tets.push_back((tet.array() - object.first_node).matrix());
    if (object.tets.empty())
        for (const Triangle& t : object.triangles)
            table.polygons.push_back(
                {t[0] - object.first_node, t[1] - object.first_node, t[2] - object.first_node});
    return table;
}

bool is_of(const ObjectRange& object, Index node)
{
    return node >= object.first_node && node < object.first_node + object.node_count;
}

GeoDetail precise_detail(const GeometryTable& table)
{
    GeometryWriteOptions options;
    options.double_precision = true;
    return detail_from_table(table, options);
}

}  // namespace

std::string FlatValue::token() const
{
    std::string text = path;
    std::replace(text.begin(), text.end(), '.', '_');
    return text;
}

std::vector<FlatValue> flatten_values(const Json& object, const std::vector<std::string>& left_out,
                                      std::vector<FlatValue>& lists)
{
    std::vector<FlatValue> values;
    flatten(object, "", left_out, values, lists);
    return values;
}

namespace {

void add_reals(GeoDetail& detail, GeoOwner owner, const std::string& name, std::vector<double> values)
{
    GeoAttribute attribute;
    attribute.name = kPrefix + "variation_" + name;
    attribute.storage = GeoStorage::real64;
    attribute.reals = std::move(values);
    detail.attributes_of(owner).push_back(std::move(attribute));
}

// Multipliers of points and of primitives: the elements are written in their order, one primitive each. What any object has, all
// have: a program that merges them fills in 0, which is no multiplier.
void add_variation(const Json& settings, const std::set<std::string>& varied, GeoDetail& detail)
{
    const Json variation = settings.value("variation", Json::object());
    const auto add = [&](GeoOwner owner, const std::string& name) {
        if (varied.count(name) == 0) return;
        std::vector<double> values = variation.value(name, std::vector<double>());
        if (values.empty()) values.assign(at(detail.count(owner)), 1.0);
        add_reals(detail, owner, name, std::move(values));
    };
    add(GeoOwner::point, "friction");
    add(GeoOwner::point, "mass");
    add(GeoOwner::primitive, "stiffness");
}

}  // namespace

std::set<std::string> varied_values(const Json& objects)
{
    std::set<std::string> names;
    for (const Json& object : objects) {
        const Json variation = object.value("variation", Json::object());
        for (const auto& [name, values] : variation.items())
            if (!values.empty()) names.insert(name);
    }
    return names;
}

GeoDetail object_detail(const Model& model, const ObjectRange& object, const Json& settings,
                        const std::set<std::string>& varied)
{
    GeometryTable table = start_table(model, object);
    const std::size_t points = table.positions.size();
    GeometryTable::Attribute velocity{3, {}};
    for (Index i = 0; i < object.node_count; ++i)
        for (int k = 0; k < 3; ++k)
            velocity.values.push_back(model.v0[static_cast<std::size_t>(object.first_node + i)][k]);
    table.point_attributes["v"] = velocity;
    GeometryTable::Attribute stopped{1, std::vector<double>(points), true}, follows = stopped;
    for (const PinGroup& pin : model.pins)
        for (const Index node : pin.nodes) {
            if (!is_of(object, node)) continue;
            const auto point = static_cast<std::size_t>(node - object.first_node);
            (pin.carrier.motion.is_static() ? stopped : follows).values[point] = 1.0;
        }
    table.point_attributes["stopped"] = stopped;
    table.point_attributes["pintoanimation"] = follows;
    GeoDetail detail = precise_detail(table);
    add_settings(detail, object.name, settings);
    add_variation(settings, varied, detail);
    return detail;
}

GeoDetail target_detail(const Model& model, const ObjectRange& object, double time)
{
    GeometryTable table = start_table(model, object);
    for (const PinGroup& pin : model.pins)
        for (const Index node : pin.nodes)
            if (is_of(object, node))
                table.positions[static_cast<std::size_t>(node - object.first_node)] =
                    pinned_position(pin, model.x0[static_cast<std::size_t>(node)], time);
    return precise_detail(table);
}

bool has_moving_pins(const Model& model, const ObjectRange& object)
{
    return std::any_of(model.pins.begin(), model.pins.end(), [&](const PinGroup& pin) {
        return !pin.nodes.empty() && is_of(object, pin.nodes.front()) && !pin.carrier.motion.is_static();
    });
}

GeoDetail collider_detail(const SurfaceMesh& mesh, const std::string& name, const Json& settings)
{
    GeometryTable table;
    table.positions = mesh.positions;
    for (const Triangle& t : mesh.triangles) table.polygons.push_back({t[0], t[1], t[2]});
    GeoDetail detail = precise_detail(table);
    add_settings(detail, name, settings);
    return detail;
}

}  // namespace stiction
