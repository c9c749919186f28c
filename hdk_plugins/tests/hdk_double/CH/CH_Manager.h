#pragma once
#include <SYS/SYS_Types.h>
class CH_Manager {
public:
    fpreal getSamplesPerSec() const { return 32.0; }
};
inline CH_Manager* CHgetManager()
{
    static CH_Manager manager;
    return &manager;
}
