#include "solver_core/apps/observed_run.hpp"

#include "solver_core/apps/progress.hpp"
#include "solver_core/apps/stall_watch.hpp"
#include "solver_core/apps/stop_signals.hpp"
#include "solver_core/apps/terminal.hpp"

namespace stiction {
namespace {

constexpr std::chrono::seconds kStallLimit(60);

class NotesOnly : public RunObserver {
public:
    void on_note(const std::string& text) override { print_note(text); }
};

}  // namespace

RunResult run_observed(const Scene& scene, RunOptions options, bool quiet)
{
    install_stop_signals();
    options.interrupt = &stop_flag();
    Progress progress;
    NotesOnly notes;
    StallWatch watch(quiet ? static_cast<RunObserver&>(notes) : progress, kStallLimit, print_note);
    return run_simulation(scene, options, watch);
}

}  // namespace stiction
