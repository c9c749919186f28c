#include "hdk_plugins/adapter/host_parameter.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/scene/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace stiction {
namespace {

// Given by the host in another way, or of use to files and exams only.
const std::set<std::string> kNotOfScene = {"version",     "name",   "description", "time.step",
                                           "time.frames", "output", "objects",     "friction_changes",
                                           "expect"};
const std::set<std::string> kNotOfObject = {"name", "type", "mesh", "transform", "shape", "pins", "motion"};

bool is_single(const FieldInfo& info)
{
    switch (info.kind) {
        case Kind::boolean:
        case Kind::integer:
        case Kind::real:
        case Kind::text:
        case Kind::choice: return true;
        case Kind::integers:
        case Kind::reals: return info.count > 0;
        default: return false;
    }
}

std::string token_of(std::string path)
{
    std::replace(path.begin(), path.end(), '.', '_');
    return path;
}

struct Walk {
    const std::set<std::string>& left_out;
    std::vector<HostParameter>& found;

    void section(const Section& section, const std::string& selector, const Json& values,
                 const std::string& prefix, const std::vector<std::string>& methods) const
    {
        for (const auto& field : section.fields()) {
            const FieldInfo& info = field->info();
            const std::string path = prefix + info.name;
            if (!info.applies_to(selector) || left_out.count(path) > 0) continue;
            const Json value = values.is_object() && values.contains(info.name) ? values[info.name] : Json();
            const std::vector<std::string>& used_by = info.methods.empty() ? methods : info.methods;
            if (info.kind == Kind::section)
                this->section(*info.section, info.section->selector_in(value), value, path + ".", used_by);
            else if (is_single(info))
                found.push_back({path, token_of(path), &info, value, used_by});
        }
    }
};

std::vector<HostParameter> flatten(const Section& section, const std::string& selector,
                                   const std::set<std::string>& left_out)
{
    std::vector<HostParameter> found;
    const std::shared_ptr<void> prototype = section.prototype(selector);
    Json values = Json::object();
    for (const auto& field : section.fields())
        if (field->info().applies_to(selector))
            if (const std::optional<Json> value = field->write(prototype.get()))
                values[field->info().name] = *value;
    Walk{left_out, found}.section(section, selector, values, "", {});
    return found;
}

// The surface of a collider's mesh is part of its shape; a host that has no shapes calls it surface_gaps as that of a soft body.
std::vector<HostParameter> collider_parameters()
{
    std::vector<HostParameter> found = flatten(object_section(), "collider", kNotOfObject);
    for (const auto& field : object_section().fields()) {
        if (field->info().name != "shape") continue;
        for (HostParameter& parameter : flatten(*field->info().section, "mesh", {}))
            if (parameter.path.compare(0, 8, "surface.") == 0) {
                parameter.path = "shape." + parameter.path;
                found.push_back(std::move(parameter));
            }
    }
    return found;
}

}  // namespace

const std::vector<HostParameter>& scene_parameters()
{
    static const std::vector<HostParameter> parameters = flatten(scene_section(), "", kNotOfScene);
    return parameters;
}

const std::vector<HostParameter>& object_parameters(const std::string& type)
{
    static const std::map<std::string, std::vector<HostParameter>> parameters = [] {
        std::map<std::string, std::vector<HostParameter>> by_type;
        for (const std::string& word : object_section().selector_values())
            by_type[word] =
                word == "collider" ? collider_parameters() : flatten(object_section(), word, kNotOfObject);
        return by_type;
    }();
    return parameters.at(type);
}

Json choice_of(const HostParameter& parameter, std::int64_t number)
{
    const auto& choices = parameter.info->choices;
    if (number < 0 || number >= static_cast<std::int64_t>(choices.size()))
        throw InputError(parameter.path,
                         fmt::format("found entry {} of the menu; allowed: 0 to {}; choose again", number,
                                     choices.size() - 1));
    return choices[static_cast<std::size_t>(number)].first;
}

Index number_of_choice(const HostParameter& parameter, const Json& word)
{
    const auto& choices = parameter.info->choices;
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (word == choices[i].first) return static_cast<Index>(i);
    return 0;
}

std::string disable_rule(const HostParameter& parameter, const std::string& method_token)
{
    if (parameter.methods.empty()) return {};
    std::string rule = "{";
    for (const std::string& method : parameter.methods)
        rule += fmt::format(" {} != {}", method_token, method);
    return rule + " }";
}

}  // namespace stiction
