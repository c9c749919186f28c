// Random geometry with attributes of every owner, kind and storage, runs of every kind, groups of every owner and things that are
// only kept (arrays, dictionaries, packed and other primitives, edge groups, shared data): what is written is read again to the last
// bit, in both encodings and in both spellings of lists.

#include "solver_core/io/geo_file.hpp"
#include "solver_core/io/gzip.hpp"
#include "solver_core/io/json_reader.hpp"
#include "solver_core/io/round_to_float.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace stiction {
namespace {

constexpr unsigned kSeed = 20260118;

class RandomDetail {
public:
    explicit RandomDetail(unsigned seed) : random_(seed) {}

    GeoDetail make()
    {
        GeoDetail detail;
        detail.point_count = below(40);
        while (detail.point_count > 0 && below(4) > 0) add_run(detail);
        for (const GeoOwner owner : kGeoOwners) add_attributes(detail, owner);
        for (std::size_t owner = 0; owner < 3; ++owner) add_groups(detail, owner);
        detail.extras.emplace_back("edgegroups", edge_groups(detail.point_count));
        detail.extras.emplace_back("sharedprimitivedata", list_of(anything(0), 3));
        return detail;
    }

private:
    Index below(Index limit) { return static_cast<Index>(random_() % static_cast<unsigned>(limit)); }

    static JsonValue word(const char* text) { return {std::string(text), 0}; }

    template <class Make>
    JsonValue list_of(const Make& make, Index limit)
    {
        JsonListBuilder list;
        for (Index i = below(limit + 1); i > 0; --i) list.add(make());
        return list.finish(0);
    }
    static JsonValue list_with(JsonValue::Array values)
    {
        JsonListBuilder list;
        for (JsonValue& value : values) list.add(std::move(value));
        return list.finish(0);
    }

    // A maker of any value of the format, nested a few levels.
    std::function<JsonValue()> anything(int depth)
    {
        return [this, depth]() -> JsonValue {
            switch (random_() % (depth < 3 ? 8 : 6)) {
                case 0: return {};
                case 1: return {below(2) == 0, 0};
                case 2: return {integer(GeoStorage::int64), 0};
                case 3: return {real(GeoStorage::real64), 0};
                case 4: return word("text \"\\\n\xC3\xA9");
                case 5: return list_of([this] { return JsonValue{real(GeoStorage::real64), 0}; }, 5);
                case 6: return list_of(anything(depth + 1), 4);
                default: break;
            }
            JsonValue::Map map;
            for (Index i = below(4); i > 0; --i)
                map.emplace_back("key " + std::to_string(i), anything(depth + 1)());
            return {std::move(map), 0};
        };
    }

    // Pairs of points, one after the other.
    JsonValue edge_groups(Index points)
    {
        const auto point = [this, points] {
            return JsonValue{static_cast<std::int64_t>(below(std::max<Index>(1, points))), 0};
        };
        return list_with({list_with(
            {list_with({word("name"), word("seam")}), list_with({word("points"), list_of(point, 8)})})});
    }

    // A packed primitive, or a run of a kind that is not known.
    void add_kept(GeoDetail& detail)
    {
        GeoPrimitives run;
        run.kind = GeoPrimitives::Kind::opaque;
        run.count = below(2) == 0 ? 1 : 1 + below(5);
        if (run.count == 1) {
            run.definition = list_with({word("type"), word("PackedGeometry")});
            run.data = list_with({word("parameters"), anything(1)(), word("vertex"), {std::int64_t(0), 0}});
        } else {
            run.definition = list_with({word("type"), word("Hexahedron_run")});
            run.data = list_with({word("startvertex"),
                                  {std::int64_t(0), 0},
                                  word("nprimitives"),
                                  {static_cast<std::int64_t>(run.count), 0}});
        }
        detail.primitive_count += run.count;
        detail.primitives.push_back(std::move(run));
    }

    void add_run(GeoDetail& detail)
    {
        if (below(5) == 0) return add_kept(detail);
        using PrimitiveKind = GeoPrimitives::Kind;
        GeoPrimitives run;
        run.kind = std::array<PrimitiveKind, 3>{PrimitiveKind::polygon, PrimitiveKind::curve,
                                                PrimitiveKind::tetrahedron}[random_() % 3];
        // Two runs of one kind beside each other are read as one.
        if (!detail.primitives.empty() && detail.primitives.back().kind == run.kind) return;
        run.count = 1 + below(6);
        const bool one_size = below(2) == 0;
        for (Index i = 0; i < run.count; ++i) {
            const Index corners = run.kind == PrimitiveKind::tetrahedron ? 4 : one_size ? 3 : 3 + below(4);
            if (run.kind != PrimitiveKind::tetrahedron) run.corners.push_back(corners);
            for (Index c = 0; c < corners; ++c) {
                run.vertices.push_back(static_cast<Index>(detail.vertex_points.size()));
                detail.vertex_points.push_back(below(detail.point_count));
            }
        }
        // Vertices need not follow each other in the order of the primitives.
        if (below(3) == 0) std::shuffle(run.vertices.begin(), run.vertices.end(), random_);
        detail.primitive_count += run.count;
        detail.primitives.push_back(std::move(run));
    }

    double real(GeoStorage storage)
    {
        switch (random_() % 8) {
            case 0: return -0.0;
            case 1: return std::numeric_limits<double>::infinity();
            case 2: return std::numeric_limits<double>::quiet_NaN();
            case 3: return static_cast<double>(below(1000));
            default: break;
        }
        const double value = std::ldexp(static_cast<double>(random_()) - 2e9, below(40) - 50);
        if (storage == GeoStorage::real64) return value;
        // eleven bits are what a half holds
        return storage == GeoStorage::real32 ? round_to_float(value)
                                             : static_cast<double>(below(2048)) / 64.0;
    }

    std::int64_t integer(GeoStorage storage)
    {
        switch (storage) {
            case GeoStorage::boolean: return below(2);
            case GeoStorage::uint8: return below(256);
            case GeoStorage::int8: return below(256) - 128;
            case GeoStorage::int16: return below(65536) - 32768;
            case GeoStorage::int32: return static_cast<std::int32_t>(random_());
            default: break;
        }
        return static_cast<std::int64_t>((std::uint64_t(random_()) << 32) | random_());
    }

    void add_attributes(GeoDetail& detail, GeoOwner owner)
    {
        const auto count = static_cast<std::size_t>(detail.count(owner));
        int number = 0;
        for (int s = 0; s <= static_cast<int>(GeoStorage::real64); ++s) {
            GeoAttribute attribute;
            attribute.name = "a" + std::to_string(number++);
            attribute.storage = static_cast<GeoStorage>(s);
            attribute.size = 1 + below(4);
            const bool reals = is_real(attribute.storage);
            attribute.kind = reals ? GeoAttribute::Kind::real : GeoAttribute::Kind::integer;
            for (std::size_t i = 0; i < count * static_cast<std::size_t>(attribute.size); ++i) {
                if (reals)
                    attribute.reals.push_back(real(attribute.storage));
                else
                    attribute.integers.push_back(integer(attribute.storage));
            }
            attribute.has_defaults = below(2) == 0;
            if (attribute.has_defaults) attribute.defaults = {0.5 * below(9)};
            detail.attributes_of(owner).push_back(std::move(attribute));
        }
        GeoAttribute text;
        text.kind = GeoAttribute::Kind::text;
        text.name = "text";
        text.storage = GeoStorage::int32;
        text.strings = {"", "plain", "line\n\t\"quoted\" \\", "\xC3\xA9\x01"};
        for (std::size_t i = 0; i < count; ++i) text.integers.push_back(below(5) - 1);
        detail.attributes_of(owner).push_back(std::move(text));
        for (const char* type : {"arraydata", "dict", "indexpair"}) {
            GeoAttribute kept;
            kept.kind = GeoAttribute::Kind::opaque;
            kept.name = std::string("kept ") + type;
            kept.opaque_type = type;
            kept.opaque_data = list_with({word("size"), {std::int64_t(1), 0}, word("values"), anything(0)()});
            detail.attributes_of(owner).push_back(std::move(kept));
        }
    }

    void add_groups(GeoDetail& detail, std::size_t owner)
    {
        const Index count = detail.count(kGeoOwners[owner]);
        for (const char* name : {"none", "some", "all"}) {
            GeoGroup group;
            group.name = name;
            for (Index i = 0; i < count; ++i)
                if (name[0] == 'a' || (name[0] == 's' && below(2) == 0)) group.members.push_back(i);
            detail.groups[owner].push_back(std::move(group));
        }
        GeoGroup ordered{"ordered", true, {}};
        for (Index i = count; i-- > 0;)
            if (below(2) == 0) ordered.members.push_back(i);
        detail.groups[owner].push_back(std::move(ordered));
    }

    std::mt19937 random_;
};

// The document with every list element by element: no list of the binary encoding is uniform.
void write_plainly(const JsonValue& value, JsonWriter& writer)
{
    if (value.is_list()) {
        writer.begin_list();
        for (std::size_t i = 0; i < value.list_size(); ++i) write_plainly(value.element(i), writer);
        writer.end_list();
    } else if (const auto* map = value.as<JsonValue::Map>()) {
        writer.begin_map();
        for (const auto& [key, entry] : *map) {
            writer.key(key);
            write_plainly(entry, writer);
        }
        writer.end_map();
    } else {
        writer.value(value);
    }
}

TEST(GeoRoundTrip, every_owner_kind_and_storage)
{
    RecordProperty("seed", static_cast<int>(kSeed));
    for (unsigned i = 0; i < 60; ++i) {
        SCOPED_TRACE(i);
        const GeoDetail detail = RandomDetail(kSeed + i).make();
        const std::string text = encode_geo(detail, JsonEncoding::ascii);
        const std::string binary = encode_geo(detail, JsonEncoding::binary);
        ASSERT_TRUE(decode_geo(text, "text") == detail);
        ASSERT_TRUE(decode_geo(binary, "binary") == detail);
        // through the other encoding and back: the same bytes
        EXPECT_EQ(encode_geo(decode_geo(binary, "b"), JsonEncoding::ascii), text);
        EXPECT_EQ(encode_geo(decode_geo(text, "t"), JsonEncoding::binary), binary);
        EXPECT_TRUE(decode_geo(gunzip(gzip(binary), "z"), "z") == detail);
    }
}

TEST(GeoRoundTrip, plain_and_uniform_lists_are_the_same)
{
    for (unsigned i = 0; i < 20; ++i) {
        const GeoDetail detail = RandomDetail(kSeed + i).make();
        const std::string uniform = encode_geo(detail, JsonEncoding::binary);
        const std::unique_ptr<JsonWriter> writer = make_json_binary_writer();
        write_plainly(read_json_binary(uniform, "u"), *writer);
        const std::string plain = writer->take();
        EXPECT_NE(plain, uniform);
        EXPECT_TRUE(decode_geo(plain, "plain") == detail) << i;
    }
}

// Damage is refused, or what is read can be written and read again.
TEST(GeoRoundTrip, damaged_details)
{
    std::mt19937 random(kSeed);
    int refused = 0;
    constexpr int kTries = 1500;
    for (int i = 0; i < kTries; ++i) {
        const JsonEncoding encoding = i % 2 == 0 ? JsonEncoding::ascii : JsonEncoding::binary;
        std::string bytes = encode_geo(RandomDetail(kSeed + static_cast<unsigned>(i % 5)).make(), encoding);
        for (unsigned k = 0; k < 1 + random() % 3; ++k)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        try {
            const GeoDetail detail = decode_geo(bytes, "damaged");
            const std::string again = encode_geo(detail, encoding);
            ASSERT_EQ(encode_geo(decode_geo(again, "again"), encoding), again) << i;
        } catch (const InputError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, kTries / 10);
}

}  // namespace
}  // namespace stiction
