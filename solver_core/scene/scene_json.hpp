#pragma once

#include "solver_core/scene/scene.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stiction {

// Reads a scene file (JSON with // and /* */ comments), applies --set overrides ("contact.pairs[0].friction=0.3",
// "objects.sheet.friction=0.2": an object may be named instead of numbered), validates. Throws InputError naming the
// file, the field's path, what was found and what is allowed; an unknown key names the nearest known one.
Scene load_scene(const std::string& path, const std::vector<std::string>& overrides = {});
Scene parse_scene(const std::string& text, const std::string& file_name, const std::vector<std::string>& overrides = {});

// The whole scene with every default written out; parse_scene(to_json(s)) == s.
nlohmann::ordered_json to_json(const Scene& scene);

// JSON Schema (draft 2020-12) of a scene file, and the manual's parameter tables, from the one declaration.
nlohmann::ordered_json scene_schema();
std::string parameter_tables_markdown();

}  // namespace stiction
