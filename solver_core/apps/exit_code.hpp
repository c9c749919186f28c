#pragma once

namespace stiction {

// What the command tells the shell or the farm. Part of the published contract.
enum ExitCode {
    kExitDone = 0,
    kExitExpectationFailed = 1,  // verify: a run came out, but not as its scene expects
    kExitBadInput = 2,           // do not retry
    kExitSolveFailed = 3,        // last good frame kept; also out of memory
    kExitCannotWrite = 4,
    kExitStopped = 75,       // SIGTERM: checkpoint written, run again with --resume
    kExitInterrupted = 130,  // SIGINT: checkpoint written too
};

}  // namespace stiction
