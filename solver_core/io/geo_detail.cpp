#include "solver_core/io/geo_detail.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace stiction {
namespace {

struct StorageName {
    GeoStorage storage;
    const char* name;
};

constexpr StorageName kStorageNames[] = {
    {GeoStorage::boolean, "bool"},    {GeoStorage::uint8, "uint8"},     {GeoStorage::int8, "int8"},
    {GeoStorage::int16, "int16"},     {GeoStorage::int32, "int32"},     {GeoStorage::int64, "int64"},
    {GeoStorage::real16, "fpreal16"}, {GeoStorage::real32, "fpreal32"}, {GeoStorage::real64, "fpreal64"},
};

bool same_reals(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return (x == y && std::signbit(x) == std::signbit(y)) || (std::isnan(x) && std::isnan(y));
    });
}

}  // namespace

bool is_real(GeoStorage storage) { return storage >= GeoStorage::real16; }

const char* to_string(GeoStorage storage)
{
    for (const StorageName& entry : kStorageNames)
        if (entry.storage == storage) return entry.name;
    return "unknown";
}

bool storage_from_string(const std::string& name, GeoStorage& storage)
{
    for (const StorageName& entry : kStorageNames) {
        if (name != entry.name) continue;
        storage = entry.storage;
        return true;
    }
    return false;
}

Index GeoDetail::count(GeoOwner owner) const
{
    switch (owner) {
        case GeoOwner::vertex: return static_cast<Index>(vertex_points.size());
        case GeoOwner::point: return point_count;
        case GeoOwner::primitive: return primitive_count;
        case GeoOwner::global: break;
    }
    return 1;
}

const GeoAttribute* GeoDetail::find(GeoOwner owner, const std::string& name) const
{
    for (const GeoAttribute& attribute : attributes_of(owner))
        if (attribute.name == name) return &attribute;
    return nullptr;
}

bool operator==(const GeoAttribute& a, const GeoAttribute& b)
{
    const auto rest = [](const GeoAttribute& x) {
        return std::tie(x.kind, x.name, x.scope, x.options, x.size, x.storage, x.has_defaults, x.default_size,
                        x.default_storage, x.integers, x.strings, x.opaque_type, x.opaque_data);
    };
    return rest(a) == rest(b) && same_reals(a.defaults, b.defaults) && same_reals(a.reals, b.reals);
}

bool operator==(const GeoPrimitives& a, const GeoPrimitives& b)
{
    return std::tie(a.kind, a.count, a.corners, a.vertices, a.definition, a.data) ==
           std::tie(b.kind, b.count, b.corners, b.vertices, b.definition, b.data);
}

bool operator==(const GeoGroup& a, const GeoGroup& b)
{
    return std::tie(a.name, a.ordered, a.members) == std::tie(b.name, b.ordered, b.members);
}

bool operator==(const GeoDetail& a, const GeoDetail& b)
{
    return std::tie(a.file_version, a.point_count, a.primitive_count, a.vertex_points, a.attributes,
                    a.primitives, a.groups,
                    a.extras) == std::tie(b.file_version, b.point_count, b.primitive_count, b.vertex_points,
                                          b.attributes, b.primitives, b.groups, b.extras);
}

}  // namespace stiction
