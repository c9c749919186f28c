#pragma once

// Geometry with attributes, for tests.

#include "solver_core/io/geo_file.hpp"

#include <string>
#include <utility>
#include <vector>

namespace stiction::test {

inline void add_numbers(GeoDetail& detail, GeoOwner owner, const std::string& name,
                        std::vector<double> values, int size = 1)
{
    GeoAttribute attribute;
    attribute.name = name;
    attribute.size = size;
    attribute.kind = GeoAttribute::Kind::real;
    attribute.storage = GeoStorage::real64;
    attribute.reals = std::move(values);
    detail.attributes_of(owner).push_back(std::move(attribute));
}

inline void add_integers(GeoDetail& detail, GeoOwner owner, const std::string& name,
                         std::vector<std::int64_t> values)
{
    GeoAttribute attribute;
    attribute.name = name;
    attribute.kind = GeoAttribute::Kind::integer;
    attribute.storage = GeoStorage::int32;
    attribute.integers = std::move(values);
    detail.attributes_of(owner).push_back(std::move(attribute));
}

inline void add_texts(GeoDetail& detail, GeoOwner owner, const std::string& name,
                      std::vector<std::string> table, std::vector<std::int64_t> indices)
{
    GeoAttribute attribute;
    attribute.name = name;
    attribute.kind = GeoAttribute::Kind::text;
    attribute.storage = GeoStorage::int32;
    attribute.strings = std::move(table);
    attribute.integers = std::move(indices);
    detail.attributes_of(owner).push_back(std::move(attribute));
}

// Two unit squares beside each other in the plane y = 0, facing up, that share no point: points 0-3 and 4-7.
inline GeoDetail two_squares()
{
    GeometryTable table;
    for (const double x : {0.0, 2.0}) {
        table.positions.insert(table.positions.end(),
                               {Vec3(x, 0, 0), Vec3(x, 0, 1), Vec3(x + 1, 0, 1), Vec3(x + 1, 0, 0)});
    }
    table.polygons = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    return detail_from_table(table, {true});
}

}  // namespace stiction::test
