#pragma once

// The lines of stats.jsonl: one JSON object a step.

#include "solver_core/io/posix_file.hpp"
#include "solver_core/sim/step_report.hpp"

#include <optional>
#include <string>
#include <utility>

namespace stiction {

// Appends the line, newline included, to `text`. Numbers read back to the same bits; what is not finite becomes null,
// for JSON has no other word for it.
void append_stats_line(const StepReport& report, std::string& text);

// The two values of a line that a resumed run needs back. Throws InputError when the text is not such a line.
struct StatsLine {
    std::int64_t step = 0;
    double milliseconds = 0.0;  // ms.total
};
StatsLine parse_stats_line(const std::string& line, const std::string& name_for_messages);

// stats.jsonl of a run folder. Lines reach the file as they come; sync() makes them durable before a checkpoint that
// counts on them is listed.
class StatsFile {
public:
    explicit StatsFile(std::string path) : path_(std::move(path)) {}

    // Cuts the file after the line of step `steps` and opens it for appending. Returns the sum of ms.total of the kept
    // lines, or nothing, the file untouched, when not all of the steps 1 .. `steps` are there.
    std::optional<double> open_after(std::int64_t steps);
    void append(const StepReport& report);
    void sync();

private:
    std::string path_;
    std::string line_;
    FileDescriptor file_;
};

}  // namespace stiction
