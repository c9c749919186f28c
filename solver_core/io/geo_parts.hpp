#pragma once

// The parts of a geometry document, each read and written by the file of its name (geo_attributes.cpp, ...).

#include "solver_core/io/geo_detail.hpp"
#include "solver_core/io/geo_source.hpp"
#include "solver_core/io/json_writer.hpp"

namespace stiction {

// `detail` already has its counts and vertices.
void read_geo_attributes(const GeoSource& source, const JsonValue& value, GeoDetail& detail);
void read_geo_primitives(const GeoSource& source, const JsonValue& value, GeoDetail& detail);
std::vector<GeoGroup> read_geo_groups(const GeoSource& source, const JsonValue& value, Index count);

void write_geo_attributes(JsonWriter& writer, const GeoDetail& detail, JsonEncoding encoding);
void write_geo_primitives(JsonWriter& writer, const GeoDetail& detail);
void write_geo_groups(JsonWriter& writer, const std::vector<GeoGroup>& groups, Index count);

}  // namespace stiction
