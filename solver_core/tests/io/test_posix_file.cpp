#include "solver_core/base/error.hpp"
#include "solver_core/io/posix_file.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace stiction {
namespace {

std::string g_received;
int g_calls = 0;

ssize_t receive(const void* data, std::size_t size)
{
    g_received.append(static_cast<const char*>(data), size);
    return static_cast<ssize_t>(size);
}

// Interrupted every other time, and never takes more than three bytes.
ssize_t hesitant(int, const void* data, std::size_t size)
{
    if (++g_calls % 2 == 1) {
        errno = EINTR;
        return -1;
    }
    return receive(data, std::min<std::size_t>(size, 3));
}

// The disk is full after ten bytes.
ssize_t filling(int, const void* data, std::size_t size)
{
    if (g_received.size() >= 10) {
        errno = ENOSPC;
        return -1;
    }
    return receive(data, std::min(size, 10 - g_received.size()));
}

ssize_t stuck(int, const void*, std::size_t) { return 0; }

class WriteAll : public ::testing::Test {
protected:
    void SetUp() override
    {
        g_received.clear();
        g_calls = 0;
    }
    const std::string text_ = "a line of twenty-eight bytes";
};

TEST_F(WriteAll, goes_on_after_interruptions_and_short_writes)
{
    EXPECT_EQ(write_all(-1, text_.data(), text_.size(), hesitant), text_.size());
    EXPECT_EQ(g_received, text_);
    EXPECT_EQ(g_calls, 20);  // ten pieces of at most three bytes, each interrupted once
}

TEST_F(WriteAll, reports_how_far_it_came)
{
    EXPECT_EQ(write_all(-1, text_.data(), text_.size(), filling), 10U);
    EXPECT_EQ(errno, ENOSPC);
    EXPECT_EQ(g_received, text_.substr(0, 10));
}

TEST_F(WriteAll, does_not_spin_on_a_write_of_nothing)
{
    EXPECT_EQ(write_all(-1, text_.data(), text_.size(), stuck), 0U);
    EXPECT_EQ(errno, EIO);
}

TEST_F(WriteAll, of_nothing_makes_no_call)
{
    EXPECT_EQ(write_all(-1, text_.data(), 0, hesitant), 0U);
    EXPECT_EQ(g_calls, 0);
}

TEST(FileDescriptor, closes_once_and_moves)
{
    FileDescriptor first = open_file("/dev/null", O_RDONLY);
    ASSERT_TRUE(first.valid());
    const int fd = first.get();
    FileDescriptor second = std::move(first);
    EXPECT_FALSE(first.valid());
    EXPECT_EQ(second.get(), fd);
    EXPECT_TRUE(second.close());
    EXPECT_EQ(::fcntl(fd, F_GETFD), -1);
    EXPECT_TRUE(second.close());
}

TEST(SyncFolder, names_a_folder_that_is_not_there)
{
    try {
        sync_folder_of("/nowhere/at/all/file");
        FAIL();
    } catch (const WriteError& error) {
        EXPECT_TRUE(test::contains(error.what(), "/nowhere/at/all")) << error.what();
        EXPECT_TRUE(test::contains(error.what(), "No such file")) << error.what();
    }
}

}  // namespace
}  // namespace stiction
