#include "solver_core/base/hash.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/manifest.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::TemporaryFolder;

TEST(Manifest, lists_and_verifies)
{
    const TemporaryFolder folder;
    Manifest manifest = Manifest::load(folder.path());
    EXPECT_TRUE(manifest.entries().empty());
    write_listed(manifest, "frames/sheet.0001.bgeo", "bytes of one", "frame", 1);
    write_listed(manifest, "summary.json", "{}", "summary");
    EXPECT_TRUE(manifest.is_done("frames/sheet.0001.bgeo"));
    EXPECT_FALSE(manifest.is_done("frames/sheet.0002.bgeo"));

    const Manifest again = Manifest::load(folder.path());
    ASSERT_EQ(again.entries().size(), 2U);
    const ManifestEntry* entry = again.find("frames/sheet.0001.bgeo");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->size, 12U);
    EXPECT_EQ(entry->xxh3, hash_hex(hash_bytes("bytes of one", 12)));
    EXPECT_EQ(entry->kind, "frame");
    EXPECT_EQ(entry->frame, 1);
    EXPECT_FALSE(again.find("summary.json")->frame.has_value());
    EXPECT_TRUE(again.is_done("frames/sheet.0001.bgeo"));
    EXPECT_TRUE(again.is_done("summary.json"));
}

TEST(Manifest, sees_changed_and_missing_files)
{
    const TemporaryFolder folder;
    Manifest manifest = Manifest::load(folder.path());
    write_listed(manifest, "a", "same length", "frame", 1);
    write_file_atomically(folder.file("a"), "same_length");
    EXPECT_FALSE(manifest.is_done("a"));
    write_file_atomically(folder.file("a"), "shorter");
    EXPECT_FALSE(manifest.is_done("a"));
    write_file_atomically(folder.file("a"), "same length");
    EXPECT_TRUE(manifest.is_done("a"));
    std::filesystem::remove(folder.file("a"));
    EXPECT_FALSE(manifest.is_done("a"));
}

TEST(Manifest, later_line_wins_and_torn_line_is_left_out)
{
    const TemporaryFolder folder;
    Manifest manifest = Manifest::load(folder.path());
    write_listed(manifest, "a", "first", "frame", 1);
    write_listed(manifest, "b", "other", "frame", 2);
    write_listed(manifest, "a", "second", "frame", 1);
    const std::string whole = read_file(folder.file("manifest.jsonl"));
    // Cut anywhere in the last line: the file named there falls back to its earlier line, never to nonsense.
    const std::size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
    for (std::size_t size = last_line; size < whole.size(); ++size) {
        write_file_atomically(folder.file("manifest.jsonl"), whole.substr(0, size));
        const Manifest torn = Manifest::load(folder.path());
        ASSERT_EQ(torn.entries().size(), 2U);
        EXPECT_EQ(torn.find("a")->size, 5U);
        EXPECT_FALSE(torn.is_done("a"));
    }
    Manifest torn = Manifest::load(folder.path());
    write_listed(torn, "c", "third", "frame", 3);
    const Manifest after = Manifest::load(folder.path());
    EXPECT_EQ(after.entries().size(), 3U);
    EXPECT_TRUE(after.is_done("c"));
}

TEST(Manifest, takes_files_off_its_list)
{
    const TemporaryFolder folder;
    Manifest manifest = Manifest::load(folder.path());
    for (int frame = 1; frame <= 5; ++frame)
        write_listed(manifest, "frames/f." + std::to_string(frame), "x", "frame", frame);
    write_listed(manifest, "scene.json", "{}", "scene");
    manifest.remove({"frames/f.4", "frames/f.5", "frames/f.9"});
    for (const Manifest& state : {manifest, Manifest::load(folder.path())}) {
        EXPECT_EQ(state.entries().size(), 4U);
        EXPECT_TRUE(state.is_done("frames/f.3"));
        EXPECT_FALSE(state.is_done("frames/f.4"));
        EXPECT_TRUE(state.is_done("scene.json"));
    }
    write_listed(manifest, "frames/f.4", "y", "frame", 4);
    EXPECT_TRUE(Manifest::load(folder.path()).is_done("frames/f.4"));
}

TEST(Manifest, names_the_line_that_is_none)
{
    const TemporaryFolder folder;
    for (const std::string line :
         {"nonsense", "[]", "{\"file\": 3}", "{\"file\": \"a\", \"size\": \"big\"}"}) {
        write_file_atomically(
            folder.file("manifest.jsonl"),
            "{\"file\":\"a\",\"size\":1,\"xxh3\":\"0\",\"kind\":\"frame\"}\n" + line + "\n");
        const std::string message = test::input_error([&] { Manifest::load(folder.path()); });
        EXPECT_TRUE(test::contains(message, "manifest.jsonl: line 2: found " + line + "; allowed: "))
            << message;
        EXPECT_FALSE(test::contains(message, "json.exception")) << message;
    }
}

TEST(Manifest, refuses_names_that_leave_the_folder)
{
    const TemporaryFolder folder;
    const auto load = [&](const std::string& name) {
        write_file_atomically(folder.file("manifest.jsonl"),
                              R"({"file":")" + name + R"(","size":1,"xxh3":"0","kind":"frame"})" + "\n");
        return test::input_error([&] { Manifest::load(folder.path()); });
    };
    for (const std::string name : {"../victim/file", "frames/../../victim", "/etc/passwd", "", ".", "..",
                                   "frames/", "frames/./a", "a\\u0000b"}) {
        const std::string message = load(name);
        EXPECT_TRUE(test::contains(message, "manifest.jsonl: line 1: found the file")) << name << message;
        EXPECT_TRUE(test::contains(message, "delete the line")) << message;
    }
    for (const std::string name : {"a", "..a", "frames/...b", "a../b"}) EXPECT_EQ(load(name), "") << name;
}

TEST(Manifest, folder_that_cannot_be_made)
{
    const TemporaryFolder folder;
    Manifest manifest = Manifest::load(folder.path());
    write_listed(manifest, "frames", "a file", "frame");
    EXPECT_THROW(write_listed(manifest, "frames/a", "x", "frame"), WriteError);
    EXPECT_EQ(Manifest::load(folder.path()).entries().size(), 1U);
}

}  // namespace
}  // namespace stiction
