#include "solver_core/scene/preset.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/nearest_name.hpp"
#include "solver_core/scene/parameters.hpp"

#include <algorithm>
#include <cassert>

namespace stiction {
namespace {

// The declaration of what a preset's key sets.
const Field& field_of(const Preset& preset, const std::string& key)
{
    const bool is_cloth = preset.type == ObjectType::cloth;
    const Section& material = is_cloth ? cloth_material_section() : soft_material_section();
    const Field* field = material.find(key, "");
    if (!field) field = object_section().find(key, name_of(preset.type));
    assert(field);
    return *field;
}

}  // namespace

const char* name_of(Basis basis)
{
    switch (basis) {
        case Basis::read: return "read";
        case Basis::quoted: return "quoted";
        case Basis::formula: return "formula";
        case Basis::estimate: return "estimate";
    }
    return "";
}

const char* help_of(Basis basis)
{
    switch (basis) {
        case Basis::read: return "read in the source";
        case Basis::quoted: return "as commonly given from the source, which was not at hand";
        case Basis::formula: return "by a formula from other figures";
        case Basis::estimate: return "chosen by experience; no measurement behind it";
    }
    return "";
}

double Preset::value(const std::string& key) const
{
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const PresetValue& v) { return v.key == key; });
    assert(found != values.end());
    return found->value;
}

const std::vector<Preset>& presets()
{
    static const std::vector<Preset>* list = [] {
        auto* all = new std::vector<Preset>(cloth_presets());
        const std::vector<Preset> soft = soft_presets();
        all->insert(all->end(), soft.begin(), soft.end());
        return all;
    }();
    return *list;
}

const Preset* find_preset(ObjectType type, const std::string& name)
{
    for (const Preset& preset : presets())
        if (preset.type == type && preset.name == name) return &preset;
    return nullptr;
}

std::vector<Preset> presets_named(const std::string& name)
{
    std::vector<Preset> found;
    std::vector<std::string> names;
    for (const Preset& preset : presets()) {
        if (preset.name == name) found.push_back(preset);
        if (std::find(names.begin(), names.end(), preset.name) == names.end()) names.push_back(preset.name);
    }
    if (!found.empty()) return found;
    const std::string nearest = nearest_name(name, names);
    throw InputError(
        "preset", "found " + in_quotes(name) + "; allowed: " + join_names(names) + "; " +
                      (nearest.empty() ? "name one of these" : "did you mean " + in_quotes(nearest) + "?"));
}

void apply(const Preset& preset, ObjectSettings& object)
{
    const SceneSource source{"preset " + preset.name, {}};
    for (const PresetValue& v : preset.values)
        field_of(preset, v.key).read(Json(v.value), &object, Place(source).key(v.key));
}

std::string unit_of(const Preset& preset, const std::string& key)
{
    return field_of(preset, key).info().unit;
}

Json to_json(const Preset& preset)
{
    Json json = {{"name", preset.name}, {"type", name_of(preset.type)}, {"what", preset.what}};
    Json material = Json::object();
    Json sources = Json::object();
    for (const PresetValue& v : preset.values) {
        if (v.key != "friction") material[v.key] = v.value;
        sources[v.key] = {{"value", v.value},
                          {"unit", unit_of(preset, v.key)},
                          {"basis", name_of(v.basis)},
                          {"figure", v.figure},
                          {"source", v.source}};
    }
    json["material"] = std::move(material);
    json["friction"] = preset.value("friction");
    json["sources"] = std::move(sources);
    if (!preset.note.empty()) json["note"] = preset.note;
    return json;
}

Json presets_json(const std::vector<Preset>& list)
{
    Json json;
    json["basis"] = Json::object();
    for (const Basis basis : {Basis::read, Basis::quoted, Basis::formula, Basis::estimate})
        json["basis"][name_of(basis)] = help_of(basis);
    json["presets"] = Json::array();
    for (const Preset& preset : list) json["presets"].push_back(to_json(preset));
    return json;
}

}  // namespace stiction
