#include "solver_core/apps/progress.hpp"
#include "solver_core/apps/scene_options.hpp"
#include "solver_core/apps/stall_watch.hpp"
#include "solver_core/base/error.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(Progress, Durations)
{
    EXPECT_EQ(format_duration(-1.0), "?");
    EXPECT_EQ(format_duration(0.0), "0:00");
    EXPECT_EQ(format_duration(6.2), "0:07");
    EXPECT_EQ(format_duration(123.0), "2:03");
    EXPECT_EQ(format_duration(3723.0), "1:02:03");
}

TEST(Progress, BarFitsTheTerminal)
{
    EXPECT_EQ(format_bar(0.5, "text", 80), "[############------------] text");
    EXPECT_EQ(format_bar(2.0, "", 80), "[########################] ");
    EXPECT_EQ(format_bar(0.0, "a long text that does not fit", 30).size(), 29U);
}

TEST(Progress, FrameLineTellsWhatMatters)
{
    FrameDigest digest;
    digest.contacts_external = 812;
    digest.contacts_self = 34;
    digest.friction_residual = 3.2e-7;
    digest.penetration_max = 1.2e-5;
    digest.seconds = 1.25;
    EXPECT_EQ(format_frame_line(12, 48, digest, 32.0),
              "frame 12/48  1.25 s  left 0:32  contacts 812+34  residual 3.2e-07  penetration 1.2e-05 m");
}

TEST(StallWatch, SaysWhereItIsOnlyWhenSilent)
{
    RunObserver silent;
    std::mutex mutex;
    std::vector<std::string> lines;
    const auto collect = [&](const std::string& text) {
        const std::lock_guard<std::mutex> lock(mutex);
        lines.push_back(text);
    };
    {
        StallWatch watch(silent, std::chrono::hours(1), collect);
        watch.on_phase(RunPhase::step, 1);
    }
    EXPECT_TRUE(lines.empty());
    {
        StallWatch watch(silent, std::chrono::milliseconds(20), collect);
        StepReport report;
        report.step = 16;
        report.stats.contacts_external = 5;
        watch.on_step(report);
        watch.on_phase(RunPhase::step, 17);
        for (int i = 0; i < 500; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            const std::lock_guard<std::mutex> lock(mutex);
            if (lines.size() >= 2) break;  // it repeats while the silence lasts
        }
    }
    ASSERT_GE(lines.size(), 2U);
    EXPECT_NE(lines[0].find("now in: step 17 (step 16 took"), std::string::npos) << lines[0];
}

TEST(SceneOptions, FrameRanges)
{
    EXPECT_EQ(parse_frame_range("3-17").first, 3);
    EXPECT_EQ(parse_frame_range("3-17").last, 17);
    EXPECT_EQ(parse_frame_range("5").first, 5);
    EXPECT_EQ(parse_frame_range("5").last, 5);
    for (const char* text : {"", "-", "5-", "-5", "a", "5-4", "1-2-3", "1 - 2", "99999999999", "0x1-2"})
        EXPECT_THROW(parse_frame_range(text), InputError) << text;
}

TEST(SceneOptions, FolderNames)
{
    EXPECT_EQ(folder_name("square1"), "square1");
    EXPECT_EQ(folder_name("ein Tüch"), "ein Tüch");
    EXPECT_EQ(folder_name("a/b"), "a_b");
    EXPECT_EQ(folder_name(".."), "_.");
    EXPECT_EQ(folder_name("--out"), "_-out");
    EXPECT_EQ(folder_name(""), "untitled");
    EXPECT_EQ(folder_name("line\nbreak"), "line_break");
}

}  // namespace
}  // namespace stiction
