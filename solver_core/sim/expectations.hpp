#pragma once

// A scene's own exam: each line of its "expect" block against the summary of a run.

#include "solver_core/scene/scene.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stiction {

struct Verdict {
    std::string quantity;
    std::string measured;  // as printed; "null", "missing"
    std::string expected;  // "0.5 +- 0.001", ">= 0.1", "0.1 .. 0.2"
    bool passed = false;
    std::string reason;  // why it failed, empty when it passed
    std::string why;     // the scene's own words
};

// The value at a dotted path: "objects.sheet.slid", "objects.sheet.com[1]" (or ".com.1"). A key may itself hold dots.
// Null pointer when there is none.
const nlohmann::ordered_json* find_quantity(const nlohmann::ordered_json& summary, const std::string& path);

// `value` holds up to margin + relative |value|; `min` and `max` are inclusive. A quantity that is missing or not a
// number fails; null is what a null `value` asks for, and fails otherwise.
Verdict check_expectation(const Expectation& expectation, const nlohmann::ordered_json& summary);
std::vector<Verdict> check_expectations(const std::vector<Expectation>& expectations,
                                        const nlohmann::ordered_json& summary);
bool all_passed(const std::vector<Verdict>& verdicts);

}  // namespace stiction
