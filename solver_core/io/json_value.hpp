#pragma once

// A value of Houdini's JSON, from its ASCII or its binary encoding.
//
// Lists of only integers, only reals or only booleans are kept packed, whichever way the file spells them, so
// that equal content gives equal values and a million positions do not cost a million boxes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stiction {

struct JsonValue {
    using Array = std::vector<JsonValue>;
    using Map = std::vector<std::pair<std::string, JsonValue>>;  // in the order of the file
    using Integers = std::vector<std::int64_t>;
    using Reals = std::vector<double>;
    using Booleans = std::vector<std::uint8_t>;
    using Data = std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Map, Integers,
                              Reals, Booleans>;

    Data data;
    std::size_t offset = 0;  // of its first byte in the file, for messages

    template <class T>
    const T* as() const
    {
        return std::get_if<T>(&data);
    }
    bool is_list() const;
    std::size_t list_size() const;                  // of a list of any kind, 0 for other values
    JsonValue element(std::size_t i) const;         // of a list of any kind
    const JsonValue* find(const char* name) const;  // in a map, nullptr when it is not there
    const char* kind() const;                       // for messages: "a list", "text", ...
};

// Content alone; the place in the file does not matter. NaN equals NaN.
bool operator==(const JsonValue& a, const JsonValue& b);
inline bool operator!=(const JsonValue& a, const JsonValue& b) { return !(a == b); }

// Collects the elements of one list.
class JsonListBuilder {
public:
    void add(JsonValue value);
    JsonValue finish(std::size_t offset);

private:
    template <class List, class Scalar>
    bool add_packed(const JsonValue& value);
    void unpack();

    JsonValue list_{JsonValue::Array(), 0};
};

}  // namespace stiction
