#include "solver_core/io/run_lock.hpp"

#include "solver_core/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace stiction {
namespace {

constexpr auto kLook = std::chrono::milliseconds(10);

// The process that noted itself in the lock file, 0 when there is no such note.
pid_t holder_of(int fd)
{
    char text[32] = {};
    if (::pread(fd, text, sizeof text - 1, 0) <= 0) return 0;
    return static_cast<pid_t>(std::strtol(text, nullptr, 10));
}

// "PID (NAME) STATE ...", where a name may hold anything; Z has ended and waits for its parent to ask, X is gone.
bool has_ended(pid_t pid)
{
    if (::kill(pid, 0) != 0) return errno == ESRCH;
    const FileDescriptor file = open_file(fmt::format("/proc/{}/stat", pid), O_RDONLY);
    char text[512] = {};
    if (!file.valid() || ::read(file.get(), text, sizeof text - 1) <= 0) return false;
    const std::string line(text);
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos || name_end + 2 >= line.size()) return false;
    return line[name_end + 2] == 'Z' || line[name_end + 2] == 'X';
}

// Whether the lock is ours now; false when another process holds it.
bool try_lock(int fd, const std::string& path)
{
    int result = 0;
    do result = ::flock(fd, LOCK_EX | LOCK_NB);
    while (result != 0 && errno == EINTR);
    if (result != 0 && errno != EWOULDBLOCK) throw_write_error(path, "cannot lock the folder", errno);
    return result == 0;
}

}  // namespace

RunLock::RunLock(const std::string& folder, std::chrono::milliseconds orphans_last)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw_write_error(folder, "cannot create the folder", error.value());
    const std::string path = folder + "/.lock";
    file_ = open_file(path, O_RDWR | O_CREAT);
    if (!file_.valid()) throw_write_error(path, "cannot create the lock file", errno);
    const auto end = std::chrono::steady_clock::now() + orphans_last;
    while (!try_lock(file_.get(), path)) {
        const pid_t holder = holder_of(file_.get());
        const bool is_orphaned = holder > 0 && has_ended(holder);
        if (!is_orphaned || std::chrono::steady_clock::now() >= end)
            throw InputError(
                folder, fmt::format("is in use by {}; wait for it to end, stop it, or choose another folder",
                                    holder > 0 ? fmt::format("process {}", holder) : "another process"));
        std::this_thread::sleep_for(kLook);
    }
    const std::string pid = fmt::format("{}\n", ::getpid());
    if (::ftruncate(file_.get(), 0) != 0 || write_all(file_.get(), pid.data(), pid.size()) != pid.size())
        throw_write_error(path, "cannot note the process in the lock file", errno);
}

}  // namespace stiction
