// The files a scene refers to, and the hash over scene and files.

#include "solver_core/base/hash.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/scene/parameters.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/scene/sequence_files.hpp"

#include <filesystem>

namespace stiction {

namespace {

bool reads_mesh_file(const ObjectSettings& object)
{
    const bool has_mesh = object.type != ObjectType::collider || object.collider.shape == ShapeType::mesh;
    return has_mesh && object.mesh.generator == Generator::file;
}

bool reads_sequence(const ObjectSettings& object)
{
    return object.type == ObjectType::collider && object.collider.shape == ShapeType::mesh &&
           object.collider.sequence;
}

bool reads_points(const ObjectSettings& object)
{
    return object.type == ObjectType::collider && object.collider.shape == ShapeType::points;
}

std::uint64_t hash_file(const Scene& scene, const std::string& file, std::uint64_t seed)
{
    const std::string bytes = read_file(resolve_path(scene, file));
    return hash_bytes(bytes.data(), bytes.size(), seed);
}

}  // namespace

std::string resolve_path(const Scene& scene, const std::string& file)
{
    const std::filesystem::path path(file);
    return path.is_absolute() ? file : (std::filesystem::path(scene.folder) / path).string();
}

Scene with_absolute_paths(Scene scene)
{
    const auto absolute = [&](const std::string& file) {
        return std::filesystem::absolute(resolve_path(scene, file)).lexically_normal().string();
    };
    for (ObjectSettings& object : scene.objects) {
        if (reads_mesh_file(object)) object.mesh.file = absolute(object.mesh.file);
        if (reads_sequence(object))
            object.collider.sequence->files = absolute(object.collider.sequence->files);
        if (reads_points(object)) object.collider.points = absolute(object.collider.points);
    }
    return scene;
}

std::uint64_t scene_hash(const Scene& scene)
{
    // Where the files lie does not matter, what is in them does.
    Scene bare = scene;
    std::uint64_t hash = 0;
    for (ObjectSettings& object : bare.objects) {
        if (reads_mesh_file(object)) {
            hash = hash_file(scene, object.mesh.file, hash);
            object.mesh.file = "file";
        }
        if (reads_points(object)) {
            hash = hash_file(scene, object.collider.points, hash);
            object.collider.points = "file";
        }
        if (!reads_sequence(object)) continue;
        MeshSequence& sequence = *object.collider.sequence;
        for (Index number = sequence.first; number <= sequence.last; ++number)
            hash = hash_file(scene, sequence_file(sequence.files, number), hash);
        sequence.files = "files";
    }
    Json json = to_json(bare);
    for (const char* key : {"name", "description", "output", "expect"}) json.erase(key);
    const std::string text = json.dump();
    return hash_bytes(text.data(), text.size(), hash);
}

}  // namespace stiction
