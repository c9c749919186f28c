#include "solver_core/base/error.hpp"
#include "solver_core/sim/checkpoint.hpp"
#include "solver_core/sim/run_folder.hpp"
#include "solver_core/tests/sim/run_fixture.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace stiction {
namespace {

namespace fs = std::filesystem;

void put(const std::string& path, const std::string& text)
{
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << text;
}

TEST(RunFolder, WritesListsAndRemoves)
{
    const test::TempFolder temp;
    RunFolder folder(temp / "run");
    EXPECT_FALSE(folder.holds_run());
    folder.write("frames/a.0001.obj", "bytes", "frame", 1);
    folder.write(checkpoint_name(20), "later", "checkpoint");
    folder.write(checkpoint_name(10), "earlier", "checkpoint");
    EXPECT_TRUE(folder.holds("frames/a.0001.obj"));
    EXPECT_EQ(folder.checkpoint_steps(), (std::vector<std::int64_t>{10, 20}));
    folder.remove({checkpoint_name(10)});
    EXPECT_EQ(folder.checkpoint_steps(), (std::vector<std::int64_t>{20}));
    EXPECT_FALSE(fs::exists(folder.path_of(checkpoint_name(10))));
    EXPECT_TRUE(folder.holds("frames/a.0001.obj"));
    EXPECT_EQ(read_lines(folder.path_of("manifest.jsonl")).size(), 2U);
}

TEST(RunFolder, LeavesAWholeFileAloneAndMendsADamagedOne)
{
    const test::TempFolder temp;
    RunFolder folder(temp / "run");
    folder.write("scene.json", "text", "scene");
    folder.write("scene.json", "text", "scene");
    EXPECT_EQ(read_lines(folder.path_of("manifest.jsonl")).size(), 1U);
    put(folder.path_of("scene.json"), "tex?");
    EXPECT_FALSE(folder.holds("scene.json"));
    folder.write("scene.json", "text", "scene");
    EXPECT_TRUE(folder.holds("scene.json"));
}

TEST(RunFolder, RefusesAFolderOfSomethingElseAndLeavesItAsItWas)
{
    const test::TempFolder temp;
    put(temp / "photos/holiday.jpg", "jpg");
    EXPECT_THROW(RunFolder(temp / "photos"), InputError);
    EXPECT_EQ(read_file(temp / "photos/holiday.jpg"), "jpg");
}

TEST(RunFolder, RefusesASecondUser)
{
    const test::TempFolder temp;
    const RunFolder first(temp / "run");
    EXPECT_THROW(RunFolder(temp / "run"), InputError);
}

TEST(RunFolder, RemovesWhatAKilledProcessLeft)
{
    const test::TempFolder temp;
    {
        RunFolder(temp / "run").write(checkpoint_name(5), "listed", "checkpoint");
    }
    put(temp / "run/frames/a.0001.obj.tmp.123", "half");
    put(temp / "run/scene.json.tmp.99", "half");
    put((temp / "run/") + checkpoint_name(6), "not listed");
    put(temp / "run/frames/mine.tmp.txt", "a user's");
    const RunFolder folder(temp / "run");
    EXPECT_FALSE(fs::exists(temp / "run/frames/a.0001.obj.tmp.123"));
    EXPECT_FALSE(fs::exists(temp / "run/scene.json.tmp.99"));
    EXPECT_FALSE(fs::exists(folder.path_of(checkpoint_name(6))));
    EXPECT_TRUE(fs::exists(folder.path_of(checkpoint_name(5))));
    EXPECT_TRUE(fs::exists(temp / "run/frames/mine.tmp.txt"));
}

TEST(RunFolder, ClearingLeavesWhatItDidNotWrite)
{
    const test::TempFolder temp;
    RunFolder folder(temp / "run");
    folder.write("frames/a.0001.obj", "bytes", "frame", 1);
    folder.write("summary.json", "{}", "summary");
    put(temp / "run/frames/notes.txt", "a user's");
    folder.clear();
    EXPECT_FALSE(folder.holds_run());
    EXPECT_FALSE(fs::exists(temp / "run/frames/a.0001.obj"));
    EXPECT_FALSE(fs::exists(temp / "run/manifest.jsonl"));
    EXPECT_TRUE(fs::exists(temp / "run/frames/notes.txt"));
}

TEST(RunFolder, AManifestCannotRemoveFilesElsewhere)
{
    const test::TempFolder temp;
    put(temp / "victim/file", "precious");
    put(temp / "run/manifest.jsonl",
        R"({"file":"../victim/file","size":8,"xxh3":"0000000000000000","kind":"frame","frame":1})"
        "\n");
    EXPECT_THROW(RunFolder(temp / "run").clear(), InputError);
    EXPECT_EQ(read_file(temp / "victim/file"), "precious");
}

}  // namespace
}  // namespace stiction
