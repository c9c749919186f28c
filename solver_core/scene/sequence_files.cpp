#include "solver_core/scene/sequence_files.hpp"

#include <fmt/format.h>

namespace stiction {

namespace {

constexpr int kWidest = 12;  // digits; more would be a slip

// Where the number stands in a pattern: %[0][width]d.
struct NumberPlace {
    bool valid = false;
    std::size_t begin = 0, end = 0;
    bool zeros = false;
    int width = 0;
};

NumberPlace find_number(const std::string& pattern)
{
    NumberPlace place;
    place.begin = pattern.find('%');
    if (place.begin == std::string::npos) return place;
    std::size_t at = place.begin + 1;
    if (at < pattern.size() && pattern[at] == '0') {
        place.zeros = true;
        ++at;
    }
    while (at < pattern.size() && pattern[at] >= '0' && pattern[at] <= '9' && place.width <= kWidest)
        place.width = 10 * place.width + (pattern[at++] - '0');
    place.end = at + 1;
    const bool ends = at < pattern.size() && pattern[at] == 'd' && place.width <= kWidest;
    place.valid = ends && pattern.find('%', place.end) == std::string::npos;
    return place;
}

}  // namespace

void check_sequence_pattern(const std::string& pattern, const Place& place)
{
    if (find_number(pattern).valid) return;
    place.refuse(in_quotes(pattern), "a file name with one number such as %04d",
                 "write it as in \"body.%04d.obj\"");
}

std::string sequence_file(const std::string& pattern, Index number)
{
    const NumberPlace place = find_number(pattern);
    const std::string digits = place.zeros ? fmt::format("{:0{}d}", number, place.width)
                                           : fmt::format("{:{}d}", number, place.width);
    return pattern.substr(0, place.begin) + digits + pattern.substr(place.end);
}

}  // namespace stiction
