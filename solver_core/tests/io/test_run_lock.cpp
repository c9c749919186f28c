#include "solver_core/io/run_lock.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <thread>

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

// A process that takes the lock, hands it to a child of its own and ends. The child holds on until `release` is closed.
// Returns the first one, not yet waited for, when it is as good as dead.
pid_t start_orphan(const std::string& folder, int& release)
{
    int held[2] = {}, ready[2] = {};
    if (::pipe(held) != 0 || ::pipe(ready) != 0) return -1;
    const pid_t holder = ::fork();
    if (holder == 0) {
        ::close(held[1]);
        const RunLock lock(folder);
        if (::fork() == 0) {
            ::close(ready[0]);
            ::close(ready[1]);
            char nothing = 0;
            while (::read(held[0], &nothing, 1) > 0) {
            }
            ::_exit(0);
        }
        ::_exit(0);
    }
    ::close(held[0]);
    ::close(ready[1]);
    char answer = 'n';
    const bool ended = ::read(ready[0], &answer, 1) == 0;  // its end of the pipe closes with it
    ::close(ready[0]);
    release = held[1];
    return ended ? holder : -1;
}

TEST(RunLock, waits_for_orphans_that_hold_it_for_a_dead_process)
{
    const TemporaryFolder folder;
    int release = -1;
    const pid_t holder = start_orphan(folder.path(), release);
    ASSERT_GT(holder, 0);
    // It has ended, asked for or not: no other reason to refuse than that a wait was not wanted.
    EXPECT_THROW(RunLock(folder.path()), InputError);
    EXPECT_THROW(RunLock(folder.path(), std::chrono::milliseconds(30)), InputError);
    ::waitpid(holder, nullptr, 0);
    EXPECT_THROW(RunLock(folder.path(), std::chrono::milliseconds(30)), InputError);
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        ::close(release);
    });
    EXPECT_NO_THROW(RunLock(folder.path(), std::chrono::minutes(1)));
    later.join();
}

TEST(RunLock, does_not_wait_for_the_living)
{
    const TemporaryFolder folder;
    const pid_t holder = start_holder(folder.path());
    ASSERT_GT(holder, 0);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THROW(RunLock(folder.path(), std::chrono::minutes(1)), InputError);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
    ::kill(holder, SIGKILL);
    ::waitpid(holder, nullptr, 0);
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
