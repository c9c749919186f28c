// The command at a terminal, and the same where there is none.

#include "solver_core/apps/exit_code.hpp"
#include "solver_core/tests/apps/command_process.hpp"
#include "solver_core/tests/apps/scene_file.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>

namespace stiction {
namespace {

using test::CommandProcess;
using test::CommandSettings;
using test::contains;
using test::files_of;
using test::run_command;
using test::TempFolder;
using test::write_scene;

constexpr const char* kErase = "\r\x1b[K";
constexpr const char* kColour = "\x1b[1;";
constexpr const char* kCtrlC = "\x03";
constexpr int kColumns = 72;  // narrower than the whole line

CommandSettings terminal(const std::map<std::string, std::string>& environment = {})
{
    CommandSettings settings;
    settings.terminal_columns = kColumns;
    settings.environment = {{"TERM", "xterm"}, {"NO_COLOR", ""}};
    for (const auto& [name, value] : environment) settings.environment[name] = value;
    return settings;
}

std::size_t count_of(const std::string& text, const std::string& part)
{
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
    return count;
}

template <class Condition>
bool wait_for(Condition condition)
{
    for (int i = 0; i < 20000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

// Whether the process has its own answer to a signal yet.
bool catches(pid_t pid, int signal)
{
    for (const std::string& line : read_lines(fmt::format("/proc/{}/status", pid)))
        if (line.compare(0, 7, "SigCgt:") == 0)
            return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
    return false;
}

// A bare container may have no pseudo-terminals.
class AtATerminal : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (!test::has_terminals()) GTEST_SKIP() << "this system has no pseudo-terminals";
    }
};

TEST_F(AtATerminal, ABarWithAnEstimateThatFitsTheLine)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    const auto result = run_command({"simulate", scene, "--out", temp / "run"}, terminal());
    EXPECT_EQ(result.exit_code, kExitDone);
    EXPECT_GE(count_of(result.err, kErase), 7U) << result.err;  // once a frame at least
    EXPECT_TRUE(contains(result.err, "[########################] frame 6/6")) << result.err;
    EXPECT_TRUE(contains(result.err, "left 0:0")) << result.err;
    // Only the last bar stays: one line for it, one for the end of the run.
    EXPECT_LE(count_of(result.err, "\n"), 3U) << result.err;
    std::size_t at = 0;
    while ((at = result.err.find(kErase, at)) != std::string::npos) {
        at += std::string(kErase).size();
        EXPECT_LT(std::min(result.err.find_first_of("\r\n", at), result.err.size()) - at,
                  static_cast<std::size_t>(kColumns));
    }
}

TEST_F(AtATerminal, PlainLinesOnOneThatCannotRedrawAndWhereThereIsNone)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    const std::vector<std::string> arguments = {"simulate", scene, "--out", temp / "run"};
    for (const CommandSettings& settings : {terminal({{"TERM", "dumb"}}), CommandSettings()}) {
        const auto result = run_command(arguments, settings);
        EXPECT_EQ(result.exit_code, kExitDone);
        EXPECT_FALSE(contains(result.err, "\x1b")) << result.err;
        for (int frame = 0; frame <= 6; ++frame)
            EXPECT_TRUE(contains(result.err, fmt::format("frame {}/6  ", frame))) << result.err;
        EXPECT_GE(count_of(result.err, "\n"), 8U);
    }
}

TEST_F(AtATerminal, NoColorIsHonoured)
{
    const TempFolder temp;
    const std::string missing = temp / "missing.json";
    const auto error_with = [&](const std::string& no_color) {
        return run_command({"validate", missing}, terminal({{"NO_COLOR", no_color}})).err;
    };
    EXPECT_TRUE(contains(error_with(""), kColour)) << "set but empty does not count";
    EXPECT_FALSE(contains(error_with("1"), "\x1b")) << error_with("1");
    EXPECT_TRUE(contains(error_with("1"), "stiction: error: " + missing));
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    const auto run = run_command({"simulate", scene, "--out", temp / "run"}, terminal({{"NO_COLOR", "1"}}));
    EXPECT_TRUE(contains(run.err, kErase));  // the bar is no colour
    EXPECT_FALSE(contains(run.err, kColour)) << run.err;
}

TEST_F(AtATerminal, CtrlCKeepsACheckpointAndResumeGivesTheSameBytes)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text(20));
    ASSERT_EQ(run_command({"simulate", scene, "--out", temp / "whole"}).exit_code, kExitDone);
    CommandProcess process({"simulate", scene, "--out", temp / "run"}, terminal());
    ASSERT_TRUE(wait_for(
        [&] { return std::filesystem::exists(temp / "run/frames/sheet.0001.bgeo") || process.has_ended(); }));
    process.type(kCtrlC);
    const auto result = process.wait();
    EXPECT_EQ(result.exit_code, kExitInterrupted) << result.err;
    EXPECT_TRUE(contains(result.err, "stopped, checkpoint written; run again with --resume")) << result.err;
    EXPECT_FALSE(files_of(temp / "run", "checkpoints").empty());
    EXPECT_FALSE(std::filesystem::exists(temp / "run/summary.json"));
    EXPECT_EQ(run_command({"simulate", scene, "--out", temp / "run", "--resume"}).exit_code, kExitDone);
    EXPECT_EQ(files_of(temp / "run", "frames"), files_of(temp / "whole", "frames"));
    EXPECT_EQ(files_of(temp / "run", "checkpoints"), files_of(temp / "whole", "checkpoints"));
    EXPECT_EQ(test::summary_without_times(temp / "run"), test::summary_without_times(temp / "whole"));
}

TEST_F(AtATerminal, ASecondCtrlCEndsItAtOnce)
{
    const TempFolder temp;
    // Large enough to be at the model still, where the first one is only noted.
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text(300));
    CommandProcess process({"simulate", scene, "--out", temp / "run"}, terminal());
    ASSERT_TRUE(wait_for([&] { return catches(process.pid(), SIGINT) || process.has_ended(); }));
    process.type(kCtrlC);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ASSERT_FALSE(process.has_ended()) << "the first one must let it reach a safe point";
    process.type(kCtrlC);
    const auto start = std::chrono::steady_clock::now();
    const auto result = process.wait();
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
    EXPECT_EQ(result.exit_code, kExitInterrupted);
    EXPECT_FALSE(contains(result.err, "checkpoint written")) << result.err;
}

TEST_F(AtATerminal, JsonOnStandardOutputIsNothingElse)
{
    const TempFolder temp;
    const std::string scene = write_scene(temp, "s.json", test::sliding_scene_text());
    const std::vector<std::vector<std::string>> commands = {
        {"simulate", scene, "--out", temp / "run", "--json"},
        {"validate", scene, "--json"},
        {"verify", scene, "--json"},
        {"methods", "--json"},
        {"schema"},
    };
    for (const CommandSettings& settings : {terminal(), CommandSettings()}) {
        for (const auto& arguments : commands) {
            const auto result = run_command(arguments, settings);
            EXPECT_EQ(result.exit_code, kExitDone) << arguments[0] << result.err;
            EXPECT_TRUE(nlohmann::json::accept(result.out)) << arguments[0] << "\n" << result.out;
        }
    }
}

}  // namespace
}  // namespace stiction
