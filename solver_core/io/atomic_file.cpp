#include "solver_core/io/atomic_file.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/posix_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <system_error>

namespace stiction {
namespace {

// Removes the temporary file unless it has been renamed.
class Temporary {
public:
    explicit Temporary(std::string path) : path_(std::move(path)) {}
    ~Temporary()
    {
        if (!path_.empty()) ::unlink(path_.c_str());
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    void keep() { path_.clear(); }

private:
    std::string path_;
};

std::string reason(int error) { return std::generic_category().message(error); }

// Number of bytes up to and including the last line break before `size`.
off_t end_of_last_line(int fd, off_t size, const std::string& path)
{
    char block[4096];
    while (size > 0) {
        const off_t begin = std::max<off_t>(0, size - static_cast<off_t>(sizeof block));
        const ssize_t got = ::pread(fd, block, static_cast<std::size_t>(size - begin), begin);
        if (got < 0 && errno == EINTR) continue;
        if (got != size - begin) throw_write_error(path, "cannot read the end of the file", errno);
        for (ssize_t i = got; i > 0; --i)
            if (block[i - 1] == '\n') return begin + i;
        size = begin;
    }
    return 0;
}

}  // namespace

void write_file_atomically(const std::string& path, const std::string& bytes)
{
    const std::string temporary_path = fmt::format("{}.tmp.{}", path, ::getpid());
    FileDescriptor fd = open_file(temporary_path, O_WRONLY | O_CREAT | O_TRUNC);
    if (!fd.valid()) throw_write_error(path, "cannot create the file", errno);
    Temporary temporary(temporary_path);
    const std::size_t bytes_written = write_all(fd.get(), bytes.data(), bytes.size());
    if (bytes_written != bytes.size()) {
        const int error = errno;
        throw_write_error(path, fmt::format("wrote {} of {} bytes", bytes_written, bytes.size()), error);
    }
    if (::fsync(fd.get()) != 0) throw_write_error(path, "cannot sync the file", errno);
    if (!fd.close()) throw_write_error(path, "cannot close the file", errno);
    if (::rename(temporary_path.c_str(), path.c_str()) != 0)
        throw_write_error(path, "cannot rename the finished file to its name", errno);
    temporary.keep();
    sync_folder_of(path);
}

void append_line(const std::string& path, const std::string& line)
{
    assert(line.find('\n') == std::string::npos);
    const FileDescriptor fd = open_file(path, O_RDWR | O_CREAT | O_APPEND);
    if (!fd.valid()) throw_write_error(path, "cannot open the file to append to it", errno);
    struct stat status = {};
    if (::fstat(fd.get(), &status) != 0) throw_write_error(path, "cannot look at the file", errno);
    const bool regular = S_ISREG(status.st_mode);
    off_t begin = status.st_size;
    if (regular) {
        begin = end_of_last_line(fd.get(), status.st_size, path);
        if (begin != status.st_size && ::ftruncate(fd.get(), begin) != 0)
            throw_write_error(path, "cannot cut off an unfinished last line", errno);
    }
    const std::string text = line + '\n';
    const std::size_t bytes_written = write_all(fd.get(), text.data(), text.size());
    if (bytes_written != text.size()) {
        const int error = errno;
        std::string action = fmt::format("appended {} of {} bytes", bytes_written, text.size());
        if (regular && ::ftruncate(fd.get(), begin) != 0) action += " and could not take them back";
        throw_write_error(path, action, error);
    }
    if (::fsync(fd.get()) != 0) throw_write_error(path, "cannot sync the file", errno);
    if (regular && begin == 0) sync_folder_of(path);
}

std::string read_file(const std::string& path)
{
    const FileDescriptor fd = open_file(path, O_RDONLY);
    if (!fd.valid()) throw InputError(path, "cannot be opened: " + reason(errno));
    struct stat status = {};
    if (::fstat(fd.get(), &status) != 0) throw InputError(path, "cannot be read: " + reason(errno));
    if (S_ISDIR(status.st_mode)) throw InputError(path, "is a folder; a file is needed");
    // The size is a hint: files of /proc and pipes report 0.
    std::string bytes(static_cast<std::size_t>(std::max<off_t>(status.st_size, 0)) + 1, '\0');
    std::size_t size = 0;
    for (;;) {
        if (size == bytes.size()) bytes.resize(2 * bytes.size());
        const ssize_t got = ::read(fd.get(), &bytes[size], bytes.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw InputError(path, "cannot be read: " + reason(errno));
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    bytes.resize(size);
    return bytes;
}

std::vector<std::string> read_lines(const std::string& path)
{
    std::vector<std::string> lines;
    if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) return lines;
    const std::string bytes = read_file(path);
    std::size_t begin = 0;
    for (std::size_t end = bytes.find('\n'); end != std::string::npos; end = bytes.find('\n', begin)) {
        lines.push_back(bytes.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

}  // namespace stiction
