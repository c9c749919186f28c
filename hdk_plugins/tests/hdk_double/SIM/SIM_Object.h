#pragma once
#include <SIM/SIM_ColliderInfo.h>
#include <SIM/SIM_RootData.h>
#include <UT/UT_String.h>
class SIM_Object : public SIM_RootData {
public:
    SIM_Object(int id, const std::string& name) : SIM_RootData(nullptr), id_(id), name_(name) {}
    int getObjectId() const { return id_; }
    const UT_String& getName() const { return name_; }
    void getColliderInfo(SIM_ColliderInfoArray& found) const
    {
        for (SIM_Object* affector : affectors) found.append(SIM_ColliderInfo(affector));
    }

    std::vector<SIM_Object*> affectors;  // set by the double's engine for every step
    UT_DMatrix4 transform;

private:
    const UT_StringHolder& getDataTypeSubclass() const override
    {
        static const UT_StringHolder type("SIM_Object");
        return type;
    }
    int id_;
    UT_String name_;
};
