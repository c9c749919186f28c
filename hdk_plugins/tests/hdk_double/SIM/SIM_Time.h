#pragma once
#include <SYS/SYS_Types.h>
// Comparisons of the real one have a tolerance, so the plugin makes a number of it before it compares.
class SIM_Time {
public:
    SIM_Time() = default;
    SIM_Time(const fpreal64& t) : time_(t) {}
    operator fpreal64() const { return time_; }

private:
    fpreal64 time_ = 0.0;
};
