#pragma once
#include <SYS/SYS_Types.h>
class UT_Vector3D {
public:
    UT_Vector3D() = default;
    UT_Vector3D(fpreal64 x, fpreal64 y, fpreal64 z) : v_{x, y, z} {}
    fpreal64 x() const { return v_[0]; }
    fpreal64 y() const { return v_[1]; }
    fpreal64 z() const { return v_[2]; }

private:
    fpreal64 v_[3] = {0, 0, 0};
};
// The real one has floats: what is taken from it is rounded to them.
typedef UT_Vector3D UT_Vector3;
