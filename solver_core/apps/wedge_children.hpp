#pragma once

// Runs of a wedge as processes of their own: so many at a time, told to stop when we are.

#include "solver_core/io/run_lock.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiction {

struct ChildTask {
    std::vector<std::string> arguments;  // of this same program
    std::string log;                     // file that takes what it prints
};

struct ChildResult {
    int exit_code = 0;  // 128 + signal when a signal ended it
    double seconds = 0.0;
};

struct ChildEvents {
    std::function<void(std::size_t task)> started;
    std::function<void(std::size_t task, const ChildResult& result)> ended;
};

// Returns when all have ended. After a stop signal no task is started any more, the signal is passed on once and those
// that run are waited for. Should this process be killed, the system sends SIGTERM to its children, and they keep its
// lock until they have ended.
void run_children(const std::vector<ChildTask>& tasks, int jobs, const RunLock& lock,
                  const ChildEvents& events);

}  // namespace stiction
