#pragma once
#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_Object.h>
#include <SIM/SIM_ObjectArray.h>
class SIM_Engine;
class SIM_Solver : public SIM_Data {
public:
    typedef enum { SIM_SOLVER_SUCCESS, SIM_SOLVER_REPEAT, SIM_SOLVER_SUBSTEP, SIM_SOLVER_FAIL } SIM_Result;
    SIM_Result solveObjects(SIM_Engine& engine, SIM_ObjectArray& objects, SIM_ObjectArray& newobjects,
                            SIM_ObjectArray& feedbacktoobjects, const SIM_Time& timestep)
    {
        return solveObjectsSubclass(engine, objects, newobjects, feedbacktoobjects, timestep);
    }

protected:
    explicit SIM_Solver(const SIM_DataFactory* factory) : SIM_Data(factory) {}
    virtual SIM_Result solveObjectsSubclass(SIM_Engine& engine, SIM_ObjectArray& objects,
                                            SIM_ObjectArray& newobjects, SIM_ObjectArray& feedbacktoobjects,
                                            const SIM_Time& timestep) = 0;
};
