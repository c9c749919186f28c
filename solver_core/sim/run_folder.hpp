#pragma once

// The folder of a run: locked for one process, every finished file listed in its manifest.

#include "solver_core/io/manifest.hpp"
#include "solver_core/io/run_lock.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiction {

class RunFolder {
public:
    // Creates the folder if need be, locks it, reads its manifest, removes what a killed process left half-written.
    // Throws InputError for a folder that holds something else or is in use, WriteError when it cannot be made.
    explicit RunFolder(const std::string& path);

    std::string path_of(const std::string& file) const { return path_ + "/" + file; }
    bool holds_run() const { return !manifest_.entries().empty(); }
    // Listed, present and unchanged.
    bool holds(const std::string& file) const { return manifest_.is_done(file); }
    // Steps of the listed checkpoints, ascending.
    std::vector<std::int64_t> checkpoint_steps() const;

    // Writes and lists a file; one that is listed and already has these bytes is left alone.
    void write(const std::string& file, const std::string& bytes, const std::string& kind,
               std::optional<std::int64_t> frame = std::nullopt);
    // Lists a file that was written by appending.
    void list(const std::string& file, const std::string& kind);
    // Takes files off the list, then off the disk.
    void remove(const std::vector<std::string>& files);
    // Removes every file of the run; files the manifest does not list stay.
    void clear();

private:
    void refuse_foreign() const;
    void remove_leftovers() const;

    std::string path_;
    RunLock lock_;
    Manifest manifest_;
};

}  // namespace stiction
