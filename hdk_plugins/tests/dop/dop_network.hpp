#pragma once

// The moving floor of the adapter's tests as a DOP network, and what a test asks of it.

#include "hdk_plugins/dop/SIM_StictionState.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "hdk_plugins/tests/dop/mini_engine.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"

#include <UT/UT_Interrupt.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace stiction::dop_tests {

constexpr auto kSuccess = SIM_Solver::SIM_SOLVER_SUCCESS;
constexpr auto kFail = SIM_Solver::SIM_SOLVER_FAIL;

inline void set_friction(GeoDetail& detail, double friction)
{
    test::add_numbers(detail, GeoOwner::global, "friction", {friction});
}

inline std::unique_ptr<test::MiniEngine> network(const std::string& method = "projective")
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    const int number = method == "implicit" ? 2 : (method == "staggered" ? 1 : 0);
    engine->options().setOptionI("solver_method", number);
    engine->options().setOptionI("solver_iterations", 5);
    engine->options().setOptionI("time_steps_per_frame", test::kStepsPerFrame);
    if (test::has_sheet(method)) {
        GeoDetail sheet = test::sheet_detail();
        set_friction(sheet, 0.5);
        engine->add_object("sheet", sheet);
    }
    GeoDetail block = test::block_detail();
    set_friction(block, 0.75);
    engine->add_object("block", block);
    engine->add_collider("floor", [](int frame) {
        GeoDetail floor = test::floor_detail(frame);
        set_friction(floor, 0.25);
        return floor;
    });
    return engine;
}

inline void run(test::MiniEngine& engine)
{
    hdk_double::messages.clear();
    hdk_double::interrupt_after = hdk_double::polls = 0;
    if (engine.frames() == 0) {
        ASSERT_EQ(engine.create(), kSuccess);
    }
    while (engine.frames() <= test::kFrames)
        ASSERT_EQ(engine.advance(), kSuccess)
            << (hdk_double::messages.empty() ? "" : hdk_double::messages[0].text);
}

inline const SIM_StictionState& state_data(const test::MiniEngine& engine, std::size_t frame)
{
    return *SIM_DATA_GETCONST(engine.object(frame, 0), "StictionState", SIM_StictionState);
}

inline const SIM_StictionRest& rest_data(const test::MiniEngine& engine, std::size_t frame)
{
    return *SIM_DATA_GETCONST(engine.object(frame, 0), "StictionRest", SIM_StictionRest);
}

inline std::uint64_t hash_at(const test::MiniEngine& engine, std::size_t frame)
{
    return state_hash(state_data(engine, frame).state(*rest_data(engine, frame).record())->checkpoint.state);
}

// By method. The instances are in test_dop_results.cpp.
class DopSolverOf : public ::testing::TestWithParam<const char*> {};

}  // namespace stiction::dop_tests
