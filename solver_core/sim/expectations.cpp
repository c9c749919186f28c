#include "solver_core/sim/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

const Json* find_from(const Json& node, const std::string& path, std::size_t at);

// After a key or index: the end of the path, or a separator and more of it.
const Json* find_rest(const Json& node, const std::string& path, std::size_t at)
{
    if (at == path.size()) return &node;
    if (path[at] == '.') return find_from(node, path, at + 1);
    if (path[at] == '[') return find_from(node, path, at);
    return nullptr;
}

const Json* find_element(const Json& node, const std::string& path, std::size_t at)
{
    const bool bracket = at < path.size() && path[at] == '[';
    std::size_t end = at + (bracket ? 1 : 0);
    std::size_t index = 0;
    const std::size_t first = end;
    while (end < path.size() && path[end] >= '0' && path[end] <= '9' && end - first < 9)
        index = 10 * index + static_cast<std::size_t>(path[end++] - '0');
    if (end == first || index >= node.size()) return nullptr;
    if (bracket && (end == path.size() || path[end++] != ']')) return nullptr;
    return find_rest(node[index], path, end);
}

const Json* find_from(const Json& node, const std::string& path, std::size_t at)
{
    if (node.is_array()) return find_element(node, path, at);
    if (!node.is_object()) return nullptr;
    for (const auto& item : node.items()) {
        if (path.compare(at, item.key().size(), item.key()) != 0) continue;
        if (const Json* found = find_rest(item.value(), path, at + item.key().size())) return found;
    }
    return nullptr;
}

std::string keys_of(const Json& object)
{
    std::string keys;
    for (const auto& item : object.items()) keys += (keys.empty() ? "" : ", ") + item.key();
    return keys.empty() ? "nothing" : keys;
}

// The longest beginning of the path that leads somewhere, and what is there.
std::string nearest_place(const Json& summary, const std::string& path)
{
    std::size_t end = path.size();
    while (end > 0 && end != std::string::npos) {
        const std::string begun = path.substr(0, end);
        const Json* found = find_from(summary, begun, 0);
        if (found && found->is_object()) return fmt::format("\"{}\" has {}", begun, keys_of(*found));
        if (found && found->is_array())
            return fmt::format("\"{}\" has [0] to [{}]", begun, found->size() - 1);
        if (found) return fmt::format("\"{}\" has no parts", begun);
        end = path.find_last_of(".[", end - 1);
    }
    return "there are " + keys_of(summary);
}

bool wants_null(const Expectation& expectation) { return expectation.value && !expectation.value->number; }

std::string describe(const Expectation& expectation)
{
    if (wants_null(expectation)) return "null";
    std::string text;
    if (expectation.value) {
        text = fmt::format("{}", *expectation.value->number);
        if (expectation.margin > 0.0) text += fmt::format(" +- {}", expectation.margin);
        if (expectation.relative > 0.0)
            text += fmt::format("{}{:.6g} %", expectation.margin > 0.0 ? " + " : " +- ",
                                100.0 * expectation.relative);
    }
    const char* joint = text.empty() ? "" : ", ";
    if (expectation.min && expectation.max)
        text += fmt::format("{}{} .. {}", joint, *expectation.min, *expectation.max);
    else if (expectation.min)
        text += fmt::format("{}>= {}", joint, *expectation.min);
    else if (expectation.max)
        text += fmt::format("{}<= {}", joint, *expectation.max);
    return text.empty() ? "nothing" : text;
}

// Empty when the number is as expected.
std::string complaint(const Expectation& expectation, double measured)
{
    if (!std::isfinite(measured)) return "not a finite number";
    if (wants_null(expectation)) return "the run must have no value for it";
    if (!expectation.value && !expectation.min && !expectation.max)
        return "nothing is expected of it; give value, min or max";
    if (expectation.value) {
        const double value = *expectation.value->number;
        const double allowed = expectation.margin + expectation.relative * std::abs(value);
        const double off = std::abs(measured - value);
        if (!(off <= allowed)) return fmt::format("off by {:.3g}, allowed {:.3g}", off, allowed);
    }
    if (expectation.min && !(measured >= *expectation.min))
        return fmt::format("too small by {:.3g}", *expectation.min - measured);
    if (expectation.max && !(measured <= *expectation.max))
        return fmt::format("too large by {:.3g}", measured - *expectation.max);
    return "";
}

}  // namespace

const Json* find_quantity(const Json& summary, const std::string& path)
{
    return find_from(summary, path, 0);
}

Verdict check_expectation(const Expectation& expectation, const Json& summary)
{
    Verdict verdict;
    verdict.quantity = expectation.quantity;
    verdict.expected = describe(expectation);
    verdict.why = expectation.why;
    const Json* found = find_quantity(summary, expectation.quantity);
    if (!found) {
        verdict.measured = "missing";
        verdict.reason = "the summary has no such quantity; " + nearest_place(summary, expectation.quantity);
    } else if (found->is_null()) {
        verdict.measured = "null";
        if (!wants_null(expectation)) verdict.reason = "the run has no value for it";
    } else if (!found->is_number()) {
        verdict.measured = found->is_structured() ? std::string(found->type_name()) : found->dump();
        verdict.reason = fmt::format("{}, not a number", found->type_name());
    } else {
        const double measured = found->get<double>();
        verdict.measured = fmt::format("{:.9g}", measured);
        verdict.reason = complaint(expectation, measured);
    }
    verdict.passed = verdict.reason.empty();
    return verdict;
}

std::vector<Verdict> check_expectations(const std::vector<Expectation>& expectations, const Json& summary)
{
    std::vector<Verdict> verdicts;
    for (const Expectation& expectation : expectations)
        verdicts.push_back(check_expectation(expectation, summary));
    return verdicts;
}

bool all_passed(const std::vector<Verdict>& verdicts)
{
    return std::all_of(verdicts.begin(), verdicts.end(), [](const Verdict& v) { return v.passed; });
}

}  // namespace stiction
