#pragma once

// stats.jsonl by columns.

#include <string>
#include <utility>
#include <vector>

namespace stiction {

// A step that did not meet its tolerance.
struct UnconvergedStep {
    std::size_t row = 0;
    std::string status;
    std::string worst_contact;  // empty where the method does not name one
};

// Names are dotted paths ("energy.kinetic") in the order of the first line; a number that is null or missing is NaN.
struct StatsColumns {
    std::vector<std::pair<std::string, std::vector<double>>> columns;
    std::size_t rows = 0;
    std::vector<std::pair<std::string, std::size_t>> statuses;  // and how many steps ended so
    std::vector<UnconvergedStep> unconverged;
};

// A missing file has no rows. Throws InputError (file, line) for a line that is not an object.
StatsColumns read_stats(const std::string& path);

}  // namespace stiction
