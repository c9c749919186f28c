#include "solver_core/io/run_lock.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>

namespace stiction {
namespace {

using test::TemporaryFolder;

// A process that holds the lock until it is killed; returns when it has it.
pid_t start_holder(const std::string& folder)
{
    int ready[2] = {};
    if (::pipe(ready) != 0) return -1;
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ready[0]);
        const RunLock lock(folder);
        const char yes = 'y';
        if (::write(ready[1], &yes, 1) == 1) ::pause();
        ::_exit(0);
    }
    ::close(ready[1]);
    char answer = 'n';
    const bool ok = ::read(ready[0], &answer, 1) == 1 && answer == 'y';
    ::close(ready[0]);
    return ok ? child : -1;
}

TEST(RunLock, refuses_a_second_process_and_forgets_a_dead_one)
{
    const TemporaryFolder folder;
    const pid_t holder = start_holder(folder.path());
    ASSERT_GT(holder, 0);
    const std::string message = test::input_error([&] { RunLock lock(folder.path()); });
    EXPECT_TRUE(test::contains(message, folder.path())) << message;
    EXPECT_TRUE(test::contains(message, "process " + std::to_string(holder))) << message;
    ::kill(holder, SIGKILL);
    ::waitpid(holder, nullptr, 0);
    EXPECT_NO_THROW(RunLock(folder.path()));
}

TEST(RunLock, is_free_again_after_release)
{
    const TemporaryFolder folder;
    auto lock = std::make_unique<RunLock>(folder.path());
    EXPECT_THROW(RunLock(folder.path()), InputError);
    lock.reset();
    EXPECT_NO_THROW(RunLock(folder.path()));
}

TEST(RunLock, makes_the_folder_or_says_why_not)
{
    const TemporaryFolder folder;
    const RunLock lock(folder.file("new/run"));
    EXPECT_TRUE(std::filesystem::exists(folder.file("new/run/.lock")));
    EXPECT_THROW(RunLock(folder.file("new/run/.lock/below")), WriteError);
}

}  // namespace
}  // namespace stiction
