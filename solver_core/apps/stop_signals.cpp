#include "solver_core/apps/stop_signals.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace stiction {
namespace {

// Reached from a signal handler: lock-free atomics only.
InterruptFlag g_flag;
std::atomic<int> g_signal{0};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void on_signal(int signal)
{
    const int earlier = g_signal.exchange(signal);
    if (signal == SIGINT && earlier == SIGINT) _exit(kExitInterrupted);
    g_flag.raise();
}

}  // namespace

void install_stop_signals()
{
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;  // a write under way is not torn by the signal
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, nullptr);
    sigaction(SIGXFSZ, &action, nullptr);
}

const InterruptFlag& stop_flag() { return g_flag; }

ExitCode stop_exit_code() { return g_signal.load() == SIGINT ? kExitInterrupted : kExitStopped; }

}  // namespace stiction
