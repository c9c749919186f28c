#pragma once
#include <SIM/SIM_Object.h>
#include <UT/UT_Array.h>
class SIM_ObjectArray : public UT_Array<SIM_Object*> {};
