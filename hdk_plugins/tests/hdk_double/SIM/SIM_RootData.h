#pragma once
#include <SIM/SIM_DataUtils.h>
class SIM_RootData : public SIM_Data {
protected:
    explicit SIM_RootData(const SIM_DataFactory* factory) : SIM_Data(factory) {}
};
