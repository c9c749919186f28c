#include "solver_core/io/json_writer.hpp"

#include "solver_core/io/round_to_float.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

void JsonWriter::value(const JsonValue& value)
{
    if (const auto* flag = value.as<bool>()) return boolean(*flag);
    if (const auto* number = value.as<std::int64_t>()) return integer(*number);
    if (const auto* number = value.as<double>()) return real(*number);
    if (const auto* words = value.as<std::string>()) return text(*words);
    if (const auto* list = value.as<JsonValue::Integers>()) return integers(*list, narrowest(*list));
    if (const auto* list = value.as<JsonValue::Reals>()) return reals(*list, storage_of(*list));
    if (const auto* list = value.as<JsonValue::Booleans>()) return booleans(*list);
    if (const auto* list = value.as<JsonValue::Array>()) {
        begin_list();
        for (const JsonValue& element : *list) this->value(element);
        return end_list();
    }
    if (const auto* map = value.as<JsonValue::Map>()) {
        begin_map();
        for (const auto& [name, element] : *map) {
            key(name);
            this->value(element);
        }
        return end_map();
    }
    null();
}

std::unique_ptr<JsonWriter> make_json_writer(JsonEncoding encoding)
{
    return encoding == JsonEncoding::ascii ? make_json_ascii_writer() : make_json_binary_writer();
}

JsonNumber narrowest(Span<const std::int64_t> values)
{
    if (values.empty()) return JsonNumber::int8;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const auto fits = [low = *low, high = *high](auto limits) {
        return low >= decltype(limits)::min() && high <= decltype(limits)::max();
    };
    if (fits(std::numeric_limits<std::int8_t>())) return JsonNumber::int8;
    if (fits(std::numeric_limits<std::int16_t>())) return JsonNumber::int16;
    return fits(std::numeric_limits<std::int32_t>()) ? JsonNumber::int32 : JsonNumber::int64;
}

JsonNumber narrowest(Span<const double> values)
{
    const bool exact = std::all_of(values.begin(), values.end(), [](double value) {
        return std::isnan(value) || round_to_float(value) == value;
    });
    return exact ? JsonNumber::real32 : JsonNumber::real64;
}

}  // namespace stiction
