#include "hdk_plugins/dop/SIM_StictionSolver.hpp"

#include "hdk_plugins/adapter/step_line.hpp"
#include "hdk_plugins/dop/node_settings.hpp"
#include "hdk_plugins/dop/object_access.hpp"
#include "hdk_plugins/dop/object_forces.hpp"
#include "hdk_plugins/shared/host_executor.hpp"
#include "hdk_plugins/shared/parameter_templates.hpp"
#include "solver_core/base/error.hpp"

#include <SIM/SIM_Engine.h>
#include <SIM/SIM_Error.h>
#include <SIM/SIM_Geometry.h>
#include <SIM/SIM_Names.h>
#include <SIM/SIM_Object.h>
#include <UT/UT_Error.h>
#include <fmt/format.h>

#include <optional>

using namespace stiction;

namespace {

// The node's parameters; gravity that acts on the objects is in place of the node's own.
HostSettings settings_with_gravity(const SIM_OptionsUser& user, const std::vector<SIM_Object*>& objects)
{
    HostSettings settings = settings_of(user);
    if (const std::optional<Vec3> g = gravity_of(objects))
        settings.emplace_back("gravity", Json({g->x(), g->y(), g->z()}));
    return settings;
}

// Whether a simulation of these objects has begun. One that has not made a step yet may begin anew with others or another time
// step: Houdini may list colliders late on the frame of the creation. Throws InputError where they change in the middle.
bool has_begun(const std::vector<SIM_Object*>& objects, double timestep)
{
    // What one object carries for all stays on it when others come and go; contacts tell that it was once there.
    const SIM_Object* carrier = nullptr;
    const SIM_Object* left = nullptr;
    for (const SIM_Object* object : objects) {
        if (!carrier && SIM_DATA_GETCONST(*object, kRestName, SIM_StictionRest)) carrier = object;
        if (!left && SIM_DATA_GETCONST(*object, kContactsName, SIM_Geometry)) left = object;
    }
    if (!carrier && left)
        throw InputError(
            left->getName().toStdString(),
            "the first object of its simulation is gone; allowed: the same objects from the first "
            "step to the last; put it back, or reset the simulation");
    if (!carrier) return false;
    const SIM_StictionRest* rest = SIM_DATA_GETCONST(*carrier, kRestName, SIM_StictionRest);
    const SIM_StictionState* state = SIM_DATA_GETCONST(*carrier, kStateName, SIM_StictionState);
    if (!rest || !state || !rest->record())
        throw InputError(carrier->getName().toStdString(),
                         "its simulation's data is not whole; reset the simulation");
    const HostMembers now = members_of(objects);
    const double step = rest->record()->solver().host_step();
    const bool is_same = rest->record()->members == now && is_same_time_step(step, timestep);
    if (!is_same && state->state(*rest->record())->checkpoint.state.step == 0) return false;
    require_same_members(rest->record()->members, now);
    require_same_time_step(step, timestep, objects.front()->getName().toStdString());
    return true;
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
        if (objects.entries() == 0) return begin(sorted_objects(objects, newobjects), seconds);
        return step(sorted_objects(objects, newobjects), seconds);
    } catch (const std::exception& error) {
        // Bad input, or no memory: nothing has been written yet.
        addError(any(0), SIM_MESSAGE, error.what(), UT_ERROR_ABORT);
        return SIM_SOLVER_FAIL;
    }
}

SIM_Solver::SIM_Result SIM_StictionSolver::begin(const std::vector<SIM_Object*>& sorted,
                                                 double timestep) const
{
    auto record = std::make_shared<SolverRecord>();
    record->members = members_of(sorted);
    HostScene host;
    host.name = "Stiction Solver";
    host.time_step = timestep;
    host.settings = settings_with_gravity(*this, sorted);
    host.extra = extra_of(*this);
    record->settings = settings_text(host.settings, host.extra);
    for (const SIM_Object* object : sorted) host.objects.push_back(host_object(*object, false));
    for (const auto& [id, collider] : colliders_of(sorted))
        host.objects.push_back(host_object(*collider, true));
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

SIM_Solver::SIM_Result SIM_StictionSolver::step(const std::vector<SIM_Object*>& sorted, double timestep) const
{
    SIM_Object& leader = *sorted.front();
    // Objects that are solved on their first frame, or that got this solver later, have no simulation yet.
    if (!has_begun(sorted, timestep) && begin(sorted, timestep) != SIM_SOLVER_SUCCESS) return SIM_SOLVER_FAIL;
    const SIM_StictionRest* rest = SIM_DATA_GETCONST(leader, kRestName, SIM_StictionRest);
    const SIM_StictionState* before = SIM_DATA_GETCONST(leader, kStateName, SIM_StictionState);
    if (!rest || !before) return SIM_SOLVER_FAIL;
    const std::shared_ptr<const SolverRecord> record = rest->record();
    HostSolver& solver = record->solver();
    if (record->settings != settings_text(settings_with_gravity(*this, sorted), extra_of(*this)))
        addError(&leader, SIM_MESSAGE,
                 "parameters or gravity have changed since the first step; those of the first step hold; "
                 "reset the simulation",
                 UT_ERROR_WARNING);

    require_same_geometry(*record, sorted);
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
