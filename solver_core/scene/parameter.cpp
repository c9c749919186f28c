#include "solver_core/scene/parameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace stiction {

namespace {

bool contains_name(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool Range::contains(double value) const
{
    if (!std::isfinite(value)) return false;
    if (min && (above_min ? value <= *min : value < *min)) return false;
    if (max && (below_max ? value >= *max : value > *max)) return false;
    return true;
}

std::string Range::describe() const
{
    if (min && max && *min == *max) return fmt::format("exactly {}", *min);
    if (min && max && !above_min && !below_max) return fmt::format("from {} to {}", *min, *max);
    std::string text;
    if (min) text = fmt::format(above_min ? "above {}" : "at least {}", *min);
    if (max) text += fmt::format(below_max ? "{}below {}" : "{}up to {}", min ? ", " : "", *max);
    return text;
}

bool FieldInfo::applies_to(const std::string& selector) const
{
    return only.empty() || contains_name(only, selector);
}

std::string FieldInfo::describe_allowed() const
{
    const std::string limits = range.describe();
    const std::string each = (limits.empty() ? "" : " " + limits) + (unit.empty() ? "" : " (" + unit + ")");
    const std::string not_zero = nonzero ? ", not all of them 0" : "";
    const bool whole = kind == Kind::integers || kind == Kind::integer_rows;
    const std::string numbers = whole ? "whole numbers" : "numbers";
    switch (kind) {
        case Kind::boolean: return "true or false";
        case Kind::integer: return "a whole number" + each;
        case Kind::real: return "a number" + each;
        case Kind::real_or_null: return "a number" + each + " or null";
        case Kind::text: return "text in quotes";
        case Kind::choice: {
            std::vector<std::string> words;
            for (const auto& choice : choices) words.push_back(in_quotes(choice.first));
            return join_names(words);
        }
        case Kind::integers:
        case Kind::reals:
            if (count == 0) return "a list of " + numbers + (each.empty() ? "" : ", each" + each);
            return fmt::format("a list of {} {}{}{}", count, numbers, each.empty() ? "" : ", each" + each,
                               not_zero);
        case Kind::corners: return "two corners [[x, y, z], [x, y, z]], the lower one first" + each;
        case Kind::integer_rows:
        case Kind::real_rows:
            return fmt::format("a list of {}lists of {} {}{}", required ? "one or more " : "", count, numbers,
                               each.empty() ? "" : ", each" + each);
        case Kind::section: return "an object {...}";
        case Kind::sections: return "a list of objects [{...}, ...]";
    }
    return "";
}

Field& Field::among(const std::vector<std::string>& words)
{
    auto& choices = info_.choices;
    const auto unwanted = [&](const auto& choice) { return !contains_name(words, choice.first); };
    choices.erase(std::remove_if(choices.begin(), choices.end(), unwanted), choices.end());
    assert(choices.size() == words.size());
    return *this;
}

std::vector<std::string> Section::selector_values() const
{
    if (!selector_) return {""};
    std::vector<std::string> values;
    for (const auto& choice : selector_->info().choices) values.push_back(choice.first);
    return values;
}

std::string Section::selector_in(const Json& object) const
{
    if (!selector_ || !object.is_object()) return "";
    const auto found = object.find(selector_->info().name);
    if (found != object.end()) return found->is_string() ? found->get<std::string>() : "";
    for (const Implication& implication : implications_) {
        if (object.contains(implication.key)) return implication.value;
    }
    return "";
}

bool Section::is_implied(const std::string& selector) const
{
    return std::any_of(implications_.begin(), implications_.end(),
                       [&](const Implication& i) { return i.value == selector; });
}

const Field* Section::find(const std::string& name, const std::string& selector) const
{
    for (const auto& field : fields_) {
        if (field->info().name == name && field->info().applies_to(selector)) return field.get();
    }
    return nullptr;
}

std::vector<std::string> Section::names(const std::string& selector) const
{
    std::vector<std::string> names;
    for (const auto& field : fields_) {
        if (field->info().applies_to(selector)) names.push_back(field->info().name);
    }
    return names;
}

void Section::set_selector(const std::string& name, std::vector<Implication> implications)
{
    selector_ = find(name, "");
    assert(selector_ && selector_->info().kind == Kind::choice);
    implications_ = std::move(implications);
}

Field& Section::add(std::unique_ptr<Field> field)
{
    fields_.push_back(std::move(field));
    return *fields_.back();
}

}  // namespace stiction
