#pragma once

// A simulation that Python holds: it computes without the interpreter's lock, on its own number of threads, and is used
// by one caller at a time.

#include "python_hooks/bindings/python_interrupt.hpp"
#include "python_hooks/bindings/scene_document.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/sim/run.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stiction::python {

struct RunRequest {
    // Frames to write and to stop after; absent: from 0, to the scene's end.
    std::optional<Index> first, last;
    bool longer = false;  // `last` may be beyond the scene's end, which then moves
    std::string folder;
    bool resume = false;
    pybind11::object on_frame, on_step;  // callables or None
};

// So many threads; null for 0, which is all cores. Throws InputError for a number out of range.
std::unique_ptr<Executor> chosen_executor(int threads);

class LiveSimulation {
public:
    LiveSimulation(SceneDocument& document, int threads);
    LiveSimulation(const LiveSimulation&) = delete;
    LiveSimulation& operator=(const LiveSimulation&) = delete;

    // Throws SolveFailure when the step is not usable, and whatever Python's signal handlers raise.
    StepReport step(bool record_iterations);
    RunResult run(const RunRequest& request);

    std::string save() const;
    void restore(const std::string& bytes, const std::string& name);
    void set_positions(Index first, Span<const Vec3> x);
    void set_velocities(Index first, Span<const Vec3> v);

    // For reading; refused while another thread computes.
    const Simulation& settled(const char* what) const;
    // What never moves while the object lives, so it may be looked at any time.
    const Simulation& simulation() const { return simulation_; }
    // Triangles and tets in an object's own point numbers.
    const std::vector<Triangle>& triangles(std::size_t object) const { return triangles_[object]; }
    const std::vector<Tet>& tets(std::size_t object) const { return tets_[object]; }
    const std::optional<StepReport>& last_report() const { return last_report_; }
    int threads() const;

private:
    friend class CallbackObserver;
    enum class Activity { idle, computing, in_callback };
    class Busy;

    void require_idle(const char* what) const;
    void require_writable(const char* what) const;

    std::unique_ptr<Executor> executor_;  // null: the process-wide one
    Simulation simulation_;
    std::vector<std::vector<Triangle>> triangles_;
    std::vector<std::vector<Tet>> tets_;
    std::optional<StepReport> last_report_;
    // Both read and written with the interpreter's lock held.
    Activity activity_ = Activity::idle;
    bool writes_folder_ = false;
};

}  // namespace stiction::python
