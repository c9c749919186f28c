#pragma once

// One process at a time in a run folder.

#include "solver_core/io/posix_file.hpp"

#include <chrono>
#include <string>

namespace stiction {

// Holds an flock on DIR/.lock while it lives. The kernel drops the lock when the process ends, however it
// ends, so a lock file left behind by a dead process blocks nobody. The file itself stays: removing it would
// let two processes hold locks on two files of the same name.
class RunLock {
public:
    // Creates the folder when it is missing. Throws InputError naming the process that holds the folder,
    // WriteError when the lock file cannot be made.
    //
    // A process that was handed the lock (`descriptor`) holds it for its dead parent. Such orphans are waited for, up to
    // `orphans_last`; a living holder is refused at once.
    explicit RunLock(const std::string& folder, std::chrono::milliseconds orphans_last = {});

    // For a child that is to hold the lock too: inherited by fork, closed by exec unless FD_CLOEXEC is taken off.
    int descriptor() const { return file_.get(); }

private:
    FileDescriptor file_;
};

}  // namespace stiction
