#pragma once

// Houdini's JSON to bytes, in either encoding, as a stream of events. The same events give the same bytes.

#include "solver_core/base/span.hpp"
#include "solver_core/io/json_value.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace stiction {

enum class JsonEncoding { ascii, binary };
// How the numbers of a list are stored in the binary encoding, and to how many digits reals are printed in
// ASCII.
enum class JsonNumber { int8, int16, int32, int64, real32, real64 };

class JsonWriter {
public:
    virtual ~JsonWriter() = default;
    virtual void begin_list() = 0;
    virtual void end_list() = 0;
    virtual void begin_map() = 0;
    virtual void end_map() = 0;
    virtual void key(const std::string& name) = 0;  // of a map
    virtual void text(const std::string& text) = 0;
    virtual void null() = 0;
    virtual void boolean(bool value) = 0;
    virtual void integer(std::int64_t value) = 0;
    virtual void real(double value) = 0;
    virtual void integers(Span<const std::int64_t> values, JsonNumber number) = 0;
    virtual void reals(Span<const double> values, JsonNumber number) = 0;
    virtual void booleans(Span<const std::uint8_t> values) = 0;
    virtual std::string take() = 0;  // all bytes so far

    void value(const JsonValue& value);

protected:
    // For reals of a value that is only kept: its reader does not know whether they are floats. Storage that gives the same doubles
    // again.
    virtual JsonNumber storage_of(Span<const double> values) const = 0;
};

std::unique_ptr<JsonWriter> make_json_ascii_writer();
std::unique_ptr<JsonWriter> make_json_binary_writer();
std::unique_ptr<JsonWriter> make_json_writer(JsonEncoding encoding);

// The narrowest storage that keeps every value.
JsonNumber narrowest(Span<const std::int64_t> values);
JsonNumber narrowest(Span<const double> values);

}  // namespace stiction
