#include "solver_core/apps/wedge_children.hpp"

#include "solver_core/apps/stop_signals.hpp"
#include "solver_core/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <thread>

namespace stiction {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kLook = std::chrono::milliseconds(10);
constexpr int kCannotStart = 127;

struct Child {
    std::size_t task = 0;
    Clock::time_point start;
};

// Between fork and exec only plain calls are allowed: everything is made before.
[[noreturn]] void become(char* const* argv, int log, pid_t parent, int lock)
{
    setpgid(0, 0);  // Ctrl-C goes to the parent alone, which passes it on once
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(kCannotStart);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    fcntl(lock, F_SETFD, 0);  // held until the run has ended, even when its parent is killed
    execv("/proc/self/exe", argv);
    _exit(kCannotStart);
}

pid_t start_child(const ChildTask& task, int lock)
{
    const int log = open(task.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (log < 0) throw WriteError(fmt::format("{}: {}", task.log, std::strerror(errno)));
    std::vector<std::string> words = task.arguments;
    words.insert(words.begin(), "stiction");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) become(argv.data(), log, parent, lock);
    const int error = errno;
    close(log);
    if (pid < 0) throw WriteError(fmt::format("cannot start a process: {}", std::strerror(error)));
    return pid;
}

// Ends the children when something is thrown.
class Children {
public:
    explicit Children(int lock) : lock_(lock) {}
    ~Children()
    {
        signal_all(SIGTERM);
        for (const auto& child : running_) waitpid(child.first, nullptr, 0);
    }
    std::size_t count() const { return running_.size(); }
    void start(const ChildTask& task, std::size_t number)
    {
        running_[start_child(task, lock_)] = {number, Clock::now()};
    }
    void signal_all(int signal) const
    {
        for (const auto& child : running_) kill(child.first, signal);
    }
    // Tells of the children that have ended since.
    void collect(const ChildEvents& events)
    {
        for (auto child = running_.begin(); child != running_.end();) {
            int status = 0;
            if (waitpid(child->first, &status, WNOHANG) != child->first) {
                ++child;
                continue;
            }
            const Child ended = child->second;
            child = running_.erase(child);
            const std::chrono::duration<double> seconds = Clock::now() - ended.start;
            events.ended(ended.task, {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status),
                                      seconds.count()});
        }
    }

private:
    int lock_;
    std::map<pid_t, Child> running_;
};

}  // namespace

void run_children(const std::vector<ChildTask>& tasks, int jobs, const RunLock& lock,
                  const ChildEvents& events)
{
    std::signal(SIGCHLD, SIG_DFL);  // where it is ignored, nobody could ask how a child ended
    Children children(lock.descriptor());
    bool was_told = false;
    std::size_t next = 0;
    for (;;) {
        const bool stopping = stop_flag().is_raised();
        if (stopping && !was_told) {
            children.signal_all(stop_exit_code() == kExitInterrupted ? SIGINT : SIGTERM);
            was_told = true;
        }
        while (!stopping && next < tasks.size() && children.count() < static_cast<std::size_t>(jobs)) {
            children.start(tasks[next], next);
            events.started(next++);
        }
        children.collect(events);
        if (children.count() == 0 && (stopping || next == tasks.size())) return;
        std::this_thread::sleep_for(kLook);
    }
}

}  // namespace stiction
