#include "hdk_plugins/adapter/piece_attributes.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
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

// What is not a number differs from itself: it is told apart from values that differ.
bool has_nan(const Json& value)
{
    if (value.is_array()) return std::any_of(value.begin(), value.end(), has_nan);
    return value.is_number_float() && std::isnan(value.get<double>());
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
        if (has_nan(value))
            throw InputError(
                where_, fmt::format("attribute {}: found nan on {} {}; allowed: a finite number; correct it",
                                    name, owner == GeoOwner::point ? "point" : "primitive", element));
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

bool PieceAttributes::is_nothing(const std::string& name) const
{
    GeoOwner owner = GeoOwner::point;
    const GeoAttribute* attribute = find(name, owner);
    if (!attribute) return true;
    for (const Index element : elements(owner))
        for (int k = 0; k < attribute->size; ++k) {
            const Json value = component(*attribute, at(element) * at(attribute->size) + at(k));
            if (value.is_string() ? value != "" : value != 0.0) return false;
        }
    return true;
}

std::vector<double> PieceAttributes::numbers(const GeoAttribute& attribute,
                                             const std::vector<Index>& elements) const
{
    std::vector<double> values;
    for (const Index element : elements) {
        const double value =
            is_number(attribute) ? number_at(attribute, element) : std::numeric_limits<double>::quiet_NaN();
        if (!std::isfinite(value))
            throw InputError(where_,
                             fmt::format("attribute {}: found {} on element {}; allowed: a finite "
                                         "number; correct it",
                                         attribute.name, value_at(attribute, element).dump(), element));
        values.push_back(value);
    }
    return values;
}

std::size_t PieceAttributes::element_count() const
{
    return piece_.tets.empty() ? piece_.triangles.size() : piece_.tets.size();
}

std::vector<Index> PieceAttributes::corners(std::size_t element) const
{
    if (!piece_.tets.empty()) {
        const Tet& t = piece_.tets[element];
        return {t[0], t[1], t[2], t[3]};
    }
    const Triangle& t = piece_.triangles[element];
    return {t[0], t[1], t[2]};
}

std::vector<double> PieceAttributes::on_nodes(const std::string& name) const
{
    GeoOwner owner = GeoOwner::point;
    const GeoAttribute* attribute = find(name, owner);
    if (!attribute) return {};
    if (owner == GeoOwner::point) return numbers(*attribute, piece_.points);
    if (owner == GeoOwner::global)
        return std::vector<double>(piece_.points.size(), numbers(*attribute, whole_).front());
    const std::vector<double> own = numbers(*attribute, piece_.element_primitives);
    std::vector<double> sum(piece_.points.size(), 0.0), count(piece_.points.size(), 0.0);
    for (std::size_t e = 0; e < element_count(); ++e)
        for (const Index node : corners(e)) {
            sum[at(node)] += own[e];
            count[at(node)] += 1.0;
        }
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = count[i] > 0.0 ? sum[i] / count[i] : own.front();
    return sum;
}

std::vector<double> PieceAttributes::on_elements(const std::string& name) const
{
    GeoOwner owner = GeoOwner::point;
    const GeoAttribute* attribute = find(name, owner);
    if (!attribute) return {};
    if (owner == GeoOwner::primitive) return numbers(*attribute, piece_.element_primitives);
    if (owner == GeoOwner::global)
        return std::vector<double>(element_count(), numbers(*attribute, whole_).front());
    const std::vector<double> own = numbers(*attribute, piece_.points);
    std::vector<double> values;
    for (std::size_t e = 0; e < element_count(); ++e) {
        double sum = 0.0;
        const std::vector<Index> nodes = corners(e);
        for (const Index node : nodes) sum += own[at(node)];
        values.push_back(sum / static_cast<double>(nodes.size()));
    }
    return values;
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
