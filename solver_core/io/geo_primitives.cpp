#include "solver_core/io/geo_parts.hpp"

#include <fmt/format.h>

#include <limits>

namespace stiction {
namespace {

using Kind = GeoPrimitives::Kind;

constexpr Index kMaxIndex = std::numeric_limits<Index>::max();

// Reads the list of primitives, one entry (a single primitive or a run of them) at a time.
class PrimitiveReader {
public:
    PrimitiveReader(const GeoSource& source, const GeoDetail& detail)
        : source_(source),
          vertex_count_(static_cast<Index>(detail.vertex_points.size())),
          primitive_count_(detail.primitive_count)
    {
    }

    std::vector<GeoPrimitives> read(const JsonValue& value)
    {
        for (const JsonValue& entry : source_.elements(value, "'primitives'")) {
            const JsonValue::Array& pair = source_.elements(entry, "a primitive");
            if (pair.size() != 2) source_.fail(entry, "a primitive is not a pair of type and data");
            read_entry(pair[0], pair[1]);
        }
        return std::move(runs_);
    }

    std::int64_t total() const { return total_; }

private:
    void read_entry(const JsonValue& definition_value, const JsonValue& data)
    {
        const GeoList definition(source_, definition_value, "a primitive's type");
        const std::string& type = source_.text(definition.at("type"), "a primitive's type");
        if (type == "Polygon_run" || type == "p_r") return read_polygon_run(data, Kind::polygon);
        if (type == "PolygonCurve_run" || type == "c_r") return read_polygon_run(data, Kind::curve);
        if (type == "Tetrahedron_run") return read_tetrahedron_run(data);
        if (type == "Poly" || type == "Tetrahedron") return read_single(type, data);
        if (type == "PolySoup" || type == "PolygonSoup") return read_soup(definition_value, data);
        if (type == "run") return read_generic_run(definition, definition_value, data);
        const bool is_run = type.size() > 4 && type.compare(type.size() - 4, 4, "_run") == 0;
        const bool is_short_run = type.size() > 2 && type.compare(type.size() - 2, 2, "_r") == 0;
        if (is_run || is_short_run) {
            const GeoList list(source_, data, "a run of primitives");
            return add_opaque(definition_value, data, read_count(list));
        }
        add_opaque(definition_value, data, 1);
    }

    Index read_count(const GeoList& list) const
    {
        return static_cast<Index>(
            source_.integer(list.at("nprimitives", "n_p"), 0, primitive_count_, "'nprimitives'"));
    }

    Index read_start(const GeoList& list) const
    {
        return static_cast<Index>(
            source_.integer(list.at("startvertex", "s_v"), 0, vertex_count_, "'startvertex'"));
    }

    void add(GeoPrimitives run, const JsonValue& at)
    {
        if (run.count == 0) return;
        total_ += run.count;
        if (total_ > primitive_count_)
            source_.fail(at,
                         fmt::format("there are more primitives than the {} announced", primitive_count_));
        runs_.push_back(std::move(run));
    }

    void add_opaque(const JsonValue& definition, const JsonValue& data, std::size_t count)
    {
        if (count > static_cast<std::size_t>(kMaxIndex)) source_.fail(data, "the run is too long");
        GeoPrimitives run;
        run.kind = Kind::opaque;
        run.count = static_cast<Index>(count);
        run.definition = definition;
        run.data = data;
        add(std::move(run), data);
    }

    // Vertices start, start + 1, ... for all corners of a run.
    void number_vertices(GeoPrimitives& run, Index start, std::int64_t total, const JsonValue& at) const
    {
        if (total > vertex_count_ - start)
            source_.fail(at, fmt::format("a run needs {} vertices from vertex {} on; there are {}", total,
                                         start, vertex_count_));
        run.vertices.resize(static_cast<std::size_t>(total));
        for (std::size_t i = 0; i < run.vertices.size(); ++i) run.vertices[i] = start + static_cast<Index>(i);
    }

    void read_polygon_run(const JsonValue& data, Kind kind)
    {
        const GeoList list(source_, data, "a run of polygons");
        GeoPrimitives run;
        run.kind = kind;
        run.count = read_count(list);
        if (const JsonValue* rle = list.find("nvertices_rle", "r_v"))
            run.corners = expand_corners(*rle, run.count);
        else
            run.corners = source_.indices(list.at("nvertices", "n_v"), 0, kMaxIndex, "'nvertices'");
        if (run.corners.size() != static_cast<std::size_t>(run.count))
            source_.fail(data,
                         fmt::format("{} corner counts for {} polygons", run.corners.size(), run.count));
        std::int64_t total = 0;
        for (const Index corners : run.corners) total += corners;
        number_vertices(run, read_start(list), total, data);
        add(std::move(run), data);
    }

    // [corners, polygons, corners, polygons, ...]
    std::vector<Index> expand_corners(const JsonValue& value, Index count) const
    {
        const std::vector<Index> pairs = source_.indices(value, 0, kMaxIndex, "'nvertices_rle'");
        if (pairs.size() % 2 != 0)
            source_.fail(value, "'nvertices_rle' has a corner count without a repetition");
        std::vector<Index> corners;
        for (std::size_t i = 0; i < pairs.size(); i += 2) {
            if (static_cast<std::size_t>(pairs[i + 1]) > static_cast<std::size_t>(count) - corners.size())
                source_.fail(value,
                             fmt::format("'nvertices_rle' has more than the {} polygons announced", count));
            corners.insert(corners.end(), static_cast<std::size_t>(pairs[i + 1]), pairs[i]);
        }
        return corners;
    }

    void read_tetrahedron_run(const JsonValue& data)
    {
        const GeoList list(source_, data, "a run of tetrahedra");
        GeoPrimitives run;
        run.kind = Kind::tetrahedron;
        run.count = read_count(list);
        number_vertices(run, read_start(list), std::int64_t(4) * run.count, data);
        add(std::move(run), data);
    }

    std::vector<Index> read_vertices(const JsonValue& value) const
    {
        return source_.indices(value, 0, vertex_count_ - 1, "'vertex'");
    }

    bool read_flag(const JsonValue& value) const
    {
        if (const bool* flag = value.as<bool>()) return *flag;
        return source_.integer(value, 0, 1, "'closed'") != 0;
    }

    // Appends one primitive, to the run so far where the kind is the same.
    void append(GeoPrimitives& run, Kind kind, const std::vector<Index>& vertices, const JsonValue& at)
    {
        if (kind == Kind::tetrahedron && vertices.size() != 4)
            source_.fail(at, fmt::format("a tetrahedron has {} vertices", vertices.size()));
        if (run.kind != kind) {
            add(std::move(run), at);
            run = GeoPrimitives();
            run.kind = kind;
        }
        ++run.count;
        if (kind != Kind::tetrahedron) run.corners.push_back(static_cast<Index>(vertices.size()));
        run.vertices.insert(run.vertices.end(), vertices.begin(), vertices.end());
    }

    void read_single(const std::string& type, const JsonValue& data)
    {
        const GeoList list(source_, data, "a primitive");
        GeoPrimitives run;
        const JsonValue* closed = list.find("closed");
        const Kind kind = type == "Tetrahedron"           ? Kind::tetrahedron
                          : !closed || read_flag(*closed) ? Kind::polygon
                                                          : Kind::curve;
        append(run, kind, read_vertices(list.at("vertex")), data);
        add(std::move(run), data);
    }

    // ["type","run","runtype",T,"varyingfields",[names],"uniformfields",{...}], [[values of the names], ...]
    void read_generic_run(const GeoList& definition, const JsonValue& definition_value, const JsonValue& data)
    {
        const std::string& type = source_.text(definition.at("runtype"), "'runtype'");
        if (!data.is_list()) source_.fail(data, "a run of primitives is not a list");
        if (type != "Poly" && type != "Tetrahedron")
            return add_opaque(definition_value, data, data.list_size());
        const JsonValue::Array& fields = source_.elements(definition.at("varyingfields"), "'varyingfields'");
        const JsonValue* uniform = definition.find("uniformfields");
        const JsonValue* uniform_closed = uniform ? uniform->find("closed") : nullptr;
        GeoPrimitives run;
        for (const JsonValue& entry : source_.elements(data, "a run of primitives")) {
            const JsonValue* vertex = nullptr;
            const JsonValue* closed = uniform_closed;
            const JsonValue::Array& values = source_.elements(entry, "a primitive of a run");
            if (values.size() != fields.size())
                source_.fail(entry, fmt::format("{} values for {} fields", values.size(), fields.size()));
            for (std::size_t i = 0; i < fields.size(); ++i) {
                const std::string& name = source_.text(fields[i], "a field's name");
                if (name == "vertex") vertex = &values[i];
                if (name == "closed") closed = &values[i];
            }
            if (!vertex) source_.fail(entry, "a primitive of a run has no 'vertex'");
            const Kind kind = type == "Tetrahedron"           ? Kind::tetrahedron
                              : !closed || read_flag(*closed) ? Kind::polygon
                                                              : Kind::curve;
            append(run, kind, read_vertices(*vertex), entry);
        }
        add(std::move(run), data);
    }

    // "vertex",[v...],"polyinfo",[[corners...],[polygons...],[places in v...]]: polygons sorted by corner
    // count
    void read_soup(const JsonValue& definition, const JsonValue& data)
    {
        const GeoList list(source_, data, "a polygon soup");
        GeoPrimitives run;
        run.kind = Kind::soup;
        run.count = 1;
        run.definition = definition;
        run.data = data;
        const std::vector<Index> vertices = read_vertices(list.at("vertex"));
        const JsonValue& info = list.at("polyinfo");
        const JsonValue::Array& parts = source_.elements(info, "'polyinfo'");
        if (parts.size() != 3) source_.fail(info, "'polyinfo' is not three lists");
        const std::vector<Index> corners =
            source_.indices(parts[0], 1, kMaxIndex, "the corner counts of a soup");
        const std::vector<Index> counts =
            source_.indices(parts[1], 0, kMaxIndex, "the polygon counts of a soup");
        const std::vector<Index> places =
            source_.indices(parts[2], 0, static_cast<Index>(vertices.size()) - 1, "the corners of a soup");
        if (corners.size() != counts.size())
            source_.fail(info, "'polyinfo' has unequal numbers of sizes and counts");
        std::size_t left = places.size();
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const auto polygons = static_cast<std::size_t>(counts[i]);
            const auto each = static_cast<std::size_t>(corners[i]);
            if (polygons > left / each) source_.fail(info, "'polyinfo' announces more corners than it has");
            left -= polygons * each;
            run.corners.insert(run.corners.end(), polygons, corners[i]);
        }
        if (left != 0)
            source_.fail(info, fmt::format("'polyinfo' has {} corners that no polygon uses", left));
        for (const Index place : places) run.vertices.push_back(vertices[static_cast<std::size_t>(place)]);
        add(std::move(run), data);
    }

    const GeoSource& source_;
    Index vertex_count_;
    Index primitive_count_;
    std::int64_t total_ = 0;
    std::vector<GeoPrimitives> runs_;
};

bool is_consecutive(const std::vector<Index>& vertices)
{
    for (std::size_t i = 1; i < vertices.size(); ++i)
        if (vertices[i] != vertices[i - 1] + 1) return false;
    return true;
}

std::vector<std::int64_t> run_lengths(const std::vector<Index>& corners)
{
    std::vector<std::int64_t> pairs;
    for (const Index count : corners) {
        if (pairs.empty() || pairs[pairs.size() - 2] != count) pairs.insert(pairs.end(), {count, 0});
        ++pairs.back();
    }
    return pairs;
}

// Vertices in their order: only where they begin and how many each primitive has.
void write_consecutive(JsonWriter& writer, const GeoPrimitives& run)
{
    const bool tetrahedra = run.kind == Kind::tetrahedron;
    writer.begin_list();
    writer.text("type");
    writer.text(tetrahedra                  ? "Tetrahedron_run"
                : run.kind == Kind::polygon ? "Polygon_run"
                                            : "PolygonCurve_run");
    writer.end_list();
    writer.begin_list();
    writer.text("startvertex");
    writer.integer(run.vertices.empty() ? 0 : run.vertices.front());
    writer.text("nprimitives");
    writer.integer(run.count);
    if (!tetrahedra) {
        const std::vector<std::int64_t> pairs = run_lengths(run.corners);
        const bool shorter = pairs.size() < run.corners.size() || run.corners.size() <= 2;
        const std::vector<std::int64_t> all(run.corners.begin(), run.corners.end());
        writer.text(shorter ? "nvertices_rle" : "nvertices");
        writer.integers(shorter ? pairs : all, JsonNumber::int32);
    }
    writer.end_list();
}

// Vertices in any order: every primitive with its list.
void write_scattered(JsonWriter& writer, const GeoPrimitives& run)
{
    writer.begin_list();
    writer.text("type");
    writer.text("run");
    writer.text("runtype");
    writer.text(run.kind == Kind::tetrahedron ? "Tetrahedron" : "Poly");
    writer.text("varyingfields");
    writer.begin_list();
    writer.text("vertex");
    writer.end_list();
    writer.text("uniformfields");
    writer.begin_map();
    if (run.kind != Kind::tetrahedron) {
        writer.key("closed");
        writer.boolean(run.kind == Kind::polygon);
    }
    writer.end_map();
    writer.end_list();
    writer.begin_list();
    std::size_t at = 0;
    for (Index i = 0; i < run.count; ++i) {
        const auto size = static_cast<std::size_t>(run.kind == Kind::tetrahedron ? 4 : run.corners[i]);
        const std::vector<std::int64_t> vertices(
            run.vertices.begin() + static_cast<std::ptrdiff_t>(at),
            run.vertices.begin() + static_cast<std::ptrdiff_t>(at + size));
        writer.begin_list();
        writer.integers(vertices, JsonNumber::int32);
        writer.end_list();
        at += size;
    }
    writer.end_list();
}

}  // namespace

void read_geo_primitives(const GeoSource& source, const JsonValue& value, GeoDetail& detail)
{
    PrimitiveReader reader(source, detail);
    detail.primitives = reader.read(value);
    if (reader.total() != detail.primitive_count)
        source.fail(value, fmt::format("there are {} primitives; {} are announced", reader.total(),
                                       detail.primitive_count));
}

void write_geo_primitives(JsonWriter& writer, const GeoDetail& detail)
{
    writer.begin_list();
    for (const GeoPrimitives& run : detail.primitives) {
        writer.begin_list();
        if (run.kind == Kind::soup || run.kind == Kind::opaque) {
            writer.value(run.definition);
            writer.value(run.data);
        } else if (is_consecutive(run.vertices)) {
            write_consecutive(writer, run);
        } else {
            write_scattered(writer, run);
        }
        writer.end_list();
    }
    writer.end_list();
}

}  // namespace stiction
