#include "solver_core/base/error.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/sim/run.hpp"
#include "solver_core/tests/sim/run_fixture.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace stiction {
namespace {

using test::files_of;
using test::TempFolder;

// Raises the flag after a step, and remembers what it was told.
class StopAfter : public RunObserver {
public:
    explicit StopAfter(std::int64_t step) : step_(step) {}
    void on_plan(const RunPlan& plan) override { first_step = plan.first_step; }
    void on_step(const StepReport& report) override
    {
        ++steps;
        if (report.step == step_) flag.raise();
    }
    void on_note(const std::string& text) override { notes += text + "\n"; }

    InterruptFlag flag;
    std::int64_t first_step = -1;
    std::int64_t steps = 0;
    std::string notes;

private:
    std::int64_t step_;
};

RunResult run_in(const std::string& folder, const Scene& scene, bool resume, StopAfter& observer)
{
    RunOptions options;
    options.folder = folder;
    options.resume = resume;
    options.interrupt = &observer.flag;
    return run_simulation(scene, options, observer);
}

RunResult run_in(const std::string& folder, const Scene& scene, bool resume = false)
{
    StopAfter never(-1);
    return run_in(folder, scene, resume, never);
}

// Everything a disturbed run must share with an undisturbed one.
void expect_same_run(const std::string& folder, const std::string& reference)
{
    EXPECT_EQ(files_of(folder, "frames"), files_of(reference, "frames"));
    EXPECT_EQ(files_of(folder, "contacts"), files_of(reference, "contacts"));
    EXPECT_EQ(files_of(folder, "checkpoints"), files_of(reference, "checkpoints"));
    EXPECT_EQ(test::stats_without_times(folder), test::stats_without_times(reference));
    EXPECT_EQ(test::summary_without_times(folder), test::summary_without_times(reference));
}

TEST(Run, LeavesWhatTheDesignNames)
{
    const TempFolder temp;
    const RunResult result = run_in(temp / "run", test::sliding_scene());
    EXPECT_EQ(result.status, RunStatus::done);
    const auto frames = files_of(temp / "run", "frames");
    EXPECT_EQ(frames.size(), 14U);  // frames 0..6 of two objects
    EXPECT_EQ(frames.count("sheet.0000.bgeo") + frames.count("block.0006.bgeo"), 2U);
    EXPECT_EQ(files_of(temp / "run", "contacts").size(), 7U);
    EXPECT_EQ(test::stats_without_times(temp / "run").size(), 24U);
    EXPECT_EQ(files_of(temp / "run", "checkpoints").size(), 3U);  // of frames 2, 4, 6; frame 0's is gone
    EXPECT_GT(result.summary["objects"]["sheet"]["slid"].get<double>(), 0.0);
    const Scene copy = load_scene(temp / "run/scene.json");
    EXPECT_EQ(to_json(copy), to_json(test::sliding_scene()));
    std::size_t listed = 0;
    for (const std::string& line : read_lines(temp / "run/manifest.jsonl"))
        listed +=
            std::filesystem::exists((temp / "run/") + nlohmann::json::parse(line)["file"].get<std::string>());
    EXPECT_EQ(listed, 14U + 7U + 3U + 3U);  // with scene.json, stats.jsonl, summary.json
}

TEST(Run, StoppedAnywhereAndResumedGivesTheSameBytes)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    run_in(temp / "whole", scene);
    for (const std::int64_t step : {1, 3, 4, 8, 10, 15, 23}) {
        SCOPED_TRACE(step);
        const std::string folder = temp / fmt::format("stopped {}", step);
        StopAfter stop(step);
        EXPECT_EQ(run_in(folder, scene, false, stop).status, RunStatus::stopped);
        EXPECT_FALSE(std::filesystem::exists(folder + "/summary.json"));
        StopAfter rest(-1);
        EXPECT_EQ(run_in(folder, scene, true, rest).status, RunStatus::done);
        EXPECT_EQ(rest.first_step, step);
        EXPECT_EQ(rest.steps, 24 - step);
        expect_same_run(folder, temp / "whole");
    }
}

TEST(Run, StoppedAgainAndAgainGivesTheSameBytes)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    run_in(temp / "whole", scene);
    for (std::int64_t step = 5; step < 24; step += 5) {
        StopAfter stop(step);
        EXPECT_EQ(run_in(temp / "again", scene, true, stop).status, RunStatus::stopped);
    }
    EXPECT_EQ(run_in(temp / "again", scene, true).status, RunStatus::done);
    expect_same_run(temp / "again", temp / "whole");
}

TEST(Run, ThreadsDoNotChangeABit)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    const int before = executor().threads();
    for (const int threads : {1, 2, 3}) {
        set_threads(threads);
        run_in(temp / fmt::format("{}", threads), scene);
    }
    set_threads(before);
    expect_same_run(temp / "2", temp / "1");
    expect_same_run(temp / "3", temp / "1");
}

TEST(Run, FallsBackOverDamagedCheckpoints)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    run_in(temp / "whole", scene);
    StopAfter stop(22);  // leaves checkpoints of steps 0, 8, 16 and 22
    run_in(temp / "run", scene, false, stop);
    std::vector<std::string> names;
    for (const auto& [name, bytes] : files_of(temp / "run", "checkpoints")) names.push_back(name);
    ASSERT_GE(names.size(), 3U);
    const std::string newest = (temp / "run/checkpoints/") + names.back();
    std::filesystem::resize_file(newest, std::filesystem::file_size(newest) / 2);
    const std::string second = (temp / "run/checkpoints/") + names[names.size() - 2];
    std::string bytes = read_file(second);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    std::ofstream(second, std::ios::binary) << bytes;
    StopAfter rest(-1);
    EXPECT_EQ(run_in(temp / "run", scene, true, rest).status, RunStatus::done);
    EXPECT_EQ(rest.first_step, 8);
    EXPECT_NE(rest.notes.find(names.back()), std::string::npos) << rest.notes;
    expect_same_run(temp / "run", temp / "whole");
}

TEST(Run, WithNoWholeCheckpointStartsAtTheBeginningAndSaysSo)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    run_in(temp / "whole", scene);
    StopAfter stop(10);
    run_in(temp / "run", scene, false, stop);
    for (const auto& [name, bytes] : files_of(temp / "run", "checkpoints"))
        std::filesystem::resize_file((temp / "run/checkpoints/") + name, 20);
    StopAfter rest(-1);
    EXPECT_EQ(run_in(temp / "run", scene, true, rest).status, RunStatus::done);
    EXPECT_EQ(rest.first_step, 0);
    EXPECT_NE(rest.notes.find("starting at the beginning"), std::string::npos) << rest.notes;
    expect_same_run(temp / "run", temp / "whole");
}

TEST(Run, LostStatisticsAreMadeAgain)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    run_in(temp / "whole", scene);
    StopAfter stop(18);
    run_in(temp / "run", scene, false, stop);
    std::filesystem::resize_file(temp / "run/stats.jsonl",
                                 std::filesystem::file_size(temp / "run/stats.jsonl") / 2);
    EXPECT_EQ(run_in(temp / "run", scene, true).status, RunStatus::done);
    expect_same_run(temp / "run", temp / "whole");
}

TEST(Run, AnotherSceneIsRefusedAndNothingIsTouched)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    StopAfter stop(10);
    run_in(temp / "run", scene, false, stop);
    const auto frames = files_of(temp / "run", "frames");
    const auto checkpoints = files_of(temp / "run", "checkpoints");
    Scene renamed = scene;  // other names: none of its frames are there
    renamed.objects[0].name = "blanket";
    Scene slippery = scene;
    slippery.objects[0].friction = 0.19;
    for (const Scene& other : {renamed, slippery})
        EXPECT_THROW(run_in(temp / "run", other, true), InputError);
    EXPECT_EQ(files_of(temp / "run", "frames"), frames);
    EXPECT_EQ(files_of(temp / "run", "checkpoints"), checkpoints);
}

TEST(Run, ResumingAFinishedRunOnlyLooks)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    const RunResult first = run_in(temp / "run", scene);
    StopAfter observer(-1);
    const RunResult second = run_in(temp / "run", scene, true, observer);
    EXPECT_TRUE(second.was_done);
    EXPECT_EQ(observer.steps, 0);
    EXPECT_EQ(second.summary, first.summary);
}

TEST(Run, AMissingOrDamagedFrameIsMadeAgain)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    run_in(temp / "whole", scene);
    run_in(temp / "run", scene);
    std::filesystem::remove(temp / "run/frames/sheet.0005.bgeo");
    StopAfter observer(-1);
    EXPECT_FALSE(run_in(temp / "run", scene, true, observer).was_done);
    EXPECT_EQ(observer.first_step, 16);  // the checkpoint of frame 4
    expect_same_run(temp / "run", temp / "whole");
    std::ofstream(temp / "run/frames/block.0001.bgeo", std::ios::binary) << "damage";
    EXPECT_FALSE(run_in(temp / "run", scene, true).was_done);
    expect_same_run(temp / "run", temp / "whole");
}

TEST(Run, MissingContactsAreMadeAgainFromBeforeTheirStep)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    run_in(temp / "whole", scene);
    run_in(temp / "run", scene);
    for (const char* gone : {"contacts/contacts.0004.bgeo", "frames/sheet.0004.bgeo"}) {
        std::filesystem::remove((temp / "run/") + gone);
        std::filesystem::remove(temp / "run/contacts/contacts.0004.bgeo");
        StopAfter observer(-1);
        run_in(temp / "run", scene, true, observer);
        EXPECT_EQ(observer.first_step, 8) << "the checkpoint of frame 4 is behind the step of its contacts";
        expect_same_run(temp / "run", temp / "whole");
    }
}

TEST(Run, ContactsCanBeLeftOut)
{
    const TempFolder temp;
    Scene scene = test::sliding_scene();
    scene.output.contacts = false;
    run_in(temp / "run", scene);
    EXPECT_TRUE(files_of(temp / "run", "contacts").empty());
    scene.output.contacts = true;
    run_in(temp / "whole", scene);
    EXPECT_EQ(run_in(temp / "run", scene, true).status, RunStatus::done) << "asked for afterwards";
    expect_same_run(temp / "run", temp / "whole");
}

TEST(Run, AFinishedRunCanBeMadeLonger)
{
    const TempFolder temp;
    Scene scene = test::sliding_scene();
    scene.time.frames = 8;
    run_in(temp / "whole", scene);
    scene.time.frames = 4;
    run_in(temp / "run", scene);
    scene.time.frames = 8;
    StopAfter observer(-1);
    EXPECT_EQ(run_in(temp / "run", scene, true, observer).status, RunStatus::done);
    EXPECT_EQ(observer.first_step, 16);
    expect_same_run(temp / "run", temp / "whole");
}

TEST(Run, AFreshRunReplacesAnEarlierOne)
{
    const TempFolder temp;
    Scene scene = test::sliding_scene();
    run_in(temp / "run", scene);
    std::ofstream(temp / "run/frames/notes.txt") << "a user's";
    scene.time.frames = 2;
    scene.output.format = FrameFormat::obj;
    StopAfter observer(-1);
    run_in(temp / "run", scene, false, observer);
    EXPECT_NE(observer.notes.find("removing"), std::string::npos);
    EXPECT_EQ(files_of(temp / "run", "frames").size(), 6U + 1U);
    EXPECT_EQ(test::stats_without_times(temp / "run").size(), 8U);
}

TEST(Run, WritesOnlyTheFramesAskedForAndStopsAfterThem)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    run_in(temp / "whole", scene);
    RunOptions options;
    options.folder = temp / "part";
    options.frames = FrameRange{2, 3};
    StopAfter observer(-1);
    const RunResult result = run_simulation(scene, options, observer);
    EXPECT_EQ(result.summary["steps"], 12);
    const auto whole = files_of(temp / "whole", "frames");
    const auto part = files_of(temp / "part", "frames");
    ASSERT_EQ(part.size(), 4U);
    for (const auto& [name, bytes] : part) EXPECT_EQ(bytes, whole.at(name)) << name;
    for (const FrameRange bad : {FrameRange{3, 2}, FrameRange{0, 7}, FrameRange{-1, 2}}) {
        options.frames = bad;
        EXPECT_THROW(run_simulation(scene, options, observer), InputError);
    }
}

TEST(Run, WithoutAFolderNothingIsWrittenAndTheResultIsTheSame)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    const RunResult written = run_in(temp / "run", scene);
    RunObserver silent;
    const RunResult kept = run_simulation(scene, RunOptions(), silent);
    EXPECT_EQ(kept.summary["state_hash"], written.summary["state_hash"]);
    EXPECT_EQ(kept.summary["objects"], written.summary["objects"]);
}

TEST(Run, ASolveThatFailsKeepsTheLastGoodState)
{
    const TempFolder temp;
    // Ten seconds of 10 km/s^2 end at the speed no solve may reach.
    const Scene scene = parse_scene(R"({"name": "fall", "gravity": [0, -10000, 0],
        "time": {"step": 1.0, "steps_per_frame": 1, "frames": 20}, "solver": {"iterations": 2},
        "objects": [{"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "divisions": [2, 2]}}]})",
                                    "fall.json");
    const RunResult result = run_in(temp / "run", scene);
    EXPECT_EQ(result.status, RunStatus::failed);
    const std::int64_t good = result.summary["steps"].get<std::int64_t>();
    EXPECT_GT(good, 2);
    EXPECT_LT(good, 20);
    EXPECT_NE(result.message.find(fmt::format("step {}", good + 1)), std::string::npos) << result.message;
    EXPECT_NE(result.message.find("time.step"), std::string::npos) << result.message;
    EXPECT_EQ(files_of(temp / "run", "frames").size(), static_cast<std::size_t>(good) + 1);
    EXPECT_EQ(files_of(temp / "run", "checkpoints").count(fmt::format("step_{:08}.ckpt", good)), 1U);
    EXPECT_EQ(test::summary_without_times(temp / "run")["status"], "failed");
    const auto stats = test::stats_without_times(temp / "run");
    EXPECT_EQ(stats.size(), static_cast<std::size_t>(good) + 1);
    EXPECT_EQ(stats.back()["status"], "diverged");
    EXPECT_EQ(run_in(temp / "run", scene, true).status, RunStatus::failed);  // and again from there
    EXPECT_EQ(test::stats_without_times(temp / "run"), stats);
}

TEST(Run, BadSceneLeavesNoFolder)
{
    const TempFolder temp;
    Scene scene = test::sliding_scene();
    scene.objects[0].mesh.generator = Generator::file;
    scene.objects[0].mesh.file = "nowhere.obj";
    EXPECT_THROW(run_in(temp / "run", scene), InputError);
    EXPECT_FALSE(std::filesystem::exists(temp / "run"));
}

}  // namespace
}  // namespace stiction
