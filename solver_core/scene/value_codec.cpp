#include "solver_core/scene/value_codec.hpp"

#include "solver_core/scene/nearest_name.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace stiction {

namespace {

// The key of a section one of whose choices is the word: "plane" alone where {"type": "plane"} is meant.
std::string key_choosing(const Section& section, const std::string& word)
{
    for (const auto& field : section.fields())
        for (const auto& choice : field->info().choices)
            if (choice.first == word) return field->info().name;
    return "";
}

// The most common slips, each with its own advice; otherwise what the parameter is.
std::string remedy_for(const FieldInfo& info, const Json& value)
{
    const bool wants_number =
        info.kind == Kind::real || info.kind == Kind::real_or_null || info.kind == Kind::integer;
    const bool wants_list = info.kind == Kind::reals || info.kind == Kind::integers ||
                            info.kind == Kind::integer_rows || info.kind == Kind::real_rows ||
                            info.kind == Kind::sections;
    if (wants_number && value.is_string() &&
        !Json::parse(value.get<std::string>(), nullptr, false).is_discarded())
        return "remove the quotes";
    if (info.kind == Kind::boolean && (value.is_string() || value.is_number()))
        return "write true or false, no quotes";
    if (info.kind == Kind::section && value.is_string()) {
        const std::string key = key_choosing(*info.section, value.get<std::string>());
        if (!key.empty()) return fmt::format("write {{\"{}\": {}}}", key, value.dump());
    }
    if (value.is_null()) return "leave the key out to get the default";
    if (wants_list && !value.is_array()) return "put the values in [ ]";
    return info.help.empty() ? "correct the value" : "it is: " + info.help;
}

void check_count(const FieldInfo& info, const Json& value, const Place& place)
{
    check_is_list(info, value, place);
    if (info.count > 0 && value.size() != static_cast<std::size_t>(info.count))
        refuse_value(info, value, place);
}

double checked_number(const FieldInfo& info, const Json& value, const Place& place)
{
    if (!value.is_number() || !info.range.contains(value.get<double>())) refuse_value(info, value, place);
    return value.get<double>();
}

template <class Integer>
Integer checked_integer(const FieldInfo& info, const Json& value, const Place& place)
{
    const double number = checked_number(info, value, place);
    const bool fits = number >= static_cast<double>(std::numeric_limits<Integer>::min()) &&
                      number <= static_cast<double>(std::numeric_limits<Integer>::max());
    if (number != std::floor(number) || !fits) refuse_value(info, value, place);
    return static_cast<Integer>(number);
}

// A list of rows such as points or triangles; a row is refused at its own place.
template <class Row>
void read_rows(const FieldInfo& info, const Json& value, std::vector<Row>& result, const Place& place)
{
    using Number = typename Row::Scalar;
    check_is_list(info, value, place);
    if (info.required && value.empty()) refuse_value(info, value, place);
    FieldInfo row = info;
    row.kind = std::is_same_v<Number, double> ? Kind::reals : Kind::integers;
    result.clear();
    result.reserve(value.size());
    for (std::size_t r = 0; r < value.size(); ++r) {
        const Json& numbers = value[r];
        if (!numbers.is_array() || numbers.size() != static_cast<std::size_t>(info.count))
            refuse_value(row, numbers, place.at(r));
        Row& out = result.emplace_back();
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            // A place is made only for a number that is wrong: there may be millions of them.
            if (!numbers[i].is_number() || !info.range.contains(numbers[i].get<double>()))
                refuse_value(row, numbers[i], place.at(r).at(i));
            if constexpr (std::is_same_v<Number, double>)
                out[static_cast<Index>(i)] = numbers[i].get<double>();
            else if (numbers[i].is_number_integer())
                out[static_cast<Index>(i)] = numbers[i].get<Number>();
            else
                out[static_cast<Index>(i)] = checked_integer<Number>(row, numbers[i], place.at(r).at(i));
        }
    }
}

template <class Row>
Json rows_of(const std::vector<Row>& rows)
{
    Json list = Json::array();
    list.get_ref<Json::array_t&>().reserve(rows.size());
    for (const Row& row : rows) {
        Json numbers = Json::array();
        for (Index i = 0; i < static_cast<Index>(Row::RowsAtCompileTime); ++i) numbers.push_back(row[i]);
        list.push_back(std::move(numbers));
    }
    return list;
}

template <class Numbers>
Json list_of(const Numbers& numbers, int count)
{
    Json list = Json::array();
    for (int i = 0; i < count; ++i) list.push_back(numbers[static_cast<std::size_t>(i)]);
    return list;
}

}  // namespace

void refuse_value(const FieldInfo& info, const Json& value, const Place& place)
{
    place.refuse(describe_value(value), info.describe_allowed(), remedy_for(info, value));
}

void check_is_list(const FieldInfo& info, const Json& value, const Place& place)
{
    if (!value.is_array()) refuse_value(info, value, place);
}

void read_value(const FieldInfo& info, const Json& value, bool& result, const Place& place)
{
    if (!value.is_boolean()) refuse_value(info, value, place);
    result = value.get<bool>();
}

void read_value(const FieldInfo& info, const Json& value, double& result, const Place& place)
{
    result = checked_number(info, value, place);
}

void read_value(const FieldInfo& info, const Json& value, NumberOrNull& result, const Place& place)
{
    result = value.is_null() ? NumberOrNull() : NumberOrNull(checked_number(info, value, place));
}

void read_value(const FieldInfo& info, const Json& value, Index& result, const Place& place)
{
    result = checked_integer<Index>(info, value, place);
}

void read_value(const FieldInfo& info, const Json& value, std::uint32_t& result, const Place& place)
{
    result = checked_integer<std::uint32_t>(info, value, place);
}

void read_value(const FieldInfo& info, const Json& value, std::string& result, const Place& place)
{
    if (!value.is_string()) refuse_value(info, value, place);
    result = value.get<std::string>();
    if (info.required && result.empty())
        place.refuse("empty text", "text of at least one character", "write one");
    // A null character would end a file name early.
    if (result.find('\0') != std::string::npos)
        place.refuse("text with a null character", "text", "remove it");
}

void read_value(const FieldInfo& info, const Json& value, Vec3& result, const Place& place)
{
    check_count(info, value, place);
    for (std::size_t i = 0; i < 3; ++i)
        result[static_cast<Index>(i)] = checked_number(info, value[i], place.at(i));
    if (info.nonzero && result.isZero(0.0)) refuse_value(info, value, place);
}

void read_value(const FieldInfo& info, const Json& value, std::array<double, 3>& result, const Place& place)
{
    check_count(info, value, place);
    for (std::size_t i = 0; i < value.size(); ++i) result[i] = checked_number(info, value[i], place.at(i));
}

void read_value(const FieldInfo& info, const Json& value, std::array<Index, 3>& result, const Place& place)
{
    check_count(info, value, place);
    for (std::size_t i = 0; i < value.size(); ++i)
        result[i] = checked_integer<Index>(info, value[i], place.at(i));
}

void read_value(const FieldInfo& info, const Json& value, std::array<Vec3, 2>& result, const Place& place)
{
    if (!value.is_array() || value.size() != 2) refuse_value(info, value, place);
    FieldInfo corner = info;
    corner.kind = Kind::reals;
    corner.count = 3;
    for (std::size_t i = 0; i < 2; ++i) read_value(corner, value[i], result[i], place.at(i));
    if ((result[0].array() > result[1].array()).any()) refuse_value(info, value, place);
}

void read_value(const FieldInfo& info, const Json& value, std::vector<Index>& result, const Place& place)
{
    check_count(info, value, place);
    result.clear();
    for (std::size_t i = 0; i < value.size(); ++i)
        result.push_back(checked_integer<Index>(info, value[i], place.at(i)));
}

void read_value(const FieldInfo& info, const Json& value, std::vector<double>& result, const Place& place)
{
    check_count(info, value, place);
    result.clear();
    for (std::size_t i = 0; i < value.size(); ++i)
        result.push_back(checked_number(info, value[i], place.at(i)));
}

void read_value(const FieldInfo& info, const Json& value, Vec3Array& result, const Place& place)
{
    read_rows(info, value, result, place);
}

void read_value(const FieldInfo& info, const Json& value, std::vector<Triangle>& result, const Place& place)
{
    read_rows(info, value, result, place);
}

void read_value(const FieldInfo& info, const Json& value, std::vector<Tet>& result, const Place& place)
{
    read_rows(info, value, result, place);
}

std::string read_choice(const FieldInfo& info, const Json& value, const Place& place)
{
    if (!value.is_string()) refuse_value(info, value, place);
    const std::string word = value.get<std::string>();
    std::vector<std::string> words;
    for (const auto& choice : info.choices) {
        if (word == choice.first) return word;
        words.push_back(choice.first);
    }
    const std::string nearest = nearest_name(word, words);
    place.refuse(describe_value(value), info.describe_allowed(),
                 nearest.empty() ? remedy_for(info, value) : "did you mean " + in_quotes(nearest) + "?");
}

Json write_value(const FieldInfo&, const NumberOrNull& value)
{
    return value.number ? Json(*value.number) : Json(nullptr);
}

Json write_value(const FieldInfo&, const Vec3& value) { return {value.x(), value.y(), value.z()}; }

Json write_value(const FieldInfo& info, const std::array<double, 3>& value)
{
    return list_of(value, info.count);
}

Json write_value(const FieldInfo& info, const std::array<Index, 3>& value)
{
    return list_of(value, info.count);
}

Json write_value(const FieldInfo& info, const std::array<Vec3, 2>& value)
{
    return {write_value(info, value[0]), write_value(info, value[1])};
}

Json write_value(const FieldInfo&, const Vec3Array& value) { return rows_of(value); }

Json write_value(const FieldInfo&, const std::vector<Triangle>& value) { return rows_of(value); }

Json write_value(const FieldInfo&, const std::vector<Tet>& value) { return rows_of(value); }

}  // namespace stiction
