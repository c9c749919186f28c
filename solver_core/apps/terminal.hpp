#pragma once

// The one place that writes to stderr and stdout. Lines on stderr may come from the run and from the stall watch at the same time; a
// progress bar on the last line is wiped before a line and drawn again by whoever owns it.

#include <mutex>
#include <string>

namespace stiction {

class Terminal {
public:
    Terminal();
    bool can_redraw() const { return can_redraw_; }  // a terminal that understands carriage return and erase
    bool has_colour() const { return has_colour_; }  // and NO_COLOR is not set
    int columns() const;

    void line(const std::string& text);  // one whole line
    void bar(const std::string& text);   // replaces the last line; only with can_redraw()
    void end_bar();                      // leaves it standing and goes to the next line

private:
    std::mutex mutex_;
    bool can_redraw_ = false;
    bool has_colour_ = false;
    bool bar_shown_ = false;
};

Terminal& terminal();

// "stiction: error: ..." and "stiction: warning: ..." on stderr, the word in colour where allowed.
void print_error(const std::string& text);
void print_warning(const std::string& text);
void print_note(const std::string& text);
// What was asked for, on stdout, at once. Throws WriteError.
void print_out(const std::string& text);

}  // namespace stiction
