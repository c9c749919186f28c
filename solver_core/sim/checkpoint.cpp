#include "solver_core/sim/checkpoint.hpp"

#include "solver_core/base/hash.hpp"
#include "solver_core/io/binary_archive.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

namespace stiction {
namespace {

constexpr const char* kPrefix = "checkpoints/step_";
constexpr const char* kSuffix = ".ckpt";

}  // namespace

const char* program_version() { return STICTION_VERSION; }

std::uint64_t run_hash(const Scene& scene, const Model& model)
{
    Scene any_length = scene;
    any_length.time.frames = 1;
    std::uint64_t hash = scene_hash(any_length);
    hash = hash_bytes(model.x0.data(), model.x0.size() * sizeof(Vec3), hash);
    hash = hash_bytes(model.v0.data(), model.v0.size() * sizeof(Vec3), hash);
    hash = hash_bytes(model.mass.data(), model.mass.size() * sizeof(double), hash);
    for (const ObjectRange& object : model.objects) {
        hash = hash_bytes(object.triangles.data(), object.triangles.size() * sizeof(Triangle), hash);
        hash = hash_bytes(object.tets.data(), object.tets.size() * sizeof(Tet), hash);
    }
    return hash;
}

std::string encode_checkpoint(const Checkpoint& checkpoint, std::uint64_t run)
{
    BinaryArchive archive;
    archive.scene_hash = run;
    archive.program_version = program_version();
    archive.step = checkpoint.state.step;
    archive.sections["state"] = encode_state(checkpoint.state);
    archive.sections["track"] = encode_track(checkpoint.track);
    return encode_archive(archive);
}

Checkpoint decode_checkpoint(const std::string& bytes, std::uint64_t run,
                             const std::string& name_for_messages)
{
    const BinaryArchive archive = decode_archive(bytes, name_for_messages);
    require_same_run(archive, run, program_version(), name_for_messages);
    Checkpoint checkpoint;
    checkpoint.state = decode_state(archive.section("state", 1, name_for_messages));
    checkpoint.track = decode_track(archive.section("track", 1, name_for_messages));
    return checkpoint;
}

std::string checkpoint_name(std::int64_t step) { return fmt::format("{}{:08}{}", kPrefix, step, kSuffix); }

std::optional<std::int64_t> checkpoint_step(const std::string& name)
{
    const std::string prefix = kPrefix;
    if (name.compare(0, prefix.size(), prefix) != 0) return std::nullopt;
    std::int64_t step = 0;
    std::size_t at = prefix.size();
    for (; at < name.size() && name[at] >= '0' && name[at] <= '9' && at - prefix.size() < 18; ++at)
        step = 10 * step + (name[at] - '0');
    // Only the one spelling: "step_1.ckpt" is not ours.
    return checkpoint_name(step) == name ? std::optional<std::int64_t>(step) : std::nullopt;
}

}  // namespace stiction
