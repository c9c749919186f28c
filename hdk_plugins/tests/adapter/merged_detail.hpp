#pragma once

// Geometry as Houdini's Merge joins it: points and primitives one after the other, every attribute that any of them has on all, 0 or
// empty where there was none.

#include "solver_core/io/geo_detail.hpp"

#include <algorithm>
#include <vector>

namespace stiction::test {

inline void append_values(const GeoAttribute& from, GeoAttribute& to)
{
    to.reals.insert(to.reals.end(), from.reals.begin(), from.reals.end());
    if (from.kind != GeoAttribute::Kind::text) {
        to.integers.insert(to.integers.end(), from.integers.begin(), from.integers.end());
        return;
    }
    const auto first = static_cast<std::int64_t>(to.strings.size());
    to.strings.insert(to.strings.end(), from.strings.begin(), from.strings.end());
    for (const std::int64_t index : from.integers) to.integers.push_back(index < 0 ? -1 : first + index);
}

inline void append_filler(GeoAttribute& to, Index elements)
{
    const auto count = static_cast<std::size_t>(elements) * static_cast<std::size_t>(to.size);
    if (to.kind == GeoAttribute::Kind::real) to.reals.resize(to.reals.size() + count, 0.0);
    if (to.kind == GeoAttribute::Kind::integer) to.integers.resize(to.integers.size() + count, 0);
    if (to.kind == GeoAttribute::Kind::text) to.integers.resize(to.integers.size() + count, -1);
}

inline void append_attributes(const GeoDetail& from, GeoOwner owner, Index before, GeoDetail& to)
{
    std::vector<GeoAttribute>& attributes = to.attributes_of(owner);
    for (GeoAttribute& attribute : attributes)
        if (const GeoAttribute* same = from.find(owner, attribute.name))
            append_values(*same, attribute);
        else
            append_filler(attribute, from.count(owner));
    for (const GeoAttribute& attribute : from.attributes_of(owner)) {
        const bool known = std::any_of(attributes.begin(), attributes.end(),
                                       [&](const GeoAttribute& a) { return a.name == attribute.name; });
        if (known) continue;
        GeoAttribute added = attribute;
        added.reals.clear();
        added.integers.clear();
        added.strings.clear();
        append_filler(added, before);
        append_values(attribute, added);
        attributes.push_back(std::move(added));
    }
}

inline GeoDetail merged(const std::vector<GeoDetail>& parts)
{
    GeoDetail whole;
    for (const GeoDetail& part : parts) {
        append_attributes(part, GeoOwner::point, whole.point_count, whole);
        append_attributes(part, GeoOwner::primitive, whole.primitive_count, whole);
        const auto first_vertex = static_cast<Index>(whole.vertex_points.size());
        for (const Index point : part.vertex_points) whole.vertex_points.push_back(whole.point_count + point);
        for (GeoPrimitives run : part.primitives) {
            for (Index& vertex : run.vertices) vertex += first_vertex;
            whole.primitives.push_back(std::move(run));
        }
        whole.point_count += part.point_count;
        whole.primitive_count += part.primitive_count;
    }
    return whole;
}

}  // namespace stiction::test
