#include "solver_core/base/hash.hpp"
#include "solver_core/io/binary_archive.hpp"
#include "solver_core/io/byte_order.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

using Kind = ArchiveError::Kind;

BinaryArchive sample()
{
    BinaryArchive archive;
    archive.scene_hash = 0x0123456789abcdefULL;
    archive.program_version = "1.2.3";
    archive.step = 481;
    archive.put("positions", std::vector<double>{1.0, -0.0, 3.5e-300});
    archive.put("contacts", std::vector<std::int32_t>{7, -8});
    archive.sections["empty"] = "";
    archive.sections["bytes"] = std::string("\0\1\n", 3);
    return archive;
}

template <class Action>
int error_kind(Action&& action, std::string* message = nullptr)
{
    try {
        action();
    } catch (const ArchiveError& error) {
        if (message) *message = error.what();
        return static_cast<int>(error.kind());
    }
    return -1;
}

TEST(BinaryArchive, round_trip)
{
    const std::string bytes = encode_archive(sample());
    EXPECT_EQ(bytes.substr(0, 4), "STCK");
    const BinaryArchive archive = decode_archive(bytes, "c");
    EXPECT_EQ(archive.scene_hash, sample().scene_hash);
    EXPECT_EQ(archive.program_version, "1.2.3");
    EXPECT_EQ(archive.step, 481);
    EXPECT_EQ(archive.sections, sample().sections);
    EXPECT_EQ(archive.get<double>("positions", "c"), (std::vector<double>{1.0, -0.0, 3.5e-300}));
    EXPECT_EQ(archive.get<std::int32_t>("contacts", "c"), (std::vector<std::int32_t>{7, -8}));
    EXPECT_TRUE(archive.get<double>("empty", "c").empty());
    EXPECT_EQ(encode_archive(archive), bytes);
}

TEST(BinaryArchive, every_bit_matters)
{
    const std::string bytes = encode_archive(sample());
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        std::string changed = bytes;
        changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
        ASSERT_EQ(error_kind([&] { decode_archive(changed, "c"); }), int(Kind::corrupt)) << "bit " << bit;
    }
}

TEST(BinaryArchive, random_flips_in_a_large_one)
{
    BinaryArchive archive = sample();
    std::mt19937_64 random(20240611);
    RecordProperty("seed", 20240611);
    std::vector<std::uint64_t> values(20000);
    for (std::uint64_t& value : values) value = random();
    archive.put("large", values);
    const std::string bytes = encode_archive(archive);
    for (int i = 0; i < 1000; ++i) {
        std::string changed = bytes;
        const std::size_t bit = random() % (8 * bytes.size());
        changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
        ASSERT_EQ(error_kind([&] { decode_archive(changed, "c"); }), int(Kind::corrupt)) << "bit " << bit;
    }
}

TEST(BinaryArchive, every_truncation_is_seen)
{
    const std::string bytes = encode_archive(sample());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        ASSERT_EQ(error_kind([&] { decode_archive(bytes.substr(0, size), "c"); }), int(Kind::corrupt))
            << size;
}

// A file whose checksum holds but whose structure does not must not be believed either.
TEST(BinaryArchive, lengths_are_checked_even_under_a_right_checksum)
{
    const std::string bytes = encode_archive(sample());
    std::mt19937_64 random(77);
    RecordProperty("seed", 77);
    int refused = 0;
    for (int i = 0; i < 2000; ++i) {
        std::string changed = bytes.substr(0, bytes.size() - 8);
        changed[8 + random() % (changed.size() - 8)] = static_cast<char>(random());
        append_little_endian(changed, hash_bytes(changed.data(), changed.size()));
        refused += error_kind([&] { decode_archive(changed, "c"); }) == int(Kind::corrupt);
    }
    EXPECT_GT(refused, 200);
}

TEST(BinaryArchive, other_format_is_not_called_damage)
{
    std::string bytes = encode_archive(sample());
    bytes.resize(bytes.size() - 8);
    bytes[4] = 9;
    append_little_endian(bytes, hash_bytes(bytes.data(), bytes.size()));
    std::string message;
    EXPECT_EQ(error_kind([&] { decode_archive(bytes, "old.ckpt"); }, &message), int(Kind::other_version));
    EXPECT_TRUE(test::contains(message, "old.ckpt: is a checkpoint of format 9")) << message;
}

TEST(BinaryArchive, other_scene_and_other_version_print_both)
{
    const BinaryArchive archive = sample();
    EXPECT_NO_THROW(require_same_run(archive, archive.scene_hash, "1.2.3", "c"));
    std::string message;
    EXPECT_EQ(error_kind([&] { require_same_run(archive, 0xffULL, "1.2.3", "c"); }, &message),
              int(Kind::other_scene));
    EXPECT_TRUE(test::contains(message, "0123456789abcdef")) << message;
    EXPECT_TRUE(test::contains(message, "00000000000000ff")) << message;
    EXPECT_EQ(error_kind([&] { require_same_run(archive, archive.scene_hash, "2.0", "c"); }, &message),
              int(Kind::other_version));
    EXPECT_TRUE(test::contains(message, "1.2.3") && test::contains(message, "2.0")) << message;
}

TEST(BinaryArchive, sections_of_the_wrong_size)
{
    const BinaryArchive archive = sample();
    EXPECT_EQ(error_kind([&] { archive.get<double>("missing", "c"); }), int(Kind::corrupt));
    EXPECT_EQ(error_kind([&] { archive.get<double>("bytes", "c"); }), int(Kind::corrupt));
}

}  // namespace
}  // namespace stiction
