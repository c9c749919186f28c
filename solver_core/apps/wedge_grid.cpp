#include "solver_core/apps/wedge_grid.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/scene/place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stiction {
namespace {

constexpr std::size_t kMostRuns = 10000;

[[noreturn]] void refuse(const std::string& text, const std::string& found)
{
    throw InputError("--vary " + in_quotes(text),
                     "found " + found +
                         "; allowed: path=value,value,... as in contact.friction=0.1,0.3; `stiction schema` "
                         "lists the keys");
}

// Cuts at commas that stand outside of brackets and quotes.
std::vector<std::string> split_values(const std::string& text)
{
    std::vector<std::string> values(1);
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
        if (!quoted && (c == '[' || c == '{')) ++depth;
        if (!quoted && (c == ']' || c == '}')) --depth;
        if (c == ',' && depth == 0 && !quoted)
            values.emplace_back();
        else
            values.back() += c;
    }
    return values;
}

// What any file system and shell takes.
std::string plain_word(const std::string& text)
{
    std::string word;
    for (const char c : text) {
        const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              c == '.' || c == '-' || c == '+';
        if (is_plain)
            word += c;
        else if (!word.empty() && word.back() != '_')
            word += '_';
    }
    while (!word.empty() && word.back() == '_') word.pop_back();
    return word.empty() ? "_" : word;
}

}  // namespace

std::string short_path(const std::string& path, const std::vector<WedgeAxis>& axes)
{
    std::size_t dot = path.rfind('.');
    while (dot != std::string::npos) {
        const std::string ending = path.substr(dot);
        const auto ends_so = [&](const WedgeAxis& axis) {
            const std::string other = "." + axis.path;
            return other.size() >= ending.size() &&
                   other.compare(other.size() - ending.size(), ending.size(), ending) == 0;
        };
        if (std::count_if(axes.begin(), axes.end(), ends_so) == 1) return ending.substr(1);
        dot = dot == 0 ? std::string::npos : path.rfind('.', dot - 1);
    }
    return path;
}

std::string label_of(const std::vector<WedgeAxis>& axes, const WedgePoint& point)
{
    std::string label;
    for (std::size_t i = 0; i < axes.size(); ++i)
        label += fmt::format("{}{} {}", i == 0 ? "" : ", ", short_path(axes[i].path, axes), point.values[i]);
    return label;
}

WedgeAxis parse_axis(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) refuse(text, "no \"=\" after a path");
    WedgeAxis axis;
    axis.path = text.substr(0, equals);
    axis.values = split_values(text.substr(equals + 1));
    std::set<std::string> seen;
    for (const std::string& value : axis.values) {
        if (value.empty()) refuse(text, "an empty value");
        if (!seen.insert(value).second) refuse(text, "the value " + value + " twice");
    }
    return axis;
}

std::vector<WedgePoint> wedge_points(const std::vector<WedgeAxis>& axes)
{
    std::size_t count = 1;
    std::set<std::string> paths;
    for (const WedgeAxis& axis : axes) {
        if (!paths.insert(axis.path).second)
            throw InputError("--vary " + axis.path, "found twice; give all values of a path together");
        count *= axis.values.size();
        if (count > kMostRuns)
            throw InputError("--vary",
                             fmt::format("more than {} combinations found; vary fewer values", kMostRuns));
    }
    std::vector<WedgePoint> points(1);
    for (const WedgeAxis& axis : axes) {
        std::vector<WedgePoint> longer;
        for (const WedgePoint& point : points) {
            for (const std::string& value : axis.values) {
                longer.push_back(point);
                longer.back().values.push_back(value);
                longer.back().name +=
                    (point.name.empty() ? "" : "_") + short_path(axis.path, axes) + "=" + plain_word(value);
            }
        }
        points = std::move(longer);
    }
    std::set<std::string> names;
    for (WedgePoint& point : points) {
        const std::string name = plain_word(point.name) == "_" ? "run" : point.name;
        point.name = name;
        for (int n = 2; !names.insert(point.name).second; ++n) point.name = fmt::format("{}_{}", name, n);
    }
    return points;
}

std::vector<std::string> overrides_of(const std::vector<WedgeAxis>& axes, const WedgePoint& point)
{
    std::vector<std::string> overrides;
    for (std::size_t i = 0; i < axes.size(); ++i) overrides.push_back(axes[i].path + "=" + point.values[i]);
    return overrides;
}

}  // namespace stiction
