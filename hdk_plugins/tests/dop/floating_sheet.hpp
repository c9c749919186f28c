#pragma once

#include "hdk_plugins/tests/dop/dop_network.hpp"

namespace stiction::dop_tests {

// A sheet alone, without gravity: 0.2 kg/m^2 of it.
inline std::unique_ptr<test::MiniEngine> floating_sheet(GeoDetail sheet, const std::string& method)
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    engine->options().setOptionS("solver_method", method);
    engine->options().setOptionI("time_steps_per_frame", test::kStepsPerFrame);
    engine->options().setOptionV3("gravity", UT_Vector3D(0, 0, 0));
    test::add_numbers(sheet, GeoOwner::global, "density", {0.2});
    engine->add_object("sheet", sheet);
    return engine;
}

inline void expect_velocity(const test::MiniEngine& engine, std::size_t frame, const Vec3& expected)
{
    for (const Vec3& v : point_vectors(engine.geometry(frame, 0), "v"))
        EXPECT_LT((v - expected).norm(), 2e-6) << "frame " << frame;
}

}  // namespace stiction::dop_tests
