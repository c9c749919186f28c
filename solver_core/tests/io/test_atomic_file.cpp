#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

namespace stiction {
namespace {

using test::TemporaryFolder;

template <class Action>
std::string write_error(Action&& action)
{
    try {
        action();
    } catch (const WriteError& error) {
        return error.what();
    }
    return {};
}

// Files of this process may not grow beyond `bytes` while this lives: a disk that is full.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
    }
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_ = {};
    void (*handler_)(int) = nullptr;
};

TEST(AtomicFile, holds_the_bytes_and_leaves_nothing_else)
{
    const TemporaryFolder folder;
    std::string bytes(300000, 'x');
    bytes[7] = '\0';
    write_file_atomically(folder.file("a.bin"), "old");
    write_file_atomically(folder.file("a.bin"), bytes);
    EXPECT_EQ(read_file(folder.file("a.bin")), bytes);
    write_file_atomically(folder.file("empty"), "");
    EXPECT_EQ(read_file(folder.file("empty")), "");
    EXPECT_EQ(folder.entries(), 2U);
}

TEST(AtomicFile, full_disk_keeps_the_old_file)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("frame.bgeo");
    write_file_atomically(path, "the good one");
    std::string message;
    {
        const FileSizeLimit limit(4096);
        message = write_error([&] { write_file_atomically(path, std::string(100000, 'n')); });
    }
    EXPECT_TRUE(test::contains(message, path)) << message;
    EXPECT_TRUE(test::contains(message, "wrote 4096 of 100000 bytes: File too large")) << message;
    EXPECT_EQ(read_file(path), "the good one");
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(AtomicFile, parent_that_is_a_file)
{
    const TemporaryFolder folder;
    write_file_atomically(folder.file("file"), "x");
    const std::string message = write_error([&] { write_file_atomically(folder.file("file/below"), "y"); });
    EXPECT_TRUE(test::contains(message, "file/below")) << message;
    EXPECT_TRUE(test::contains(message, "Not a directory")) << message;
}

TEST(AtomicFile, name_taken_by_a_folder_removes_the_temporary)
{
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.file("name/inside"));
    const std::string message = write_error([&] { write_file_atomically(folder.file("name"), "y"); });
    EXPECT_TRUE(test::contains(message, "cannot rename")) << message;
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(AppendLine, makes_whole_lines)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("stats.jsonl");
    EXPECT_TRUE(read_lines(path).empty());
    append_line(path, "one");
    append_line(path, "");
    append_line(path, "three");
    EXPECT_EQ(read_file(path), "one\n\nthree\n");
    EXPECT_EQ(read_lines(path), (std::vector<std::string>{"one", "", "three"}));
}

TEST(AppendLine, cuts_off_what_a_crash_left)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("stats.jsonl");
    // longer than the block in which the end is searched
    const std::string torn = "whole\n" + std::string(10000, 't');
    write_file_atomically(path, torn);
    EXPECT_EQ(read_lines(path), std::vector<std::string>{"whole"});
    append_line(path, "next");
    EXPECT_EQ(read_file(path), "whole\nnext\n");
    write_file_atomically(path, "only a torn line");
    append_line(path, "first");
    EXPECT_EQ(read_file(path), "first\n");
}

TEST(AppendLine, takes_back_what_a_full_disk_cut_short)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("stats.jsonl");
    append_line(path, "whole");
    std::string message;
    {
        const FileSizeLimit limit(20);
        message = write_error([&] { append_line(path, std::string(100, 'n')); });
    }
    EXPECT_TRUE(test::contains(message, "appended 14 of 101 bytes: File too large")) << message;
    EXPECT_EQ(read_file(path), "whole\n");
}

TEST(AppendLine, full_device)
{
    if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full here";
    const std::string message = write_error([] { append_line("/dev/full", "line"); });
    EXPECT_TRUE(test::contains(message, "/dev/full")) << message;
    EXPECT_TRUE(test::contains(message, "No space left")) << message;
}

TEST(ReadFile, says_what_is_wrong)
{
    const TemporaryFolder folder;
    const std::string missing = test::input_error([&] { read_file(folder.file("missing")); });
    EXPECT_TRUE(test::contains(missing, "missing")) << missing;
    EXPECT_TRUE(test::contains(missing, "No such file")) << missing;
    EXPECT_TRUE(test::contains(test::input_error([&] { read_file(folder.path()); }), "is a folder"));
    EXPECT_FALSE(read_file("/proc/self/stat").empty());  // a file that reports the size 0
}

}  // namespace
}  // namespace stiction
