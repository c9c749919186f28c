#pragma once

// A checkpoint: all that the next step and the summary need, in one file under a checksum. It holds no times, so the
// same run writes the same bytes.

#include "solver_core/sim/run_track.hpp"
#include "solver_core/sim/state.hpp"

#include <optional>
#include <string>

namespace stiction {

// Checkpoints of another version are refused: bits are promised per version.
const char* program_version();

struct Checkpoint {
    State state;
    RunTrack track;
};

// Names the run a checkpoint belongs to: the scene but for its length (a run may be made longer), and the points,
// elements and masses the model was built with.
std::uint64_t run_hash(const Scene& scene, const Model& model);

std::string encode_checkpoint(const Checkpoint& checkpoint, std::uint64_t run);
// Throws ArchiveError: corrupt, other_scene (both hashes in the message), other_version.
Checkpoint decode_checkpoint(const std::string& bytes, std::uint64_t run,
                             const std::string& name_for_messages);

// "checkpoints/step_00000480.ckpt" and back; nothing for other names.
std::string checkpoint_name(std::int64_t step);
std::optional<std::int64_t> checkpoint_step(const std::string& name);

}  // namespace stiction
