// Wedges: the grid and its names, and the command with resuming, failing runs, signals and pictures.

#include "solver_core/apps/exit_code.hpp"
#include "solver_core/apps/wedge_grid.hpp"
#include "solver_core/apps/wedge_manifest.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/tests/apps/command_process.hpp"
#include "solver_core/tests/apps/scene_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <thread>

namespace stiction {
namespace {

using test::contains;
using test::run_command;
using test::TempFolder;
using test::write_scene;
using Json = nlohmann::ordered_json;

TEST(WedgeGrid, AllCombinationsWithReadableNames)
{
    const std::vector<WedgeAxis> axes = {parse_axis("objects.sheet.friction=0.1,0.3"),
                                         parse_axis("gravity=[0,-9.81,0],[0,-1.6,0]"),
                                         parse_axis("solver.linear_solver=eigen")};
    ASSERT_EQ(axes[1].values, (std::vector<std::string>{"[0,-9.81,0]", "[0,-1.6,0]"}));
    const std::vector<WedgePoint> points = wedge_points(axes);
    ASSERT_EQ(points.size(), 4U);
    EXPECT_EQ(points[0].name, "friction=0.1_gravity=0_-9.81_0_linear_solver=eigen");
    EXPECT_EQ(points[3].values, (std::vector<std::string>{"0.3", "[0,-1.6,0]", "eigen"}));
    EXPECT_EQ(overrides_of(axes, points[1])[1], "gravity=[0,-1.6,0]");
    // Paths with the same end are told apart.
    const auto two = wedge_points({parse_axis("objects.a.friction=1"), parse_axis("objects.b.friction=2")});
    EXPECT_EQ(two[0].name, "a.friction=1_b.friction=2");
    EXPECT_EQ(label_of(axes, points[0]), "friction 0.1, gravity [0,-9.81,0], linear_solver eigen");
    // Values that look alike as names get numbers.
    const auto alike = wedge_points({parse_axis("name=a b,a/b")});
    EXPECT_EQ(alike[0].name, "name=a_b");
    EXPECT_EQ(alike[1].name, "name=a_b_2");
}

TEST(WedgeGrid, RefusesNonsense)
{
    for (const char* text : {"friction", "=1", "a=", "a=1,,2", "a=1,1"})
        EXPECT_THROW(parse_axis(text), InputError) << text;
    EXPECT_THROW(wedge_points({parse_axis("a=1"), parse_axis("a=2")}), InputError);
}

TEST(WedgeCommand, RunsTheGridAndKeepsWhatIsDone)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "scene.json", test::sliding_scene_text());
    const std::string out = temp / "wedge";
    std::vector<std::string> arguments = {
        "wedge", scene,           "--vary", "objects.slope.friction=0.1,2", "--out",  out,
        "--set", "time.frames=3", "--show", "objects.sheet.slid",           "--jobs", "2"};
    const auto first = run_command(arguments);
    ASSERT_EQ(first.exit_code, kExitDone) << first.err;
    EXPECT_TRUE(contains(first.out, "objects.slope.friction  status  expect  objects.sheet.slid\n"))
        << first.out;
    const Wedge wedge = read_wedge(out);
    ASSERT_EQ(wedge.runs.size(), 2U);
    EXPECT_EQ(wedge.runs[0].point.name, "friction=0.1");
    EXPECT_EQ(wedge.runs[0].status, "done");
    EXPECT_EQ(read_file(out + "/wedge.png").substr(1, 3), "PNG");
    // A run that ran in the wedge equals one that ran alone.
    ASSERT_EQ(run_command({"simulate", scene, "--set", "time.frames=3", "--set", "objects.slope.friction=2",
                           "--out", temp / "alone"})
                  .exit_code,
              kExitDone);
    EXPECT_EQ(test::files_of(out + "/friction=2", "frames"), test::files_of(temp / "alone", "frames"));
    // One more value: what is done is kept, what is new is run.
    const auto written = std::filesystem::last_write_time(out + "/friction=2/summary.json");
    arguments[3] = "objects.slope.friction=2,0.5";
    arguments.emplace_back("--json");
    const auto more = run_command(arguments);
    ASSERT_EQ(more.exit_code, kExitDone) << more.err;
    const Json json = Json::parse(more.out);
    EXPECT_EQ(json["runs"][1]["name"], "friction=0.5");
    EXPECT_EQ(json["runs"][1]["summary"]["scene"], "sliding");
    EXPECT_EQ(std::filesystem::last_write_time(out + "/friction=2/summary.json"), written);
    // Another grid does not fit into the folder.
    arguments[3] = "solver.iterations=2,3";
    const auto other = run_command(arguments);
    EXPECT_EQ(other.exit_code, kExitBadInput);
    EXPECT_TRUE(contains(other.err, "holds a wedge over objects.slope.friction")) << other.err;
    // Sheets of the wedge's runs and frames.
    const auto sheet = run_command(
        {"render", out, "--sheet", temp / "s.png", "--frames", "0-3:3", "--size", "64x48", "--columns", "2"});
    ASSERT_EQ(sheet.exit_code, kExitDone) << sheet.err;
    // Two columns of 64 and a gap of 6; two rows of 48 and a label of 11.
    EXPECT_EQ(read_file(temp / "s.png").substr(16, 8), std::string("\0\0\0\x86\0\0\0\x7c", 8));
}

TEST(WedgeCommand, ChecksEveryValueBeforeItRuns)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "scene.json", test::sliding_scene_text());
    const std::vector<std::pair<std::string, std::string>> wrong = {
        {"objects.sheet.friction=0.1,-3", "objects[0].friction"},
        {"objects.shet.friction=0.1", "did you mean \"sheet\"?"},
        {"solver.method=projective,magic", "magic"},
        {"friction", "--vary"},
    };
    for (const auto& [vary, message] : wrong) {
        const auto result = run_command({"wedge", scene, "--vary", vary, "--out", temp / "wedge"});
        EXPECT_EQ(result.exit_code, kExitBadInput) << vary;
        EXPECT_TRUE(contains(result.err, message)) << result.err;
        EXPECT_FALSE(std::filesystem::exists(temp / "wedge")) << vary;
    }
}

TEST(WedgeCommand, OneFailingRunDoesNotStopTheOthers)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "scene.json", test::sliding_scene_text());
    const std::string out = temp / "wedge";
    // The folder of one run holds something else.
    std::filesystem::create_directories(out + "/friction=0.1");
    write_file_atomically(out + "/friction=0.1/notes.txt", "mine");
    const auto result = run_command({"wedge", scene, "--vary", "objects.slope.friction=0.1,0.2", "--set",
                                     "time.frames=2", "--out", out, "--jobs", "1"});
    EXPECT_EQ(result.exit_code, kExitBadInput) << result.err;
    EXPECT_TRUE(contains(result.out, "friction=0.1 failed with exit code 2")) << result.out;
    const Wedge wedge = read_wedge(out);
    EXPECT_EQ(wedge.runs[0].status, "failed");
    EXPECT_EQ(wedge.runs[1].status, "done");
    EXPECT_EQ(read_file(out + "/friction=0.1/notes.txt"), "mine");
}

TEST(WedgeCommand, StopsWithItsRunsAndGoesOn)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "scene.json", test::sliding_scene_text(16));
    const std::string out = temp / "wedge";
    const std::vector<std::string> arguments = {"wedge",     scene,
                                                "--vary",    "objects.slope.friction=0.1,0.2",
                                                "--set",     "time.frames=40",
                                                "--out",     out,
                                                "--jobs",    "2",
                                                "--no-page", "--no-sheet"};
    test::CommandProcess process(arguments);
    for (int i = 0; i < 1000 && test::file_count(out + "/friction=0.1", "frames") < 2; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    process.send(SIGTERM);
    const auto stopped = process.wait();
    EXPECT_EQ(stopped.exit_code, kExitStopped) << stopped.err;
    EXPECT_EQ(read_wedge(out).runs[0].status, "stopped");
    const auto frames = test::file_count(out + "/friction=0.1", "frames");
    EXPECT_LT(frames, 82U);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_EQ(test::file_count(out + "/friction=0.1", "frames"), frames) << "nobody writes on";
    // A checkpoint was written: the same command goes on.
    EXPECT_FALSE(test::files_of(out + "/friction=0.1", "checkpoints").empty());
    const auto resumed = run_command(arguments);
    EXPECT_EQ(resumed.exit_code, kExitDone) << resumed.err;
    EXPECT_EQ(test::file_count(out + "/friction=0.2", "frames"), 82U);  // sheet and block
}

TEST(WedgeCommand, GoesOnAfterItWasKilled)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "scene.json", test::sliding_scene_text(16));
    const std::vector<std::string> arguments = {"wedge",     scene,
                                                "--vary",    "objects.slope.friction=0.1,0.2,0.3",
                                                "--set",     "time.frames=30",
                                                "--jobs",    "2",
                                                "--no-page", "--no-sheet"};
    const auto with_out = [&](const std::string& out) {
        std::vector<std::string> all = arguments;
        all.insert(all.end(), {"--out", out});
        return all;
    };
    const std::string out = temp / "killed";
    // The third run cannot begin while nobody reads this pipe, so that the wedge cannot be done before it is killed,
    // however late that is.
    const std::string pipe = out + "/logs/friction=0.3.log";
    std::filesystem::create_directories(out + "/logs");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0666), 0);
    {
        test::CommandProcess process(with_out(out));
        for (int i = 0; i < 1000 && test::file_count(out + "/friction=0.1", "frames") < 4; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        process.send(SIGKILL);
        EXPECT_EQ(process.wait().exit_code, 128 + SIGKILL);
    }
    std::filesystem::remove(pipe);
    // At once: its runs may still be about to stop, or not even have begun.
    const auto resumed = run_command(with_out(out));
    ASSERT_EQ(resumed.exit_code, kExitDone) << resumed.err << resumed.out;
    ASSERT_EQ(run_command(with_out(temp / "whole")).exit_code, kExitDone);
    for (const char* run : {"/friction=0.1", "/friction=0.2", "/friction=0.3"})
        EXPECT_EQ(test::files_of(out + run, "frames"), test::files_of((temp / "whole") + run, "frames"))
            << run;
}

TEST(WedgeCommand, RunsThatFailKeepTheirPlaceOnTheSheet)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "scene.json", test::sliding_scene_text());
    const std::string out = temp / "wedge";
    std::filesystem::create_directories(out + "/friction=0.1_iterations=2");
    write_file_atomically(out + "/friction=0.1_iterations=2/notes.txt", "mine");
    const auto result =
        run_command({"wedge", scene, "--vary", "objects.slope.friction=0.1,0.2", "--vary",
                     "solver.iterations=1,2", "--set", "time.frames=2", "--set",
                     R"(expect=[{"quantity": "steps", "min": 1}, {"quantity": "steps", "max": 0}])", "--out",
                     out, "--jobs", "2", "--json"});
    EXPECT_EQ(result.exit_code, kExitBadInput) << result.err;
    const Json runs = Json::parse(result.out)["runs"];
    EXPECT_EQ(runs[0]["expectations"]["held"], 1);
    EXPECT_EQ(runs[0]["expectations"]["all"], 2);
    EXPECT_EQ(runs[1]["status"], "failed");
    EXPECT_EQ(runs[1]["expectations"]["all"], 0);
    // Two columns of 480 and a gap of 6; two rows of 270 with two lines of 22 each, and a gap.
    const std::string png = read_file(out + "/wedge.png");
    EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x03\xc6\0\0\x02\x7a", 8));
}

}  // namespace
}  // namespace stiction
