#pragma once
#include <SYS/SYS_Types.h>
namespace hdk_double {
inline double samples_per_second = 32.0;
}
class CH_Manager {
public:
    fpreal getSamplesPerSec() const { return hdk_double::samples_per_second; }
};
inline CH_Manager* CHgetManager()
{
    static CH_Manager manager;
    return &manager;
}
