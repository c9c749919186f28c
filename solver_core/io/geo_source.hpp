#pragma once

// Reading a parsed geometry document: values with their type and range checked, failures with their place.

#include "solver_core/base/types.hpp"
#include "solver_core/io/json_value.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stiction {

// The document the values came from.
class GeoSource {
public:
    GeoSource(const std::string& bytes, const std::string& name, bool ascii)
        : bytes_(bytes), name_(name), ascii_(ascii)
    {
    }
    // Throws InputError: file, line or byte of the value, what is wrong.
    [[noreturn]] void fail(const JsonValue& at, const std::string& what) const;

    std::int64_t integer(const JsonValue& value, std::int64_t low, std::int64_t high, const char* what) const;
    const std::string& text(const JsonValue& value, const char* what) const;
    // Numbers of a list of any kind; reals are accepted for integers when they are whole.
    std::vector<std::int64_t> integers(const JsonValue& list, const char* what) const;
    std::vector<double> reals(const JsonValue& list, const char* what) const;
    // Integers in [low, high].
    std::vector<Index> indices(const JsonValue& list, Index low, Index high, const char* what) const;
    // The elements of a list that holds lists, texts or maps; empty for an empty list.
    const JsonValue::Array& elements(const JsonValue& value, const char* what) const;

    std::size_t size() const { return bytes_.size(); }

private:
    const std::string& bytes_;
    const std::string& name_;
    bool ascii_;
};

// ["key", value, "key", value, ...]: Houdini's ordered map.
class GeoList {
public:
    GeoList(const GeoSource& source, const JsonValue& value, const char* what);
    const JsonValue* find(const char* key, const char* alias = nullptr) const;
    const JsonValue& at(const char* key, const char* alias = nullptr) const;  // fails when it is missing
    const JsonValue::Array& entries() const { return entries_; }
    const JsonValue& value() const { return value_; }

private:
    const GeoSource& source_;
    const JsonValue& value_;
    const char* what_;
    const JsonValue::Array& entries_;
};

}  // namespace stiction
