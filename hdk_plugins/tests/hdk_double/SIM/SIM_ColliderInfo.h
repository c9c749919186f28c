#pragma once
#include <UT/UT_Array.h>
class SIM_Object;
class SIM_ColliderInfo {
public:
    SIM_ColliderInfo() = default;
    explicit SIM_ColliderInfo(SIM_Object* affector) : affector_(affector) {}
    SIM_Object* getAffector() const { return affector_; }

private:
    SIM_Object* affector_ = nullptr;
};
typedef UT_Array<SIM_ColliderInfo> SIM_ColliderInfoArray;
