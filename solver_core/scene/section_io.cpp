// Reading and writing an object by its section's declaration.

#include "solver_core/base/error.hpp"
#include "solver_core/scene/parameters.hpp"
#include "solver_core/scene/unknown_key.hpp"
#include "solver_core/scene/value_codec.hpp"

namespace stiction {

namespace {

// The selector is read first: it decides what the other keys mean.
std::string read_selector(const Section& section, const Json& value, void* object, const Place& place)
{
    const Field* selector = section.selector();
    if (!selector) return "";
    const std::string& key = selector->info().name;
    const std::string implied = section.selector_in(value);
    if (value.contains(key))
        selector->read(value[key], object, place.key(key));
    else if (!implied.empty())
        selector->read(Json(implied), object, place.key(key));
    else
        place.refuse("no \"" + key + "\"", selector->info().describe_allowed(),
                     "add it; it is: " + selector->info().help);
    return selector->write(object)->get<std::string>();
}

}  // namespace

void read_section(const FieldInfo& info, const Json& value, void* object, const Place& place)
{
    const Section& section = *info.section;
    if (!value.is_object()) {
        FieldInfo one = info;
        one.kind = Kind::section;
        refuse_value(one, value, place);
    }
    const std::string selector = read_selector(section, value, object, place);
    for (const auto& item : value.items()) {
        if (!section.find(item.key(), selector)) refuse_key(info, item.key(), selector, place);
    }
    for (const auto& field : section.fields()) {
        const FieldInfo& member = field->info();
        if (!member.applies_to(selector) || field.get() == section.selector()) continue;
        const auto found = value.find(member.name);
        if (found != value.end())
            field->read(*found, object, place.key(member.name));
        else if (member.required)
            place.refuse("no \"" + member.name + "\"", member.describe_allowed(),
                         "add it; it is: " + member.help);
    }
    section.check(object, place);
}

Json write_section(const Section& section, const void* object)
{
    Json json = Json::object();
    const std::string selector =
        section.selector() ? section.selector()->write(object)->get<std::string>() : "";
    for (const auto& field : section.fields()) {
        if (!field->info().applies_to(selector)) continue;
        if (auto value = field->write(object)) json[field->info().name] = std::move(*value);
    }
    return json;
}

Place element_place(const Json& element, std::size_t index, const Place& list)
{
    const Place place = list.at(index);
    if (!element.is_object()) return place;
    const auto name = element.find("name");
    return name != element.end() && name->is_string() ? place.named(name->get<std::string>()) : place;
}

}  // namespace stiction
