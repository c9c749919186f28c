#pragma once
#include <SIM/SIM_Data.h>
#include <SIM/SIM_DataFactory.h>
#include <SIM/SIM_Utils.h>
#define DECLARE_STANDARD_GETCASTTOTYPE() static_assert(true, "the real one declares a function")
#define DECLARE_CLASSNAME(DataClass, SuperClass)                                       \
private:                                                                               \
    typedef SuperClass BaseClass;                                                      \
    typedef DataClass ThisClass;                                                       \
                                                                                       \
public:                                                                                \
    static const UT_StringHolder& classname()                                          \
    {                                                                                  \
        static const UT_StringHolder name(#DataClass);                                 \
        return name;                                                                   \
    }                                                                                  \
                                                                                       \
private:                                                                               \
    const UT_StringHolder& getDataTypeSubclass() const override { return classname(); }
#define DECLARE_DATAFACTORY(DataClass, SuperClass, Description, DopParms)              \
    DECLARE_CLASSNAME(DataClass, SuperClass)                                           \
public:                                                                                \
    static void createDataFactory()                                                    \
    {                                                                                  \
        hdk_double::register_data(#DataClass, {&DataClass::newData, DataClass::DopParms, Description}); \
    }                                                                                  \
                                                                                       \
private:                                                                               \
    static SIM_Data* newData()                                                         \
    {                                                                                  \
        DataClass* data = new DataClass(nullptr);                                      \
        data->initializeSubclass();                                                    \
        return data;                                                                   \
    }
#define IMPLEMENT_DATAFACTORY(DataClass) DataClass::createDataFactory()
