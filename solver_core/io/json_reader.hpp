#pragma once

// Houdini's JSON from bytes. Both readers throw InputError with the name and the line (ASCII) or byte
// (binary). Lengths are checked against the bytes that are left before anything is allocated, and nesting is
// limited.

#include "solver_core/io/json_value.hpp"

#include <string>

namespace stiction {

// Real geometry nests about 12 deep; the limit keeps a hostile file from exhausting the stack.
constexpr int kMaxJsonDepth = 128;

bool is_binary_json(const std::string& bytes);
JsonValue read_json_ascii(const std::string& bytes, const std::string& name_for_messages);
JsonValue read_json_binary(const std::string& bytes, const std::string& name_for_messages);

// Line of a byte, counted from 1.
std::size_t line_of(const std::string& bytes, std::size_t offset);

}  // namespace stiction
