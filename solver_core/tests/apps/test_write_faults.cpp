// Every file a run writes, and every call that writes it, fails once: exit code 4, the file named, nothing half-written
// left, and a resumed run with the bytes of an undisturbed one.

#include "solver_core/apps/exit_code.hpp"
#include "solver_core/tests/apps/command_process.hpp"
#include "solver_core/tests/apps/scene_file.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::CommandSettings;
using test::contains;
using test::files_of;
using test::run_command;
using test::TempFolder;
using test::write_scene;

struct WriteFault {
    const char* name;
    const char* file;
    const char* call;
    int after;  // calls that go through before the first that fails
};

CommandSettings failing(const WriteFault& fault)
{
    CommandSettings settings;
    settings.environment = {{"LD_PRELOAD", STICTION_FAILING_CALLS},
                            {"STICTION_FAIL_FILE", fault.file},
                            {"STICTION_FAIL_CALL", fault.call},
                            {"STICTION_FAIL_AFTER", std::to_string(fault.after)},
                            {"ASAN_OPTIONS", "verify_asan_link_order=0"}};
    return settings;
}

// Every line of the manifest is of a whole file, and no temporary name is left.
void expect_nothing_half_written(const std::string& folder)
{
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        EXPECT_FALSE(contains(entry.path().filename().string(), ".tmp.")) << entry.path();
    std::map<std::string, std::uintmax_t> sizes;
    for (const std::string& line : read_lines(folder + "/manifest.jsonl")) {
        const auto entry = nlohmann::json::parse(line);
        sizes[entry["file"]] = entry["size"];
    }
    for (const auto& [file, size] : sizes) {
        if (!std::filesystem::exists(folder + "/" + file) || file == "stats.jsonl") continue;
        EXPECT_EQ(std::filesystem::file_size(folder + "/" + file), size) << file;
    }
    const std::string manifest =
        std::filesystem::exists(folder + "/manifest.jsonl") ? read_file(folder + "/manifest.jsonl") : "";
    EXPECT_TRUE(manifest.empty() || manifest.back() == '\n');
}

// An undisturbed run, made once.
std::string whole_run()
{
    static const TempFolder temp;
    static const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    static const int exit_code = run_command({"simulate", scene, "--out", temp / "whole"}).exit_code;
    EXPECT_EQ(exit_code, kExitDone);
    return temp / "whole";
}

class WriteFaults : public ::testing::TestWithParam<WriteFault> {};

TEST_P(WriteFaults, AreCodeFourNameTheFileAndCanBeResumed)
{
    const WriteFault& fault = GetParam();
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    const std::string whole = whole_run();
    const auto result = run_command({"simulate", scene, "--out", temp / "run"}, failing(fault));
    EXPECT_EQ(result.exit_code, kExitCannotWrite) << result.err;
    EXPECT_TRUE(contains(result.err, "stiction: error: " + temp.path())) << result.err;
    EXPECT_TRUE(contains(result.err, fault.file)) << result.err;
    EXPECT_TRUE(contains(result.err, "No space left on device")) << result.err;
    EXPECT_FALSE(std::filesystem::exists(temp / "run/summary.json"));
    expect_nothing_half_written(temp / "run");

    const auto resumed = run_command({"simulate", scene, "--out", temp / "run", "--resume"});
    EXPECT_EQ(resumed.exit_code, kExitDone) << resumed.err;
    for (const char* part : {"frames", "checkpoints"})
        EXPECT_EQ(files_of(temp / "run", part), files_of(whole, part)) << part;
    EXPECT_EQ(read_file(temp / "run/scene.json"), read_file(whole + "/scene.json"));
    EXPECT_EQ(test::stats_without_times(temp / "run"), test::stats_without_times(whole));
    EXPECT_EQ(test::summary_without_times(temp / "run"), test::summary_without_times(whole));
}

// 24 steps, a checkpoint every 8 and the last 3 kept: steps 0, 8, 16, 24, so that one is taken off the manifest.
INSTANTIATE_TEST_SUITE_P(All, WriteFaults,
                         ::testing::Values(WriteFault{"scene_open", "scene.json", "open", 0},
                                           WriteFault{"scene_write", "scene.json", "write", 0},
                                           WriteFault{"scene_sync", "scene.json", "fsync", 0},
                                           WriteFault{"scene_rename", "scene.json", "rename", 0},
                                           WriteFault{"first_frame_open", "sheet.0000.bgeo", "open", 0},
                                           WriteFault{"frame_write", "sheet.0003.bgeo", "write", 0},
                                           WriteFault{"frame_sync", "block.0003.bgeo", "fsync", 0},
                                           WriteFault{"frame_rename", "sheet.0004.bgeo", "rename", 0},
                                           WriteFault{"stats_open", "stats.jsonl", "open", 0},
                                           WriteFault{"stats_write", "stats.jsonl", "write", 9},
                                           WriteFault{"stats_sync", "stats.jsonl", "fsync", 1},
                                           WriteFault{"checkpoint_open", "step_00000016.ckpt", "open", 0},
                                           WriteFault{"checkpoint_write", "step_00000016.ckpt", "write", 0},
                                           WriteFault{"checkpoint_sync", "step_00000008.ckpt", "fsync", 0},
                                           WriteFault{"checkpoint_rename", "step_00000024.ckpt", "rename", 0},
                                           WriteFault{"manifest_open", "manifest.jsonl", "open", 3},
                                           WriteFault{"manifest_first_write", "manifest.jsonl", "write", 0},
                                           WriteFault{"manifest_write", "manifest.jsonl", "write", 7},
                                           WriteFault{"manifest_sync", "manifest.jsonl", "fsync", 5},
                                           WriteFault{"manifest_rename", "manifest.jsonl", "rename", 0},
                                           WriteFault{"summary_open", "summary.json", "open", 0},
                                           WriteFault{"summary_write", "summary.json", "write", 0},
                                           WriteFault{"summary_sync", "summary.json", "fsync", 0},
                                           WriteFault{"summary_rename", "summary.json", "rename", 0}),
                         [](const auto& fault) { return fault.param.name; });

TEST(WriteFaults, APictureIsWholeOrTheOneBefore)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    ASSERT_EQ(run_command({"simulate", scene, "--out", temp / "run"}).exit_code, kExitDone);
    std::filesystem::create_directories(temp / "pictures");
    const std::string picture = temp / "pictures/a.png";
    const std::vector<std::string> render = {"render", temp / "run", picture, "--size", "64x48"};
    for (const bool there_before : {false, true}) {
        if (there_before) write_file_atomically(picture, "the one before");
        for (const char* call : {"open", "write", "fsync", "rename"}) {
            const auto result = run_command(render, failing({"", "a.png", call, 0}));
            EXPECT_EQ(result.exit_code, kExitCannotWrite) << call << result.err;
            EXPECT_TRUE(contains(result.err, picture)) << result.err;
            const auto left = files_of(temp / "pictures", "");
            EXPECT_EQ(left.size(), there_before ? 1U : 0U) << call;
            for (const auto& [name, bytes] : left) EXPECT_EQ(bytes, "the one before") << call;
        }
    }
    EXPECT_EQ(run_command(render).exit_code, kExitDone);
}

TEST(WriteFaults, AStatisticsFileThatIsAFullDevice)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    std::filesystem::create_directories(temp / "run");
    std::filesystem::create_symlink("/dev/full", temp / "run/stats.jsonl");
    const auto result = run_command({"simulate", scene, "--out", temp / "run"});
    EXPECT_EQ(result.exit_code, kExitCannotWrite) << result.err;
    EXPECT_TRUE(contains(result.err, "stats.jsonl")) << result.err;
    std::filesystem::remove(temp / "run/stats.jsonl");
    EXPECT_EQ(run_command({"simulate", scene, "--out", temp / "run", "--resume"}).exit_code, kExitDone);
}

}  // namespace
}  // namespace stiction
