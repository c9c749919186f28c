// States of a simulation as Houdini keeps them: shared, copied, gone back to, saved, loaded, left alone by an interrupt.

#include "hdk_plugins/tests/dop/dop_network.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <utility>

namespace stiction::dop_tests {
namespace {

TEST_P(DopSolverOf, cached_steps_keep_their_own_data_and_share_the_rest)
{
    const std::unique_ptr<test::MiniEngine> engine = network(GetParam());
    ASSERT_EQ(engine->create(), kSuccess);
    ASSERT_EQ(engine->advance(), kSuccess);
    const std::uint64_t before = hash_at(*engine, 1);
    const GeoDetail geometry = engine->geometry(1, 0);
    run(*engine);
    EXPECT_EQ(hash_at(*engine, 1), before);
    EXPECT_TRUE(engine->geometry(1, 0) == geometry);
    EXPECT_NE(&state_data(*engine, 1), &state_data(*engine, 2));
    // One copy of what never changes, in all steps.
    for (std::size_t frame = 1; frame <= test::kFrames; ++frame)
        EXPECT_EQ(&rest_data(*engine, frame), &rest_data(*engine, 0));
}

// Houdini copies data whenever it likes, not only before a step writes to it.
TEST(DopSolver, a_copy_is_the_same_data)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    run(*engine);
    const SIM_StictionState& state = state_data(*engine, test::kFrames);
    const SIM_StictionRest& rest = rest_data(*engine, test::kFrames);
    const std::shared_ptr<SIM_Data> state_copy = SIM_Data::create("SIM_StictionState");
    const std::shared_ptr<SIM_Data> rest_copy = SIM_Data::create("SIM_StictionRest");
    state_copy->makeEqual(&state);
    rest_copy->makeEqual(&rest);
    const auto* same_state = dynamic_cast<const SIM_StictionState*>(state_copy.get());
    const auto* same_rest = dynamic_cast<const SIM_StictionRest*>(rest_copy.get());
    ASSERT_NE(same_state, nullptr);
    ASSERT_NE(same_rest, nullptr);
    EXPECT_EQ(same_rest->record(), rest.record());
    EXPECT_EQ(same_state->state(*rest.record()), state.state(*rest.record()));
    EXPECT_EQ(same_state->getMemorySize(), state.getMemorySize());
    for (const auto& [copy, original] : {std::pair<const SIM_Data*, const SIM_Data*>(same_state, &state),
                                         std::pair<const SIM_Data*, const SIM_Data*>(same_rest, &rest)}) {
        std::ostringstream of_copy, of_original;
        copy->saveAll(of_copy);
        original->saveAll(of_original);
        EXPECT_EQ(of_copy.str(), of_original.str());
    }
}

TEST_P(DopSolverOf, resimulates_from_a_middle_frame)
{
    const std::unique_ptr<test::MiniEngine> engine = network(GetParam());
    run(*engine);
    const std::uint64_t last = hash_at(*engine, test::kFrames);
    const GeoDetail shape = engine->geometry(test::kFrames, 0);
    engine->go_to(2);
    run(*engine);
    EXPECT_EQ(hash_at(*engine, test::kFrames), last);
    EXPECT_TRUE(engine->geometry(test::kFrames, 0) == shape);
}

TEST_P(DopSolverOf, goes_on_from_a_saved_file)
{
    const std::unique_ptr<test::MiniEngine> engine = network(GetParam());
    run(*engine);
    const std::uint64_t last = hash_at(*engine, test::kFrames);
    engine->go_to(3);
    const std::string bytes = engine->save();
    const std::unique_ptr<test::MiniEngine> loaded = network(GetParam());
    loaded->load(bytes);
    EXPECT_EQ(loaded->save(), bytes) << "saved before anything was built from it";
    run(*loaded);
    EXPECT_EQ(hash_at(*loaded, test::kFrames), last);
    EXPECT_EQ(loaded->frames(), static_cast<std::size_t>(test::kFrames) + 1);
    loaded->go_to(3);
    EXPECT_EQ(loaded->save().size(), bytes.size());
}

TEST(DopSolver, a_damaged_file_is_reported_not_used)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    run(*engine);
    std::string bytes = engine->save();
    const std::size_t at = bytes.find("STCK");
    ASSERT_NE(at, std::string::npos);
    bytes[at + 40] = static_cast<char>(bytes[at + 40] ^ 1);
    const std::unique_ptr<test::MiniEngine> loaded = network();
    loaded->load(bytes);
    hdk_double::messages.clear();
    EXPECT_EQ(loaded->advance(), kFail);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_EQ(hdk_double::messages[0].severity, UT_ERROR_ABORT);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "saved simulation"))
        << hdk_double::messages[0].text;
}

TEST_P(DopSolverOf, an_interrupt_in_the_middle_leaves_the_step_before)
{
    const std::unique_ptr<test::MiniEngine> whole = network(GetParam());
    run(*whole);
    const std::unique_ptr<test::MiniEngine> engine = network(GetParam());
    ASSERT_EQ(engine->create(), kSuccess);
    ASSERT_EQ(engine->advance(), kSuccess);
    const std::uint64_t before = hash_at(*engine, 1);
    for (const int after : {1, 7, 23}) {
        hdk_double::polls = 0;
        hdk_double::interrupt_after = after;
        hdk_double::messages.clear();
        EXPECT_EQ(engine->advance(), kFail);
        EXPECT_EQ(hdk_double::polls, after) << "asked again after it was told to stop, or never asked";
        EXPECT_TRUE(hdk_double::messages.empty()) << "an interrupt is no error";
        EXPECT_EQ(engine->frames(), 2U);
        EXPECT_EQ(hash_at(*engine, 1), before);
    }
    run(*engine);
    EXPECT_EQ(hash_at(*engine, test::kFrames), hash_at(*whole, test::kFrames));
}

TEST(DopSolver, memory_and_figures_are_reported)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    run(*engine);
    const SIM_StictionState& state = state_data(*engine, test::kFrames);
    EXPECT_GT(state.getMemorySize(), 108 * 48);
    EXPECT_LT(state.getMemorySize(), 1000000);
    EXPECT_GT(rest_data(*engine, 0).getMemorySize(), state.getMemorySize() / 2);
    EXPECT_EQ(state.getOptions().getOptionI("step"), test::kFrames * test::kStepsPerFrame);
    EXPECT_GT(state.getOptions().getOptionI("contacts_external"), 10);
    EXPECT_GT(state.getOptions().getOptionF("energy_kinetic"), 0.0);
    EXPECT_STREQ(state.getOptions().getOptionS("status").c_str(), "reached_budget");
}

}  // namespace
}  // namespace stiction::dop_tests
