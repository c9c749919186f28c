#pragma once

// JSON values to the types of scene.hpp and back. A value of the wrong type or out of range is refused with
// what was found and what is allowed.

#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/parameter.hpp"

#include <array>
#include <type_traits>

namespace stiction {

// Reads an object into `object`, which holds the defaults. `info` is the field the object stands in.
void read_section(const FieldInfo& info, const Json& value, void* object, const Place& place);
Json write_section(const Section& section, const void* object);
// The place of element `index` of a list: an object with a name says it.
Place element_place(const Json& element, std::size_t index, const Place& list);

[[noreturn]] void refuse_value(const FieldInfo& info, const Json& value, const Place& place);
void check_is_list(const FieldInfo& info, const Json& value, const Place& place);

void read_value(const FieldInfo& info, const Json& value, bool& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, double& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, NumberOrNull& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, Index& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, std::uint32_t& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, std::string& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, Vec3& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, std::array<double, 3>& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, std::array<Index, 3>& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, std::array<Vec3, 2>& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, std::vector<Index>& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, std::vector<double>& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, Vec3Array& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, std::vector<Triangle>& result, const Place& place);
void read_value(const FieldInfo& info, const Json& value, std::vector<Tet>& result, const Place& place);
// The word of a choice that is allowed here.
std::string read_choice(const FieldInfo& info, const Json& value, const Place& place);

Json write_value(const FieldInfo& info, const NumberOrNull& value);
Json write_value(const FieldInfo& info, const Vec3& value);
Json write_value(const FieldInfo& info, const std::array<double, 3>& value);
Json write_value(const FieldInfo& info, const std::array<Index, 3>& value);
Json write_value(const FieldInfo& info, const std::array<Vec3, 2>& value);
Json write_value(const FieldInfo& info, const Vec3Array& value);
Json write_value(const FieldInfo& info, const std::vector<Triangle>& value);
Json write_value(const FieldInfo& info, const std::vector<Tet>& value);

// Which Kind a member of type M is.
template <class M>
struct KindOf {
    static constexpr Kind kKind = std::is_enum_v<M> ? Kind::choice : Kind::section;
    static constexpr int kCount = 0;
};
template <Kind MemberKind, int MemberCount = 0>
struct KindIs {
    static constexpr Kind kKind = MemberKind;
    static constexpr int kCount = MemberCount;
};
template <>
struct KindOf<bool> : KindIs<Kind::boolean> {
};
template <>
struct KindOf<double> : KindIs<Kind::real> {
};
template <>
struct KindOf<NumberOrNull> : KindIs<Kind::real_or_null> {
};
template <>
struct KindOf<Index> : KindIs<Kind::integer> {
};
template <>
struct KindOf<std::uint32_t> : KindIs<Kind::integer> {
};
template <>
struct KindOf<std::string> : KindIs<Kind::text> {
};
template <>
struct KindOf<Vec3> : KindIs<Kind::reals, 3> {
};
template <>
struct KindOf<std::array<double, 3>> : KindIs<Kind::reals, 3> {
};
template <>
struct KindOf<std::array<Index, 3>> : KindIs<Kind::integers, 3> {
};
template <>
struct KindOf<std::array<Vec3, 2>> : KindIs<Kind::corners> {
};
template <>
struct KindOf<std::vector<Index>> : KindIs<Kind::integers> {
};
template <>
struct KindOf<std::vector<double>> : KindIs<Kind::reals> {
};
template <>
struct KindOf<Vec3Array> : KindIs<Kind::real_rows, 3> {
};
template <>
struct KindOf<std::vector<Triangle>> : KindIs<Kind::integer_rows, 3> {
};
template <>
struct KindOf<std::vector<Tet>> : KindIs<Kind::integer_rows, 4> {
};
template <class M>
struct KindOf<std::vector<M>> : KindIs<Kind::sections> {
};
template <class M>
struct KindOf<std::optional<M>> : KindOf<M> {
};

// Enumerations and nested structs.
template <class M>
void read_value(const FieldInfo& info, const Json& value, M& result, const Place& place)
{
    if constexpr (std::is_enum_v<M>) {
        const std::string word = read_choice(info, value, place);
        for (const Choice<M>& choice : choices_of(M{})) {
            if (word == choice.name) result = choice.value;
        }
    } else {
        read_section(info, value, &result, place);
    }
}

template <class M>
void read_value(const FieldInfo& info, const Json& value, std::optional<M>& result, const Place& place)
{
    read_value(info, value, result.emplace(), place);
}

template <class M>
void read_value(const FieldInfo& info, const Json& value, std::vector<M>& result, const Place& place)
{
    check_is_list(info, value, place);
    result.clear();
    for (std::size_t i = 0; i < value.size(); ++i) {
        const auto start = info.section->prototype(info.section->selector_in(value[i]));
        result.push_back(*static_cast<const M*>(start.get()));
        read_section(info, value[i], &result.back(), element_place(value[i], i, place));
    }
}

template <class M>
Json write_value(const FieldInfo& info, const M& value)
{
    if constexpr (std::is_enum_v<M>)
        return name_of(value);
    else if constexpr (KindOf<M>::kKind == Kind::section)
        return write_section(*info.section, &value);
    else
        return value;
}

template <class M>
Json write_value(const FieldInfo& info, const std::vector<M>& value)
{
    Json list = Json::array();
    for (const M& element : value) list.push_back(write_value(info, element));
    return list;
}

template <class M>
std::optional<Json> write_member(const FieldInfo& info, const M& value)
{
    Json json = write_value(info, value);
    const bool is_empty = json.is_string() ? json.get_ref<const std::string&>().empty() : json.empty();
    if (info.omitted_empty && is_empty) return std::nullopt;
    return json;
}

template <class M>
std::optional<Json> write_member(const FieldInfo& info, const std::optional<M>& value)
{
    if (!value) return std::nullopt;
    return write_member(info, *value);
}

}  // namespace stiction
