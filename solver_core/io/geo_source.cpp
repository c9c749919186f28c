#include "solver_core/io/geo_source.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/json_reader.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiction {
namespace {

// Largest magnitude up to which a double counts every integer.
constexpr double kExactIntegers = 9007199254740992.0;

bool to_integer(double real, std::int64_t& integer)
{
    if (!(std::fabs(real) <= kExactIntegers) || real != std::floor(real)) return false;
    integer = static_cast<std::int64_t>(real);
    return true;
}

}  // namespace

void GeoSource::fail(const JsonValue& at, const std::string& what) const
{
    const std::string place =
        ascii_ ? fmt::format("line {}", line_of(bytes_, at.offset)) : fmt::format("byte {}", at.offset);
    throw InputError(name_, place + ": " + what);
}

std::int64_t GeoSource::integer(const JsonValue& value, std::int64_t low, std::int64_t high,
                                const char* what) const
{
    std::int64_t number = 0;
    const std::int64_t* exact = value.as<std::int64_t>();
    const double* real = value.as<double>();
    if (exact)
        number = *exact;
    else if (!real || !to_integer(*real, number))
        fail(value, fmt::format("{} is {}; expected an integer", what, value.kind()));
    if (number < low || number > high)
        fail(value, fmt::format("{} is {}; allowed is {} to {}", what, number, low, high));
    return number;
}

const std::string& GeoSource::text(const JsonValue& value, const char* what) const
{
    const std::string* text = value.as<std::string>();
    if (!text) fail(value, fmt::format("{} is {}; expected text", what, value.kind()));
    return *text;
}

std::vector<std::int64_t> GeoSource::integers(const JsonValue& list, const char* what) const
{
    if (const auto* packed = list.as<JsonValue::Integers>()) return *packed;
    if (!list.is_list()) fail(list, fmt::format("{} is {}; expected a list of integers", what, list.kind()));
    std::vector<std::int64_t> numbers(list.list_size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const JsonValue element = list.element(i);
        if (const bool* flag = element.as<bool>())
            numbers[i] = *flag;
        else if (const double* real = element.as<double>(); real && to_integer(*real, numbers[i]))
            continue;
        else if (const auto* exact = element.as<std::int64_t>())
            numbers[i] = *exact;
        else
            fail(element, fmt::format("entry {} of {} is {}; expected an integer", i, what, element.kind()));
    }
    return numbers;
}

std::vector<double> GeoSource::reals(const JsonValue& list, const char* what) const
{
    if (const auto* packed = list.as<JsonValue::Reals>()) return *packed;
    if (const auto* packed = list.as<JsonValue::Integers>()) return {packed->begin(), packed->end()};
    if (!list.is_list()) fail(list, fmt::format("{} is {}; expected a list of numbers", what, list.kind()));
    std::vector<double> numbers(list.list_size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const JsonValue element = list.element(i);
        if (const double* real = element.as<double>())
            numbers[i] = *real;
        else if (const auto* integer = element.as<std::int64_t>())
            numbers[i] = static_cast<double>(*integer);
        else
            fail(element, fmt::format("entry {} of {} is {}; expected a number", i, what, element.kind()));
    }
    return numbers;
}

std::vector<Index> GeoSource::indices(const JsonValue& list, Index low, Index high, const char* what) const
{
    const std::vector<std::int64_t> numbers = integers(list, what);
    std::vector<Index> result(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] < low || numbers[i] > high)
            fail(list,
                 fmt::format("entry {} of {} is {}; allowed is {} to {}", i, what, numbers[i], low, high));
        result[i] = static_cast<Index>(numbers[i]);
    }
    return result;
}

const JsonValue::Array& GeoSource::elements(const JsonValue& value, const char* what) const
{
    const auto* array = value.as<JsonValue::Array>();
    if (!array)
        fail(value, fmt::format("{} is {}; expected a list", what,
                                value.is_list() ? "a list of numbers" : value.kind()));
    return *array;
}

GeoList::GeoList(const GeoSource& source, const JsonValue& value, const char* what)
    : source_(source), value_(value), what_(what), entries_(source.elements(value, what))
{
    if (entries_.size() % 2 != 0) source.fail(value, fmt::format("{} has a key without a value", what));
    for (std::size_t i = 0; i < entries_.size(); i += 2)
        if (!entries_[i].as<std::string>())
            source.fail(entries_[i],
                        fmt::format("a key of {} is {}; expected text", what, entries_[i].kind()));
}

const JsonValue* GeoList::find(const char* key, const char* alias) const
{
    for (std::size_t i = 0; i < entries_.size(); i += 2) {
        const std::string& name = *entries_[i].as<std::string>();
        if (name == key || (alias && name == alias)) return &entries_[i + 1];
    }
    return nullptr;
}

const JsonValue& GeoList::at(const char* key, const char* alias) const
{
    const JsonValue* value = find(key, alias);
    if (!value) source_.fail(value_, fmt::format("{} has no '{}'", what_, key));
    return *value;
}

}  // namespace stiction
