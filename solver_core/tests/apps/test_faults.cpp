// Kills, signals, full disks, a second process: a run is either whole or can be resumed to the same bytes.

#include "solver_core/apps/exit_code.hpp"
#include "solver_core/tests/apps/command_process.hpp"
#include "solver_core/tests/apps/scene_file.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <random>
#include <thread>

namespace stiction {
namespace {

using test::CommandProcess;
using test::contains;
using test::files_of;
using test::run_command;
using test::TempFolder;
using test::write_scene;
using Milliseconds = std::chrono::duration<double, std::milli>;

int fuzz_scale()
{
    const char* text = std::getenv("STICTION_FUZZ_SCALE");
    return text ? std::max(1, std::atoi(text)) : 1;
}

// Long enough to be killed in the middle.
std::string long_scene_text() { return test::sliding_scene_text(20); }

double milliseconds_of(const std::vector<std::string>& arguments)
{
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(run_command(arguments).exit_code, kExitDone);
    return Milliseconds(std::chrono::steady_clock::now() - start).count();
}

void expect_same_run(const std::string& folder, const std::string& reference)
{
    EXPECT_EQ(files_of(folder, "frames"), files_of(reference, "frames"));
    EXPECT_EQ(files_of(folder, "checkpoints"), files_of(reference, "checkpoints"));
    EXPECT_EQ(test::stats_without_times(folder), test::stats_without_times(reference));
    EXPECT_EQ(test::summary_without_times(folder), test::summary_without_times(reference));
}

long long largest_file(const std::string& folder)
{
    std::uintmax_t largest = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        largest = std::max(largest, entry.file_size());
    return static_cast<long long>(largest);
}

// Bytes a run takes on disk, file by file in whole pages.
std::uintmax_t size_on_disk(const std::string& folder)
{
    constexpr std::uintmax_t kPage = 4096;
    std::uintmax_t total = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) total += (entry.file_size() + kPage - 1) / kPage * kPage;
    return total;
}

// Every file the manifest lists last is there with the listed size: nothing at a final name is partial.
void expect_no_partial_files(const std::string& folder)
{
    std::map<std::string, std::uint64_t> sizes;
    for (const std::string& line : read_lines(folder + "/manifest.jsonl")) {
        const auto entry = nlohmann::json::parse(line);
        sizes[entry["file"].get<std::string>()] = entry["size"].get<std::uint64_t>();
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = std::filesystem::relative(entry.path(), folder).generic_string();
        EXPECT_FALSE(contains(name, ".tmp.")) << name;
        if (sizes.count(name) > 0 && name != "stats.jsonl") {
            EXPECT_EQ(std::filesystem::file_size(entry.path()), sizes[name]) << name;
        }
    }
}

TEST(Faults, KilledAtRandomMomentsAndResumedGivesTheSameBytes)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", long_scene_text());
    const double whole = milliseconds_of({"simulate", scene, "--out", temp / "whole"});
    std::mt19937 random(7);
    const int kills = 6 * fuzz_scale();
    int killed = 0;
    for (int i = 0; i < kills; ++i) {
        SCOPED_TRACE(i);
        const std::string folder = temp / fmt::format("run {}", i);
        {
            CommandProcess process({"simulate", scene, "--out", folder, "--resume"});
            const double moment = whole * std::uniform_real_distribution<double>(0.02, 0.9)(random);
            std::this_thread::sleep_for(Milliseconds(moment));
            process.send(SIGKILL);
            killed += process.wait().exit_code == 128 + SIGKILL;
        }
        const auto rest = run_command({"simulate", scene, "--out", folder, "--resume"});
        EXPECT_EQ(rest.exit_code, kExitDone) << rest.err;
        expect_same_run(folder, temp / "whole");
        expect_no_partial_files(folder);
        std::filesystem::remove_all(folder);
    }
    EXPECT_GT(killed, kills / 4)
        << "the runs ended before they were killed; the scene is too short for this machine";
}

TEST(Faults, KilledManyTimesOverInOneFolderGivesTheSameBytes)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", long_scene_text());
    const double whole = milliseconds_of({"simulate", scene, "--out", temp / "whole"});
    std::mt19937 random(11);
    for (int i = 0; i < 4 * fuzz_scale(); ++i) {
        CommandProcess process({"simulate", scene, "--out", temp / "run", "--resume"});
        std::this_thread::sleep_for(
            Milliseconds(whole * std::uniform_real_distribution<double>(0.1, 0.7)(random)));
        process.send(SIGKILL);
    }
    EXPECT_EQ(run_command({"simulate", scene, "--out", temp / "run", "--resume"}).exit_code, kExitDone);
    expect_same_run(temp / "run", temp / "whole");
}

class StopSignals : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(StopSignals, CheckpointExitCodeAndTheSameBytesAfterwards)
{
    const auto [signal, exit_code] = GetParam();
    const TempFolder temp;
    // Much is left to do after the first frame, when the signal comes.
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text(30));
    run_command({"simulate", scene, "--out", temp / "whole"});
    CommandProcess process({"simulate", scene, "--out", temp / "run"});
    const std::string first = (temp / "run") + "/frames/block.0001.bgeo";
    while (!std::filesystem::exists(first) && !process.has_ended())
        std::this_thread::sleep_for(Milliseconds(1.0));
    process.send(signal);
    const auto stopped = process.wait();
    EXPECT_EQ(stopped.exit_code, exit_code) << stopped.err;
    EXPECT_TRUE(contains(stopped.err, "--resume")) << stopped.err;
    EXPECT_FALSE(std::filesystem::exists(temp / "run/summary.json"));
    EXPECT_EQ(run_command({"simulate", scene, "--out", temp / "run", "--resume"}).exit_code, kExitDone);
    expect_same_run(temp / "run", temp / "whole");
}

INSTANTIATE_TEST_SUITE_P(All, StopSignals,
                         ::testing::Values(std::pair(SIGTERM, int(kExitStopped)),
                                           std::pair(SIGINT, int(kExitInterrupted))),
                         [](const auto& pair) { return pair.param.first == SIGTERM ? "term" : "int"; });

TEST(Faults, ASecondProcessIsRefusedAndTheFirstGoesOn)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", long_scene_text());
    CommandProcess first({"simulate", scene, "--out", temp / "run"});
    while (!std::filesystem::exists(temp / "run/frames") && !first.has_ended())
        std::this_thread::sleep_for(Milliseconds(1.0));
    const auto second = run_command({"simulate", scene, "--out", temp / "run", "--resume"});
    if (!first.has_ended()) {
        EXPECT_EQ(second.exit_code, kExitBadInput) << second.err;
        EXPECT_TRUE(contains(second.err, "in use by process")) << second.err;
    }
    EXPECT_EQ(first.wait().exit_code, kExitDone);
    EXPECT_EQ(run_command({"simulate", scene, "--out", temp / "run", "--resume"}).exit_code, kExitDone);
}

TEST(Faults, DamagedCheckpointIsReportedAndTheOneBeforeUsed)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    run_command({"simulate", scene, "--out", temp / "whole"});
    run_command({"simulate", scene, "--out", temp / "run", "--frames", "0-5"});
    const auto checkpoints = files_of(temp / "run", "checkpoints");
    const std::string newest = checkpoints.rbegin()->first;
    std::string bytes = checkpoints.rbegin()->second;
    bytes[bytes.size() / 3] = static_cast<char>(bytes[bytes.size() / 3] ^ 16);
    std::ofstream((temp / "run/checkpoints/") + newest, std::ios::binary) << bytes;
    const auto result = run_command({"simulate", scene, "--out", temp / "run", "--resume"});
    EXPECT_EQ(result.exit_code, kExitDone);
    EXPECT_TRUE(contains(result.err, newest) && contains(result.err, "falling back")) << result.err;
    EXPECT_EQ(files_of(temp / "run", "frames"), files_of(temp / "whole", "frames"));
    EXPECT_EQ(test::summary_without_times(temp / "run"), test::summary_without_times(temp / "whole"));
}

TEST(Faults, ACheckpointOfAnotherSceneIsRefusedWithBothHashes)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    const std::vector<std::string> run = {"simulate", scene, "--out", temp / "run"};
    ASSERT_EQ(run_command(run).exit_code, kExitDone);
    const std::string hash = test::summary_without_times(temp / "run")["scene_hash"];
    const auto other =
        run_command({"simulate", scene, "--out", temp / "run", "--resume", "--set", "solver.iterations=6"});
    EXPECT_EQ(other.exit_code, kExitBadInput);
    EXPECT_TRUE(contains(other.err, "another scene") && contains(other.err, hash)) << other.err;
    const auto before = run_command({"simulate", scene, "--out", temp / "run", "--resume"});
    EXPECT_EQ(before.exit_code, kExitDone);
    EXPECT_TRUE(contains(before.err, "done before")) << before.err;
}

TEST(Faults, WritesThatFailAreCodeFourAndLeaveNoPartialFile)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", long_scene_text());
    run_command({"simulate", scene, "--out", temp / "whole"});
    test::CommandSettings small;
    // Below the size of a checkpoint, of a frame, of the scene, of a line of the manifest.
    const long long checkpoint = largest_file(temp / "whole/checkpoints");
    const long long frame = largest_file(temp / "whole/frames");
    for (const long long limit : {checkpoint - 1, frame - 1, 1000LL, 10LL}) {
        SCOPED_TRACE(limit);
        const std::string folder = temp / fmt::format("limit {}", limit);
        small.file_size_limit = limit;
        const auto result = run_command({"simulate", scene, "--out", folder}, small);
        EXPECT_EQ(result.exit_code, kExitCannotWrite) << result.err;
        // The limit holds for the file behind stderr too.
        if (limit >= 1000) {
            EXPECT_TRUE(contains(result.err, folder)) << result.err;
        }
        expect_no_partial_files(folder);
        EXPECT_EQ(run_command({"simulate", scene, "--out", folder, "--resume"}).exit_code, kExitDone);
        expect_same_run(folder, temp / "whole");
    }
}

// A real full disk, where the system lets us mount one that only this test sees.
TEST(Faults, AFullDiskStopsTheRunAndFreeSpaceLetsItGoOn)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", long_scene_text());
    run_command({"simulate", scene, "--out", temp / "whole"});
    std::filesystem::create_directories(temp / "disk");
    const std::string script = fmt::format(
        "set -e; mount -t tmpfs -o size={2} none '{0}/disk' 2>/dev/null || exit 99\n"
        "set +e; '{1}' simulate '{0}/s.json' --out '{0}/disk/run' 2> '{0}/err'; echo $? > '{0}/code'\n"
        "mount -o remount,size=64m '{0}/disk'; '{1}' simulate '{0}/s.json' --out '{0}/disk/run' --resume 2>> "
        "'{0}/err'\n"
        "echo $? >> '{0}/code'; cp -r '{0}/disk/run' '{0}/run'; umount '{0}/disk'",
        temp.path(), STICTION_BINARY, size_on_disk(temp / "whole") * 2 / 3);
    std::ofstream(temp / "script.sh") << script;
    const int status =
        std::system(fmt::format("unshare -m sh '{}/script.sh' 2>/dev/null", temp.path()).c_str());
    if (!std::filesystem::exists(temp / "code"))
        GTEST_SKIP() << "this system lets no one mount here (status " << status << ")";
    const std::string err = read_file(temp / "err");
    EXPECT_EQ(read_file(temp / "code"), "4\n0\n") << err;
    EXPECT_TRUE(contains(err, "No space left on device")) << err;
    expect_same_run(temp / "run", temp / "whole");
}

TEST(Faults, FoldersThatCannotBeMade)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    for (const std::string& folder : {scene + "/below a file", std::string("/proc/stiction/run")}) {
        const auto result = run_command({"simulate", scene, "--out", folder});
        EXPECT_EQ(result.exit_code, kExitCannotWrite) << result.err;
        EXPECT_TRUE(contains(result.err, folder)) << result.err;
    }
}

TEST(Faults, AReadOnlyFolder)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    std::filesystem::create_directories(temp / "locked");
    std::filesystem::permissions(
        temp / "locked", std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec |
                             std::filesystem::perms::others_read | std::filesystem::perms::others_exec);
    test::CommandSettings settings;
    settings.as_nobody = geteuid() == 0;  // root may write anywhere
    if (run_command({"validate", scene}, settings).exit_code != kExitDone)
        GTEST_SKIP() << "the binary or the temporary folder is out of reach for user nobody";
    const auto result = run_command({"simulate", scene, "--out", temp / "locked"}, settings);
    EXPECT_EQ(result.exit_code, kExitCannotWrite) << result.err;
    EXPECT_TRUE(contains(result.err, temp / "locked") && contains(result.err, "ermission denied"))
        << result.err;
}

TEST(Faults, StandardOutputThatIsFull)
{
    const std::string command = fmt::format("'{}' schema > /dev/full 2> /dev/null", STICTION_BINARY);
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), kExitCannotWrite);
}

TEST(Faults, MemoryThatRunsOut)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers need more address space than this test leaves";
#endif
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text(400));
    const std::string command =
        fmt::format("ulimit -v 400000; '{}' simulate '{}' --threads 1 --out '{}' 2> '{}'; echo $? > '{}'",
                    STICTION_BINARY, scene, temp / "run", temp / "err", temp / "code");
    ASSERT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(read_file(temp / "code"), "3\n") << read_file(temp / "err");
}

}  // namespace
}  // namespace stiction
