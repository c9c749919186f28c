#include "hdk_plugins/adapter/collider_piece.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/geo_file.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <utility>

namespace stiction {
namespace {

// Which names belong together, by the points they share.
class JoinedNames {
public:
    JoinedNames(const std::vector<std::string>& names, std::size_t points) : of_point_(points, -1)
    {
        std::map<std::string, Index> number;
        for (const std::string& name : names) {
            const auto [entry, is_new] = number.emplace(name, static_cast<Index>(names_.size()));
            if (is_new) names_.push_back(name);
            of_primitive_.push_back(entry->second);
        }
        parent_.resize(names_.size());
        std::iota(parent_.begin(), parent_.end(), 0);
    }
    template <class Corners>
    void touch(Index primitive, const Corners& corners)
    {
        for (const Index point : corners) {
            Index& of = of_point_[at(point)];
            if (of < 0)
                of = of_primitive_[at(primitive)];
            else
                join(of, of_primitive_[at(primitive)]);
        }
    }
    // The first of the names that a primitive's belongs to.
    Index group(Index primitive) { return root(of_primitive_[at(primitive)]); }
    const std::string& name(Index group) const { return names_[at(group)]; }

private:
    Index root(Index i)
    {
        while (parent_[at(i)] != i) i = parent_[at(i)] = parent_[at(parent_[at(i)])];
        return i;
    }
    void join(Index a, Index b)
    {
        a = root(a), b = root(b);
        parent_[at(std::max(a, b))] = std::min(a, b);
    }
    std::vector<std::string> names_;
    std::vector<Index> of_primitive_, of_point_, parent_;
};

GeometryPiece whole_collider(const GeoDetail& detail, const std::string& name)
{
    GeometryPiece piece;
    piece.triangles = collider_triangles(detail, name);
    piece.points.resize(at(detail.point_count));
    piece.primitives.resize(at(detail.primitive_count));
    std::iota(piece.points.begin(), piece.points.end(), 0);
    std::iota(piece.primitives.begin(), piece.primitives.end(), 0);
    return piece;
}

// The surface of some polygons and tets, with numbers of its own for the points it has.
void put_surface(const GeometryTable& faces, GeometryPiece& piece)
{
    piece.triangles = surface_triangles(faces);
    std::map<Index, Index> node;
    for (const Triangle& t : piece.triangles)
        for (int k = 0; k < 3; ++k) node.emplace(t[k], 0);
    for (auto& [point, number] : node) {
        number = static_cast<Index>(piece.points.size());
        piece.points.push_back(point);
    }
    for (Triangle& t : piece.triangles)
        for (int k = 0; k < 3; ++k) t[k] = node.at(t[k]);
}

}  // namespace

std::vector<GeometryPiece> split_colliders(const GeoDetail& detail, const std::string& name)
{
    const std::vector<std::string> names = primitive_names(detail);
    if (names.empty()) return {whole_collider(detail, name)};
    const GeoElements elements = elements_of_detail(detail, name);
    JoinedNames joined(names, at(detail.point_count));
    for (std::size_t i = 0; i < elements.polygons.size(); ++i)
        joined.touch(elements.polygon_primitive[i], elements.polygons[i]);
    for (std::size_t i = 0; i < elements.tets.size(); ++i)
        joined.touch(elements.tet_primitive[i], elements.tets[i]);

    std::map<Index, GeometryTable> faces;  // by group
    std::map<Index, std::vector<Index>> primitives;
    for (std::size_t i = 0; i < elements.polygons.size(); ++i)
        faces[joined.group(elements.polygon_primitive[i])].polygons.push_back(elements.polygons[i]);
    for (std::size_t i = 0; i < elements.tets.size(); ++i)
        faces[joined.group(elements.tet_primitive[i])].tets.push_back(elements.tets[i]);
    for (Index p = 0; p < detail.primitive_count; ++p) primitives[joined.group(p)].push_back(p);

    std::vector<GeometryPiece> pieces;
    const Vec3Array positions = positions_of(detail);
    for (auto& [group, table] : faces) {
        GeometryPiece piece;
        piece.name = joined.name(group);
        piece.primitives = std::move(primitives[group]);
        table.positions = positions;
        put_surface(table, piece);
        pieces.push_back(std::move(piece));
    }
    if (pieces.empty()) collider_triangles(detail, name);  // says so
    return pieces;
}

}  // namespace stiction
