#pragma once
#include <SIM/SIM_Object.h>
class SIM_Engine {
public:
    virtual ~SIM_Engine() = default;
};
