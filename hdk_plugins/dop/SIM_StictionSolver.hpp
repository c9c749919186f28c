#pragma once

// The DOP solver: all objects that affect each other are one simulation.
//
//   first step of an object   the solver is built from geometry, attributes and the node's parameters, with colliders where
//                             they are; it hangs on the object with the lowest id (StictionRest)
//   every other step          state in -> solve into scratch -> write geometry, contacts and state, all at the end
//
// A step that fails or is interrupted has written nothing. Objects, colliders, their elements and the time step stay those of the first
// step; what changes all the same is refused with the remedy (adapter/host_changes.hpp).

#include "hdk_plugins/dop/SIM_StictionState.hpp"

#include <SIM/SIM_Engine.h>
#include <SIM/SIM_Object.h>
#include <SIM/SIM_ObjectArray.h>
#include <SIM/SIM_OptionsUser.h>
#include <SIM/SIM_Solver.h>
#include <SIM/SIM_Time.h>

#include <string>
#include <vector>

class SIM_StictionSolver : public SIM_Solver, public SIM_OptionsUser {
protected:
    explicit SIM_StictionSolver(const SIM_DataFactory* factory);
    ~SIM_StictionSolver() override;

    SIM_Result solveObjectsSubclass(SIM_Engine& engine, SIM_ObjectArray& objects, SIM_ObjectArray& newobjects,
                                    SIM_ObjectArray& feedbacktoobjects, const SIM_Time& timestep) override;

private:
    static const SIM_DopDescription* getSolverDopDescription();

    SIM_Result begin(const std::vector<SIM_Object*>& sorted, double timestep) const;
    SIM_Result step(const std::vector<SIM_Object*>& sorted, double timestep) const;
    void showWarnings(const SIM_Object& object, const std::vector<std::string>& warnings) const;

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_StictionSolver, SIM_Solver, "Stiction Solver", getSolverDopDescription());
};
