#pragma once

// The real `stiction` binary as a child process.

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace stiction::test {

struct CommandResult {
    int exit_code = -1;  // 128 + signal when a signal ended it
    std::string out;
    std::string err;
};

struct CommandSettings {
    std::map<std::string, std::string> environment;  // added to ours
    std::string working_folder;                      // empty: ours
    bool as_nobody = false;                          // give up root's rights
    long long file_size_limit = -1;                  // bytes; writes beyond it fail
};

class CommandProcess {
public:
    CommandProcess(const std::vector<std::string>& arguments, const CommandSettings& settings = {});
    ~CommandProcess();  // kills it if it still runs
    CommandProcess(const CommandProcess&) = delete;
    CommandProcess& operator=(const CommandProcess&) = delete;

    void send(int signal) const;
    bool has_ended();
    CommandResult wait();

private:
    pid_t pid_ = -1;
    int status_ = 0;
    bool ended_ = false;
    int out_ = -1, err_ = -1;  // unlinked temporary files
};

CommandResult run_command(const std::vector<std::string>& arguments, const CommandSettings& settings = {});

}  // namespace stiction::test
