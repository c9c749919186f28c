#include "solver_core/scene/scene_json.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/scene/json_text.hpp"
#include "solver_core/scene/overrides.hpp"
#include "solver_core/scene/parameters.hpp"
#include "solver_core/scene/validate.hpp"

#include <filesystem>

namespace stiction {

Scene parse_scene(const std::string& text, const std::string& file_name,
                  const std::vector<std::string>& overrides)
{
    SceneSource source{file_name, {}};
    Json document = parse_json_text(text, file_name);
    apply_overrides(document, overrides, source);
    return read_scene(document, source, std::filesystem::path(file_name).parent_path().string());
}

Scene read_scene(const Json& document, const SceneSource& source, const std::string& folder, bool whole)
{
    Scene scene;
    read_section(scene_field(), document, &scene, Place(source));
    if (whole) validate_scene(scene, source);
    scene.file = source.file;
    scene.folder = folder;
    return scene;
}

Scene load_scene(const std::string& path, const std::vector<std::string>& overrides)
{
    if (path.empty()) throw InputError("scene file", "found an empty name; give the path of a scene");
    return parse_scene(read_file(path), path, overrides);
}

Json to_json(const Scene& scene) { return write_section(scene_section(), &scene); }

}  // namespace stiction
