#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace stiction::test {

// Checks a value against a JSON Schema: the part of draft 2020-12 that scene_schema() uses. Returns what is
// wrong, or an empty text. An unknown keyword of a schema is wrong too.
std::string schema_violation(const nlohmann::ordered_json& root, const nlohmann::ordered_json& schema,
                             const nlohmann::ordered_json& value, const std::string& path = "");

}  // namespace stiction::test
