#pragma once
#include <SYS/SYS_Types.h>
enum PRM_RangeFlag { PRM_RANGE_RESTRICTED, PRM_RANGE_UI };
class PRM_Range {
public:
    PRM_Range(PRM_RangeFlag min_flag, fpreal min, PRM_RangeFlag max_flag, fpreal max)
        : min_flag_(min_flag), max_flag_(max_flag), min_(min), max_(max)
    {
    }
    fpreal getUIMin() const { return min_; }
    fpreal getUIMax() const { return max_; }
    PRM_RangeFlag getMinFlag() const { return min_flag_; }
    PRM_RangeFlag getMaxFlag() const { return max_flag_; }

private:
    PRM_RangeFlag min_flag_, max_flag_;
    fpreal min_, max_;
};
