#include "solver_core/io/ply_header.hpp"

#include <limits>

namespace stiction {
namespace {

PlyType read_type(const TextLines& lines, std::string_view word)
{
    struct Name {
        const char* old_name;
        const char* new_name;
        PlyType type;
    };
    static constexpr Name kNames[] = {
        {"char", "int8", PlyType::int8},        {"uchar", "uint8", PlyType::uint8},
        {"short", "int16", PlyType::int16},     {"ushort", "uint16", PlyType::uint16},
        {"int", "int32", PlyType::int32},       {"uint", "uint32", PlyType::uint32},
        {"float", "float32", PlyType::float32}, {"double", "float64", PlyType::float64},
    };
    for (const Name& name : kNames)
        if (word == name.old_name || word == name.new_name) return name.type;
    lines.fail(fmt::format("'{}' is not a PLY type", word));
}

PlyProperty read_property(const TextLines& lines, std::string_view line)
{
    PlyProperty property;
    std::string_view word = next_word(line);
    if (word == "list") {
        property.is_list = true;
        property.count_type = read_type(lines, next_word(line));
        if (property.count_type >= PlyType::float32)
            lines.fail("the length of a list is not an integer type");
        word = next_word(line);
    }
    property.type = read_type(lines, word);
    property.name = next_word(line);
    if (property.name.empty()) lines.fail("a property has no name");
    return property;
}

PlyElement read_element(const TextLines& lines, std::string_view line)
{
    PlyElement element;
    element.name = next_word(line);
    const std::string_view count = next_word(line);
    if (!parse_number(count, element.count) || element.count > std::numeric_limits<std::int32_t>::max())
        lines.fail(fmt::format("'{}' is not a number of elements", count));
    return element;
}

PlyEncoding read_encoding(const TextLines& lines, std::string_view line)
{
    const std::string_view name = next_word(line);
    if (name == "ascii") return PlyEncoding::ascii;
    if (name == "binary_little_endian") return PlyEncoding::little_endian;
    if (name == "binary_big_endian") return PlyEncoding::big_endian;
    lines.fail(fmt::format(
        "'{}' is not a PLY format; allowed: ascii, binary_little_endian, binary_big_endian", name));
}

}  // namespace

std::size_t size_of(PlyType type)
{
    switch (type) {
        case PlyType::int8:
        case PlyType::uint8: return 1;
        case PlyType::int16:
        case PlyType::uint16: return 2;
        case PlyType::int32:
        case PlyType::uint32:
        case PlyType::float32: return 4;
        case PlyType::float64: break;
    }
    return 8;
}

PlyHeader read_ply_header(TextLines& lines)
{
    PlyHeader header;
    std::string_view line;
    if (!lines.next(line) || line != "ply") lines.fail("the first line of a PLY file is 'ply'");
    bool has_format = false;
    while (lines.next(line)) {
        const std::string_view keyword = next_word(line);
        if (keyword == "format") {
            header.encoding = read_encoding(lines, line);
            has_format = true;
        } else if (keyword == "element") {
            header.elements.push_back(read_element(lines, line));
        } else if (keyword == "property") {
            if (header.elements.empty()) lines.fail("a property stands before the first element");
            header.elements.back().properties.push_back(read_property(lines, line));
        } else if (keyword == "end_header") {
            if (!has_format) lines.fail("the header has no 'format' line");
            return header;
        } else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty()) {
            lines.fail(fmt::format("'{}' is not a line of a PLY header", keyword));
        }
    }
    lines.fail("the header has no 'end_header' line");
}

}  // namespace stiction
