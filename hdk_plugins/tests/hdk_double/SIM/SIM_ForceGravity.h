#pragma once
#include <SIM/SIM_Force.h>
#include <UT/UT_VectorTypes.h>
class SIM_ForceGravity : public SIM_Force, public SIM_OptionsUser {
public:
    UT_Vector3 getGravity() const { return getOptions().getOptionV3("force"); }
    void setGravity(const UT_Vector3& g) { getOptions().setOptionV3("force", g); }

protected:
    explicit SIM_ForceGravity(const SIM_DataFactory* factory) : SIM_Force(factory), SIM_OptionsUser(this) {}

private:
    static const SIM_DopDescription* noDescription() { return nullptr; }
    DECLARE_DATAFACTORY(SIM_ForceGravity, SIM_Force, "Gravity", noDescription())
};
