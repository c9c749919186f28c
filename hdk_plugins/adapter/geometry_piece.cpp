#include "hdk_plugins/adapter/geometry_piece.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/geo_file.hpp"
#include "solver_core/mesh/polygon_cut.hpp"
#include "solver_core/mesh/topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace stiction {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& what)
{
    throw InputError(name, what + "; give it whole geometry");
}

void check_attribute(const GeoAttribute& attribute, Index elements, const std::string& name)
{
    if (attribute.kind == GeoAttribute::Kind::opaque) return;
    const bool real = attribute.kind == GeoAttribute::Kind::real;
    const std::size_t found = real ? attribute.reals.size() : attribute.integers.size();
    const auto expected = static_cast<std::size_t>(std::max(0, attribute.size)) * at(elements);
    if (attribute.size < 1 || found != expected)
        refuse(name, fmt::format("attribute {} has {} values for {} elements of {}", attribute.name, found,
                                 elements, attribute.size));
    if (attribute.kind != GeoAttribute::Kind::text) return;
    for (const std::int64_t index : attribute.integers)
        if (index < -1 || index >= static_cast<std::int64_t>(attribute.strings.size()))
            refuse(name, fmt::format("attribute {} names text {} of {}", attribute.name, index,
                                     attribute.strings.size()));
}

void check_primitives(const GeoDetail& detail, const std::string& name)
{
    Index primitives = 0;
    for (const GeoPrimitives& run : detail.primitives) {
        if (run.count < 0 || run.count > std::numeric_limits<Index>::max() - primitives)
            refuse(name, fmt::format("a run of {} primitives", run.count));
        primitives += run.count;
        for (const Index vertex : run.vertices)
            if (vertex < 0 || at(vertex) >= detail.vertex_points.size())
                refuse(name,
                       fmt::format("a primitive names vertex {} of {}", vertex, detail.vertex_points.size()));
        const bool tets = run.kind == GeoPrimitives::Kind::tetrahedron;
        const bool polygons =
            run.kind == GeoPrimitives::Kind::polygon || run.kind == GeoPrimitives::Kind::soup;
        std::size_t corners = 0;
        for (const Index count : run.corners) corners += at(std::max(0, count));
        if ((tets && run.vertices.size() != 4 * at(run.count)) ||
            (polygons && run.vertices.size() != corners) ||
            (run.kind == GeoPrimitives::Kind::polygon && run.corners.size() != at(run.count)))
            refuse(name,
                   fmt::format("a run of {} primitives with {} vertices", run.count, run.vertices.size()));
    }
    if (primitives != detail.primitive_count)
        refuse(name, fmt::format("{} primitives where it says {}", primitives, detail.primitive_count));
}

// Which piece a name is; new ones are appended.
class PieceNumbers {
public:
    PieceNumbers(std::vector<std::string> names, std::vector<GeometryPiece>& pieces)
        : names_(std::move(names)), pieces_(pieces)
    {
    }
    std::size_t operator()(Index primitive)
    {
        const std::string name = names_.empty() ? std::string() : names_[at(primitive)];
        const auto [entry, is_new] = number_.emplace(name, pieces_.size());
        if (is_new) pieces_.emplace_back().name = name;
        return entry->second;
    }

private:
    std::vector<std::string> names_;
    std::vector<GeometryPiece>& pieces_;
    std::map<std::string, std::size_t> number_;
};

// Gives points to pieces and corners their node numbers.
void number_nodes(const GeoDetail& detail, const std::string& name, std::vector<GeometryPiece>& pieces)
{
    constexpr Index kFree = -1;
    std::vector<Index> owner(at(detail.point_count), kFree), node(at(detail.point_count), 0);
    const auto claim = [&](std::size_t piece, Index point) {
        Index& of = owner[at(point)];
        if (of != kFree && of != static_cast<Index>(piece))
            throw InputError(name, fmt::format("point {} belongs to '{}' and to '{}'; allowed: each point to "
                                               "one object; split the points (Fuse or Facet, unique points)",
                                               point, pieces[at(of)].name, pieces[piece].name));
        of = static_cast<Index>(piece);
    };
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        for (const Triangle& t : pieces[p].triangles)
            for (int k = 0; k < 3; ++k) claim(p, t[k]);
        for (const Tet& t : pieces[p].tets)
            for (int k = 0; k < 4; ++k) claim(p, t[k]);
    }
    for (Index point = 0; point < detail.point_count; ++point) {
        if (owner[at(point)] == kFree) continue;
        std::vector<Index>& points = pieces[at(owner[at(point)])].points;
        node[at(point)] = static_cast<Index>(points.size());
        points.push_back(point);
    }
    for (GeometryPiece& piece : pieces) {
        for (Triangle& t : piece.triangles)
            for (int k = 0; k < 3; ++k) t[k] = node[at(t[k])];
        for (Tet& t : piece.tets)
            for (int k = 0; k < 4; ++k) t[k] = node[at(t[k])];
    }
}

}  // namespace

void check_detail(const GeoDetail& detail, const std::string& name)
{
    if (detail.point_count < 0 || detail.primitive_count < 0) refuse(name, "a negative count");
    for (const Index point : detail.vertex_points)
        if (point < 0 || point >= detail.point_count)
            refuse(name, fmt::format("a vertex names point {} of {}", point, detail.point_count));
    check_primitives(detail, name);
    for (const GeoOwner owner : kGeoOwners)
        for (const GeoAttribute& attribute : detail.attributes_of(owner))
            check_attribute(attribute, detail.count(owner), name);
    const GeoAttribute* positions = detail.find(GeoOwner::point, "P");
    if (!positions || positions->kind != GeoAttribute::Kind::real || positions->size < 3)
        refuse(name, "no point attribute P of three numbers");
}

std::vector<GeometryPiece> split_pieces(const GeoDetail& detail, const std::string& name)
{
    const GeoElements elements = elements_of_detail(detail, name);
    const Vec3Array positions = positions_of(detail);
    std::vector<GeometryPiece> pieces;
    PieceNumbers piece_of(primitive_names(detail), pieces);
    for (std::size_t i = 0; i < elements.tets.size(); ++i) {
        GeometryPiece& piece = pieces[piece_of(elements.tet_primitive[i])];
        piece.tets.push_back(elements.tets[i]);
        piece.element_primitives.push_back(elements.tet_primitive[i]);
        piece.primitives.push_back(elements.tet_primitive[i]);
    }
    for (std::size_t i = 0; i < elements.polygons.size(); ++i) {
        GeometryPiece& piece = pieces[piece_of(elements.polygon_primitive[i])];
        const std::vector<Index>& polygon = elements.polygons[i];
        piece.primitives.push_back(elements.polygon_primitive[i]);
        if (!piece.tets.empty()) continue;
        cut_polygon(positions, polygon, piece.triangles);
        piece.element_primitives.resize(piece.triangles.size(), elements.polygon_primitive[i]);
    }
    if (pieces.empty())
        throw InputError(name,
                         fmt::format("found no polygons and no tetrahedra among {} primitives; allowed: "
                                     "polygons for cloth, tetrahedra for a soft body; convert it first",
                                     detail.primitive_count));
    for (GeometryPiece& piece : pieces) {
        std::sort(piece.primitives.begin(), piece.primitives.end());
        piece.primitives.erase(std::unique(piece.primitives.begin(), piece.primitives.end()),
                               piece.primitives.end());
    }
    std::stable_sort(pieces.begin(), pieces.end(), [](const GeometryPiece& a, const GeometryPiece& b) {
        return a.primitives.front() < b.primitives.front();
    });
    number_nodes(detail, name, pieces);
    return pieces;
}

std::vector<std::string> primitive_names(const GeoDetail& detail)
{
    const GeoAttribute* attribute = detail.find(GeoOwner::primitive, "name");
    if (!attribute || attribute->kind != GeoAttribute::Kind::text || attribute->size != 1) return {};
    std::vector<std::string> names;
    for (const std::int64_t index : attribute->integers)
        names.push_back(index < 0 ? std::string() : attribute->strings[static_cast<std::size_t>(index)]);
    return names;
}

std::vector<Triangle> collider_triangles(const GeoDetail& detail, const std::string& name)
{
    const std::vector<Triangle> triangles = surface_triangles(table_from_detail(detail, name));
    if (triangles.empty())
        throw InputError(name,
                         fmt::format("found no polygons and no tetrahedra among {} primitives; a collider "
                                     "needs faces; convert it to polygons first (unpack what is packed)",
                                     detail.primitive_count));
    return triangles;
}

Vec3Array point_vectors(const GeoDetail& detail, const std::string& name)
{
    const GeoAttribute* attribute = detail.find(GeoOwner::point, name);
    if (!attribute || attribute->kind != GeoAttribute::Kind::real || attribute->size < 3) return {};
    Vec3Array vectors(at(detail.point_count));
    for (std::size_t i = 0; i < vectors.size(); ++i)
        vectors[i] = Eigen::Map<const Vec3>(&attribute->reals[i * static_cast<std::size_t>(attribute->size)]);
    return vectors;
}

Vec3Array positions_of(const GeoDetail& detail) { return point_vectors(detail, "P"); }

}  // namespace stiction
