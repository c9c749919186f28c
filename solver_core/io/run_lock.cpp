#include "solver_core/io/run_lock.hpp"

#include "solver_core/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace stiction {
namespace {

std::string holder_of(int fd)
{
    char text[32] = {};
    const ssize_t got = ::pread(fd, text, sizeof text - 1, 0);
    std::string pid(text, got > 0 ? static_cast<std::size_t>(got) : 0);
    pid = pid.substr(0, pid.find_first_not_of("0123456789"));
    return pid.empty() ? "another process" : "process " + pid;
}

}  // namespace

RunLock::RunLock(const std::string& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw_write_error(folder, "cannot create the folder", error.value());
    const std::string path = folder + "/.lock";
    file_ = open_file(path, O_RDWR | O_CREAT);
    if (!file_.valid()) throw_write_error(path, "cannot create the lock file", errno);
    int result = 0;
    do result = ::flock(file_.get(), LOCK_EX | LOCK_NB);
    while (result != 0 && errno == EINTR);
    if (result != 0 && errno == EWOULDBLOCK)
        throw InputError(folder,
                         fmt::format("is in use by {}; wait for it to end, stop it, or choose another folder",
                                     holder_of(file_.get())));
    if (result != 0) throw_write_error(path, "cannot lock the folder", errno);
    const std::string pid = fmt::format("{}\n", ::getpid());
    if (::ftruncate(file_.get(), 0) != 0 || write_all(file_.get(), pid.data(), pid.size()) != pid.size())
        throw_write_error(path, "cannot note the process in the lock file", errno);
}

bool is_run_locked(const std::string& folder)
{
    const FileDescriptor file = open_file(folder + "/.lock", O_RDONLY);
    return file.valid() && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace stiction
