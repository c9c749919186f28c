// Scenes through `stiction export` and the adapter: files with attributes, read as a host's geometry would be, give what the
// command gives. Times are exact in binary, so that both mean the same bits.

#include "hdk_plugins/adapter/host_solver.hpp"
#include "hdk_plugins/tests/adapter/merged_detail.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"
#include "solver_core/apps/command.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <map>

namespace stiction {
namespace {

constexpr int kFrames = 4;

std::string scene_text(const std::string& method, const std::string& objects)
{
    return fmt::format(
        R"({{"name": "exported", "time": {{"step": 0.00390625, "steps_per_frame": 8, "frames": {}}},
        "solver": {{"method": "{}", "iterations": 5}}, "gravity": [0.5, -9.0, 0], "objects": [{}]}})",
        kFrames, method, objects);
}

// Numbers for the points or elements of a mesh: 1, 1.5, 2, 1, ...
std::string some_numbers(int count)
{
    std::string list;
    for (int i = 0; i < count; ++i) list += fmt::format("{}{}", i == 0 ? "" : ", ", 1.0 + 0.5 * (i % 3));
    return "[" + list + "]";
}

const std::string kSheet =
    R"({"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "size": [0.5, 0.5],
    "divisions": [6, 6]}, "friction": 0.5, "transform": {"translate": [0, 0.01, 0]},
    "material": {"density": 0.25, "stretch": 300}, "velocity": [0.25, 0, 0], "pins": [{"points": [0, 6]}]})";
const std::string kFloor =
    R"({"name": "floor", "type": "collider", "friction": 0.25, "shape": {"type": "mesh",
    "mesh": {"generator": "box", "size": [0.8, 0.2, 0.8], "divisions": [4, 1, 4]}}, "transform": {"translate": [0, -0.1, 0]})";

// Where it lies already: a placement would be computed in another order, and smooth surfaces differ in the last digits then.
const std::string kStill =
    R"({"name": "floor", "type": "collider", "friction": 0.25, "shape": {"type": "mesh",
    "mesh": {"file": "moving.0000.bgeo"}}})";

std::string moving_floor()
{
    return fmt::format(
        R"({{"name": "floor", "type": "collider", "friction": 0.25, "shape": {{"type": "mesh",
            "mesh": {{"file": "moving.0000.bgeo"}},
            "sequence": {{"files": "moving.%04d.bgeo", "first": 0, "last": {}, "fps": 32}}}}}})",
        kFrames);
}

std::string block(const std::string& more = "")
{
    return R"({"name": "block", "type": "soft", "mesh": {"generator": "box", "size": [0.125, 0.125, 0.125],
        "divisions": [2, 2, 2]}, "friction": 0.75, "transform": {"translate": [0.03125, 0.0703125, 0]},
        "material": {"young": 50000, "poisson": 0.25})" +
           more + "}";
}

class ExportedScene {
public:
    explicit ExportedScene(const std::string& text)
    {
        for (int frame = 0; frame <= kFrames; ++frame)
            write_file_atomically(folder_ / fmt::format("moving.{:04}.bgeo", frame),
                                  encode_geo(test::floor_detail(frame), JsonEncoding::binary));
        write_file_atomically(folder_ / "scene.json", text);
        const std::string scene = folder_ / "scene.json", out = folder_ / "geo";
        const char* const words[] = {"stiction", "export", scene.c_str(), "--out", out.c_str()};
        CLI::App app;
        int exit_code = -1;
        add_export_command(app, exit_code);
        app.parse(5, words);
        EXPECT_EQ(exit_code, 0);
        list_ = Json::parse(read_file(folder_ / "geo/export.json"));
    }

    Simulation simulated() const
    {
        Simulation simulation = begin_simulation(load_scene(folder_ / "scene.json"));
        for (int step = 0; step < 8 * kFrames; ++step)
            EXPECT_TRUE(is_usable(advance_step(simulation, {}).status)) << step;
        return simulation;
    }

    // The same through the adapter, every object a geometry of its own.
    State adapted() const
    {
        HostScene host = empty_host();
        for (const bool colliders : {false, true})
            for (const std::string& name : names(colliders))
                host.objects.push_back({name, colliders, read(name, 0), {}});
        return played(host, [&](const HostSolver&, int frame) { return motion(frame); });
    }

    // The same as the networks of .hip files have it: all that moves merged into one geometry, all colliders into another.
    State merged(const std::vector<std::string>& extra) const
    {
        HostScene host = empty_host();
        host.extra = extra;
        for (const bool colliders : {false, true})
            host.objects.push_back(
                {colliders ? "collider" : "geometry", colliders, merged_at(colliders, 0), {}});
        return played(host, [&](const HostSolver& solver, int frame) {
            GivenMotion motion;
            const Vec3Array all = positions_of(merged_at(true, frame));
            for (const std::size_t c : solver.colliders())
                motion.colliders.push_back(share_of(all, solver.built().links[c], "colliders"));
            return motion;
        });
    }

private:
    HostScene empty_host() const
    {
        HostScene host;
        host.name = "exported";
        host.time_step = 1.0 / list_["fps"].get<double>();
        for (const HostParameter& parameter : scene_parameters())
            if (list_["parameters"].contains(parameter.token))
                host.settings.emplace_back(parameter.path, list_["parameters"][parameter.token]);
        return host;
    }
    template <class Motion>
    static State played(const HostScene& host, const Motion& motion)
    {
        HostSolver solver(host);
        EXPECT_TRUE(solver.built().warnings.empty());
        SharedState state = solver.start();
        for (int frame = 1; frame <= kFrames; ++frame) {
            const HostStep step = solver.advance(*state, motion(solver, frame), nullptr);
            EXPECT_TRUE(step.state) << step.failure;
            if (!step.state) break;
            state = step.state;
        }
        return state->checkpoint.state;
    }
    std::vector<std::string> names(bool colliders) const
    {
        std::vector<std::string> found;
        for (const Json& object : list_["objects"])
            if ((object["type"] == "collider") == colliders) found.push_back(object["name"]);
        return found;
    }
    GeoDetail merged_at(bool colliders, int frame) const
    {
        std::vector<GeoDetail> parts;
        for (const Json& object : list_["objects"])
            if ((object["type"] == "collider") == colliders)
                parts.push_back(read(object["name"], object.value("moves", false) ? frame : 0));
        return test::merged(parts);
    }
    GeoDetail read(const std::string& name, int frame) const
    {
        const std::string file = fmt::format("{}.{:04}.bgeo", name, frame);
        return decode_geo(read_file(folder_ / ("geo/" + file)), file);
    }
    GivenMotion motion(int frame) const
    {
        GivenMotion motion;
        for (const Json& object : list_["objects"]) {
            const std::string name = object["name"];
            if (object["type"] == "collider")
                motion.colliders.push_back(object["moves"].get<bool>()
                                               ? std::make_shared<Vec3Array>(positions_of(read(name, frame)))
                                               : nullptr);
            else
                motion.targets.push_back(
                    object["target"].get<bool>()
                        ? std::make_shared<Vec3Array>(positions_of(read(name + "_target", frame)))
                        : nullptr);
        }
        return motion;
    }
    test::TempFolder folder_;
    Json list_;
};

double farthest(const Vec3Array& a, const Vec3Array& b)
{
    double most = a.size() == b.size() ? 0.0 : 1e9;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
    return most;
}

TEST(ExportedScene, cloth_soft_body_and_held_pins_have_the_same_bits)
{
    const ExportedScene scene(scene_text("projective", kSheet + "," + block() + "," + kFloor + "}"));
    EXPECT_EQ(state_hash(scene.adapted()), state_hash(scene.simulated().state));
}

class ExportedSceneOf : public ::testing::TestWithParam<const char*> {};

TEST_P(ExportedSceneOf, what_differs_within_an_object_has_the_same_bits)
{
    const std::string varied =
        fmt::format(R"(, "variation": {{"friction": {}, "mass": {}, "stiffness": {}}})", some_numbers(27),
                    some_numbers(27), some_numbers(48));
    const ExportedScene scene(scene_text(GetParam(), block(varied) + "," + kStill));
    const Simulation plain = ExportedScene(scene_text(GetParam(), block() + "," + kStill)).simulated();
    const Simulation expected = scene.simulated();
    EXPECT_EQ(state_hash(scene.adapted()), state_hash(expected.state));
    EXPECT_NE(state_hash(plain.state), state_hash(expected.state));
}

TEST_P(ExportedSceneOf, deforming_colliders_have_the_same_bits)
{
    const ExportedScene scene(scene_text(GetParam(), block() + "," + moving_floor()));
    EXPECT_EQ(state_hash(scene.adapted()), state_hash(scene.simulated().state));
}

INSTANTIATE_TEST_SUITE_P(Methods, ExportedSceneOf, ::testing::Values("projective", "staggered", "implicit"));

// Cloth and a soft body in one geometry, colliders of different friction and thickness in another, told apart by `name`: what a
// Merge fills in where an object has no such attribute changes nothing, and a pair speaks of one collider of several.
TEST(ExportedScene, merged_geometry_has_the_same_bits)
{
    const std::string step =
        R"({"name": "step", "type": "collider", "friction": 0.9, "thickness": 0.004, "shape": {"type": "mesh",
            "mesh": {"generator": "box", "size": [0.2, 0.02, 0.2], "divisions": [2, 1, 2]}}})";
    const std::string varied = fmt::format(R"(, "variation": {{"friction": {}}})", some_numbers(27));
    std::string text =
        scene_text("projective", kSheet + "," + block(varied) + "," + step + "," + moving_floor());
    const std::string gravity = "\"gravity\"";
    text.replace(text.find(gravity), gravity.size(),
                 R"("contact": {"pairs": [{"a": "sheet", "b": "step", "friction": 0.125}]}, )" + gravity);
    const ExportedScene scene(text);
    const std::uint64_t expected = state_hash(scene.simulated().state);
    const std::string pair = R"(contact.pairs=[{"a": "geometry-sheet", "b": "collider-step", "friction": )";
    EXPECT_EQ(state_hash(scene.merged({pair + "0.125}]"})), expected);
    EXPECT_NE(state_hash(scene.merged({pair + "0.25}]"})), expected) << "the pair says nothing";
}

// What the scene moves by a rule comes as points of frames: the same places, computed in another way.
TEST(ExportedScene, moving_pins_and_colliders_are_within_rounding)
{
    const std::string pinned =
        R"({"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "size": [0.5, 0.5],
        "divisions": [6, 6]}, "friction": 0.5, "transform": {"translate": [0, 0.01, 0]},
        "pins": [{"points": [0, 6], "motion": {"velocity": [0, 0.5, 0]}}]})";
    const ExportedScene scene(
        scene_text("projective", pinned + "," + kFloor + R"(, "motion": {"velocity": [0.125, 0.0625, 0]}})"));
    const Simulation expected = scene.simulated();
    const State found = scene.adapted();
    EXPECT_LT(farthest(found.x, expected.state.x), 1e-9);
    EXPECT_GT(farthest(found.x, expected.model.x0), 1e-2);
}

}  // namespace
}  // namespace stiction
