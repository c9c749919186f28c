// Preloaded into the command by test_write_faults.cpp: a system call on a chosen file fails as on a full disk.
//
//   STICTION_FAIL_CALL   open, write, fsync or rename
//   STICTION_FAIL_FILE   end of the file's path, without the suffix of a file not yet renamed
//   STICTION_FAIL_AFTER  calls on it that go through before; all later ones fail

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

template <class Function>
Function* next(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

std::string setting(const char* name)
{
    const char* text = std::getenv(name);
    return text ? text : "";
}

bool must_fail(const char* call, std::string path)
{
    static const std::string chosen_call = setting("STICTION_FAIL_CALL");
    static const std::string file = setting("STICTION_FAIL_FILE");
    static std::atomic<int> to_go{std::atoi(setting("STICTION_FAIL_AFTER").c_str())};
    if (chosen_call != call || file.empty()) return false;
    path = path.substr(0, path.rfind(".tmp."));
    if (path.size() < file.size() || path.compare(path.size() - file.size(), file.size(), file) != 0)
        return false;
    if (to_go-- > 0) return false;
    errno = ENOSPC;
    return true;
}

std::string path_of(int fd)
{
    char path[4096];
    const ssize_t size = readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), path, sizeof path);
    return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...)
{
    mode_t mode = 0;
    if ((flags & O_CREAT) != 0) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    if ((flags & O_ACCMODE) != O_RDONLY && must_fail("open", path)) return -1;
    return next<int(const char*, int, ...)>("open")(path, flags, mode);
}

ssize_t write(int fd, const void* bytes, size_t count)
{
    static auto* real = next<ssize_t(int, const void*, size_t)>("write");
    if (!must_fail("write", path_of(fd))) return real(fd, bytes, count);
    // As a disk does that fills up within a write: a part goes through first.
    static std::atomic<bool> torn{false};
    if (count < 2 || torn.exchange(true)) return -1;
    return real(fd, bytes, count / 2);
}

int fsync(int fd)
{
    if (must_fail("fsync", path_of(fd))) return -1;
    return next<int(int)>("fsync")(fd);
}

int rename(const char* from, const char* to) noexcept
{
    if (must_fail("rename", to)) return -1;
    return next<int(const char*, const char*)>("rename")(from, to);
}

}  // extern "C"
