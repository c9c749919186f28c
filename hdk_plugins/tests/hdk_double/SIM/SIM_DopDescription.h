#pragma once
#include <PRM/PRM_Template.h>
class SIM_DopDescription {
public:
    SIM_DopDescription(bool create_dop, const char* dop_name, const char* label, const char* data_name,
                       const char* data_type, const PRM_Template* templates)
        : creates_dop(create_dop),
          name(dop_name),
          english(label),
          dataname(data_name),
          datatype(data_type),
          parameters(templates)
    {
    }
    void setDefaultUniqueDataName(int) {}

    bool creates_dop;
    const char* name;
    const char* english;
    const char* dataname;
    const char* datatype;
    const PRM_Template* parameters;
};
