#include "hdk_plugins/adapter/frame_cache.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

std::uint64_t hash_at(const FrameCache& cache, int frame)
{
    return state_hash(cache.at(frame).state->checkpoint.state);
}

// Frame 1 is the start; makes up to `last`.
void play(FrameCache& cache, int first, int last)
{
    for (int frame = first; frame <= last; ++frame)
        ASSERT_TRUE(cache.make(frame, test::floor_at(frame - 1), {}, nullptr).state);
}

TEST(FrameCache, forgets_the_oldest_and_goes_on_from_what_it_kept)
{
    FrameCache whole, trimmed;
    for (FrameCache* cache : {&whole, &trimmed}) {
        cache->begin(1, test::moving_floor_host("projective"));
        play(*cache, 2, 5);
    }
    const std::size_t all = trimmed.bytes();
    std::size_t contacts = 0;
    for (int frame = 1; frame <= 5; ++frame) contacts += whole.at(frame).contacts.positions.size();
    EXPECT_GT(contacts, 100U);
    EXPECT_GT(all, contacts * (3 + 6) * sizeof(double)) << "contacts take room too";
    trimmed.trim(all - 1);
    EXPECT_FALSE(trimmed.has(2));
    EXPECT_TRUE(trimmed.has(3));
    EXPECT_LT(trimmed.bytes(), all);
    trimmed.trim(0);
    for (int frame = 1; frame <= 5; ++frame) EXPECT_EQ(trimmed.has(frame), frame == 1 || frame == 5) << frame;
    EXPECT_TRUE(test::contains(test::input_error([&] { trimmed.require_reachable(4); }), "play from there"));
    play(whole, 6, 7);
    play(trimmed, 6, 7);
    EXPECT_EQ(hash_at(trimmed, 7), hash_at(whole, 7));
    // From the start again: what comes after is of another past, and gone.
    play(trimmed, 2, 2);
    EXPECT_FALSE(trimmed.has(7));
    EXPECT_EQ(hash_at(trimmed, 2), hash_at(whole, 2));
}

}  // namespace
}  // namespace stiction
