// JSON Schema (draft 2020-12) from the declaration of the parameters.

#include "solver_core/scene/parameters.hpp"
#include "solver_core/scene/scene_json.hpp"

namespace stiction {

namespace {

Json real_schema(const FieldInfo& info)
{
    Json schema = {{"type", "number"}};
    const Range& range = info.range;
    if (range.min) schema[range.above_min ? "exclusiveMinimum" : "minimum"] = *range.min;
    if (range.max) schema[range.below_max ? "exclusiveMaximum" : "maximum"] = *range.max;
    return schema;
}

Json integer_schema(const FieldInfo& info)
{
    Json schema = real_schema(info);
    schema["type"] = "integer";
    for (Json& limit : schema) {
        if (limit.is_number()) limit = limit.get<std::int64_t>();
    }
    return schema;
}

Json list_schema(Json items, int count)
{
    Json schema = {{"type", "array"}, {"items", std::move(items)}};
    if (count > 0) {
        schema["minItems"] = count;
        schema["maxItems"] = count;
    }
    return schema;
}

Json reference(const Section& section) { return {{"$ref", "#/$defs/" + section.name()}}; }

Json type_schema(const FieldInfo& info)
{
    switch (info.kind) {
        case Kind::boolean: return {{"type", "boolean"}};
        case Kind::integer: return integer_schema(info);
        case Kind::real: return real_schema(info);
        case Kind::real_or_null: {
            Json schema = real_schema(info);
            schema["type"] = Json::array({"number", "null"});
            return schema;
        }
        case Kind::text: {
            Json schema = {{"type", "string"}};
            if (info.required) schema["minLength"] = 1;
            return schema;
        }
        case Kind::choice: {
            Json words = Json::array();
            for (const auto& choice : info.choices) words.push_back(choice.first);
            return {{"type", "string"}, {"enum", words}};
        }
        case Kind::integers: return list_schema(integer_schema(info), info.count);
        case Kind::reals: return list_schema(real_schema(info), info.count);
        case Kind::corners: return list_schema(list_schema(real_schema(info), 3), 2);
        case Kind::integer_rows:
        case Kind::real_rows: {
            const bool whole = info.kind == Kind::integer_rows;
            Json schema =
                list_schema(list_schema(whole ? integer_schema(info) : real_schema(info), info.count), 0);
            if (info.required) schema["minItems"] = 1;
            return schema;
        }
        case Kind::section: return reference(*info.section);
        case Kind::sections: return {{"type", "array"}, {"items", reference(*info.section)}};
    }
    return Json::object();
}

std::string description(const FieldInfo& info)
{
    std::string text = info.help;
    if (!info.unit.empty()) text += " (" + info.unit + ")";
    if (!info.choices.empty()) {
        std::vector<std::string> words;
        for (const auto& choice : info.choices) words.push_back(choice.first + ": " + choice.second);
        text += ". " + join_names(words, "; ");
    }
    if (!info.fallback.empty()) text += ". Left out: " + info.fallback;
    return text;
}

Json field_schema(const Field& field, const void* prototype)
{
    const FieldInfo& info = field.info();
    Json schema = {{"title", info.label}, {"description", description(info)}};
    schema.update(type_schema(info));
    // The pieces of the description one by one, for programs that lay them out in their own way.
    schema["x-help"] = info.help;
    for (const auto& [word, help] : info.choices) schema["x-choices"][word] = help;
    if (!info.fallback.empty()) schema["x-fallback"] = info.fallback;
    if (!info.unit.empty()) schema["x-unit"] = info.unit;
    if (!info.methods.empty()) schema["x-methods"] = info.methods;
    // A nested object's defaults stand with its own keys.
    if (info.required || info.kind == Kind::section) return schema;
    if (auto value = field.write(prototype)) schema["default"] = std::move(*value);
    return schema;
}

Json variant_schema(const Section& section, const std::string& selector)
{
    const auto prototype = section.prototype(selector);
    Json properties = Json::object();
    Json required = Json::array();
    for (const auto& field : section.fields()) {
        const FieldInfo& info = field->info();
        if (!info.applies_to(selector)) continue;
        Json schema = field_schema(*field, prototype.get());
        const bool selects = field.get() == section.selector();
        if (selects) {
            schema.erase("enum");
            schema["const"] = selector;
        }
        if (info.required && !(selects && section.is_implied(selector))) required.push_back(info.name);
        properties[info.name] = std::move(schema);
    }
    Json schema = {{"type", "object"}, {"title", section.title()}, {"description", section.help()}};
    if (!selector.empty()) schema["title"] = section.title() + ": " + selector;
    schema["properties"] = std::move(properties);
    if (!required.empty()) schema["required"] = std::move(required);
    schema["additionalProperties"] = false;
    return schema;
}

Json section_schema(const Section& section)
{
    if (!section.selector()) return variant_schema(section, "");
    Json variants = Json::array();
    for (const std::string& selector : section.selector_values())
        variants.push_back(variant_schema(section, selector));
    return {{"title", section.title()}, {"description", section.help()}, {"oneOf", std::move(variants)}};
}

void add_definitions(const Section& section, Json& definitions)
{
    for (const auto& field : section.fields()) {
        const Section* nested = field->info().section;
        if (!nested || definitions.contains(nested->name())) continue;
        definitions[nested->name()] = section_schema(*nested);
        add_definitions(*nested, definitions);
    }
}

// What a check of its section says beside the single fields.
void add_conditions(Json& definitions)
{
    const auto needs = [](const char* key) { return Json{{"required", Json::array({key})}}; };
    definitions["pin"]["oneOf"] = Json::array({needs("points"), needs("box"), needs("group")});
    definitions["pin"]["properties"]["points"]["minItems"] = 1;
    definitions["expectation"]["anyOf"] = Json::array({needs("value"), needs("min"), needs("max")});
    for (Json& variant : definitions["object"]["oneOf"]) {
        variant["properties"]["name"]["pattern"] = "^[A-Za-z0-9_-]+$";
        variant["properties"]["name"]["maxLength"] = 64;
    }
}

constexpr const char* kExample = R"({
  "version": 1, "name": "incline",
  "time": {"step": 0.005, "steps_per_frame": 8, "frames": 25},
  "objects": [
    {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "size": [1, 1], "divisions": [20, 20]},
     "transform": {"rotate": [0, 0, -10]}, "friction": 1,
     "material": {"density": 0.2, "stretch": 200, "bend": 1e-4}},
    {"name": "ramp", "type": "collider", "shape": {"type": "plane"}, "transform": {"rotate": [0, 0, -10]},
     "friction": 0.3}
  ]
})";

}  // namespace

Json scene_schema()
{
    Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}};
    schema.update(section_schema(scene_section()));
    schema["title"] = "Stiction scene";
    schema["examples"] = Json::array({Json::parse(kExample)});
    Json definitions = Json::object();
    add_definitions(scene_section(), definitions);
    add_conditions(definitions);
    schema["$defs"] = std::move(definitions);
    return schema;
}

}  // namespace stiction
