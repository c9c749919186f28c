#pragma once
#include <SIM/SIM_Data.h>
#include <SIM/SIM_Names.h>
#include <UT/UT_DMatrix4.h>
class SIM_Object;
#define SIM_DATA_CAST(Data, DataClass) (dynamic_cast<DataClass*>(static_cast<SIM_Data*>(Data)))
#define SIM_DATA_CASTCONST(Data, DataClass) (dynamic_cast<const DataClass*>(static_cast<const SIM_Data*>(Data)))
#define SIM_DATA_GET(Parent, Name, DataClass) SIM_DATA_CAST((Parent).getNamedSubData(Name), DataClass)
#define SIM_DATA_GETCONST(Parent, Name, DataClass) SIM_DATA_CASTCONST((Parent).getConstNamedSubData(Name), DataClass)
#define SIM_DATA_CREATE(Parent, Name, DataClass, Flags) \
    SIM_DATA_CAST((Parent).createNamedSubData(Name, #DataClass, Flags), DataClass)
extern "C" {
__attribute__((visibility("default"))) extern void initializeSIM(void* data);
}
void SIMgetGeometryTransform(UT_DMatrix4& xform, const SIM_Object& object);
