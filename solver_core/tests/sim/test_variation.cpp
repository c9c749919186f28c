// Friction, mass and stiffness that differ from place to place within an object.

#include "solver_core/contact/contact_friction.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/step.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

constexpr double kStep = 0.005;
constexpr double kGravity = 9.81;

// A stiff sheet on a plane, with gravity leaning by `slope` degrees towards +x.
Scene sheet_scene(const std::string& method, double friction, double slope = 30.0)
{
    const double angle = slope * std::acos(-1.0) / 180.0;
    return parse_scene(
        fmt::format(R"({{"name": "sheet", "time": {{"step": {}, "frames": 10}},
        "gravity": [{}, {}, 0], "solver": {{"method": "{}"}},
        "objects": [
          {{"name": "sheet", "type": "cloth", "mesh": {{"generator": "grid", "size": [0.4, 0.2], "divisions": [8, 4]}},
            "material": {{"density": 0.2, "stretch": 400}}, "friction": {}, "transform": {{"translate": [0, 0.001, 0]}}}},
          {{"name": "floor", "type": "collider", "shape": {{"type": "plane"}}, "friction": 1}}
        ]}})",
                    kStep, kGravity * std::sin(angle), -kGravity * std::cos(angle), method, friction),
        "variation.json");
}

Scene block_scene(const std::string& method)
{
    return parse_scene(
        fmt::format(R"({{"name": "block", "time": {{"step": {}, "frames": 10}}, "solver": {{"method": "{}"}},
        "objects": [
          {{"name": "block", "type": "soft", "mesh": {{"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [2, 2, 2]}},
            "material": {{"young": 2e4}}, "friction": 0.5, "transform": {{"translate": [0, 0.051, 0]}}, "velocity": [0.5, 0, 0]}},
          {{"name": "floor", "type": "collider", "shape": {{"type": "plane"}}, "friction": 1}}
        ]}})",
                    kStep, method),
        "variation.json");
}

State run(const Scene& scene, int steps)
{
    const Model model = build_model(scene);
    State state = initial_state(model);
    Workspace work;
    for (int s = 0; s < steps; ++s) EXPECT_TRUE(is_usable(step(model, {}, state, work).status)) << s;
    return state;
}

double centre_x(const Model& model, const State& state)
{
    double sum = 0.0, mass = 0.0;
    for (std::size_t i = 0; i < state.x.size(); ++i) {
        sum += model.mass[i] * state.x[i].x();
        mass += model.mass[i];
    }
    return sum / mass;
}

class VariationOf : public ::testing::TestWithParam<const char*> {};

// The front half has mu 0.1, the back half 0.4, the row between the mean: every point carries its own weight, so that the whole
// slides as if it had the mean by mass,
//   a = g (sin t - cos t sum m_i mu_i / sum m_i),   x(n) = a h^2 n (n + 1) / 2
// whatever the sheet does within itself.
TEST_P(VariationOf, halves_of_different_friction_slide_with_the_mean)
{
    const std::string method = GetParam();
    Scene scene = sheet_scene(method, 0.4);
    const Model plain = build_model(scene);
    Variation& variation = scene.objects[0].variation.emplace();
    double mean = 0.0, mass = 0.0;
    for (std::size_t i = 0; i < plain.x0.size(); ++i) {
        const double x = plain.x0[i].x();
        variation.friction.push_back(std::abs(x) < 1e-9 ? 0.625 : (x > 0.0 ? 0.25 : 1.0));
        mean += plain.mass[i] * 0.4 * variation.friction.back();
        mass += plain.mass[i];
    }
    mean /= mass;
    EXPECT_NEAR(mean, 0.25, 1e-12);
    const int steps = 80;
    const Model model = build_model(scene);
    const double start = centre_x(model, initial_state(model));
    const double angle = std::acos(-1.0) / 6.0;
    const double a = kGravity * (std::sin(angle) - mean * std::cos(angle));
    const double expected = a * kStep * kStep * steps * (steps + 1) / 2.0;
    // The smooth law of implicit lets go over a layer and a speed.
    const double tolerance = method == "implicit" ? 1e-3 : 1e-6;
    EXPECT_NEAR((centre_x(model, run(scene, steps)) - start) / expected, 1.0, tolerance);
}

// Multipliers that are powers of two change no digit: the object with other values gives the same bits.
TEST_P(VariationOf, a_multiplier_everywhere_is_another_value)
{
    const std::string method = GetParam();
    Scene scaled = block_scene(method), other = scaled;
    const Model model = build_model(scaled);
    Variation& variation = scaled.objects[0].variation.emplace();
    variation.friction.assign(model.x0.size(), 0.5);
    variation.mass.assign(model.x0.size(), 2.0);
    variation.stiffness.assign(model.objects[0].tets.size(), 4.0);
    other.objects[0].friction *= 0.5;
    other.objects[0].soft.density *= 2.0;
    other.objects[0].soft.young *= 4.0;
    EXPECT_EQ(state_hash(run(scaled, 20)), state_hash(run(other, 20)));
    // And is not the object without them.
    EXPECT_NE(state_hash(run(scaled, 20)), state_hash(run(block_scene(method), 20)));
}

TEST_P(VariationOf, sheets_have_stiffness_by_triangles)
{
    const std::string method = GetParam();
    Scene scaled = sheet_scene(method, 0.2), other = scaled;
    scaled.objects[0].variation.emplace().stiffness.assign(build_model(scaled).objects[0].triangles.size(),
                                                           2.0);
    other.objects[0].cloth.stretch *= 2.0;
    EXPECT_EQ(state_hash(run(scaled, 5)), state_hash(run(other, 5)));
}

INSTANTIATE_TEST_SUITE_P(Methods, VariationOf, ::testing::Values("projective", "staggered", "implicit"));

// A sheet stretched evenly has the energy of its triangles' own stiffness: half at 1, half at 3 is twice that of 1.
TEST(Variation, energy_adds_up_over_the_elements)
{
    Scene scene = sheet_scene("projective", 0.2);
    const Model plain = build_model(scene);
    Variation& variation = scene.objects[0].variation.emplace();
    for (const Triangle& t : plain.objects[0].triangles) {
        const double x = plain.x0[t[0]].x() + plain.x0[t[1]].x() + plain.x0[t[2]].x();
        variation.stiffness.push_back(x > 0.0 ? 3.0 : 1.0);
    }
    const Model varied = build_model(scene);
    Vec3Array stretched = plain.x0;
    for (Vec3& x : stretched) x.x() *= 1.1;
    std::vector<double> partial;
    const double before = plain.projective.elasticity.total_energy(stretched, partial);
    EXPECT_GT(before, 1e-3);
    EXPECT_NEAR(varied.projective.elasticity.total_energy(stretched, partial) / before, 2.0, 1e-12);
}

// Later coefficients of the scene are multiplied too.
TEST(Variation, holds_after_a_change_of_friction)
{
    Scene scaled = sheet_scene("projective", 0.4), other = scaled;
    scaled.friction_changes = {{0.05, "sheet", 0.1}};
    other.friction_changes = {{0.05, "sheet", 0.05}};
    other.objects[0].friction = 0.2;
    scaled.objects[0].variation.emplace().friction.assign(build_model(scaled).x0.size(), 0.5);
    EXPECT_EQ(state_hash(run(scaled, 30)), state_hash(run(other, 30)));
}

TEST(Variation, both_sides_of_a_contact_count_by_their_weights)
{
    ContactGeometry geometry;
    const Index node[4] = {3, 0, 1, 2};
    const double weight[4] = {1.0, -0.5, -0.25, -0.25};
    EXPECT_EQ(friction_scale(geometry, node, weight, 4), 1.0);
    geometry.friction_scale = {0.5, 1.0, 2.0, 3.0};
    EXPECT_DOUBLE_EQ(friction_scale(geometry, node, weight, 4), 3.0 * (0.25 + 0.25 + 0.5));
    EXPECT_DOUBLE_EQ(friction_scale(geometry, node, weight, 1), 3.0);  // an obstacle has no side of its own
}

// min(s a, b) is no multiple of min(a, b): what would not be the rule's coefficient at the contact is refused.
TEST(Variation, other_rules_than_product_want_one_coefficient)
{
    for (const FrictionRule rule : {FrictionRule::min, FrictionRule::max, FrictionRule::mean}) {
        Scene scene = sheet_scene("projective", 0.4);
        scene.contact.friction_rule = rule;
        std::vector<double>& friction = scene.objects[0].variation.emplace().friction;
        friction.assign(45, 1.0);
        EXPECT_NO_THROW(build_model(scene));
        friction[7] = 0.5;
        const std::string text = test::input_error([&] { build_model(scene); });
        EXPECT_TRUE(test::contains(text, "variation.friction") && test::contains(text, "choose product"))
            << text;
        scene.contact.friction = 0.3;  // one for all pairs: no rule
        EXPECT_NO_THROW(build_model(scene));
    }
}

TEST(Variation, lists_of_another_length_are_refused)
{
    Scene scene = sheet_scene("projective", 0.2);
    scene.objects[0].variation.emplace().friction = {1.0, 2.0};
    const std::string text = test::input_error([&] { build_model(scene); });
    EXPECT_TRUE(test::contains(text, "variation.friction")) << text;
    EXPECT_TRUE(test::contains(text, "45")) << text;
    scene.objects[0].variation = Variation{{}, {}, {1.0}};
    const std::string triangles = test::input_error([&] { build_model(scene); });
    EXPECT_TRUE(test::contains(triangles, "64 triangles")) << triangles;
}

TEST(Variation, goes_through_the_scene_file)
{
    Scene scene = sheet_scene("projective", 0.2);
    scene.objects[0].variation =
        Variation{std::vector<double>(45, 0.1), {}, std::vector<double>(64, 1.0 / 3.0)};
    const Scene again = parse_scene(to_json(scene).dump(), "again.json");
    ASSERT_TRUE(again.objects[0].variation.has_value());
    EXPECT_EQ(again.objects[0].variation->friction, scene.objects[0].variation->friction);
    EXPECT_TRUE(again.objects[0].variation->mass.empty());
    EXPECT_EQ(again.objects[0].variation->stiffness, scene.objects[0].variation->stiffness);
    // A scene without has no word of it.
    EXPECT_FALSE(to_json(sheet_scene("projective", 0.2))["objects"][0].contains("variation"));
    const std::string text = test::input_error([] {
        parse_scene(R"({"objects": [{"name": "a", "type": "cloth", "mesh": {"generator": "grid"},
                        "variation": {"mass": [1, -1]}}]})",
                    "bad.json");
    });
    EXPECT_TRUE(test::contains(text, "variation.mass[1]")) << text;
}

}  // namespace
}  // namespace stiction
