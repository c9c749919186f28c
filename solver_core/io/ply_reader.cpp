#include "solver_core/base/error.hpp"
#include "solver_core/io/byte_order.hpp"
#include "solver_core/io/ply.hpp"
#include "solver_core/io/ply_header.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace stiction {
namespace {

// The numbers after the header, one by one, in either encoding.
class PlyBody {
public:
    PlyBody(const std::string& bytes, const std::string& name, TextLines& lines, PlyEncoding encoding)
        : bytes_(bytes),
          name_(name),
          lines_(lines),
          at_(std::min(lines.offset(), bytes.size())),
          encoding_(encoding)
    {
    }

    double number(PlyType type)
    {
        if (encoding_ == PlyEncoding::ascii) return word_number();
        const std::size_t size = size_of(type);
        if (size > bytes_.size() - at_) fail("the file ends early");
        const char* const data = bytes_.data() + at_;
        at_ += size;
        switch (type) {
            case PlyType::int8: return load<std::int8_t>(data);
            case PlyType::uint8: return load<std::uint8_t>(data);
            case PlyType::int16: return load<std::int16_t>(data);
            case PlyType::uint16: return load<std::uint16_t>(data);
            case PlyType::int32: return load<std::int32_t>(data);
            case PlyType::uint32: return load<std::uint32_t>(data);
            case PlyType::float32: return static_cast<double>(load<float>(data));
            case PlyType::float64: break;
        }
        return load<double>(data);
    }

    std::vector<double> list(const PlyProperty& property)
    {
        const double count = number(property.count_type);
        if (!(count >= 0.0) || count != std::floor(count))
            fail(fmt::format("{} is not a length of a list", count));
        need(count, bytes_of(property.type));
        std::vector<double> numbers(static_cast<std::size_t>(count));
        for (double& item : numbers) item = number(property.type);
        return numbers;
    }

    // Refuses a number of elements that the rest of the file cannot hold, before memory is set aside for
    // them.
    void need(double count, std::size_t bytes_each) const
    {
        const std::size_t left =
            encoding_ == PlyEncoding::ascii ? line_.size() + 1 + lines_.left() : bytes_.size() - at_;
        if (count * static_cast<double>(bytes_each) > static_cast<double>(left))
            fail(fmt::format("{} items are announced; the {} bytes that are left cannot hold them", count,
                             left));
    }

    std::size_t bytes_of(PlyType type) const { return encoding_ == PlyEncoding::ascii ? 1 : size_of(type); }

    [[noreturn]] void fail(const std::string& what) const
    {
        if (encoding_ == PlyEncoding::ascii) lines_.fail(what);
        throw InputError(name_, fmt::format("byte {}: {}", at_, what));
    }

private:
    template <class T>
    T load(const char* data) const
    {
        return load_bytes<T>(data, (encoding_ == PlyEncoding::little_endian) != is_little_endian());
    }

    double word_number()
    {
        std::string_view word = next_word(line_);
        while (word.empty()) {
            if (!lines_.next(line_)) fail("the file ends early");
            word = next_word(line_);
        }
        double value = 0.0;
        if (!parse_number(word, value)) fail(fmt::format("'{}' is not a number", word));
        return value;
    }

    const std::string& bytes_;
    const std::string& name_;
    TextLines& lines_;
    std::size_t at_;
    PlyEncoding encoding_;
    std::string_view line_;
};

using Columns = std::map<std::string, std::pair<PlyType, std::vector<double>>>;

void check_room(const PlyBody& body, const PlyElement& element)
{
    std::size_t least = 0;
    for (const PlyProperty& property : element.properties)
        least += body.bytes_of(property.is_list ? property.count_type : property.type);
    body.need(static_cast<double>(element.count), least);
}

Columns read_vertices(PlyBody& body, const PlyElement& element)
{
    Columns columns;
    std::vector<std::vector<double>*> targets;
    for (const PlyProperty& property : element.properties) {
        if (property.is_list) {
            targets.push_back(nullptr);
            continue;
        }
        const auto [column, added] = columns.try_emplace(property.name, property.type, std::vector<double>());
        if (!added) body.fail(fmt::format("there are two properties '{}'", property.name));
        column->second.second.reserve(element.count);
        targets.push_back(&column->second.second);
    }
    for (std::size_t i = 0; !targets.empty() && i < element.count; ++i) {
        for (std::size_t p = 0; p < targets.size(); ++p) {
            if (targets[p])
                targets[p]->push_back(body.number(element.properties[p].type));
            else
                body.list(element.properties[p]);
        }
    }
    return columns;
}

// The corner lists of an element, or nothing from an element that has none.
std::vector<std::vector<Index>> read_corners(PlyBody& body, const PlyElement& element)
{
    std::vector<std::vector<Index>> result;
    for (std::size_t i = 0; !element.properties.empty() && i < element.count; ++i) {
        for (const PlyProperty& property : element.properties) {
            if (!property.is_list) {
                body.number(property.type);
                continue;
            }
            const std::vector<double> numbers = body.list(property);
            if (property.name != "vertex_indices" && property.name != "vertex_index") continue;
            std::vector<Index>& corners = result.emplace_back();
            for (const double number : numbers) {
                if (!(number >= 0.0 && number <= std::numeric_limits<Index>::max()) ||
                    number != std::floor(number))
                    body.fail(fmt::format("{} {} names vertex {}", element.name, i, number));
                corners.push_back(static_cast<Index>(number));
            }
        }
    }
    return result;
}

// Moves the columns `names` into the attribute `target` when all of them are there.
void gather(Columns& columns, const std::vector<std::string>& names, const std::string& target,
            GeometryTable& table)
{
    GeometryTable::Attribute attribute;
    attribute.size = static_cast<int>(names.size());
    attribute.integer = true;
    for (const std::string& name : names) {
        const auto column = columns.find(name);
        if (column == columns.end()) return;
        attribute.integer = attribute.integer && column->second.first < PlyType::float32;
    }
    for (std::size_t i = 0; i < table.positions.size(); ++i)
        for (const std::string& name : names) attribute.values.push_back(columns[name].second[i]);
    for (const std::string& name : names) columns.erase(name);
    table.point_attributes[target] = std::move(attribute);
}

// a_0, a_1, ... as far as they go; empty when there are not at least two.
std::vector<std::string> numbered_names(const Columns& columns, const std::string& base)
{
    std::vector<std::string> names;
    for (int i = 0; columns.count(fmt::format("{}_{}", base, i)); ++i)
        names.push_back(fmt::format("{}_{}", base, i));
    return names.size() < 2 ? std::vector<std::string>() : names;
}

bool take_group(const std::string& name, PlyType type, const std::vector<double>& values,
                GeometryTable& table)
{
    const bool is_flag =
        std::all_of(values.begin(), values.end(), [](double x) { return x == 0.0 || x == 1.0; });
    if (name.compare(0, 6, "group_") != 0 || type != PlyType::uint8 || !is_flag) return false;
    std::vector<Index>& members = table.point_groups[name.substr(6)];
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != 0.0) members.push_back(static_cast<Index>(i));
    return true;
}

void take_points(Columns columns, std::size_t count, const std::string& name, GeometryTable& table)
{
    const char* const kAxes[] = {"x", "y", "z"};
    table.positions.resize(columns.count("x") ? count : 0);
    for (int c = 0; c < 3; ++c) {
        const auto column = columns.find(kAxes[c]);
        if (column == columns.end())
            throw InputError(name, fmt::format("vertices have no property {}", kAxes[c]));
        for (std::size_t i = 0; i < count; ++i) {
            table.positions[i][c] = column->second.second[i];
            if (!std::isfinite(table.positions[i][c]))
                throw InputError(name, fmt::format("the position of point {} is not finite", i));
        }
        columns.erase(column);
    }
    gather(columns, {"nx", "ny", "nz"}, "N", table);
    gather(columns, {"vx", "vy", "vz"}, "v", table);
    while (!columns.empty()) {
        const auto [key, column] = *columns.begin();
        const std::string base = key.substr(0, key.size() > 2 ? key.rfind('_') : std::string::npos);
        const std::vector<std::string> names = numbered_names(columns, base);
        if (take_group(key, column.first, column.second, table))
            columns.erase(key);
        else if (std::find(names.begin(), names.end(), key) != names.end())
            gather(columns, names, base, table);
        else
            gather(columns, {key}, key, table);
    }
}

void check_corners(const std::vector<Index>& corners, std::size_t points, const std::string& what,
                   const std::string& name)
{
    for (const Index corner : corners)
        if (static_cast<std::size_t>(corner) >= points)
            throw InputError(name,
                             fmt::format("{} names vertex {}; there are {} vertices", what, corner, points));
}

void take_tets(const std::vector<std::vector<Index>>& lists, const std::string& name, GeometryTable& table)
{
    for (const std::vector<Index>& corners : lists) {
        if (corners.size() != 4)
            throw InputError(name,
                             fmt::format("tetrahedron {} has {} corners", table.tets.size(), corners.size()));
        table.tets.emplace_back(corners[0], corners[1], corners[2], corners[3]);
    }
}

}  // namespace

GeometryTable decode_ply(const std::string& bytes, const std::string& name_for_messages)
{
    TextLines lines(bytes, name_for_messages);
    const PlyHeader header = read_ply_header(lines);
    PlyBody body(bytes, name_for_messages, lines, header.encoding);
    GeometryTable table;
    bool has_vertices = false;
    for (const PlyElement& element : header.elements) {
        check_room(body, element);
        if (element.name == "vertex") {
            if (has_vertices) throw InputError(name_for_messages, "has two elements 'vertex'");
            has_vertices = true;
            take_points(read_vertices(body, element), element.count, name_for_messages, table);
        } else if (element.name == "face") {
            table.polygons = read_corners(body, element);
        } else if (element.name == "tetrahedron" || element.name == "tet") {
            take_tets(read_corners(body, element), name_for_messages, table);
        } else {
            read_corners(body, element);
        }
    }
    if (!has_vertices) throw InputError(name_for_messages, "has no element 'vertex'");
    for (std::size_t i = 0; i < table.polygons.size(); ++i) {
        if (table.polygons[i].size() < 3)
            throw InputError(name_for_messages, fmt::format("face {} has {} corners; at least 3 are needed",
                                                            i, table.polygons[i].size()));
        check_corners(table.polygons[i], table.positions.size(), fmt::format("face {}", i),
                      name_for_messages);
    }
    for (std::size_t i = 0; i < table.tets.size(); ++i)
        check_corners({table.tets[i].data(), table.tets[i].data() + 4}, table.positions.size(),
                      fmt::format("tetrahedron {}", i), name_for_messages);
    return table;
}

}  // namespace stiction
