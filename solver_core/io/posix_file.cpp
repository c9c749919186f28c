#include "solver_core/io/posix_file.hpp"

#include "solver_core/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace stiction {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept
{
    if (this != &other) {
        close();
        fd_ = other.release();
    }
    return *this;
}

int FileDescriptor::release() { return std::exchange(fd_, -1); }

bool FileDescriptor::close()
{
    const int fd = release();
    // On Linux the descriptor is gone after EINTR too, so close is never repeated.
    return fd < 0 || ::close(fd) == 0 || errno == EINTR;
}

FileDescriptor open_file(const std::string& path, int flags, unsigned mode)
{
    int fd = -1;
    do fd = ::open(path.c_str(), flags | O_CLOEXEC, mode);
    while (fd < 0 && errno == EINTR);
    return FileDescriptor(fd);
}

std::size_t write_all(int fd, const char* data, std::size_t size, WriteCall call)
{
    if (!call) call = ::write;
    std::size_t bytes_written = 0;
    while (bytes_written < size) {
        const ssize_t result = call(fd, data + bytes_written, size - bytes_written);
        if (result > 0)
            bytes_written += static_cast<std::size_t>(result);
        else if (result == 0) {
            // POSIX allows a write of nothing; repeating it could spin for ever.
            errno = EIO;
            break;
        } else if (errno != EINTR)
            break;
    }
    return bytes_written;
}

void sync_folder_of(const std::string& path)
{
    const std::size_t slash = path.find_last_of('/');
    const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
    const FileDescriptor fd = open_file(folder, O_RDONLY | O_DIRECTORY);
    if (!fd.valid()) throw_write_error(folder, "cannot open the folder to sync it", errno);
    if (::fsync(fd.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        throw_write_error(folder, "cannot sync the folder", errno);
}

void throw_write_error(const std::string& path, const std::string& action, int error)
{
    throw WriteError(fmt::format("{}: {}: {}", path, action, std::generic_category().message(error)));
}

}  // namespace stiction
