#include "solver_core/io/geo_parts.hpp"
#include "solver_core/io/geo_values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr const char* kOwnerKeys[] = {"vertexattributes", "pointattributes", "primitiveattributes",
                                      "globalattributes"};
constexpr int kPageSize = 1024;
// Components of one element; Houdini's own limit on tuples is far below.
constexpr int kMaxTupleSize = 65536;

GeoStorage read_storage(const GeoSource& source, const JsonValue& value)
{
    GeoStorage storage = GeoStorage::real32;
    const std::string& name = source.text(value, "'storage'");
    if (!storage_from_string(name, storage))
        source.fail(value, fmt::format("'storage' is '{}'; allowed: bool, uint8, int8, int16, int32, int64, "
                                       "fpreal16, fpreal32, fpreal64",
                                       name));
    return storage;
}

void read_defaults(const GeoSource& source, const JsonValue& value, GeoAttribute& attribute)
{
    const GeoList list(source, value, "'defaults'");
    attribute.has_defaults = true;
    attribute.default_size = static_cast<int>(source.integer(list.at("size"), 0, kMaxTupleSize, "'size'"));
    attribute.default_storage = read_storage(source, list.at("storage"));
    attribute.defaults = source.reals(list.at("values"), "the default values");
}

void read_numeric(const GeoSource& source, const GeoList& data, Index count, GeoAttribute& attribute)
{
    const JsonValue& block = data.at("values");
    const GeoList values(source, block, "'values'");
    const JsonValue* storage = values.find("storage");
    attribute.storage = read_storage(source, storage ? *storage : data.at("storage"));
    if (const JsonValue* defaults = data.find("defaults")) read_defaults(source, *defaults, attribute);
    if (is_real(attribute.storage)) {
        attribute.kind = GeoAttribute::Kind::real;
        attribute.reals = read_geo_reals(source, block, attribute.size, count, attribute.storage);
    } else {
        attribute.kind = GeoAttribute::Kind::integer;
        attribute.integers = read_geo_integers(source, block, attribute.size, count, attribute.storage);
    }
}

void read_strings(const GeoSource& source, const GeoList& data, Index count, GeoAttribute& attribute)
{
    attribute.kind = GeoAttribute::Kind::text;
    attribute.storage = GeoStorage::int32;
    for (const JsonValue& entry : source.elements(data.at("strings"), "'strings'"))
        attribute.strings.push_back(source.text(entry, "an entry of 'strings'"));
    const JsonValue& block = data.at("indices");
    attribute.integers = read_geo_integers(source, block, attribute.size, count, attribute.storage);
    for (const std::int64_t index : attribute.integers)
        if (index < -1 || index >= static_cast<std::int64_t>(attribute.strings.size()))
            source.fail(block, fmt::format("string {} of attribute '{}' does not exist; it has {} strings",
                                           index, attribute.name, attribute.strings.size()));
}

GeoAttribute read_attribute(const GeoSource& source, const JsonValue& value, Index count)
{
    const JsonValue::Array& pair = source.elements(value, "an attribute");
    if (pair.size() != 2) source.fail(value, "an attribute is not a pair of definition and data");
    const GeoList definition(source, pair[0], "an attribute's definition");
    GeoAttribute attribute;
    attribute.name = source.text(definition.at("name"), "an attribute's name");
    const std::string& type = source.text(definition.at("type"), "an attribute's type");
    if (const JsonValue* scope = definition.find("scope")) attribute.scope = source.text(*scope, "'scope'");
    if (const JsonValue* options = definition.find("options")) {
        if (!options->as<JsonValue::Map>()) source.fail(*options, "'options' of an attribute is not a map");
        attribute.options = *options;
    }
    if (type != "numeric" && type != "string") {
        attribute.kind = GeoAttribute::Kind::opaque;
        attribute.opaque_type = type;
        attribute.opaque_data = pair[1];
        return attribute;
    }
    const GeoList data(source, pair[1], "an attribute's data");
    attribute.size = static_cast<int>(source.integer(data.at("size"), 1, kMaxTupleSize, "'size'"));
    if (type == "numeric")
        read_numeric(source, data, count, attribute);
    else
        read_strings(source, data, count, attribute);
    return attribute;
}

void check_positions(const GeoSource& source, const JsonValue& at, const GeoAttribute& attribute)
{
    if (attribute.kind != GeoAttribute::Kind::real || attribute.size < 3)
        source.fail(at, "P is not a tuple of three or four reals");
    for (std::size_t i = 0; i < attribute.reals.size(); ++i)
        if (!std::isfinite(attribute.reals[i]))
            source.fail(at, fmt::format("the position of point {} is not finite; repair or delete the point",
                                        i / static_cast<std::size_t>(attribute.size)));
}

JsonNumber number_of(GeoStorage storage)
{
    switch (storage) {
        case GeoStorage::int8: return JsonNumber::int8;
        case GeoStorage::boolean:
        case GeoStorage::uint8:
        case GeoStorage::int16: return JsonNumber::int16;
        case GeoStorage::int32: return JsonNumber::int32;
        case GeoStorage::int64: return JsonNumber::int64;
        case GeoStorage::real16:
        case GeoStorage::real32: return JsonNumber::real32;
        case GeoStorage::real64: break;
    }
    return JsonNumber::real64;
}

void write_numbers(JsonWriter& writer, Span<const std::int64_t> values, JsonNumber number)
{
    writer.integers(values, number);
}

void write_numbers(JsonWriter& writer, Span<const double> values, JsonNumber number)
{
    writer.reals(values, number);
}

template <class T>
void write_values(JsonWriter& writer, const GeoAttribute& attribute, const std::vector<T>& values,
                  JsonEncoding encoding)
{
    const JsonNumber number = number_of(attribute.storage);
    writer.begin_list();
    writer.text("size");
    writer.integer(attribute.size);
    writer.text("storage");
    writer.text(to_string(attribute.storage));
    if (encoding == JsonEncoding::binary) {
        // One subvector and no constant pages: the elements in their order.
        writer.text("pagesize");
        writer.integer(kPageSize);
        writer.text("rawpagedata");
        write_numbers(writer, values, number);
    } else {
        const auto size = static_cast<std::size_t>(attribute.size);
        writer.text(size == 1 ? "arrays" : "tuples");
        writer.begin_list();
        if (size == 1) write_numbers(writer, values, number);
        for (std::size_t i = 0; size > 1 && i < values.size(); i += size)
            write_numbers(writer, Span<const T>(values).subspan(i, size), number);
        writer.end_list();
    }
    writer.end_list();
}

void write_data(JsonWriter& writer, const GeoAttribute& attribute, JsonEncoding encoding)
{
    writer.begin_list();
    writer.text("size");
    writer.integer(attribute.size);
    writer.text("storage");
    writer.text(to_string(attribute.storage));
    if (attribute.has_defaults) {
        writer.text("defaults");
        writer.begin_list();
        writer.text("size");
        writer.integer(attribute.default_size);
        writer.text("storage");
        writer.text(to_string(attribute.default_storage));
        writer.text("values");
        writer.reals(attribute.defaults, JsonNumber::real64);
        writer.end_list();
    }
    if (attribute.kind == GeoAttribute::Kind::text) {
        writer.text("strings");
        writer.begin_list();
        for (const std::string& text : attribute.strings) writer.text(text);
        writer.end_list();
    }
    writer.text(attribute.kind == GeoAttribute::Kind::text ? "indices" : "values");
    if (attribute.kind == GeoAttribute::Kind::real)
        write_values(writer, attribute, attribute.reals, encoding);
    else
        write_values(writer, attribute, attribute.integers, encoding);
    writer.end_list();
}

void write_attribute(JsonWriter& writer, const GeoAttribute& attribute, JsonEncoding encoding)
{
    const bool opaque = attribute.kind == GeoAttribute::Kind::opaque;
    writer.begin_list();
    writer.begin_list();
    writer.text("scope");
    writer.text(attribute.scope);
    writer.text("type");
    writer.text(opaque                                       ? attribute.opaque_type
                : attribute.kind == GeoAttribute::Kind::text ? "string"
                                                             : "numeric");
    writer.text("name");
    writer.text(attribute.name);
    writer.text("options");
    writer.value(attribute.options);
    writer.end_list();
    if (opaque)
        writer.value(attribute.opaque_data);
    else
        write_data(writer, attribute, encoding);
    writer.end_list();
}

}  // namespace

void read_geo_attributes(const GeoSource& source, const JsonValue& value, GeoDetail& detail)
{
    const GeoList owners(source, value, "'attributes'");
    for (const GeoOwner owner : kGeoOwners) {
        const JsonValue* list = owners.find(kOwnerKeys[static_cast<std::size_t>(owner)]);
        if (!list) continue;
        for (const JsonValue& entry : source.elements(*list, "a list of attributes")) {
            GeoAttribute attribute = read_attribute(source, entry, detail.count(owner));
            if (detail.find(owner, attribute.name))
                source.fail(entry, fmt::format("there are two attributes '{}'", attribute.name));
            if (owner == GeoOwner::point && attribute.name == "P") check_positions(source, entry, attribute);
            detail.attributes_of(owner).push_back(std::move(attribute));
        }
    }
}

void write_geo_attributes(JsonWriter& writer, const GeoDetail& detail, JsonEncoding encoding)
{
    writer.begin_list();
    for (const GeoOwner owner : kGeoOwners) {
        if (detail.attributes_of(owner).empty()) continue;
        writer.text(kOwnerKeys[static_cast<std::size_t>(owner)]);
        writer.begin_list();
        for (const GeoAttribute& attribute : detail.attributes_of(owner))
            write_attribute(writer, attribute, encoding);
        writer.end_list();
    }
    writer.end_list();
}

}  // namespace stiction
