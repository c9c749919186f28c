#include "hdk_plugins/adapter/piece_attributes.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace stiction {
namespace {

constexpr GeoOwner kSearched[] = {GeoOwner::point, GeoOwner::primitive, GeoOwner::global};

Json component(const GeoAttribute& attribute, std::size_t i)
{
    if (attribute.kind == GeoAttribute::Kind::real) return attribute.reals[i];
    if (attribute.kind == GeoAttribute::Kind::integer) return attribute.integers[i];
    const std::int64_t index = attribute.integers[i];
    return index < 0 ? std::string() : attribute.strings[static_cast<std::size_t>(index)];
}

Json value_at(const GeoAttribute& attribute, Index element)
{
    const auto size = static_cast<std::size_t>(attribute.size);
    if (size == 1) return component(attribute, at(element));
    Json values = Json::array();
    for (std::size_t k = 0; k < size; ++k) values.push_back(component(attribute, at(element) * size + k));
    return values;
}

// The first number of an element; texts and opaque attributes have none.
double number_at(const GeoAttribute& attribute, Index element)
{
    const std::size_t i = at(element) * static_cast<std::size_t>(attribute.size);
    return attribute.kind == GeoAttribute::Kind::real ? attribute.reals[i]
                                                      : static_cast<double>(attribute.integers[i]);
}

bool is_number(const GeoAttribute& attribute)
{
    return attribute.kind == GeoAttribute::Kind::real || attribute.kind == GeoAttribute::Kind::integer;
}

}  // namespace

PieceAttributes::PieceAttributes(const GeoDetail& detail, const GeometryPiece& piece, std::string where)
    : detail_(detail), piece_(piece), where_(std::move(where))
{
}

const std::vector<Index>& PieceAttributes::elements(GeoOwner owner) const
{
    if (owner == GeoOwner::point) return piece_.points;
    return owner == GeoOwner::primitive ? piece_.primitives : whole_;
}

const GeoAttribute* PieceAttributes::find(const std::string& name, GeoOwner& owner) const
{
    for (const GeoOwner candidate : kSearched) {
        const GeoAttribute* attribute = detail_.find(candidate, name);
        if (!attribute || attribute->kind == GeoAttribute::Kind::opaque) continue;
        owner = candidate;
        return attribute;
    }
    return nullptr;
}

bool PieceAttributes::has(const std::string& name) const
{
    GeoOwner owner = GeoOwner::point;
    return find(name, owner) != nullptr;
}

std::optional<Json> PieceAttributes::uniform(const std::string& name) const
{
    GeoOwner owner = GeoOwner::point;
    const GeoAttribute* attribute = find(name, owner);
    if (!attribute || elements(owner).empty()) return std::nullopt;
    const Json first = value_at(*attribute, elements(owner).front());
    for (const Index element : elements(owner)) {
        const Json value = value_at(*attribute, element);
        if (value == first) continue;
        throw InputError(
            where_,
            fmt::format(
                "attribute {} is {} on {} {} and {} on {}; allowed: one value for an object; split the "
                "object by giving its primitives different values of the text attribute name",
                name, first.dump(), owner == GeoOwner::point ? "point" : "primitive", elements(owner).front(),
                value.dump(), element));
    }
    return first;
}

std::vector<double> PieceAttributes::scalars(const std::string& name) const
{
    const GeoAttribute* attribute = detail_.find(GeoOwner::point, name);
    const GeoAttribute* whole = detail_.find(GeoOwner::global, name);
    if (attribute && is_number(*attribute)) {
        std::vector<double> values;
        for (const Index point : piece_.points) values.push_back(number_at(*attribute, point));
        return values;
    }
    if (whole && is_number(*whole)) return std::vector<double>(piece_.points.size(), number_at(*whole, 0));
    return {};
}

Vec3Array PieceAttributes::vectors(const std::string& name) const
{
    const Vec3Array all = point_vectors(detail_, name);
    Vec3Array mine;
    if (all.empty()) return mine;
    for (const Index point : piece_.points) mine.push_back(all[at(point)]);
    return mine;
}

std::vector<std::string> PieceAttributes::names() const
{
    std::set<std::string> found;
    for (const GeoOwner owner : kSearched)
        for (const GeoAttribute& attribute : detail_.attributes_of(owner)) found.insert(attribute.name);
    return {found.begin(), found.end()};
}

}  // namespace stiction
