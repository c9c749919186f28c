#pragma once

// The thin layer over POSIX files: an owned descriptor, writes that are whole or fail, errors with their
// reason.

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace stiction {

class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int fd) : fd_(fd) {}
    FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor() { close(); }

    int get() const { return fd_; }
    bool valid() const { return fd_ >= 0; }
    int release();
    bool close();  // false (errno set) when the kernel reports a late write error

private:
    int fd_ = -1;
};

// open(2) that is repeated when a signal interrupts it; the result may be invalid (errno set).
FileDescriptor open_file(const std::string& path, int flags, unsigned mode = 0666);

// What the loops below call; tests hand in calls that are interrupted, stop half way or fail.
using WriteCall = ssize_t (*)(int fd, const void* data, std::size_t size);

// Writes all of the bytes, over interruptions and short writes. Returns the number written: less than `size`
// means failure, with errno set.
std::size_t write_all(int fd, const char* data, std::size_t size, WriteCall call = nullptr);

// Makes the folder's entry list durable (after a rename or the creation of a file). Folders on file systems
// that cannot sync a folder are left as they are.
void sync_folder_of(const std::string& path);

// Throws WriteError "path: action: reason", the reason from errno.
[[noreturn]] void throw_write_error(const std::string& path, const std::string& action, int error);

}  // namespace stiction
