#include "solver_core/io/byte_order.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/io/scf.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <random>

#ifdef STICTION_HAS_BLOSC
#include <blosc.h>
#endif

namespace stiction {
namespace {

#ifdef STICTION_HAS_BLOSC

// The container as Houdini's: header, chunks, an index of their places, trailer.
std::string make_scf(const std::string& content, std::size_t chunk_size, const char* compressor)
{
    std::string out = "scf1" + std::string(8, '\1');
    std::string index;
    for (std::size_t at = 0; at < content.size(); at += chunk_size) {
        const std::size_t size = std::min(chunk_size, content.size() - at);
        std::string chunk(size + BLOSC_MAX_OVERHEAD, '\0');
        const int packed = blosc_compress_ctx(5, BLOSC_SHUFFLE, 4, size, content.data() + at, chunk.data(),
                                              chunk.size(), compressor, 0, 1);
        append_little_endian(index, static_cast<std::uint64_t>(out.size()));
        out.append(chunk, 0, static_cast<std::size_t>(packed));
    }
    return out + index + "1fcs";
}

TEST(Scf, chunks_are_joined)
{
    const GeometryTable table = test::sample_table();
    const std::string plain = encode_geometry(table, "bgeo");
    for (const char* compressor : {"blosclz", "lz4", "zstd"}) {
        for (const std::size_t chunk : {64UL, 1000UL, 100000UL}) {
            const std::string packed = make_scf(plain, chunk, compressor);
            EXPECT_TRUE(is_scf(packed));
            EXPECT_EQ(read_scf(packed, "a.bgeo.sc"), plain);
            EXPECT_TRUE(test::same(decode_geometry(packed, "bgeo.sc", "a"), test::rounded(table)));
        }
    }
}

TEST(Scf, damage_is_an_input_error)
{
    const std::string packed = make_scf(encode_geometry(test::sample_table(), "bgeo"), 500, "lz4");
    for (std::size_t size = 4; size < packed.size(); size += 11)
        EXPECT_TRUE(test::contains(test::input_error([&] { read_scf(packed.substr(0, size), "a.sc"); }),
                                   "a.sc: byte"));
    std::string no_chunk = packed;
    no_chunk[12] = 99;
    EXPECT_TRUE(test::contains(test::input_error([&] { read_scf(no_chunk, "a.sc"); }), "no Blosc chunk"));
    // A damaged chunk in the middle ends the content early; the document inside is then not whole.
    std::string middle = packed;
    const auto first = load_little_endian<std::uint32_t>(packed.data() + 12 + 12);
    middle[12 + first] = 99;
    EXPECT_NE(test::input_error([&] { decode_geometry(middle, "bgeo.sc", "a.bgeo.sc"); }), "");
}

TEST(Scf, random_damage)
{
    const std::string plain = encode_geometry(test::sample_table(), "bgeo");
    std::mt19937_64 random(31415);
    RecordProperty("seed", 31415);
    for (const char* compressor : {"blosclz", "lz4", "zstd", "zlib"}) {
        const std::string packed = make_scf(plain, 700, compressor);
        for (int i = 0; i < 500; ++i) {
            std::string changed = packed;
            for (std::uint64_t count = 1 + random() % 4; count > 0; --count)
                changed[random() % changed.size()] = static_cast<char>(random());
            try {
                decode_geometry(changed, "bgeo.sc", "a.bgeo.sc");
            } catch (const InputError&) {
                continue;
            }
        }
    }
}

#else

TEST(Scf, says_what_is_missing)
{
    EXPECT_TRUE(
        test::contains(test::input_error([] { read_scf("scf1", "a.bgeo.sc"); }), "build with libblosc"));
}

#endif

}  // namespace
}  // namespace stiction
