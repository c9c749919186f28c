#include "solver_core/scene/nearest_name.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace stiction {

namespace {

constexpr std::size_t kLongestName = 64;  // longer words are near nothing we know

std::string folded(const std::string& word)
{
    std::string result;
    for (const char c : word) {
        const bool gap = c == '-' || c == ' ';
        result += gap ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return result;
}

}  // namespace

// Optimal string alignment: d(i, j) is the distance of the first i letters of a and the first j of b,
//   d(i, j) = min( d(i-1, j) + 1, d(i, j-1) + 1, d(i-1, j-1) + [a_i != b_j],
//                  d(i-2, j-2) + 1 where two neighbours are swapped )
int edit_distance(const std::string& first, const std::string& second)
{
    const std::string a = folded(first);
    const std::string b = folded(second);
    const std::size_t columns = b.size() + 1;
    std::vector<int> before(columns), last(columns), row(columns);
    for (std::size_t j = 0; j < columns; ++j) row[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j < columns; ++j) {
            const int change = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[columns - 1];
}

std::string nearest_name(const std::string& wrong, const std::vector<std::string>& known)
{
    if (wrong.size() > kLongestName) return "";
    std::string nearest;
    int least = std::max(1, static_cast<int>(wrong.size()) / 3) + 1;
    for (const std::string& name : known) {
        const int distance = edit_distance(wrong, name);
        if (distance < least) {
            least = distance;
            nearest = name;
        }
    }
    return nearest;
}

}  // namespace stiction
