#pragma once

// SIGTERM (a farm wants the machine back) and SIGINT (a hand at the keyboard) end a run at the next safe point.

#include "solver_core/apps/exit_code.hpp"
#include "solver_core/base/interrupt.hpp"

namespace stiction {

// First signal: raises the flag. A second SIGINT ends the process at once. A broken pipe and a file size limit become
// ordinary write errors. Lasts as long as the process.
void install_stop_signals();
const InterruptFlag& stop_flag();
// kExitStopped after SIGTERM, kExitInterrupted after SIGINT.
ExitCode stop_exit_code();

}  // namespace stiction
