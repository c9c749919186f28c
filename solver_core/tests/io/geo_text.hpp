#pragma once

// Small geometry documents in ASCII for the tests of the readers.

#include "solver_core/io/geo_file.hpp"

#include <fmt/format.h>

#include <string>

namespace stiction::test {

struct GeoText {
    int points = 0;
    std::string vertices = "[]";  // points of the vertices
    int vertex_count = 0;
    int primitive_count = 0;
    std::string point_attributes = "";  // further ones, each preceded by a comma
    std::string primitives = "[]";
    std::string more = "";  // further top-level entries, each preceded by a comma

    std::string text() const
    {
        std::string tuples;
        for (int i = 0; i < points; ++i) tuples += fmt::format("{}[{},0,0]", i ? "," : "", i);
        return fmt::format(
            R"(["fileversion","18.0","pointcount",{},"vertexcount",{},"primitivecount",{},)"
            R"("topology",["pointref",["indices",{}]],"attributes",["pointattributes",[)"
            R"([["scope","public","type","numeric","name","P","options",{{}}],["size",3,)"
            R"("storage","fpreal32",)"
            R"("values",["size",3,"storage","fpreal32","tuples",[{}]]]]{}]],"primitives",{}{}])",
            points, vertex_count, primitive_count, vertices, tuples, point_attributes, primitives, more);
    }
    GeoDetail read() const { return decode_geo(text(), "g.geo"); }
};

// A numeric point attribute "a" with the given block of values.
inline std::string numeric(int size, const std::string& storage, const std::string& payload)
{
    return fmt::format(
        R"(,[["scope","public","type","numeric","name","a","options",{{}}],["size",{0},"storage","{1}",)"
        R"("values",["size",{0},"storage","{1}",{2}]]])",
        size, storage, payload);
}

}  // namespace stiction::test
