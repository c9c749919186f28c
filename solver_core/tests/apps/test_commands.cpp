// The command as a user meets it: arguments, exit codes, what goes to stdout and what to stderr.

#include "solver_core/apps/command.hpp"
#include "solver_core/tests/apps/command_process.hpp"
#include "solver_core/tests/apps/scene_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stiction {
namespace {

using test::contains;
using test::run_command;
using test::TempFolder;
using test::write_scene;

TEST(Commands, VersionAndHelpSucceed)
{
    EXPECT_EQ(run_command({"--version"}).exit_code, kExitDone);
    EXPECT_TRUE(contains(run_command({"--version"}).out, "stiction "));
    const auto help = run_command({"--help"});
    EXPECT_EQ(help.exit_code, kExitDone);
    CLI::App app;
    int exit_code = kExitDone;
    add_commands(app, exit_code);
    const auto commands = app.get_subcommands(nullptr);
    EXPECT_GE(commands.size(), 6U);
    for (const CLI::App* command : commands) {
        EXPECT_TRUE(contains(help.out, "\n  " + command->get_name() + " ")) << command->get_name();
        const auto own = run_command({command->get_name(), "--help"});
        EXPECT_EQ(own.exit_code, kExitDone) << command->get_name();
        EXPECT_TRUE(contains(own.out, command->get_description())) << own.out;
    }
}

TEST(Commands, WrongUsageIsBadInput)
{
    const std::vector<std::vector<std::string>> wrong = {
        {},
        {"dance"},
        {"simulate"},
        {"simulate", "scene.json", "--dance"},
        {"simulate", "scene.json", "--threads", "0"},
        {"simulate", "scene.json", "--threads", "many"},
        {"simulate", "scene.json", "--format", "gif"},
        {"simulate", "scene.json", "--frames", "5-"},
        {"simulate", "scene.json", "--frames", "5-2"},
        {"simulate", "scene.json", "--frames", "-1-2"},
        {"verify"},
        {"validate"},
    };
    for (const auto& arguments : wrong) {
        const auto result = run_command(arguments);
        EXPECT_EQ(result.exit_code, kExitBadInput) << ::testing::PrintToString(arguments) << result.err;
        EXPECT_TRUE(contains(result.err, "stiction: error: ")) << result.err;
        EXPECT_TRUE(result.out.empty()) << result.out;
    }
}

TEST(Commands, WrongUsageSaysWhatWasMeantAndWhereToRead)
{
    const std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> slips = {
        {{}, {"no command", "simulate, validate, verify", "see stiction --help"}},
        {{"simulat", "s.json"}, {"\"simulat\"", "no such command", "did you mean simulate?"}},
        {{"dance"}, {"no such command", "render"}},
        {{"simulate"}, {"simulate: scene is required", "see stiction simulate --help"}},
        {{"simulate", "s.json", "--thread", "2"},
         {"did you mean --threads?", "see stiction simulate --help"}},
        {{"verify", "s.json", "--thread=2"}, {"did you mean --threads?", "see stiction verify --help"}},
        {{"schema", "--json"}, {"schema: ", "--json", "see stiction schema --help"}},
        {{"simulate", "s.json", "t.json"}, {"t.json", "one scene", "one by one"}},
        {{"simulate", ""}, {"scene file: found an empty name"}},
        {{"render", "nosuch", "a.jpg"}, {"a.jpg", "ends in .png"}},
        {{"render", "nosuch", "a.png"}, {"nosuch", "not the folder of a run", "simulate --out DIR"}},
    };
    for (const auto& [arguments, words] : slips) {
        const auto result = run_command(arguments);
        EXPECT_EQ(result.exit_code, kExitBadInput) << result.err;
        for (const std::string& word : words)
            EXPECT_TRUE(contains(result.err, word)) << word << "\n" << result.err;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
}

TEST(Commands, BadScenesAreBadInputAndWriteNothing)
{
    const TempFolder temp;
    const std::string missing = temp / "missing.json";
    const std::string broken = write_scene(temp, "broken.json", "{\"objects\": [");
    const std::string unknown = write_scene(temp, "unknown.json", R"({"objetcs": []})");
    for (const std::string& scene : {missing, broken, unknown}) {
        for (const char* command : {"simulate", "validate", "verify"}) {
            std::vector<std::string> arguments = {command, scene};
            if (std::string(command) != "validate")
                arguments.insert(arguments.end(), {"--out", temp / "out"});
            const auto result = run_command(arguments);
            EXPECT_EQ(result.exit_code, kExitBadInput) << command << " " << scene << "\n" << result.err;
            EXPECT_TRUE(contains(result.err, "stiction: error: " + scene)) << result.err;
        }
    }
    EXPECT_FALSE(std::filesystem::exists(temp / "out"));
}

TEST(Commands, SimulatePrintsAFrameALineAndTheSummaryOnDemand)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "a scene.json", test::sliding_scene_text());
    const auto plain = run_command({"simulate", scene, "--out", temp / "run"});
    EXPECT_EQ(plain.exit_code, kExitDone) << plain.err;
    EXPECT_TRUE(plain.out.empty());
    EXPECT_TRUE(contains(plain.err, "frame 6/6")) << plain.err;
    EXPECT_FALSE(contains(plain.err, "\x1b")) << "colours or cursor moves in a file";
    const auto json = run_command({"simulate", scene, "--out", temp / "run", "--json"});
    EXPECT_EQ(json.exit_code, kExitDone);
    EXPECT_EQ(nlohmann::json::parse(json.out), nlohmann::json::parse(read_file(temp / "run/summary.json")));
}

TEST(Commands, DefaultFolderIsNamedAfterTheScene)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    test::CommandSettings settings;
    settings.working_folder = temp.path();
    EXPECT_EQ(run_command({"simulate", "s.json", "--frames", "0"}, settings).exit_code, kExitDone);
    EXPECT_TRUE(std::filesystem::exists(temp / "out/sliding/summary.json"));
    EXPECT_EQ(
        run_command({"simulate", "s.json", "--frames", "0", "--set", "name=../up/..ö"}, settings).exit_code,
        kExitDone);
    EXPECT_TRUE(std::filesystem::exists(temp / "out/_._up_..ö/summary.json"));
}

TEST(Commands, SetChangesTheScene)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    // Before the scene, after it, and several after one --set.
    const auto result = run_command({"simulate", "--set", "time.frames=1", scene, "--out", temp / "run",
                                     "--set", "objects.sheet.friction=0.75", "output.format=obj"});
    EXPECT_EQ(result.exit_code, kExitDone) << result.err;
    const auto json = nlohmann::json::parse(read_file(temp / "run/scene.json"));
    EXPECT_EQ(json["time"]["frames"], 1);
    EXPECT_EQ(json["objects"][0]["friction"], 0.75);
    EXPECT_TRUE(std::filesystem::exists(temp / "run/frames/sheet.0001.obj"));
    for (const char* bad : {"time.frames=-1", "time.framse=1", "nothing", "objects.blanket.friction=1"})
        EXPECT_EQ(run_command({"simulate", scene, "--out", temp / "bad", "--set", bad}).exit_code,
                  kExitBadInput)
            << bad;
    EXPECT_FALSE(std::filesystem::exists(temp / "bad"));
}

TEST(Commands, FramesAndFormat)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    EXPECT_EQ(run_command({"simulate", scene, "--out", temp / "run", "--frames", "2-3", "--format", "ply"})
                  .exit_code,
              kExitDone);
    const auto frames = test::files_of(temp / "run", "frames");
    EXPECT_EQ(frames.size(), 4U);
    EXPECT_EQ(frames.count("block.0003.ply"), 1U);
    const auto beyond = run_command({"simulate", scene, "--out", temp / "beyond", "--frames", "2-7"});
    EXPECT_EQ(beyond.exit_code, kExitBadInput);
    EXPECT_TRUE(contains(beyond.err, "--frames")) << beyond.err;
    EXPECT_FALSE(std::filesystem::exists(temp / "beyond"));
}

TEST(Commands, ThreadsGiveTheSameBytes)
{
    const TempFolder temp;
    const std::string scene =
        write_scene(temp, "s.json", test::sliding_scene_text(40));  // more than one chunk
    for (const char* threads : {"1", "2", "3"})
        ASSERT_EQ(run_command({"simulate", scene, "--out", temp / threads, "--threads", threads}).exit_code,
                  kExitDone);
    for (const char* threads : {"2", "3"}) {
        EXPECT_EQ(test::files_of(temp / threads, "frames"), test::files_of(temp / "1", "frames"));
        EXPECT_EQ(test::files_of(temp / threads, "checkpoints"), test::files_of(temp / "1", "checkpoints"));
        EXPECT_EQ(test::summary_without_times(temp / threads), test::summary_without_times(temp / "1"));
    }
}

TEST(Commands, AFailedSolveIsCodeThree)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "fall.json", R"({"name": "fall", "gravity": [0, -10000, 0],
        "time": {"step": 1.0, "steps_per_frame": 1, "frames": 20}, "solver": {"iterations": 2},
        "objects": [{"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "divisions": [2, 2]}}],
        "expect": [{"quantity": "steps", "min": 1}]})");
    const auto result = run_command({"simulate", scene, "--out", temp / "run", "--json"});
    EXPECT_EQ(result.exit_code, kExitSolveFailed) << result.err;
    EXPECT_TRUE(contains(result.err, "the solve failed")) << result.err;
    EXPECT_EQ(nlohmann::json::parse(result.out)["status"], "failed");
    EXPECT_TRUE(std::filesystem::exists(temp / "run/frames/sheet.0001.bgeo"));
    EXPECT_EQ(run_command({"verify", scene}).exit_code, kExitSolveFailed);
}

TEST(Commands, VerifyTellsWhatHolds)
{
    const TempFolder temp;
    const std::string good = write_scene(temp, "good.json", test::sliding_scene_text());
    const auto held = run_command({"verify", good});
    EXPECT_EQ(held.exit_code, kExitDone) << held.err;
    EXPECT_TRUE(contains(held.out, "objects.sheet.slid")) << held.out;
    EXPECT_TRUE(contains(held.out, "1 of 1")) << held.out;
    const auto failed = run_command({"verify", good, "--set", "expect[0].max=1e-9", "--json"});
    EXPECT_EQ(failed.exit_code, kExitExpectationFailed) << failed.out << failed.err;
    const auto json = nlohmann::json::parse(failed.out);
    EXPECT_EQ(json["scenes"][0]["passed"], false);
    EXPECT_EQ(json["scenes"][0]["verdicts"][0]["quantity"], "objects.sheet.slid");
    const auto kept = run_command({"verify", good, "--out", temp / "kept"});
    EXPECT_EQ(kept.exit_code, kExitDone);
    EXPECT_TRUE(std::filesystem::exists(temp / "kept/sliding/summary.json"));
    EXPECT_FALSE(std::filesystem::exists(temp / "kept/sliding/frames"));
}

TEST(Commands, VerifyRefusesASceneWithoutExpectationsBeforeRunningAny)
{
    const TempFolder temp;
    const std::string good = write_scene(temp, "good.json", test::sliding_scene_text());
    const std::string mute = write_scene(temp, "mute.json", R"({"name": "mute", "objects": [
        {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid"}}]})");
    const auto result = run_command({"verify", good, mute});
    EXPECT_EQ(result.exit_code, kExitBadInput);
    EXPECT_TRUE(contains(result.err, mute + ": expect")) << result.err;
    EXPECT_TRUE(result.out.empty()) << result.out;
}

TEST(Commands, ValidateSaysWhatTheSceneHolds)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    const auto result = run_command({"validate", scene});
    EXPECT_EQ(result.exit_code, kExitDone) << result.err;
    for (const char* word : {"sheet", "block", "slope", "49", "24 steps"})
        EXPECT_TRUE(contains(result.out, word)) << word << "\n" << result.out;
    const auto json = nlohmann::json::parse(run_command({"validate", scene, "--json"}).out);
    EXPECT_EQ(json["objects"][0]["nodes"], 49);
    EXPECT_NEAR(json["objects"][1]["mass"].get<double>(), 1.0, 1e-9);  // a litre at 1000 kg/m^3
    EXPECT_EQ(json["colliders"][0]["name"], "slope");
}

TEST(Commands, ValidateLooksAtEveryScene)
{
    const TempFolder temp;
    const std::string good = write_scene(temp, "good.json", test::sliding_scene_text());
    const std::string bad = write_scene(temp, "bad.json", "{}");
    const std::string missing = temp / "missing.json";
    const auto result = run_command({"validate", bad, good, missing, good});
    EXPECT_EQ(result.exit_code, kExitBadInput);
    EXPECT_TRUE(contains(result.err, bad + ": objects") || contains(result.err, bad + ": found"))
        << result.err;
    EXPECT_TRUE(contains(result.err, missing + ": cannot be opened")) << result.err;
    EXPECT_TRUE(contains(result.out, "sheet")) << result.out;
    EXPECT_EQ(run_command({"validate", good, good}).exit_code, kExitDone);
    const auto json = nlohmann::json::parse(run_command({"validate", bad, good, "--json"}).out);
    ASSERT_EQ(json["scenes"].size(), 2U);
    EXPECT_EQ(json["scenes"][0]["file"], bad);
    EXPECT_EQ(json["scenes"][0]["valid"], false);
    EXPECT_EQ(json["scenes"][1]["valid"], true);
    EXPECT_EQ(json["scenes"][1]["nodes"], 49 + 27);
}

TEST(Commands, VerifyKeepsScenesOfOneNameApart)
{
    const TempFolder temp;
    const std::string first = write_scene(temp, "first.json", test::sliding_scene_text());
    const std::string second = write_scene(temp, "second.json", test::sliding_scene_text());
    const auto kept = run_command({"verify", first, second, "--out", temp / "kept"});
    EXPECT_EQ(kept.exit_code, kExitBadInput) << kept.out;
    EXPECT_TRUE(contains(kept.err, second + ": name") && contains(kept.err, first)) << kept.err;
    EXPECT_FALSE(std::filesystem::exists(temp / "kept"));
    EXPECT_EQ(run_command({"verify", first, second}).exit_code, kExitDone);  // nothing is kept
    EXPECT_EQ(run_command({"verify", first, "--out", first + "/below a file"}).exit_code, kExitCannotWrite);
}

TEST(Commands, Presets)
{
    EXPECT_TRUE(contains(run_command({"presets"}).out, "denim"));
    EXPECT_TRUE(contains(run_command({"presets", "denim"}).out, "table 5.1"));
    const auto list = nlohmann::json::parse(run_command({"presets", "rubber", "--json"}).out);
    EXPECT_EQ(list["presets"].size(), 2U);
    EXPECT_EQ(list["presets"][0]["sources"]["stretch"]["unit"], "N/m");
    EXPECT_EQ(run_command({"presets", "denin"}).exit_code, kExitBadInput);
    const auto scene = nlohmann::json::parse(run_command({"presets", "silk", "--scene", "drape"}).out);
    EXPECT_EQ(scene["objects"][0]["type"], "cloth");
    EXPECT_EQ(run_command({"presets", "silk", "--scene", "rain"}).exit_code, kExitBadInput);
    const auto measured = nlohmann::json::parse(run_command({"presets", "--measure", "foam", "--json"}).out);
    EXPECT_NEAR(measured["measured"][0]["tensile"]["slope"].get<double>(), 15e3, 150.0);
}

TEST(Commands, SchemaAndMethods)
{
    const auto schema = nlohmann::json::parse(run_command({"schema"}).out);
    EXPECT_TRUE(contains(schema["$schema"].get<std::string>(), "2020-12"));
    EXPECT_TRUE(contains(run_command({"schema", "--markdown"}).out, "steps_per_frame"));
    EXPECT_TRUE(contains(run_command({"methods"}).out, "projective"));
    const auto methods = nlohmann::json::parse(run_command({"methods", "--json"}).out);
    EXPECT_EQ(methods["methods"][0]["name"], "projective");
}

TEST(Commands, RefusesAFolderOfSomethingElse)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    const auto result = run_command({"simulate", scene, "--out", temp.path()});  // holds s.json
    EXPECT_EQ(result.exit_code, kExitBadInput);
    EXPECT_TRUE(contains(result.err, "s.json")) << result.err;
}

}  // namespace
}  // namespace stiction
