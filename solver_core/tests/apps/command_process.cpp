#include "solver_core/tests/apps/command_process.hpp"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

namespace stiction::test {
namespace {

int unlinked_file()
{
    char name[] = "/tmp/stiction_output_XXXXXX";
    const int fd = mkstemp(name);
    if (fd < 0) throw std::runtime_error("no temporary file");
    unlink(name);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

std::string contents(int fd)
{
    std::string text;
    char block[4096];
    off_t at = 0;
    for (ssize_t got = 0; (got = pread(fd, block, sizeof block, at)) > 0; at += got)
        text.append(block, static_cast<std::size_t>(got));
    return text;
}

// In the child, after fork: only plain calls until exec.
[[noreturn]] void become_command(const std::vector<std::string>& arguments, const CommandSettings& settings,
                                 int out, int err, int terminal)
{
    if (terminal >= 0) {
        setsid();  // so that the terminal becomes its own, and Ctrl-C a signal to it
        if (ioctl(terminal, TIOCSCTTY, 0) != 0) _exit(127);
        dup2(terminal, STDIN_FILENO);
        err = terminal;
    }
    if (!settings.working_folder.empty() && chdir(settings.working_folder.c_str()) != 0) _exit(127);
    for (const auto& [name, value] : settings.environment) setenv(name.c_str(), value.c_str(), 1);
    if (settings.file_size_limit >= 0) {
        const rlimit limit = {static_cast<rlim_t>(settings.file_size_limit),
                              static_cast<rlim_t>(settings.file_size_limit)};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    constexpr uid_t kNobody = 65534;
    if (settings.as_nobody && (setgid(kNobody) != 0 || setuid(kNobody) != 0)) _exit(127);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    std::vector<char*> argv;
    std::string binary = STICTION_BINARY;
    argv.push_back(binary.data());
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv(binary.c_str(), argv.data());
    _exit(127);
}

}  // namespace

CommandProcess::CommandProcess(const std::vector<std::string>& arguments, const CommandSettings& settings)
    : out_(unlinked_file()), err_(unlinked_file())
{
    int terminal = -1;
    if (settings.terminal_columns > 0) {
        winsize size = {};
        size.ws_col = static_cast<unsigned short>(settings.terminal_columns);
        size.ws_row = 24;
        if (openpty(&terminal_, &terminal, nullptr, nullptr, &size) != 0)
            throw std::runtime_error("no terminal");
        fcntl(terminal_, F_SETFD, FD_CLOEXEC);
        fcntl(terminal, F_SETFD, FD_CLOEXEC);
    }
    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("cannot fork");
    if (pid_ == 0) become_command(arguments, settings, out_, err_, terminal);
    if (terminal < 0) return;
    close(terminal);
    reader_ = std::thread([this] { read_terminal(); });
}

bool has_terminals()
{
    int ours = -1, theirs = -1;
    if (openpty(&ours, &theirs, nullptr, nullptr, nullptr) != 0) return false;
    close(ours);
    close(theirs);
    return true;
}

// Ends with an error once the last process has closed the other end.
void CommandProcess::read_terminal()
{
    char block[4096];
    for (ssize_t got = 0; (got = read(terminal_, block, sizeof block)) > 0;)
        shown_.append(block, static_cast<std::size_t>(got));
}

void CommandProcess::type(const std::string& keys) const
{
    if (write(terminal_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size()))
        throw std::runtime_error("cannot type");
}

CommandProcess::~CommandProcess()
{
    if (!has_ended()) {
        send(SIGKILL);
        wait();
    }
    if (reader_.joinable()) reader_.join();
    for (const int fd : {out_, err_, terminal_})
        if (fd >= 0) close(fd);
}

void CommandProcess::send(int signal) const
{
    if (!ended_) kill(pid_, signal);
}

bool CommandProcess::has_ended()
{
    if (!ended_ && waitpid(pid_, &status_, WNOHANG) == pid_) ended_ = true;
    return ended_;
}

CommandResult CommandProcess::wait()
{
    if (!ended_) {
        waitpid(pid_, &status_, 0);
        ended_ = true;
    }
    CommandResult result;
    result.exit_code = WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
    result.out = contents(out_);
    if (reader_.joinable()) reader_.join();
    result.err = terminal_ >= 0 ? shown_ : contents(err_);
    return result;
}

CommandResult run_command(const std::vector<std::string>& arguments, const CommandSettings& settings)
{
    return CommandProcess(arguments, settings).wait();
}

}  // namespace stiction::test
