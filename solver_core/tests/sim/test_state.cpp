#include "solver_core/base/error.hpp"
#include "solver_core/sim/state.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace stiction {
namespace {

State example_state()
{
    State state;
    state.step = 37;
    state.x = {Vec3(1.0, -0.0, 1e-308), Vec3(0.1, 0.2, 0.3)};
    state.v = {Vec3(-1.5, 2.5, 0.0), Vec3(1e300, -1e-300, 5e-324)};
    ContactMemory memory;
    memory.key.kind = ContactKind::edge_edge;
    memory.key.obstacle = -1;
    memory.key.a = 1LL << 40;
    memory.key.b = 7;
    memory.impulse = Vec3(0.5, 0.25, -0.125);
    state.memory = {memory};
    return state;
}

TEST(State, ComesBackBitForBit)
{
    const State state = example_state();
    const State back = decode_state(encode_state(state));
    EXPECT_EQ(back.step, state.step);
    ASSERT_EQ(back.x.size(), 2U);
    EXPECT_TRUE(std::signbit(back.x[0].y()));  // -0 is kept
    EXPECT_EQ(back.v[1], state.v[1]);
    ASSERT_EQ(back.memory.size(), 1U);
    EXPECT_EQ(back.memory[0].key, state.memory[0].key);
    EXPECT_EQ(back.memory[0].impulse, state.memory[0].impulse);
    EXPECT_EQ(state_hash(back), state_hash(state));
    EXPECT_EQ(encode_state(back), encode_state(state));
}

TEST(State, EmptyStateComesBack)
{
    const State back = decode_state(encode_state(State()));
    EXPECT_EQ(back.step, 0);
    EXPECT_TRUE(back.x.empty() && back.v.empty() && back.memory.empty());
}

TEST(State, HashSeesEveryPart)
{
    const State state = example_state();
    const std::uint64_t hash = state_hash(state);
    State changed = state;
    changed.step = 38;
    EXPECT_NE(state_hash(changed), hash);
    changed = state;
    changed.x[0].y() = 0.0;  // from -0
    EXPECT_NE(state_hash(changed), hash);
    changed = state;
    changed.v[1].z() = 0.0;  // from the smallest double
    EXPECT_NE(state_hash(changed), hash);
    changed = state;
    changed.memory[0].key.b = 8;
    EXPECT_NE(state_hash(changed), hash);
    changed = state;
    changed.memory[0].impulse.x() = std::nextafter(0.5, 1.0);
    EXPECT_NE(state_hash(changed), hash);
    changed = state;
    changed.memory.clear();
    EXPECT_NE(state_hash(changed), hash);
    changed = state;  // the same bytes, parted elsewhere
    changed.v.insert(changed.v.begin(), changed.x.back());
    changed.x.pop_back();
    EXPECT_NE(state_hash(changed), hash);
}

TEST(State, EveryFlippedBitAndEveryCutIsRefused)
{
    const std::string bytes = encode_state(example_state());
    for (std::size_t i = 0; i < 8 * bytes.size(); ++i) {
        std::string damaged = bytes;
        damaged[i / 8] = static_cast<char>(damaged[i / 8] ^ (1 << (i % 8)));
        EXPECT_THROW(decode_state(damaged), InputError) << "bit " << i;
    }
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_THROW(decode_state(bytes.substr(0, size)), InputError) << "cut at " << size;
}

}  // namespace
}  // namespace stiction
