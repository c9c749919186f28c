#pragma once
#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_OptionsUser.h>
#include <UT/UT_VectorTypes.h>
class SIM_Object;
class SIM_Force : public SIM_Data {
    DECLARE_CLASSNAME(SIM_Force, SIM_Data)
public:
    typedef enum { SIM_FORCE_SAMPLEPOINT, SIM_FORCE_SAMPLECIRCLE, SIM_FORCE_SAMPLESPHERE } SIM_ForceSample;
    SIM_ForceSample getOptimalForceSampling() const { return getOptimalForceSamplingSubclass(); }
    void getForceOnCircle(const SIM_Object& object, const UT_Vector3& position, const UT_Vector3& normal,
                          const fpreal radius, const UT_Vector3& velocity, const UT_Vector3& angvel,
                          const fpreal mass, UT_Vector3& force, UT_Vector3& torque) const;

protected:
    explicit SIM_Force(const SIM_DataFactory* factory) : SIM_Data(factory) {}
    bool isForce() const override { return true; }
    virtual SIM_ForceSample getOptimalForceSamplingSubclass() const { return SIM_FORCE_SAMPLEPOINT; }
    // On a unit of area; the double knows no force that looks at normals.
    virtual void getForceSubclass(const SIM_Object& object, const UT_Vector3& position, const UT_Vector3& velocity,
                                  const UT_Vector3& angvel, const fpreal mass, UT_Vector3& force,
                                  UT_Vector3& torque) const;
};
