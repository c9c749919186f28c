// The compare command on the real binary: runs against foreign files, the table, JSON, the page, refusals.

#include "solver_core/apps/exit_code.hpp"
#include "solver_core/apps/report_page.hpp"
#include "solver_core/tests/apps/command_process.hpp"
#include "solver_core/tests/apps/scene_file.hpp"
#include "solver_core/tests/compare/made_cache.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::contains;
using test::run_command;
using test::TempFolder;
using test::write_scene;
using Json = nlohmann::ordered_json;

// A level sheet of a metre, `gap` above the ground, that creeps and trembles.
void write_cache(const std::string& folder, int divisions, double gap, double speed, double tremble)
{
    std::filesystem::create_directories(folder);
    for (int f = 0; f < 13; ++f) {
        SurfaceMesh mesh = test::flat_sheet(divisions);
        const double t = f / 24.0;
        for (Vec3& x : mesh.positions) x += Vec3(speed * t, gap + (f % 2 == 0 ? tremble : -tremble), 0.0);
        const std::string name = fmt::format("{}/cloth.{:04}.ply", folder, f + 1);
        write_file_atomically(name, encode_geometry(test::table_of(mesh), "ply", {true}));
    }
}

constexpr const char* kGround = R"({"name": "ground", "time": {"frames": 1}, "objects": [
    {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "divisions": [2, 2]}},
    {"name": "ground", "type": "collider", "shape": {"type": "plane"}}]})";

TEST(CompareCommand, TellsACreepingCacheFromAStillOne)
{
    const TempFolder temp;
    write_cache(temp / "still", 6, 0.001, 0.0, 0.0);
    write_cache(temp / "creeping", 5, -0.002, 0.01, 1e-4);
    const std::string ground = write_scene(temp, "ground.json", kGround);
    const auto result = run_command({"compare", temp / "still", (temp / "creeping") + "/cloth.$F4.ply",
                                     "--scene", ground, "--json", "--rest-from", "0"});
    ASSERT_EQ(result.exit_code, kExitDone) << result.err;
    const Json json = Json::parse(result.out);
    const Json& a = json["a"]["measures"];
    const Json& b = json["b"]["measures"];
    EXPECT_NEAR(a["drift_mean"].get<double>(), 0.0, 1e-9);
    EXPECT_NEAR(b["drift_mean"].get<double>(), 0.01, 1e-6);
    EXPECT_NEAR(b["jitter"].get<double>(), 1e-4, 1e-9);
    EXPECT_NEAR(b["penetration_max"].get<double>(), 0.0021, 1e-9);
    EXPECT_NEAR(b["slid_mean"].get<double>(), 0.005, 1e-9);
    EXPECT_TRUE(b["volume_first"].is_null());
    EXPECT_TRUE(b["seconds_per_frame"].is_null());
    EXPECT_EQ(json["better"]["drift_mean"], "A");
    EXPECT_EQ(json["better"]["penetration_max"], "A");
    EXPECT_FALSE(json["difference"]["same_points"].get<bool>());
    EXPECT_NEAR(json["difference"]["surface_last"].get<double>(), 0.003, 5e-4);
    const auto table = run_command({"compare", temp / "still", temp / "creeping", "--scene", ground});
    EXPECT_TRUE(contains(table.out, "A is better at\n  drift of resting parts, mean: ")) << table.out;
}

TEST(CompareCommand, RunAgainstItsOwnFramesInOtherUnits)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "scene.json", test::sliding_scene_text());
    const std::string run = temp / "run";
    ASSERT_EQ(run_command({"simulate", scene, "--out", run, "--format", "ply"}).exit_code, kExitDone);
    std::filesystem::create_directories(temp / "foreign");
    for (int f = 0; f <= 6; ++f) {
        GeometryTable table = read_geometry(fmt::format("{}/frames/sheet.{:04}.ply", run, f));
        for (Vec3& x : table.positions) x *= 100.0;
        write_file_atomically(fmt::format("{}/cm.{}.bgeo", temp / "foreign", f + 1001),
                              encode_geometry(table, "bgeo"));
    }
    std::vector<std::string> arguments = {"compare", run,        temp / "foreign", "--object",
                                          "sheet",   "--unit-b", "0.01",           "--json"};
    const bool has_page = !page_template().empty();
    if (has_page) arguments.insert(arguments.end(), {"--page", temp / "both.html"});
    const auto result = run_command(arguments);
    ASSERT_EQ(result.exit_code, kExitDone) << result.err;
    const Json json = Json::parse(result.out);
    EXPECT_DOUBLE_EQ(json["b"]["fps"].get<double>(), 50.0) << "the run's rate";
    EXPECT_EQ(json["difference"]["frames"], 7);
    EXPECT_TRUE(json["difference"]["same_points"].get<bool>());
    EXPECT_LT(json["difference"]["point_max"].get<double>(), 1e-6);
    EXPECT_GT(json["a"]["measures"]["seconds_per_frame"].get<double>(), 0.0);
    for (const char* key : {"slid_mean", "penetration_max", "stretch_max", "path"})
        EXPECT_NEAR(json["a"]["measures"][key].get<double>(), json["b"]["measures"][key].get<double>(), 1e-5)
            << key;
    if (!has_page) return;
    // Both are in the page, the foreign one with the run's collider and no parameters.
    const std::string html = read_file(temp / "both.html");
    const std::string open = "id=\"report-data\">";
    const std::size_t begin = html.find(open) + open.size();
    const Json page = Json::parse(html.substr(begin, html.find("</script>", begin) - begin));
    ASSERT_EQ(page["runs"].size(), 2U);
    EXPECT_TRUE(page["runs"][1]["foreign"].get<bool>());
    EXPECT_EQ(page["runs"][1]["label"], "foreign");
    EXPECT_EQ(page["runs"][1]["frames"].size(), 7U);
    EXPECT_EQ(page["runs"][1]["colliders"][0]["shape"], "plane");
    EXPECT_TRUE(page["runs"][1]["summary"].is_null());
    EXPECT_TRUE(page["parameters"].empty());
}

TEST(CompareCommand, SaysWhatIsWrong)
{
    const TempFolder temp;
    write_cache(temp / "a", 4, 0.0, 0.0, 0.0);
    write_cache(temp / "gap", 4, 0.0, 0.0, 0.0);
    std::filesystem::remove(temp / "gap/cloth.0004.ply");
    const std::string no_collider = write_scene(temp, "alone.json", R"({"objects": [
        {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid"}}]})");
    const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
        {{temp / "a", temp / "nowhere"}, "no such file or sequence"},
        {{temp / "a", temp / "gap"}, "frame 5 follows frame 3"},
        {{temp / "a", temp / "a", "--frames", "1-2"}, "2 frames found"},
        {{temp / "a", temp / "a", "--frames", "50-60"}, "there are 1 to 13"},
        {{temp / "a", temp / "a", "--frames", "9-1"}, "0 <= A <= B"},
        {{temp / "a", temp / "a", "--fps", "0"}, "--fps"},
        {{temp / "a", temp / "a", "--rest-from", "10"}, "--rest-from"},
        {{temp / "a", temp / "a", "--rest-b", temp / "nothing.obj"}, "nothing.obj"},
        {{temp / "a", temp / "a", "--scene", no_collider}, "no object of type \"collider\""},
        {{temp / "a", temp / "a", "--unit-b", "-1"}, "--unit-b"},
        {{temp / "a"}, "compare"},
    };
    for (const auto& [arguments, message] : wrong) {
        std::vector<std::string> all = {"compare"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const auto result = run_command(all);
        EXPECT_EQ(result.exit_code, kExitBadInput) << message;
        EXPECT_TRUE(contains(result.err, message)) << result.err;
    }
}

}  // namespace
}  // namespace stiction
