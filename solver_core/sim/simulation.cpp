#include "solver_core/sim/simulation.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/sim/run_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stiction {
namespace {

void require_finite(Span<const Vec3> values, const char* what)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i].allFinite()) continue;
        throw InputError(what,
                         fmt::format("found ({}, {}, {}) for point {}; allowed: finite numbers; correct it",
                                     values[i].x(), values[i].y(), values[i].z(), i));
    }
}

std::string remedy_of(Method method)
{
    return fmt::format("try a smaller time.step, more {}, or a start without overlaps",
                       has_finite_strain(method) ? "solver.step_iterations" : "solver.iterations");
}

// What a host has moved is not where the step before led: an integrator over two steps begins anew.
void forget_step_before(State& state)
{
    state.x_before.clear();
    state.v_before.clear();
}

}  // namespace

Simulation begin_simulation(Scene scene)
{
    Simulation simulation;
    simulation.scene = std::move(scene);
    simulation.model = build_model(simulation.scene);
    simulation.state = initial_state(simulation.model);
    simulation.track = begin_track(simulation.model, simulation.state);
    simulation.run = run_hash(simulation.scene, simulation.model);
    return simulation;
}

StepReport advance_step(Simulation& simulation, const StepOptions& options)
{
    simulation.work_is_of_state = false;
    StepReport report = step(simulation.model, options, simulation.state, simulation.work);
    if (is_usable(report.status)) {
        update_track(simulation.model, simulation.state, report, simulation.work.contact_forces,
                     simulation.track);
        simulation.milliseconds += report.stats.ms.total;
        simulation.work_is_of_state = true;
    } else {
        report.step = simulation.state.step + 1;
        report.time = static_cast<double>(report.step) * simulation.model.step;
    }
    return report;
}

std::string failure_text(const Simulation& simulation, const StepReport& report)
{
    const State& state = simulation.state;
    std::size_t fastest = 0;
    for (std::size_t i = 1; i < state.v.size(); ++i)
        if (state.v[i].squaredNorm() > state.v[fastest].squaredNorm()) fastest = i;
    std::string where = "no point";
    for (const ObjectRange& object : simulation.model.objects) {
        const Index point = static_cast<Index>(fastest) - object.first_node;
        if (point >= 0 && point < object.node_count)
            where = fmt::format("point {} of '{}'", point, object.name);
    }
    const StepStats& stats = report.stats;
    const std::string worst = stats.worst_contact.empty()
                                  ? ""
                                  : fmt::format("; worst: {}, closing {:.3g} m/s too fast",
                                                stats.worst_contact, stats.worst_violation);
    return fmt::format(
        "step {} (t = {:.6g} s) {}: friction residual {:.3g}, penetration {:.3g} m, kinetic energy {:.3g} J, "
        "{} contacts{}; "
        "fastest before it was {} at {:.3g} m/s; the last good state is step {}; {}",
        report.step, report.time, to_string(report.status), stats.friction_residual, stats.penetration_max,
        stats.energy.kinetic, stats.contacts_external + stats.contacts_self, worst, where,
        state.v.empty() ? 0.0 : state.v[fastest].norm(), state.step,
        stats.reason.empty() ? remedy_of(simulation.scene.solver.method) : stats.reason);
}

std::string save(const Simulation& simulation)
{
    return encode_checkpoint({simulation.state, simulation.track}, simulation.run);
}

void require_fit(const Simulation& simulation, const Checkpoint& checkpoint,
                 const std::string& name_for_messages)
{
    const std::size_t nodes = simulation.model.x0.size();
    const std::size_t objects = simulation.model.objects.size();
    if (checkpoint.state.x.size() == nodes && checkpoint.track.objects.size() == objects) return;
    throw InputError(name_for_messages,
                     fmt::format("does not fit the model: {} points and {} objects instead of {} and {}",
                                 checkpoint.state.x.size(), checkpoint.track.objects.size(), nodes, objects));
}

void take(Simulation& simulation, const Checkpoint& checkpoint)
{
    State& state = simulation.state;
    state.step = checkpoint.state.step;
    std::copy(checkpoint.state.x.begin(), checkpoint.state.x.end(), state.x.begin());
    std::copy(checkpoint.state.v.begin(), checkpoint.state.v.end(), state.v.begin());
    state.memory = checkpoint.state.memory;
    state.contact_stiffness = checkpoint.state.contact_stiffness;
    state.x_before = checkpoint.state.x_before;
    state.v_before = checkpoint.state.v_before;
    simulation.track = checkpoint.track;
    simulation.work_is_of_state = false;
}

void restore(Simulation& simulation, const std::string& bytes, const std::string& name_for_messages)
{
    const Checkpoint checkpoint = decode_checkpoint(bytes, simulation.run, name_for_messages);
    require_fit(simulation, checkpoint, name_for_messages);
    // Times are not saved. What a step took so far stands for the steps that were made elsewhere.
    const double mean = simulation.track.steps > 0
                            ? simulation.milliseconds / static_cast<double>(simulation.track.steps)
                            : 0.0;
    take(simulation, checkpoint);
    simulation.milliseconds = mean * static_cast<double>(simulation.track.steps);
}

void set_positions(Simulation& simulation, Index first, Span<const Vec3> x)
{
    require_finite(x, "positions");
    std::copy(x.begin(), x.end(), simulation.state.x.begin() + first);
    forget_step_before(simulation.state);
    simulation.work_is_of_state = false;
    reseat_track(simulation.model, simulation.state, simulation.track);
}

void set_velocities(Simulation& simulation, Index first, Span<const Vec3> v)
{
    require_finite(v, "velocities");
    std::copy(v.begin(), v.end(), simulation.state.v.begin() + first);
    forget_step_before(simulation.state);
    reseat_track(simulation.model, simulation.state, simulation.track);
}

nlohmann::ordered_json summarize(const Simulation& simulation, const std::string& status)
{
    return run_summary({simulation.scene, simulation.model, simulation.state, simulation.track, status,
                        simulation.milliseconds});
}

}  // namespace stiction
