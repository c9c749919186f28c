#include "solver_core/base/hash.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/sim/run_summary.hpp"
#include "solver_core/tests/sim/run_fixture.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(RunSummary, HasThePublishedKeys)
{
    const Scene scene = test::sliding_scene();
    const Model model = build_model(scene);
    const State state = initial_state(model);
    const RunTrack track = begin_track(model, state);
    const auto json = run_summary({scene, model, state, track, "done", 0.0});
    for (const char* key : {"scene", "method", "version", "threads", "steps", "seconds_per_step",
                            "contacts_mean", "friction_residual", "penetration_max", "state_hash", "objects",
                            "friction_rule", "friction_pairs", "warnings", "status"})
        EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_EQ(json["scene"], "sliding");
    EXPECT_EQ(json["method"], "projective");
    EXPECT_EQ(json["state_hash"], hash_hex(state_hash(state)));
    EXPECT_TRUE(json["contacts_mean"].contains("external") && json["contacts_mean"].contains("self"));
    EXPECT_TRUE(json["friction_residual"].contains("mean") && json["friction_residual"].contains("max"));
    for (const char* object : {"sheet", "block"})
        for (const char* key :
             {"displacement", "speed_final", "slid", "stopped_at", "volume_change", "contact_force"})
            EXPECT_TRUE(json["objects"][object].contains(key)) << object << "." << key;
    EXPECT_TRUE(json["objects"]["sheet"]["volume_change"].is_null());
    EXPECT_NEAR(json["objects"]["block"]["volume_change"].get<double>(), 0.0, 1e-12);
    EXPECT_FALSE(json["objects"].contains("slope"));  // a collider's motion is given
}

// docs/run_folder.md is the list users write expectations from.
TEST(RunSummary, EveryKeyIsInTheManual)
{
    const std::string manual = read_file(STICTION_SOURCE_DIR "/docs/run_folder.md");
    const Scene scene = test::sliding_scene();
    const Model model = build_model(scene);
    const State state = initial_state(model);
    const auto json = run_summary({scene, model, state, begin_track(model, state), "done", 0.0});
    const auto& object = json.at("objects").at("sheet");
    for (const auto& level : {json, object, object.at("contact_force")})
        for (const auto& item : level.items())
            EXPECT_NE(manual.find("`" + item.key() + "`"), std::string::npos) << item.key();
}

TEST(RunSummary, PairsShowTheRule)
{
    const Scene scene = test::sliding_scene();
    const Model model = build_model(scene);
    const State state = initial_state(model);
    const auto json = run_summary({scene, model, state, begin_track(model, state), "done", 0.0});
    bool seen = false;
    for (const auto& pair : json["friction_pairs"]) {
        if (pair["a"] != "sheet" || pair["b"] != "slope") continue;
        seen = true;
        EXPECT_DOUBLE_EQ(pair["friction"].get<double>(), 0.2 * 1.0);  // product
    }
    EXPECT_TRUE(seen);
}

TEST(RunSummary, MeansAreOverTheStepsAndSecondsFromMilliseconds)
{
    const Scene scene = test::sliding_scene();
    const Model model = build_model(scene);
    const State state = initial_state(model);
    RunTrack track = begin_track(model, state);
    track.steps = 4;
    track.contacts_external = 10;
    track.friction_residual_sum = 2.0;
    const auto json = run_summary({scene, model, state, track, "done", 8000.0});
    EXPECT_DOUBLE_EQ(json["contacts_mean"]["external"].get<double>(), 2.5);
    EXPECT_DOUBLE_EQ(json["friction_residual"]["mean"].get<double>(), 0.5);
    EXPECT_DOUBLE_EQ(json["seconds_per_step"].get<double>(), 2.0);
}

TEST(RunSummary, VolumeOfAStretchedFarAwayBox)
{
    const Model model = build_model(test::sliding_scene());
    const ObjectRange& block = model.objects[1];
    Vec3Array x = model.x0;
    for (Vec3& p : x) p = Vec3(2.0, 3.0, 0.5).cwiseProduct(p) + Vec3(1000.0, -1000.0, 500.0);
    EXPECT_NEAR(enclosed_volume(x, block.triangles), 3.0 * enclosed_volume(model.x0, block.triangles), 1e-11);
    EXPECT_NEAR(enclosed_volume(model.x0, block.triangles), 1e-3, 1e-12);
}

}  // namespace
}  // namespace stiction
