#include "solver_core/scene/unknown_key.hpp"

#include "solver_core/scene/nearest_name.hpp"
#include "solver_core/scene/parameters.hpp"

#include <algorithm>

namespace stiction {

namespace {

// Selector values of `section` for which `key` is known.
std::vector<std::string> values_with(const Section& section, const std::string& key)
{
    std::vector<std::string> values;
    for (const std::string& value : section.selector_values()) {
        if (section.find(key, value)) values.push_back(value);
    }
    return values;
}

// The nested object that knows the key for this selector: a collider's velocity stands in its motion.
std::string nested_section_knowing(const Section& section, const std::string& key,
                                   const std::string& selector)
{
    for (const auto& field : section.fields()) {
        const FieldInfo& info = field->info();
        if (info.kind != Kind::section || selector.empty() || !info.applies_to(selector)) continue;
        if (!values_with(*info.section, key).empty()) return info.name;
    }
    return "";
}

// "type is plane": what decides that the key does not apply.
void refuse_if_of_another_type(const Section& section, const std::string& key, const std::string& selector,
                               const Place& place)
{
    if (!section.selector()) return;
    const std::vector<std::string> values = values_with(section, key);
    if (values.empty()) return;
    const std::string& name = section.selector()->info().name;
    const std::string chosen = selector.empty() ? "not given" : in_quotes(selector);
    const std::string nested = nested_section_knowing(section, key, selector);
    place.key(key).refuse("a key that does not apply where \"" + name + "\" is " + chosen,
                          in_quotes(key) + " where \"" + name + "\" is " + join_names(values),
                          nested.empty() ? "remove it, or change \"" + name + "\""
                                         : in_quotes(key) + " belongs in " + in_quotes(nested) + " where \"" +
                                               name + "\" is " + chosen);
}

// The same field of the owner may have another section for another type: "stretch" belongs to a cloth's
// material.
void refuse_if_of_sibling(const FieldInfo& info, const std::string& key, const Place& place)
{
    if (!info.owner || !info.owner->selector()) return;
    std::vector<std::string> owners;
    for (const auto& field : info.owner->fields()) {
        const FieldInfo& other = field->info();
        if (other.name != info.name || !other.section || values_with(*other.section, key).empty()) continue;
        owners.insert(owners.end(), other.only.begin(), other.only.end());
    }
    if (owners.empty()) return;
    const std::string& name = info.owner->selector()->info().name;
    place.key(key).refuse("a key that does not apply to " + join_names(info.only, " and ") + " objects",
                          in_quotes(key) + " in the \"" + info.name + "\" of objects whose \"" + name +
                              "\" is " + join_names(owners),
                          "remove it, or change \"" + name + "\"");
}

std::string name_of_alias(const Section& section, const std::string& key, const std::string& selector)
{
    for (const auto& field : section.fields()) {
        const auto& aliases = field->info().aliases;
        if (!field->info().applies_to(selector)) continue;
        for (const std::string& alias : aliases) {
            if (edit_distance(alias, key) == 0) return field->info().name;
        }
    }
    return "";
}

// Path of the first section anywhere below `section` that knows `key`; empty when none does.
std::string section_knowing(const Section& section, const std::string& key, const std::string& path)
{
    for (const std::string& value : section.selector_values()) {
        if (!path.empty() && section.find(key, value)) return path;
    }
    for (const auto& field : section.fields()) {
        const FieldInfo& info = field->info();
        if (!info.section) continue;
        const std::string below =
            path + (path.empty() ? "" : ".") + info.name + (info.kind == Kind::sections ? "[]" : "");
        const std::string found = section_knowing(*info.section, key, below);
        if (!found.empty()) return found;
    }
    return "";
}

}  // namespace

void refuse_key(const FieldInfo& info, const std::string& key, const std::string& selector,
                const Place& place)
{
    const Section& section = *info.section;
    refuse_if_of_another_type(section, key, selector, place);
    refuse_if_of_sibling(info, key, place);

    std::vector<std::string> known = section.names(selector);
    std::string meant = nearest_name(key, known);
    if (meant.empty()) meant = name_of_alias(section, key, selector);
    for (std::string& name : known) name = in_quotes(name);
    const std::string allowed = join_names(known, ", ");
    const Place at = place.key(key);
    if (!meant.empty()) at.refuse("an unknown key", allowed, "did you mean " + in_quotes(meant) + "?");

    const std::string elsewhere = section_knowing(scene_section(), key, "");
    at.refuse("an unknown key", allowed,
              elsewhere.empty() ? "remove it or correct its name"
                                : in_quotes(key) + " belongs in \"" + elsewhere + "\"");
}

}  // namespace stiction
