#include "schema_check.hpp"

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

namespace stiction::test {

namespace {

using Json = nlohmann::ordered_json;

bool has_type(const std::string& type, const Json& value)
{
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "number") return value.is_number();
    if (type == "null") return value.is_null();
    return type == "integer" && value.is_number() && value.get<double>() == std::floor(value.get<double>());
}

bool keyword_holds(const std::string& keyword, const Json& wanted, const Json& value)
{
    if (keyword == "type" && wanted.is_array())
        return std::any_of(wanted.begin(), wanted.end(),
                           [&](const Json& type) { return has_type(type.get<std::string>(), value); });
    if (keyword == "type") return has_type(wanted.get<std::string>(), value);
    if (keyword == "const") return value == wanted;
    if (keyword == "enum") return std::find(wanted.begin(), wanted.end(), value) != wanted.end();
    if (value.is_number()) {
        const double x = value.get<double>();
        if (keyword == "minimum") return x >= wanted.get<double>();
        if (keyword == "maximum") return x <= wanted.get<double>();
        if (keyword == "exclusiveMinimum") return x > wanted.get<double>();
        if (keyword == "exclusiveMaximum") return x < wanted.get<double>();
    }
    if (value.is_array()) {
        if (keyword == "minItems") return value.size() >= wanted.get<std::size_t>();
        if (keyword == "maxItems") return value.size() <= wanted.get<std::size_t>();
    }
    if (value.is_string()) {
        const std::string text = value.get<std::string>();
        if (keyword == "minLength") return text.size() >= wanted.get<std::size_t>();
        if (keyword == "maxLength") return text.size() <= wanted.get<std::size_t>();
        if (keyword == "pattern") return std::regex_search(text, std::regex(wanted.get<std::string>()));
    }
    static const std::set<std::string> known = {
        "minimum",     "maximum",   "exclusiveMinimum", "exclusiveMaximum", "minItems",
        "maxItems",    "minLength", "maxLength",        "pattern",          "title",
        "description", "default",   "examples",         "x-unit",           "x-methods",
        "x-help",      "x-choices", "x-fallback",       "$schema",          "$defs"};
    return known.count(keyword) > 0;
}

std::string object_violation(const Json& root, const Json& schema, const Json& value, const std::string& path)
{
    for (const auto& name : schema.value("required", Json::array())) {
        if (!value.contains(name.get<std::string>())) return path + ": no " + name.get<std::string>();
    }
    if (!schema.contains("properties")) return "";
    const Json& properties = schema["properties"];
    for (const auto& item : value.items()) {
        if (properties.contains(item.key())) {
            const std::string wrong =
                schema_violation(root, properties[item.key()], item.value(), path + "." + item.key());
            if (!wrong.empty()) return wrong;
        } else if (schema.value("additionalProperties", true) == false) {
            return path + ": unknown " + item.key();
        }
    }
    return "";
}

std::string count_violation(const Json& root, const Json& schema, const Json& value, const std::string& path)
{
    for (const char* keyword : {"oneOf", "anyOf"}) {
        if (!schema.contains(keyword)) continue;
        std::string wrong;
        int holds = 0;
        for (const Json& option : schema[keyword]) {
            const std::string violation = schema_violation(root, option, value, path);
            holds += violation.empty() ? 1 : 0;
            wrong += violation + " | ";
        }
        if (holds == 0 || (holds > 1 && std::string(keyword) == "oneOf"))
            return path + ": " + std::to_string(holds) + " options of " + keyword + ": " + wrong;
    }
    return "";
}

}  // namespace

std::string schema_violation(const Json& root, const Json& schema, const Json& value, const std::string& path)
{
    static const std::set<std::string> structural = {
        "$ref", "properties", "required", "additionalProperties", "items", "oneOf", "anyOf"};
    for (const auto& item : schema.items()) {
        if (structural.count(item.key()) == 0 && !keyword_holds(item.key(), item.value(), value))
            return path + ": " + item.key() + " " + item.value().dump() + " fails for " + value.dump();
    }
    if (schema.contains("$ref")) {
        const Json::json_pointer target(schema["$ref"].get<std::string>().substr(1));
        const std::string wrong = schema_violation(root, root.at(target), value, path);
        if (!wrong.empty()) return wrong;
    }
    if (value.is_object()) {
        const std::string wrong = object_violation(root, schema, value, path);
        if (!wrong.empty()) return wrong;
    }
    if (value.is_array() && schema.contains("items")) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            const std::string wrong =
                schema_violation(root, schema["items"], value[i], path + "[" + std::to_string(i) + "]");
            if (!wrong.empty()) return wrong;
        }
    }
    return count_violation(root, schema, value, path);
}

}  // namespace stiction::test
