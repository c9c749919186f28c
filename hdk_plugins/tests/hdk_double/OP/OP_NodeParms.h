#pragma once
#include <SYS/SYS_Types.h>
#include <UT/UT_StringHolder.h>
#include <UT/UT_VectorTypes.h>
class OP_NodeParms {
public:
    enum ParmType { PARM_INTEGER, PARM_FLOAT, PARM_VECTOR3, PARM_STRING, PARM_UNSUPPORTED };
    virtual ~OP_NodeParms() = default;
    virtual exint getNumParms() const = 0;
    virtual const char* getParmName(exint i) const = 0;
    virtual ParmType getParmType(exint i) const = 0;
    virtual void getParmValue(exint i, exint& value) const = 0;
    virtual void getParmValue(exint i, fpreal& value) const = 0;
    virtual void getParmValue(exint i, UT_Vector3D& value) const = 0;
    virtual void getParmValue(exint i, UT_StringHolder& value) const = 0;
};
