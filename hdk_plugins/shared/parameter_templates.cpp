#include "hdk_plugins/shared/parameter_templates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace stiction {
namespace {

PRM_Type type_of(const FieldInfo& info)
{
    switch (info.kind) {
        case Kind::boolean: return PRM_TOGGLE;
        case Kind::integer: return PRM_INT;
        case Kind::choice: return PRM_ORD;
        case Kind::text: return PRM_STRING;
        case Kind::reals: return info.count == 3 ? PRM_XYZ : PRM_FLT;
        case Kind::integers: return PRM_INT;
        default: return PRM_FLT;
    }
}

int size_of(const FieldInfo& info)
{
    return info.kind == Kind::reals || info.kind == Kind::integers ? info.count : 1;
}

// A slider wants two ends; where the declaration has none, or one far away, it is a suggestion.
double slider_end(const FieldInfo& info, double value)
{
    constexpr double kFar = 1e4;
    const double several = std::max(1.0, 5.0 * value);
    return info.range.max && *info.range.max <= kFar ? *info.range.max : several;
}

}  // namespace

const char* ParameterTemplates::keep(const std::string& text) { return texts_.emplace_back(text).c_str(); }

PRM_Name* ParameterTemplates::name(const std::string& token, const std::string& label)
{
    return &names_.emplace_back(keep(token), keep(label));
}

PRM_Default* ParameterTemplates::defaults(const HostParameter& parameter)
{
    std::vector<PRM_Default>& values = defaults_.emplace_back();
    const Json& value = parameter.value;
    if (parameter.info->kind == Kind::choice)
        values.emplace_back(number_of_choice(parameter, value));
    else if (value.is_boolean())
        values.emplace_back(value.get<bool>() ? 1.0 : 0.0);
    else if (value.is_number())
        values.emplace_back(value.get<double>());
    else if (value.is_string())
        values.emplace_back(0.0, keep(value.get<std::string>()));
    else if (value.is_array())
        for (const Json& number : value) values.emplace_back(number.get<double>());
    return values.data();
}

PRM_Range* ParameterTemplates::range(const FieldInfo& info)
{
    if (info.kind != Kind::real && info.kind != Kind::integer) return nullptr;
    if (!info.range.min) return nullptr;
    // The declaration's own check says more than a slider that stops: it is only stopped where it may touch the end.
    const PRM_RangeFlag lower = info.range.above_min ? PRM_RANGE_UI : PRM_RANGE_RESTRICTED;
    const bool hard = info.range.max && !info.range.below_max;
    const double end = slider_end(info, *info.range.min);
    const bool at_end = hard && end == *info.range.max;
    return &ranges_.emplace_back(lower, *info.range.min, at_end ? PRM_RANGE_RESTRICTED : PRM_RANGE_UI, end);
}

PRM_ChoiceList* ParameterTemplates::menu(const FieldInfo& info)
{
    if (info.kind != Kind::choice) return nullptr;
    std::vector<PRM_Name>& entries = menus_.emplace_back();
    for (const auto& [word, help] : info.choices) {
        std::string label = word;
        std::replace(label.begin(), label.end(), '_', ' ');
        entries.emplace_back(keep(word), keep(label));
    }
    entries.emplace_back();
    return &lists_.emplace_back(PRM_CHOICELIST_SINGLE, entries.data());
}

void ParameterTemplates::add(const HostParameter& parameter)
{
    const FieldInfo& info = *parameter.info;
    const std::string unit = info.unit.empty() ? "" : fmt::format(" ({})", info.unit);
    const std::string rule = disable_rule(parameter, "solver_method");
    PRM_ConditionalBase* condition =
        rule.empty() ? nullptr : &conditions_.emplace_back(keep(rule), PRM_CONDTYPE_DISABLE);
    templates_.emplace_back(type_of(info), size_of(info), name(parameter.token, info.label),
                            defaults(parameter), menu(info), range(info), nullptr, nullptr, 1,
                            keep(info.help + unit), condition);
}

ParameterTemplates::ParameterTemplates(const std::vector<HostParameter>& parameters)
{
    for (const HostParameter& parameter : parameters)
        if (!parameter.value.is_null()) add(parameter);
    defaults_.push_back({PRM_Default(0.0, "")});
    templates_.emplace_back(PRM_STRING, 1, name(kExtraToken, "Extra Settings"), defaults_.back().data(),
                            nullptr, nullptr, nullptr, nullptr, 1,
                            "lines path=value for what has no parameter here, as stiction simulate --set");
    templates_.emplace_back();
}

void ParameterTemplates::add_integer(const char* token, const char* label, int value, const char* help)
{
    defaults_.push_back({PRM_Default(value)});
    templates_.insert(templates_.end() - 1,
                      PRM_Template(PRM_INT, 1, name(token, label), defaults_.back().data(), nullptr, nullptr,
                                   nullptr, nullptr, 1, keep(help)));
}

PRM_Template* solver_templates()
{
    static ParameterTemplates made(scene_parameters());
    return made.templates();
}

std::vector<std::string> extra_lines(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string::npos) continue;
        lines.push_back(line.substr(first, line.find_last_not_of(" \t\r") - first + 1));
    }
    return lines;
}

}  // namespace stiction
