#pragma once
#include <SIM/SIM_Data.h>
class SIM_DopDescription;
class SIM_DataFactory {};
namespace hdk_double {
struct Factory {
    SIM_Data* (*make)() = nullptr;
    const SIM_DopDescription* description = nullptr;
    std::string label;
};
void register_data(const std::string& type, const Factory& factory);
const Factory& factory_of(const std::string& type);
}  // namespace hdk_double
