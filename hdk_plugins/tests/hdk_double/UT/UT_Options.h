#pragma once
#include <UT/UT_StringHolder.h>
#include <UT/UT_VectorTypes.h>
#include <map>
#include <string>
enum UT_OptionType {
    UT_OPTION_INVALID = -1,
    UT_OPTION_INT = 0,
    UT_OPTION_BOOL = 1,
    UT_OPTION_FPREAL = 2,
    UT_OPTION_STRING = 3,
    UT_OPTION_VECTOR3 = 5
};
class UT_Options {
public:
    bool hasOption(const UT_StringRef& name) const { return entries_.count(name) > 0; }
    UT_OptionType getOptionType(const UT_StringRef& name) const
    {
        return hasOption(name) ? entries_.at(name).type : UT_OPTION_INVALID;
    }
    int64 getOptionI(const UT_StringRef& name) const { return entries_.at(name).integer; }
    bool getOptionB(const UT_StringRef& name) const { return entries_.at(name).integer != 0; }
    fpreal64 getOptionF(const UT_StringRef& name) const { return entries_.at(name).real; }
    const UT_Vector3D& getOptionV3(const UT_StringRef& name) const { return entries_.at(name).vector; }
    const UT_StringHolder& getOptionS(const UT_StringRef& name) const { return entries_.at(name).text; }
    void setOptionI(const UT_StringHolder& name, int64 value) { entries_[name] = {UT_OPTION_INT, value, 0, {}, {}}; }
    void setOptionB(const UT_StringHolder& name, bool value) { entries_[name] = {UT_OPTION_BOOL, value, 0, {}, {}}; }
    void setOptionF(const UT_StringHolder& name, fpreal64 value)
    {
        entries_[name] = {UT_OPTION_FPREAL, 0, value, {}, {}};
    }
    void setOptionV3(const UT_StringHolder& name, const UT_Vector3D& value)
    {
        entries_[name] = {UT_OPTION_VECTOR3, 0, 0, value, {}};
    }
    void setOptionS(const UT_StringHolder& name, const UT_StringHolder& value)
    {
        entries_[name] = {UT_OPTION_STRING, 0, 0, {}, value};
    }

private:
    struct Entry {
        UT_OptionType type = UT_OPTION_INVALID;
        int64 integer = 0;
        fpreal64 real = 0;
        UT_Vector3D vector;
        UT_StringHolder text;
    };
    std::map<UT_StringHolder, Entry> entries_;
};
