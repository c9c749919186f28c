#include "hdk_plugins/dop/SIM_StictionSolver.hpp"

#include "hdk_plugins/adapter/step_line.hpp"
#include "hdk_plugins/dop/object_access.hpp"
#include "hdk_plugins/dop/object_forces.hpp"
#include "hdk_plugins/shared/host_executor.hpp"
#include "hdk_plugins/shared/parameter_templates.hpp"
#include "solver_core/base/error.hpp"

#include <SIM/SIM_Engine.h>
#include <SIM/SIM_Error.h>
#include <SIM/SIM_Names.h>
#include <SIM/SIM_Object.h>
#include <UT/UT_Error.h>
#include <fmt/format.h>

#include <cmath>
#include <optional>

using namespace stiction;

namespace {

std::vector<int> ids_of(const std::vector<SIM_Object*>& objects)
{
    std::vector<int> ids;
    for (const SIM_Object* object : objects) ids.push_back(object->getObjectId());
    return ids;
}

// The node's parameters; gravity that acts on the objects is in place of the node's own.
HostSettings settings_with_gravity(const SIM_OptionsUser& user, const std::vector<SIM_Object*>& objects)
{
    HostSettings settings = settings_of(user);
    if (const std::optional<Vec3> g = gravity_of(objects))
        settings.emplace_back("gravity", Json({g->x(), g->y(), g->z()}));
    return settings;
}

}  // namespace

SIM_StictionSolver::SIM_StictionSolver(const SIM_DataFactory* factory)
    : SIM_Solver(factory), SIM_OptionsUser(this)
{
}
SIM_StictionSolver::~SIM_StictionSolver() = default;

const SIM_DopDescription* SIM_StictionSolver::getSolverDopDescription()
{
    static SIM_DopDescription description(true, "stiction_solver", "Stiction Solver", SIM_SOLVER_DATANAME,
                                          classname(), solver_templates());
    return &description;
}

void SIM_StictionSolver::showWarnings(const SIM_Object& object,
                                      const std::vector<std::string>& warnings) const
{
    for (const std::string& warning : warnings)
        addError(&object, SIM_MESSAGE, warning.c_str(), UT_ERROR_WARNING);
}

SIM_Solver::SIM_Result SIM_StictionSolver::solveObjectsSubclass(SIM_Engine& /*engine*/,
                                                                SIM_ObjectArray& objects,
                                                                SIM_ObjectArray& newobjects,
                                                                SIM_ObjectArray& /*feedbacktoobjects*/,
                                                                const SIM_Time& timestep)
{
    const double seconds = timestep;
    SIM_ObjectArray& any = objects.entries() > 0 ? objects : newobjects;
    if (any.entries() == 0) return SIM_SOLVER_SUCCESS;
    HoudiniExecutor threads;
    const ExecutorScope scope(&threads);
    try {
        if (objects.entries() == 0) return begin(newobjects, seconds);
        if (newobjects.entries() > 0)
            throw InputError(
                newobjects(0)->getName().toStdString(),
                "an object appeared after the start; allowed: all objects from the first step on; create "
                "it on the first frame and reset the simulation");
        return step(objects, seconds);
    } catch (const std::exception& error) {
        // Bad input, or no memory: nothing has been written yet.
        addError(any(0), SIM_MESSAGE, error.what(), UT_ERROR_ABORT);
        return SIM_SOLVER_FAIL;
    }
}

SIM_Solver::SIM_Result SIM_StictionSolver::begin(SIM_ObjectArray& objects, double timestep) const
{
    const std::vector<SIM_Object*> sorted = sorted_objects(objects);
    auto record = std::make_shared<SolverRecord>();
    record->objects = ids_of(sorted);
    HostScene host;
    host.name = "Stiction Solver";
    host.time_step = timestep;
    host.settings = settings_with_gravity(*this, sorted);
    host.extra = extra_of(*this);
    record->settings = settings_text(host.settings, host.extra);
    for (const SIM_Object* object : sorted) host.objects.push_back(host_object(*object, false));
    for (const auto& [id, collider] : colliders_of(sorted)) {
        host.objects.push_back(host_object(*collider, true));
        record->colliders.push_back(id);
    }
    record->built = std::make_unique<HostSolver>(host);
    SIM_Object& leader = *sorted.front();
    showWarnings(leader, record->built->built().warnings);
    showWarnings(leader, unused_forces(sorted));
    SIM_StictionRest* rest = SIM_DATA_CREATE(leader, kRestName, SIM_StictionRest, 0);
    SIM_StictionState* state = SIM_DATA_CREATE(leader, kStateName, SIM_StictionState, 0);
    if (!rest || !state) return SIM_SOLVER_FAIL;
    rest->setRecord(record);
    StepReport report;
    report.status = SolveStatus::converged;
    state->setState(record, record->built->start(), report);
    return SIM_SOLVER_SUCCESS;
}

SIM_Solver::SIM_Result SIM_StictionSolver::step(SIM_ObjectArray& objects, double timestep) const
{
    const std::vector<SIM_Object*> sorted = sorted_objects(objects);
    SIM_Object& leader = *sorted.front();
    // An object that is solved on its first frame, or that got this solver later, has no solver yet.
    if (!SIM_DATA_GETCONST(leader, kRestName, SIM_StictionRest) &&
        begin(objects, timestep) != SIM_SOLVER_SUCCESS)
        return SIM_SOLVER_FAIL;
    const SIM_StictionRest* rest = SIM_DATA_GETCONST(leader, kRestName, SIM_StictionRest);
    const SIM_StictionState* before = SIM_DATA_GETCONST(leader, kStateName, SIM_StictionState);
    const std::shared_ptr<const SolverRecord> record = rest ? rest->record() : nullptr;
    if (!record || !before || record->objects != ids_of(sorted))
        throw InputError(
            leader.getName().toStdString(),
            "the objects are not those of the first step; allowed: the same ones throughout; reset the "
            "simulation");
    HostSolver& solver = record->solver();
    const double expected = solver.built().scene.time.step * solver.steps_per_host_step();
    if (std::abs(expected - timestep) > 1e-9 * expected)
        throw InputError(
            leader.getName().toStdString(),
            fmt::format("found a time step of {} s; allowed: {} s as at the start; reset the simulation",
                        timestep, expected));
    if (record->settings != settings_text(settings_with_gravity(*this, sorted), extra_of(*this)))
        addError(&leader, SIM_MESSAGE,
                 "parameters or gravity have changed since the first step; those of the first step hold; "
                 "reset the simulation",
                 UT_ERROR_WARNING);

    require_same_points(*record, sorted);
    const HoudiniInterrupt interrupt("Solving frictional contact");
    const SurfaceForces forces(solver, sorted);
    GivenLoads loads = given_loads(*record, sorted);
    if (!forces.empty()) loads.field = [&](const State& state, Vec3Array& load) { forces.add(state, load); };
    const HostStep result =
        solver.advance(*before->state(*record), given_motion(*record, sorted), &interrupt, loads);
    if (result.is_interrupted) return SIM_SOLVER_FAIL;
    if (!result.state) {
        addError(&leader, SIM_MESSAGE, result.failure.c_str(), UT_ERROR_ABORT);
        return SIM_SOLVER_FAIL;
    }
    SIM_StictionState* after = SIM_DATA_GET(leader, kStateName, SIM_StictionState);
    if (!after) return SIM_SOLVER_FAIL;
    write_step(*record, result, sorted);
    after->setState(record, result.state, result.report);
    addError(&leader, SIM_MESSAGE, step_line(result.report).c_str(), UT_ERROR_MESSAGE);
    return SIM_SOLVER_SUCCESS;
}
