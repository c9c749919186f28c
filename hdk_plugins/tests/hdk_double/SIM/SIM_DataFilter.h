#pragma once
#include <string>
class SIM_DataFilter {
public:
    explicit SIM_DataFilter(const std::string& wanted) : type(wanted) {}
    std::string type;
};
class SIM_DataFilterByType : public SIM_DataFilter {
public:
    explicit SIM_DataFilterByType(const char* wanted) : SIM_DataFilter(wanted) {}
};
class SIM_DataFilterNone : public SIM_DataFilter {
public:
    SIM_DataFilterNone() : SIM_DataFilter("") {}
};
