#pragma once

#include "solver_core/scene/parameter.hpp"
#include "solver_core/scene/scene.hpp"

namespace stiction {

// "preset" of a material: reading it gives the object the preset's values. It is declared before the fields it sets, so
// that what stands beside it overrides it. It is never written: a written scene has the values themselves.
class PresetField : public Field {
public:
    PresetField(const Section& owner, ObjectType type);
    // `object` is the ObjectSettings.
    void read(const Json& value, void* object, const Place& place) const override;
    std::optional<Json> write(const void* /*object*/) const override { return std::nullopt; }

private:
    ObjectType type_;
};

}  // namespace stiction
