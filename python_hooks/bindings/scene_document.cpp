#include "python_hooks/bindings/scene_document.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/scene/json_text.hpp"
#include "solver_core/scene/nearest_name.hpp"
#include "solver_core/scene/overrides.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <filesystem>

namespace stiction::python {

SceneDocument::SceneDocument() : document_({{"objects", Json::array()}})
{
    scene_ = read_scene(document_, source_, folder_, false);
}

SceneDocument::SceneDocument(Json document, const std::string& name, const std::string& folder,
                             const Overrides& overrides)
    : folder_(folder), is_whole_(true)
{
    SceneSource source{name, {}};
    for (const auto& [path, value] : overrides) apply_override(document, path, value, source);
    change(std::move(document), std::move(source));
}

SceneDocument SceneDocument::from_file(const std::string& path, const Overrides& overrides)
{
    return from_text(read_file(path), path, std::filesystem::path(path).parent_path().string(), overrides);
}

SceneDocument SceneDocument::from_text(const std::string& text, const std::string& name,
                                       const std::string& folder, const Overrides& overrides)
{
    return SceneDocument(parse_json_text(text, name), name, folder, overrides);
}

void SceneDocument::change(Json document, SceneSource source)
{
    scene_ = read_scene(document, source, folder_, is_whole_);
    document_ = std::move(document);
    source_ = std::move(source);
}

void SceneDocument::set(const std::string& path, const Json& value)
{
    Json document = document_;
    SceneSource source = source_;
    apply_override(document, path, value, source);
    change(std::move(document), std::move(source));
}

void SceneDocument::add_object(Json object)
{
    Json document = document_;
    document["objects"].push_back(std::move(object));
    change(std::move(document), source_);
}

void SceneDocument::remove_object(const std::string& name)
{
    Json document = document_;
    Json& objects = document["objects"];
    std::vector<std::string> names;
    for (std::size_t i = 0; i < scene_.objects.size(); ++i) {
        names.push_back(scene_.objects[i].name);
        if (names.back() != name) continue;
        objects.erase(i);
        is_whole_ = false;  // it may have been the only one; the next use tells
        // Paths of what was set behind it no longer stand there.
        return change(std::move(document), {source_.file, {}});
    }
    const std::string nearest = nearest_name(name, names);
    throw InputError("objects",
                     "found no object named " + in_quotes(name) + "; allowed: " + join_names(names) + "; " +
                         (nearest.empty() ? "name one of these" : "did you mean " + in_quotes(nearest) + "?"),
                     "objects");
}

const Scene& SceneDocument::scene()
{
    if (!is_whole_) {
        scene_ = read_scene(document_, source_, folder_, true);
        is_whole_ = true;
    }
    return scene_;
}

}  // namespace stiction::python
