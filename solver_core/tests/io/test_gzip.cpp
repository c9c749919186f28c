#include "solver_core/io/gzip.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

std::string sample(std::size_t size)
{
    std::mt19937 random(99);
    std::string out(size, ' ');
    for (char& c : out) c = static_cast<char>('a' + random() % 7);
    return out;
}

TEST(Gzip, round_trip)
{
    for (const std::size_t size : {0UL, 1UL, 1000UL, 1000000UL}) {
        const std::string packed = gzip(sample(size));
        EXPECT_TRUE(is_gzip(packed));
        EXPECT_EQ(gunzip(packed, "a.gz"), sample(size));
        EXPECT_EQ(gzip(sample(size)), packed);
        EXPECT_EQ(packed.substr(4, 4), std::string(4, '\0'));  // no time
    }
    EXPECT_FALSE(is_gzip("plain"));
    EXPECT_FALSE(is_gzip(""));
}

TEST(Gzip, members_are_joined) { EXPECT_EQ(gunzip(gzip("one ") + gzip("two"), "a.gz"), "one two"); }

TEST(Gzip, damage_is_an_input_error)
{
    const std::string packed = gzip(sample(5000));
    for (std::size_t size = 2; size < packed.size(); size += 7)
        EXPECT_TRUE(
            test::contains(test::input_error([&] { gunzip(packed.substr(0, size), "a.gz"); }), "a.gz: byte"));
    std::string changed = packed;
    changed[packed.size() / 2] = static_cast<char>(changed[packed.size() / 2] ^ 0x10);
    EXPECT_NE(test::input_error([&] { gunzip(changed, "a.gz"); }), "");
}

// 300 MiB of nothing in 300 KiB.
TEST(Gzip, bombs_are_refused)
{
    const std::string bomb = gzip(std::string(std::size_t(300) << 20, '\0'));
    EXPECT_LT(bomb.size(), 400000U);
    EXPECT_TRUE(test::contains(test::input_error([&] { gunzip(bomb, "a.gz"); }), "far more comes out"));
}

}  // namespace
}  // namespace stiction
