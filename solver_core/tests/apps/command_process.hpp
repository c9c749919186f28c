#pragma once

// The real `stiction` binary as a child process.

#include <sys/types.h>

#include <map>
#include <string>
#include <thread>
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
    int terminal_columns = 0;                        // above 0: stdin and stderr are a terminal this wide
};

class CommandProcess {
public:
    CommandProcess(const std::vector<std::string>& arguments, const CommandSettings& settings = {});
    ~CommandProcess();  // kills it if it still runs
    CommandProcess(const CommandProcess&) = delete;
    CommandProcess& operator=(const CommandProcess&) = delete;

    pid_t pid() const { return pid_; }
    void send(int signal) const;
    void type(const std::string& keys) const;  // into its terminal
    bool has_ended();
    CommandResult wait();

private:
    void read_terminal();

    pid_t pid_ = -1;
    int status_ = 0;
    bool ended_ = false;
    int out_ = -1, err_ = -1;  // unlinked temporary files
    int terminal_ = -1;        // our end of its terminal
    std::string shown_;        // what it showed there
    std::thread reader_;       // a terminal nobody reads from blocks its writer
};

bool has_terminals();  // whether terminal_columns can be had here

CommandResult run_command(const std::vector<std::string>& arguments, const CommandSettings& settings = {});

}  // namespace stiction::test
