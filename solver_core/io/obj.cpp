#include "solver_core/io/obj.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/text_lines.hpp"

#include <limits>

namespace stiction {
namespace {

class ObjReader {
public:
    ObjReader(const std::string& bytes, const std::string& name) : lines_(bytes, name), name_(name) {}

    GeometryTable read()
    {
        std::string_view line;
        while (next_logical(line)) {
            line = line.substr(0, line.find('#'));
            const std::string_view keyword = next_word(line);
            if (keyword == "v")
                read_vertex(line);
            else if (keyword == "vn")
                read_normal(line);
            else if (keyword == "f")
                read_face(line);
            else if (keyword == "l" || keyword == "p")
                ++table_.other_primitives;
        }
        if (table_.positions.empty()) throw InputError(name_, "has no vertices (lines 'v x y z')");
        check_faces();
        keep_point_normals();
        return std::move(table_);
    }

private:
    // A backslash at its end joins a line with the next.
    bool next_logical(std::string_view& line)
    {
        if (!lines_.next(line)) return false;
        if (line.empty() || line.back() != '\\') return true;
        joined_.clear();
        do {
            joined_.append(line.substr(0, line.size() - 1));
            joined_ += ' ';
        } while (lines_.next(line) && !line.empty() && line.back() == '\\');
        joined_.append(line.empty() || line.back() != '\\' ? line : std::string_view());
        line = joined_;
        return true;
    }

    Vec3 read_coordinates(std::string_view line, const char* owner) const
    {
        Vec3 numbers;
        for (int c = 0; c < 3; ++c) {
            const std::string_view word = next_word(line);
            if (!parse_number(word, numbers[c]))
                lines_.fail(word.empty() ? fmt::format("a {} has fewer than three coordinates", owner)
                                         : fmt::format("'{}' is not a coordinate", word));
        }
        return numbers;
    }

    void read_vertex(std::string_view line)
    {
        const Vec3 position = read_coordinates(line, "vertex");
        if (!position.allFinite())
            lines_.fail(fmt::format("the position of point {} is not finite", table_.positions.size()));
        table_.positions.push_back(position);
    }

    void read_normal(std::string_view line)
    {
        const Vec3 normal = read_coordinates(line, "normal");
        normals_.insert(normals_.end(), {normal[0], normal[1], normal[2]});
    }

    // Normals belong to corners of faces; where there is one for each vertex, and no corner names another one, they are
    // the vertices'. Scans are written so.
    void keep_point_normals()
    {
        if (!normals_are_points_ || normals_.size() != 3 * table_.positions.size()) return;
        table_.point_attributes["N"] = {3, std::move(normals_), false};
    }

    void read_face(std::string_view line)
    {
        std::vector<Index> polygon;
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line))
            polygon.push_back(read_corner(word));
        if (polygon.size() < 3)
            lines_.fail(fmt::format("face {} has {} corners; at least 3 are needed", table_.polygons.size(),
                                    polygon.size()));
        table_.polygons.push_back(std::move(polygon));
        face_lines_.push_back(lines_.number());
    }

    // "7", "7/2", "7//5", "7/2/5"; negative numbers count back from the vertex read last
    Index read_corner(std::string_view word)
    {
        std::int64_t number = 0;
        if (!parse_number(word.substr(0, word.find('/')), number))
            lines_.fail(fmt::format("'{}' is not a corner of a face", word));
        const auto points = static_cast<std::int64_t>(table_.positions.size());
        const std::int64_t index = number < 0 ? points + number : number - 1;
        if (number == 0 || index < 0 || index > std::numeric_limits<Index>::max())
            lines_.fail(fmt::format("a face names vertex {}; {} vertices were read so far", number, points));
        note_normal(word, index);
        return static_cast<Index>(index);
    }

    void note_normal(std::string_view corner, std::int64_t point)
    {
        const std::size_t slash = corner.rfind('/');
        if (slash == std::string_view::npos || corner.find('/') == slash) return;
        std::int64_t number = 0;
        const bool is_number = parse_number(corner.substr(slash + 1), number);
        const auto normals = static_cast<std::int64_t>(normals_.size() / 3);
        if (!is_number || (number < 0 ? normals + number : number - 1) != point) normals_are_points_ = false;
    }

    // Faces may stand before their vertices.
    void check_faces() const
    {
        for (std::size_t i = 0; i < table_.polygons.size(); ++i)
            for (const Index point : table_.polygons[i])
                if (static_cast<std::size_t>(point) >= table_.positions.size())
                    throw InputError(
                        name_, fmt::format("line {}: a face names vertex {}; there are {} vertices",
                                           face_lines_[i], std::int64_t(point) + 1, table_.positions.size()));
    }

    TextLines lines_;
    const std::string& name_;
    std::string joined_;
    GeometryTable table_;
    std::vector<std::size_t> face_lines_;
    std::vector<double> normals_;
    bool normals_are_points_ = true;
};

}  // namespace

GeometryTable decode_obj(const std::string& bytes, const std::string& name_for_messages)
{
    return ObjReader(bytes, name_for_messages).read();
}

std::string encode_obj(const GeometryTable& table)
{
    if (!table.tets.empty())
        throw InputError("geometry to write",
                         "has tetrahedra, which .obj cannot hold; write .bgeo, .geo or .ply, or "
                         "the boundary surface");
    std::string out;
    for (const Vec3& x : table.positions)
        fmt::format_to(std::back_inserter(out), "v {} {} {}\n", x[0], x[1], x[2]);
    for (const std::vector<Index>& polygon : table.polygons) {
        out += 'f';
        for (const Index point : polygon)
            fmt::format_to(std::back_inserter(out), " {}", std::int64_t(point) + 1);
        out += '\n';
    }
    return out;
}

}  // namespace stiction
