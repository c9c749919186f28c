#include "solver_core/apps/terminal.hpp"

#include "solver_core/base/error.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace stiction {
namespace {

constexpr const char* kEraseLine = "\r\x1b[K";
constexpr const char* kRed = "31";
constexpr const char* kYellow = "33";

void put(const std::string& text)
{
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

std::string coloured(const char* word, const char* colour)
{
    if (!terminal().has_colour()) return word;
    return std::string("\x1b[1;") + colour + "m" + word + "\x1b[0m";
}

}  // namespace

Terminal::Terminal()
{
    const char* term = std::getenv("TERM");
    can_redraw_ = isatty(STDERR_FILENO) == 1 && term && std::strcmp(term, "dumb") != 0;
    const char* no_colour = std::getenv("NO_COLOR");  // https://no-color.org: set and not empty
    has_colour_ = can_redraw_ && !(no_colour && *no_colour);
}

int Terminal::columns() const
{
    winsize size = {};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

void Terminal::line(const std::string& text)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    put((bar_shown_ ? kEraseLine : "") + text + "\n");
    bar_shown_ = false;
}

void Terminal::bar(const std::string& text)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    put(kEraseLine + text);
    bar_shown_ = true;
}

void Terminal::end_bar()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (bar_shown_) put("\n");
    bar_shown_ = false;
}

Terminal& terminal()
{
    static Terminal instance;
    return instance;
}

void print_error(const std::string& text)
{
    terminal().line("stiction: " + coloured("error", kRed) + ": " + text);
}

void print_warning(const std::string& text)
{
    terminal().line("stiction: " + coloured("warning", kYellow) + ": " + text);
}

void print_note(const std::string& text) { terminal().line("stiction: " + text); }

void print_out(const std::string& text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw WriteError(std::string("standard output: cannot be written: ") + std::strerror(errno));
}

}  // namespace stiction
