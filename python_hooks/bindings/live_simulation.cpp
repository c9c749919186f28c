#include "python_hooks/bindings/live_simulation.hpp"

#include "python_hooks/bindings/callback_observer.hpp"
#include "python_hooks/bindings/errors.hpp"
#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace py = pybind11;

namespace stiction::python {
namespace {

constexpr int kMostThreads = 1024;  // as --threads

Simulation begin(const Scene& scene, Executor* executor)
{
    const py::gil_scoped_release release;
    const ExecutorScope scope(executor);
    return begin_simulation(scene);
}

}  // namespace

std::unique_ptr<Executor> chosen_executor(int threads)
{
    if (threads < 0 || threads > kMostThreads)
        throw InputError("threads", fmt::format("found {}; allowed: 1 to {}, or 0 for all cores; correct it",
                                                threads, kMostThreads));
    return threads == 0 ? nullptr : make_executor(threads);
}

// Marks the simulation as computing; entered and left with the interpreter's lock held.
class LiveSimulation::Busy {
public:
    explicit Busy(LiveSimulation& owner) : owner_(owner) { owner_.activity_ = Activity::computing; }
    ~Busy() { owner_.activity_ = Activity::idle; }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

private:
    LiveSimulation& owner_;
};

LiveSimulation::LiveSimulation(SceneDocument& document, int threads)
    : executor_(chosen_executor(threads)), simulation_(begin(document.scene(), executor_.get()))
{
    for (const ObjectRange& object : simulation_.model.objects) {
        triangles_.push_back(object.triangles);
        for (Triangle& t : triangles_.back()) t -= Triangle::Constant(object.first_node);
        tets_.push_back(object.tets);
        for (Tet& t : tets_.back()) t -= Tet::Constant(object.first_node);
    }
}

int LiveSimulation::threads() const { return executor_ ? executor_->threads() : executor().threads(); }

void LiveSimulation::require_idle(const char* what) const
{
    if (activity_ == Activity::computing)
        throw std::runtime_error(
            fmt::format("{}: this simulation is computing in another thread; wait for it", what));
    if (activity_ == Activity::in_callback)
        throw std::runtime_error(
            fmt::format("{}: not from inside a callback of run(); return False to stop it first", what));
}

void LiveSimulation::require_writable(const char* what) const
{
    (void)settled(what);
    if (activity_ == Activity::in_callback && writes_folder_)
        throw std::runtime_error(fmt::format(
            "{}: not while a run writes its folder, which could then not be resumed; run without out", what));
}

const Simulation& LiveSimulation::settled(const char* what) const
{
    if (activity_ == Activity::computing)
        throw std::runtime_error(
            fmt::format("{}: this simulation is computing in another thread; wait for it", what));
    return simulation_;
}

StepReport LiveSimulation::step(bool record_iterations)
{
    require_idle("step");
    const Busy busy(*this);
    const PythonInterrupt interrupt;
    StepOptions options;
    options.record_iterations = record_iterations;
    options.interrupt = &interrupt;
    StepReport report;
    {
        const py::gil_scoped_release release;
        const ExecutorScope scope(executor_.get());
        report = advance_step(simulation_, options);
    }
    interrupt.rethrow();
    last_report_ = report;
    if (!is_usable(report.status)) throw SolveFailure(failure_text(simulation_, report));
    return report;
}

RunResult LiveSimulation::run(const RunRequest& request)
{
    require_idle("run");
    const Busy busy(*this);
    Scene& scene = simulation_.scene;
    const Index now = static_cast<Index>(simulation_.state.step / scene.time.steps_per_frame);
    const Index last = request.last.value_or(std::max(now, scene.time.frames));
    if (request.longer && last < now)
        throw InputError("frames",
                         fmt::format("found {}; allowed: 0 or more, from where the simulation is; to go back "
                                     "restore what was saved",
                                     last - now));
    if (request.longer) scene.time.frames = std::max(last, scene.time.frames);

    PythonInterrupt interrupt;
    CallbackObserver observer(*this, request, interrupt);
    RunOptions options;
    options.folder = request.folder;
    options.resume = request.resume;
    options.frames = FrameRange{request.first.value_or(0), last};
    options.interrupt = &interrupt;
    writes_folder_ = !request.folder.empty();
    RunResult result;
    {
        const py::gil_scoped_release release;
        const ExecutorScope scope(executor_.get());
        result = run_simulation(simulation_, options, observer);
    }
    interrupt.rethrow();
    if (result.status == RunStatus::failed) throw SolveFailure(result.message);
    return result;
}

std::string LiveSimulation::save() const { return stiction::save(settled("save")); }

void LiveSimulation::restore(const std::string& bytes, const std::string& name)
{
    require_idle("restore");
    stiction::restore(simulation_, bytes, name);
    last_report_.reset();
}

void LiveSimulation::set_positions(Index first, Span<const Vec3> x)
{
    require_writable("set_positions");
    stiction::set_positions(simulation_, first, x);
}

void LiveSimulation::set_velocities(Index first, Span<const Vec3> v)
{
    require_writable("set_velocities");
    stiction::set_velocities(simulation_, first, v);
}

}  // namespace stiction::python
