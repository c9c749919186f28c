#pragma once

// Houdini's parameters from the declaration: one list for the DOP and for the SOP.

#include "hdk_plugins/adapter/host_parameter.hpp"

#include <PRM/PRM_ChoiceList.h>
#include <PRM/PRM_Conditional.h>
#include <PRM/PRM_Default.h>
#include <PRM/PRM_Name.h>
#include <PRM/PRM_Range.h>
#include <PRM/PRM_Template.h>
#include <PRM/PRM_Type.h>

#include <deque>
#include <string>
#include <vector>

namespace stiction {

// The name of the text parameter for what has no parameter of its own: lines "path=value", as the command's --set.
constexpr const char* kExtraToken = "extra_settings";

class ParameterTemplates {
public:
    explicit ParameterTemplates(const std::vector<HostParameter>& parameters);
    ParameterTemplates(const ParameterTemplates&) = delete;
    ParameterTemplates& operator=(const ParameterTemplates&) = delete;
    // One whole number more, before the end: a node's own.
    void add_integer(const char* token, const char* label, int value, const char* help);
    PRM_Template* templates() { return templates_.data(); }  // ends with an empty one

private:
    void add(const HostParameter& parameter);
    const char* keep(const std::string& text);
    PRM_Name* name(const std::string& token, const std::string& label);
    PRM_Default* defaults(const HostParameter& parameter);
    PRM_Range* range(const FieldInfo& info);
    PRM_ChoiceList* menu(const FieldInfo& info);

    // Templates point at these; a deque does not move what it holds.
    std::deque<std::string> texts_;
    std::deque<PRM_Name> names_;
    std::deque<std::vector<PRM_Name>> menus_;
    std::deque<PRM_ChoiceList> lists_;
    std::deque<std::vector<PRM_Default>> defaults_;
    std::deque<PRM_Range> ranges_;
    std::deque<PRM_Conditional> conditions_;
    std::vector<PRM_Template> templates_;
};

// The solver's, for its DOP.
PRM_Template* solver_templates();

// "path=value" lines of the text parameter.
std::vector<std::string> extra_lines(const std::string& text);

}  // namespace stiction
