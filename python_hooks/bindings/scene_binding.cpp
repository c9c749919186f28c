#include "python_hooks/bindings/bindings.hpp"
#include "python_hooks/bindings/json_value.hpp"
#include "python_hooks/bindings/scene_document.hpp"
#include "solver_core/base/hash.hpp"
#include "solver_core/scene/method_list.hpp"
#include "solver_core/scene/preset.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/exam.hpp"
#include "solver_core/sim/scene_description.hpp"

#include <pybind11/stl.h>

namespace py = pybind11;
using namespace py::literals;

namespace stiction::python {
namespace {

py::object describe(SceneDocument& document)
{
    const Scene scene = document.scene();
    Json description;
    {
        const py::gil_scoped_release release;
        description = describe_scene(scene, build_model(scene));
    }
    return from_json_value(description);
}

// "done", "stopped" or "failed", and the summary as a dict.
py::object judge_run(SceneDocument& document, const std::string& status, const py::handle& summary)
{
    RunResult result;
    for (const RunStatus known : {RunStatus::stopped, RunStatus::failed})
        if (status == to_string(known)) result.status = known;
    result.summary = to_json_value(summary);
    return from_json_value(to_json(judge(document.scene(), std::move(result))));
}

Overrides overrides_of(const py::dict& values)
{
    Overrides overrides;
    for (const auto& [path, value] : values)
        overrides.emplace_back(path.cast<std::string>(), to_json_value(value));
    return overrides;
}

std::vector<std::string> object_names(SceneDocument& document, bool colliders)
{
    std::vector<std::string> names;
    for (const ObjectSettings& object : document.scene().objects)
        if (colliders || object.type != ObjectType::collider) names.push_back(object.name);
    return names;
}

}  // namespace

void bind_scene(py::module_& module)
{
    module.def(
        "schema", [] { return from_json_value(scene_schema()); },
        "JSON Schema (draft 2020-12) of a scene, as `stiction schema` prints it.");
    module.def(
        "method_list", [] { return from_json_value(method_list()); },
        "Methods and linear solvers of this build, as `stiction methods --json` prints them.");
    module.def(
        "presets",
        [](const std::string& name) {
            return from_json_value(presets_json(name.empty() ? presets() : presets_named(name)));
        },
        "name"_a, "Materials by name, as `stiction presets --json` prints them; all for an empty name.");
    module.def("judge_run", &judge_run, "scene"_a, "status"_a, "summary"_a,
               "Verdicts of a scene's expect block on the summary of a run.");
    module.def(
        "require_expectations", [](SceneDocument& d) { require_expectations(d.scene()); }, "scene"_a,
        "Refuse a scene that expects nothing.");

    py::class_<SceneDocument>(module, "SceneDocument",
                              "A scene that can be changed; stiction.Scene wraps it.")
        .def(py::init<>(), "An empty scene.")
        .def_static(
            "from_value",
            [](const py::handle& value, const std::string& name, const std::string& folder,
               const py::dict& overrides) {
                return SceneDocument(to_json_value(value), name, folder, overrides_of(overrides));
            },
            "value"_a, "name"_a, "folder"_a, "overrides"_a, "A scene from a dict.")
        .def_static(
            "from_text",
            [](const std::string& text, const std::string& name, const std::string& folder,
               const py::dict& overrides) {
                return SceneDocument::from_text(text, name, folder, overrides_of(overrides));
            },
            "text"_a, "name"_a, "folder"_a, "overrides"_a, "A scene from JSON text.")
        .def_static(
            "from_file",
            [](const std::string& path, const py::dict& overrides) {
                return SceneDocument::from_file(path, overrides_of(overrides));
            },
            "path"_a, "overrides"_a, "A scene from a file.")
        .def(
            "copy", [](const SceneDocument& d) { return SceneDocument(d); }, "An independent copy.")
        .def(
            "set",
            [](SceneDocument& d, const std::string& path, const py::handle& value) {
                d.set(path, to_json_value(value));
            },
            "path"_a, "value"_a, "Set one value by its path.")
        .def(
            "add_object",
            [](SceneDocument& d, const py::handle& object) { d.add_object(to_json_value(object)); },
            "object"_a, "Append an object.")
        .def("remove_object", &SceneDocument::remove_object, "name"_a, "Remove an object.")
        .def(
            "to_json", [](SceneDocument& d, int indent) { return to_json(d.scene()).dump(indent); },
            "indent"_a, "The whole scene, defaults written out, as JSON text; indent -1 puts it on one line.")
        .def(
            "to_value", [](SceneDocument& d) { return from_json_value(to_json(d.scene())); },
            "The whole scene, defaults written out, as a dict.")
        .def("object_names", &object_names, "colliders"_a, "Names of the objects, with or without colliders.")
        .def(
            "warnings", [](SceneDocument& d) { return scene_warnings(d.scene()); },
            "What is allowed but hardly meant.")
        .def("describe", &describe, "Build everything without running it; what it comes to.")
        .def(
            "scene_hash", [](SceneDocument& d) { return hash_hex(scene_hash(d.scene())); },
            "Changes with everything that can change the simulation.")
        .def_property_readonly(
            "name", [](SceneDocument& d) { return d.scene().name; }, "The scene's name.")
        .def_property_readonly(
            "file", [](SceneDocument& d) { return d.scene().file; },
            "What messages call the scene: its file, or the name it was given.")
        .def_property_readonly("folder", &SceneDocument::folder, "Base of relative paths.")
        .def_property_readonly(
            "frames", [](SceneDocument& d) { return d.scene().time.frames; }, "Frames of a whole run.");
}

}  // namespace stiction::python
