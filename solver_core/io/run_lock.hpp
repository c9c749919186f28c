#pragma once

// One process at a time in a run folder.

#include "solver_core/io/posix_file.hpp"

#include <string>

namespace stiction {

// Holds an flock on DIR/.lock while it lives. The kernel drops the lock when the process ends, however it
// ends, so a lock file left behind by a dead process blocks nobody. The file itself stays: removing it would
// let two processes hold locks on two files of the same name.
class RunLock {
public:
    // Creates the folder when it is missing. Throws InputError naming the process that holds the folder,
    // WriteError when the lock file cannot be made.
    explicit RunLock(const std::string& folder);

private:
    FileDescriptor file_;
};

// Whether a process holds the folder now. A folder without a lock file is free.
bool is_run_locked(const std::string& folder);

}  // namespace stiction
