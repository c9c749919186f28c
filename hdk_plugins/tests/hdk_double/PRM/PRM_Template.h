#pragma once
#include <PRM/PRM_Name.h>
#include <PRM/PRM_Type.h>
#include <SYS/SYS_Types.h>
class PRM_ChoiceList;
class PRM_ConditionalBase;
class PRM_Default;
class PRM_Range;
class PRM_SpareData;
typedef int (*PRM_Callback)(void*, int, fpreal, const void*);
class PRM_Template {
public:
    PRM_Template(PRM_Type type = PRM_LIST_TERMINATOR, int size = 1, PRM_Name* name = nullptr,
                 PRM_Default* defaults = nullptr, PRM_ChoiceList* choices = nullptr, PRM_Range* range = nullptr,
                 PRM_Callback = nullptr, PRM_SpareData* = nullptr, int = 1, const char* help = nullptr,
                 PRM_ConditionalBase* condition = nullptr)
        : type_(type),
          size_(size),
          name_(name),
          defaults_(defaults),
          choices_(choices),
          range_(range),
          help_(help),
          condition_(condition)
    {
    }
    PRM_Type getType() const { return type_; }
    int getVectorSize() const { return size_; }
    const PRM_Name* getNamePtr() const { return name_; }
    const PRM_Default* getFactoryDefaults() const { return defaults_; }
    const PRM_ChoiceList* getChoiceListPtr() const { return choices_; }
    const PRM_Range* getRangePtr() const { return range_; }
    const char* getHelpText() const { return help_; }
    const PRM_ConditionalBase* getConditionalBasePtr() const { return condition_; }

private:
    PRM_Type type_;
    int size_;
    PRM_Name* name_;
    PRM_Default* defaults_;
    PRM_ChoiceList* choices_;
    PRM_Range* range_;
    const char* help_;
    PRM_ConditionalBase* condition_;
};
