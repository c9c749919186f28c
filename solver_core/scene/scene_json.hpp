#pragma once

// Scene files: JSON with // and /* */ comments, checked against the declaration in parameters.hpp.

#include "solver_core/scene/place.hpp"
#include "solver_core/scene/scene.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace stiction {

// Reads a scene file, applies --set overrides ("contact.pairs[0].friction=0.3", "objects.sheet.friction=0.2":
// an object may be named instead of numbered), validates. Throws InputError naming the file, the field's
// path, what was found and what is allowed; an unknown key names the nearest known one.
Scene load_scene(const std::string& path, const std::vector<std::string>& overrides = {});
Scene parse_scene(const std::string& text, const std::string& file_name,
                  const std::vector<std::string>& overrides = {});

// The same of a document that is in memory already. `folder` is the base of relative paths, `overrides` have been
// applied or are none; `whole` also checks what no single field can tell (a deformable object, names that exist), which
// a scene under construction cannot pass yet.
Scene read_scene(const nlohmann::ordered_json& document, const SceneSource& source, const std::string& folder,
                 bool whole = true);

// The whole scene with every applicable default written out; parse_scene(to_json(s).dump()) gives s again.
nlohmann::ordered_json to_json(const Scene& scene);

// A file named in the scene, as a path from the working folder.
std::string resolve_path(const Scene& scene, const std::string& file);
// The same scene for a file in another folder: mesh files by their absolute paths.
Scene with_absolute_paths(Scene scene);

// What is allowed but hardly meant: friction above 5, cloth heavier than lead, a step of more than 0.1 s ...
// Each one as "path: what; consequence".
std::vector<std::string> scene_warnings(const Scene& scene);

// Changes with everything that can change the simulation: the resolved scene without name, description,
// output and expectations, and the bytes of the mesh files. Throws InputError when one of them cannot be
// read.
std::uint64_t scene_hash(const Scene& scene);

// JSON Schema (draft 2020-12) of a scene file, and the manual's parameter tables, from the one declaration.
nlohmann::ordered_json scene_schema();
std::string parameter_tables_markdown();

}  // namespace stiction
