// stiction export: a scene as geometry with attributes, frame by frame where its motion is given.

#include "solver_core/apps/collider_mesh.hpp"
#include "solver_core/apps/command.hpp"
#include "solver_core/apps/exported_geometry.hpp"
#include "solver_core/apps/scene_options.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/geo_file.hpp"
#include "solver_core/scene/geometry.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace stiction {
namespace {

struct ExportArguments {
    std::string scene, out, format = "bgeo";
    std::vector<std::string> overrides;
    Index segments = 96;
    double plane_side = 40.0;
    Index cells = 1;
};

// Names, files and the length of the run are the other program's own.
const std::vector<std::string> kNotOfScene = {"version",     "name",   "description", "time.step",
                                              "time.frames", "output", "objects",     "expect"};

// Triangles are the shape itself, not an approximation of it.
bool is_flat(const Shape& shape)
{
    return std::holds_alternative<MeshShape>(shape) || std::holds_alternative<BoxShape>(shape) ||
           std::holds_alternative<PlaneShape>(shape);
}

class Exporter {
public:
    explicit Exporter(const ExportArguments& arguments)
        : arguments_(arguments),
          scene_(load_scene(arguments.scene, arguments.overrides)),
          model_(build_model(scene_)),
          document_(stiction::to_json(scene_)),
          frame_time_(scene_.time.step * scene_.time.steps_per_frame)
    {
    }

    void write()
    {
        std::error_code error;
        std::filesystem::create_directories(arguments_.out, error);
        if (error) throw WriteError(arguments_.out + ": " + error.message());
        Json list = describe();
        for (std::size_t i = 0; i < scene_.objects.size(); ++i)
            if (scene_.objects[i].type == ObjectType::collider)
                list["objects"].push_back(write_collider(static_cast<Index>(i)));
        for (const ObjectRange& object : model_.objects) list["objects"].push_back(write_object(object));
        write_file_atomically(arguments_.out + "/export.json", list.dump(2) + "\n");
        print_out(fmt::format("{}: {} objects, {} frames at {:.6g} a second\n", arguments_.out,
                              scene_.objects.size(), scene_.time.frames, 1.0 / frame_time_));
        for (const auto& [path, value] : list["lists"].items())
            print_note(path + " stands in export.json alone: it is no value of one object");
    }

private:
    Json describe() const
    {
        std::vector<FlatValue> lists;
        Json parameters = Json::object();
        for (const FlatValue& value : flatten_values(document_, kNotOfScene, lists))
            parameters[value.token()] = value.value;
        Json left = Json::object();
        for (const FlatValue& list : lists) left[list.path] = list.value;
        return {{"scene", scene_.name},
                {"fps", 1.0 / frame_time_},
                {"frames", scene_.time.frames},
                {"cells", arguments_.cells},
                {"parameters", parameters},
                {"objects", Json::array()},
                {"lists", left},
                {"expect", document_.value("expect", Json::array())}};
    }

    void write_detail(const std::string& file, const GeoDetail& detail) const
    {
        const JsonEncoding encoding = arguments_.format == "geo" ? JsonEncoding::ascii : JsonEncoding::binary;
        write_file_atomically(arguments_.out + "/" + file, encode_geo(detail, encoding));
    }

    std::string file_name(const std::string& name, Index frame) const
    {
        return fmt::format("{}.{:04}.{}", name, frame, arguments_.format);
    }

    Json write_collider(Index number) const
    {
        const Collider collider = build_collider(scene_, number);
        const Json& settings = document_["objects"][static_cast<std::size_t>(number)];
        const SurfaceMesh local =
            collider_mesh(collider, {arguments_.segments, arguments_.plane_side, arguments_.cells});
        const auto* mesh = std::get_if<MeshShape>(&collider.shape);
        const bool moves = !collider.motion.is_static() || (mesh && !mesh->frames.empty());
        const Index last = moves ? scene_.time.frames : 0;
        for (Index frame = 0; frame <= last; ++frame)
            write_detail(
                file_name(collider.name, frame),
                collider_detail(placed_mesh(collider, local, frame * frame_time_), collider.name, settings));
        return {{"name", collider.name},
                {"type", "collider"},
                {"shape", settings["shape"]["type"]},
                {"moves", moves},
                {"exact", is_flat(collider.shape)}};
    }

    Json write_object(const ObjectRange& object) const
    {
        const auto number = static_cast<std::size_t>(object.scene_object);
        write_detail(file_name(object.name, 0), object_detail(model_, object, document_["objects"][number],
                                                              varied_values(document_["objects"])));
        const bool moves = has_moving_pins(model_, object);
        for (Index frame = 0; moves && frame <= scene_.time.frames; ++frame)
            write_detail(file_name(object.name + "_target", frame),
                         target_detail(model_, object, frame * frame_time_));
        return {{"name", object.name}, {"type", document_["objects"][number]["type"]}, {"target", moves}};
    }

    const ExportArguments& arguments_;
    Scene scene_;
    Model model_;
    Json document_;
    double frame_time_;
};

}  // namespace

void add_export_command(CLI::App& app, int& exit_code)
{
    auto arguments = std::make_shared<ExportArguments>();
    CLI::App* command = app.add_subcommand(
        "export", "Write a scene as geometry with attributes, for programs such as Houdini");
    command->add_option("scene", arguments->scene, "Scene file (JSON)")->required()->type_name("SCENE");
    command->add_option("--out", arguments->out, "Folder of the files")->required()->type_name("DIR");
    command->add_option("--format", arguments->format, "bgeo or geo")->check(CLI::IsMember({"bgeo", "geo"}));
    command->add_option("--segments", arguments->segments, "Segments around spheres, capsules and cylinders")
        ->check(CLI::Range(3, 10000))
        ->type_name("N");
    command->add_option("--plane-side", arguments->plane_side, "Side of the slab that stands for a plane, m")
        ->check(CLI::Range(1e-3, 1e5))
        ->type_name("LENGTH");
    command
        ->add_option("--cells", arguments->cells,
                     "Cells along the longest side of boxes and of planes' slabs")
        ->check(CLI::Range(1, 1000))
        ->type_name("N");
    add_set_option(*command, arguments->overrides);
    command->callback([arguments, &exit_code] {
        exit_code = guarded([&] {
            Exporter(*arguments).write();
            return int(kExitDone);
        });
    });
}

}  // namespace stiction
