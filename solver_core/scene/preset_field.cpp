#include "solver_core/scene/preset_field.hpp"

#include "solver_core/scene/preset.hpp"
#include "solver_core/scene/value_codec.hpp"

namespace stiction {

PresetField::PresetField(const Section& owner, ObjectType type) : type_(type)
{
    FieldInfo& declared = mutable_info();
    declared.name = "preset";
    declared.label = "Preset";
    declared.kind = Kind::choice;
    declared.owner = &owner;
    declared.restarts = true;
    declared.help =
        "a material by name; keys beside it override its values, and the object takes its friction unless it "
        "gives one";
    declared.fallback = "the values below";
    for (const Preset& preset : presets())
        if (preset.type == type) declared.choices.emplace_back(preset.name, preset.what);
}

void PresetField::read(const Json& value, void* object, const Place& place) const
{
    const Preset* preset = find_preset(type_, read_choice(info(), value, place));
    if (preset) apply(*preset, *static_cast<ObjectSettings*>(object));
}

}  // namespace stiction
