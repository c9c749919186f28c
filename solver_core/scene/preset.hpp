#pragma once

// Materials by name: "material": {"preset": "denim"}. Every number carries where it comes from and how it was brought to
// the unit of the parameter it sets; units and ranges are those of the parameter's own declaration.
//
// A preset sets the object's friction as well, where the object gives none. Friction belongs to two surfaces; the value is
// the root of the coefficient of the material on itself, so that two pieces of it have that coefficient under the product
// rule.

#include "solver_core/scene/place.hpp"
#include "solver_core/scene/scene.hpp"

#include <string>
#include <vector>

namespace stiction {

enum class Basis {
    read,      // the source was at hand and the figure was read in it
    quoted,    // the figure as it is commonly given from the source, which was not at hand
    formula,   // from other figures by a formula that the source or the text names
    estimate,  // chosen by experience within what such materials show; no measurement stands behind it
};
const char* name_of(Basis basis);
const char* help_of(Basis basis);

struct PresetValue {
    std::string key;  // of the material, or "friction"
    double value = 0.0;
    Basis basis = Basis::estimate;
    std::string figure;  // as the source has it, and the conversion
    std::string source;
};

struct Preset {
    std::string name;
    ObjectType type = ObjectType::cloth;
    std::string what;
    std::vector<PresetValue> values;
    std::string note;  // what the numbers leave open; may be empty

    double value(const std::string& key) const;  // of a key that is there
};

// All presets, cloth first, by name. A name may stand for a sheet and for a solid.
const std::vector<Preset>& presets();
// Null when there is none.
const Preset* find_preset(ObjectType type, const std::string& name);
// Throws InputError with the nearest name.
std::vector<Preset> presets_named(const std::string& name);

// Material and friction of an object as the preset has them.
void apply(const Preset& preset, ObjectSettings& object);

// Unit of one of a preset's values, from the declaration of the parameter.
std::string unit_of(const Preset& preset, const std::string& key);
Json to_json(const Preset& preset);
// {"basis": what the words mean, "presets": [...]}
Json presets_json(const std::vector<Preset>& list);

// The lists the above put together.
std::vector<Preset> cloth_presets();
std::vector<Preset> soft_presets();

}  // namespace stiction
