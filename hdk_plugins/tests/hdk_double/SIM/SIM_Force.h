#pragma once
#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_OptionsUser.h>
class SIM_Force : public SIM_Data {
    DECLARE_CLASSNAME(SIM_Force, SIM_Data)
protected:
    explicit SIM_Force(const SIM_DataFactory* factory) : SIM_Data(factory) {}
    bool isForce() const override { return true; }
};
