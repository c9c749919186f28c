#pragma once

// All that a Houdini geometry file holds, in memory: what is read is written again, whether we understand it
// or not. GeometryTable (geometry_file.hpp) is the simple view of it.

#include "solver_core/base/types.hpp"
#include "solver_core/io/json_value.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stiction {

enum class GeoStorage { boolean, uint8, int8, int16, int32, int64, real16, real32, real64 };

bool is_real(GeoStorage storage);
const char* to_string(GeoStorage storage);                               // "fpreal32", ...
bool storage_from_string(const std::string& name, GeoStorage& storage);  // false: not a name we know

// Owners of attributes, in the order of a file; the first three also own groups.
enum class GeoOwner { vertex, point, primitive, global };
constexpr std::array<GeoOwner, 4> kGeoOwners = {GeoOwner::vertex, GeoOwner::point, GeoOwner::primitive,
                                                GeoOwner::global};

struct GeoAttribute {
    enum class Kind {
        integer,
        real,
        text,    // indices into a table of strings, -1 is the empty string
        opaque,  // a kind we do not read (arrays, dictionaries): kept as it came
    };
    Kind kind = Kind::real;
    std::string name;
    std::string scope = "public";
    JsonValue options{JsonValue::Map(), 0};
    int size = 1;  // components per element
    GeoStorage storage = GeoStorage::real32;
    // default value of new elements; absent in some files
    bool has_defaults = false;
    int default_size = 1;
    GeoStorage default_storage = GeoStorage::real64;
    std::vector<double> defaults;
    // element by element; reals of 32 bits hold values that a float can hold
    std::vector<std::int64_t> integers;
    std::vector<double> reals;
    std::vector<std::string> strings;
    std::string opaque_type;
    JsonValue opaque_data;
};

// Consecutive primitives of one kind.
struct GeoPrimitives {
    enum class Kind {
        polygon,      // closed
        curve,        // an open polygon
        tetrahedron,  // four vertices each
        soup,         // one primitive that is many polygons
        opaque,       // a kind we do not read
    };
    Kind kind = Kind::polygon;
    Index count = 0;              // primitives
    std::vector<Index> corners;   // of each polygon or curve
    std::vector<Index> vertices;  // vertex numbers, one after the other
    // as it came, for soup and opaque
    JsonValue definition;
    JsonValue data;
};

struct GeoGroup {
    std::string name;
    bool ordered = false;
    std::vector<Index> members;  // ascending unless ordered
};

struct GeoDetail {
    // The newest version whose files this reader has been tried on.
    std::string file_version = "16.5.268";
    Index point_count = 0;
    Index primitive_count = 0;
    std::vector<Index> vertex_points;                     // point of every vertex
    std::array<std::vector<GeoAttribute>, 4> attributes;  // by owner
    std::vector<GeoPrimitives> primitives;
    std::array<std::vector<GeoGroup>, 3> groups;  // by owner
    std::vector<std::pair<std::string, JsonValue>>
        extras;  // other top-level entries (edge groups, shared data)

    Index count(GeoOwner owner) const;
    std::vector<GeoAttribute>& attributes_of(GeoOwner owner)
    {
        return attributes[static_cast<std::size_t>(owner)];
    }
    const std::vector<GeoAttribute>& attributes_of(GeoOwner owner) const
    {
        return attributes[static_cast<std::size_t>(owner)];
    }
    const GeoAttribute* find(GeoOwner owner, const std::string& name) const;
};

bool operator==(const GeoAttribute& a, const GeoAttribute& b);
bool operator==(const GeoPrimitives& a, const GeoPrimitives& b);
bool operator==(const GeoGroup& a, const GeoGroup& b);
bool operator==(const GeoDetail& a, const GeoDetail& b);

}  // namespace stiction
