#pragma once
#include <PRM/PRM_Default.h>
#include <PRM/PRM_Template.h>
#include <SOP/SOP_NodeVerb.h>
// Values by templates, as a node would have evaluated them: the defaults until a test sets others.
class SOP_NodeParmsOptions : public SOP_NodeParms {
public:
    explicit SOP_NodeParmsOptions(const PRM_Template* at)
    {
        for (; at->getType() != PRM_LIST_TERMINATOR; ++at) {
            Value value;
            const PRM_Default* defaults = at->getFactoryDefaults();
            value.name = at->getNamePtr()->getToken();
            value.number = defaults->getFloat();
            value.type = PARM_FLOAT;
            if (at->getType() == PRM_INT || at->getType() == PRM_ORD || at->getType() == PRM_TOGGLE)
                value.type = PARM_INTEGER;
            if (at->getType() == PRM_STRING) {
                value.type = PARM_STRING;
                value.text = defaults->getString() ? defaults->getString() : "";
            }
            if (at->getVectorSize() == 3) {
                value.type = PARM_VECTOR3;
                value.vector = UT_Vector3D(defaults[0].getFloat(), defaults[1].getFloat(), defaults[2].getFloat());
            }
            values_.push_back(value);
        }
    }
    void set(const std::string& name, double number)
    {
        for (Value& value : values_)
            if (value.name == name) value.number = number;
    }
    void setText(const std::string& name, const std::string& text)
    {
        for (Value& value : values_)
            if (value.name == name) value.text = text;
    }
    exint getNumParms() const override { return static_cast<exint>(values_.size()); }
    const char* getParmName(exint i) const override { return at(i).name.c_str(); }
    ParmType getParmType(exint i) const override { return at(i).type; }
    void getParmValue(exint i, exint& value) const override { value = static_cast<exint>(at(i).number); }
    void getParmValue(exint i, fpreal& value) const override { value = at(i).number; }
    void getParmValue(exint i, UT_Vector3D& value) const override { value = at(i).vector; }
    void getParmValue(exint i, UT_StringHolder& value) const override { value = UT_StringHolder(at(i).text); }

private:
    struct Value {
        std::string name;
        ParmType type = PARM_FLOAT;
        double number = 0.0;
        UT_Vector3D vector;
        std::string text;
    };
    const Value& at(exint i) const { return values_[static_cast<std::size_t>(i)]; }
    std::vector<Value> values_;
};
