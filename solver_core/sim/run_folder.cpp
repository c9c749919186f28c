#include "solver_core/sim/run_folder.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/base/hash.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/sim/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "manifest.jsonl";
// What a run may leave at the top of its folder, listed or not.
const char* const kOwnNames[] = {".lock",       "scene.json",   "frames",      "contacts",
                                 "stats.jsonl", "summary.json", "checkpoints", kManifest};

// "name.tmp.<pid>", as written by write_file_atomically.
bool is_temporary(const std::string& name)
{
    const std::size_t at = name.rfind(".tmp.");
    return at != std::string::npos && at + 5 < name.size() &&
           name.find_first_not_of("0123456789", at + 5) == std::string::npos;
}

std::vector<fs::path> files_in(const std::string& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        files.push_back(it->path());
    return files;
}

// Missing is as good as removed.
void remove_file(const std::string& path)
{
    std::error_code error;
    fs::remove(path, error);
    if (error) throw_write_error(path, "cannot remove the file", error.value());
}

}  // namespace

RunFolder::RunFolder(const std::string& path) : path_(path), lock_(path)
{
    manifest_ = Manifest::load(path_);
    if (!holds_run()) refuse_foreign();
    remove_leftovers();
}

void RunFolder::refuse_foreign() const
{
    for (const fs::path& file : files_in(path_)) {
        const std::string name = file.filename().string();
        if (is_temporary(name) || std::count(std::begin(kOwnNames), std::end(kOwnNames), name) > 0) continue;
        throw InputError(
            path_, fmt::format("holds \"{}\" and no manifest of a run; a run needs a new or empty folder or "
                               "one of an earlier run; choose another with --out",
                               name));
    }
}

void RunFolder::remove_leftovers() const
{
    for (const char* part : {"", "frames", "contacts", "checkpoints"}) {
        for (const fs::path& file : files_in(path_of(part))) {
            const std::string name = fmt::format("{}/{}", part, file.filename().string());
            // A checkpoint that was renamed or unlisted just before the end is on no list.
            const bool unlisted = checkpoint_step(name) && !manifest_.find(name);
            if (is_temporary(name) || unlisted) remove_file(file.string());
        }
    }
}

std::vector<std::int64_t> RunFolder::checkpoint_steps() const
{
    std::vector<std::int64_t> steps;
    for (const ManifestEntry& entry : manifest_.entries())
        if (const auto step = checkpoint_step(entry.file)) steps.push_back(*step);
    std::sort(steps.begin(), steps.end());
    return steps;
}

void RunFolder::write(const std::string& file, const std::string& bytes, const std::string& kind,
                      std::optional<std::int64_t> frame)
{
    const ManifestEntry* entry = manifest_.find(file);
    if (entry && entry->size == bytes.size() &&
        entry->xxh3 == hash_hex(hash_bytes(bytes.data(), bytes.size())) && holds(file))
        return;
    write_listed(manifest_, file, bytes, kind, frame);
}

void RunFolder::list(const std::string& file, const std::string& kind)
{
    manifest_.add(file, read_file(path_of(file)), kind);
}

void RunFolder::remove(const std::vector<std::string>& files)
{
    manifest_.remove(files);
    for (const std::string& file : files) remove_file(path_of(file));
}

void RunFolder::clear()
{
    // The manifest goes last: until then a killed removal can be done again.
    for (const ManifestEntry& entry : manifest_.entries()) remove_file(path_of(entry.file));
    for (const char* file : {"scene.json", "stats.jsonl", "summary.json", kManifest})
        remove_file(path_of(file));
    manifest_ = Manifest::load(path_);
}

}  // namespace stiction
