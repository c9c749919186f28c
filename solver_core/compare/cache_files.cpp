#include "solver_core/compare/cache_files.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/scene/place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDigits = "0123456789";
constexpr const char* kAllowed =
    "allowed: a folder with one sequence of .bgeo, .geo, .obj or .ply files, or a pattern such as "
    "'cache/cloth.$F4.bgeo' (in quotes: a shell takes $F4 for its own)";

// What stands before and after the number in a file's name.
struct NameParts {
    std::string before, after;
    bool has_number = false;
    bool operator<(const NameParts& other) const
    {
        return std::tie(before, after) < std::tie(other.before, other.after);
    }
};

// A pattern: $F, $F4, %d, %04d, ####.
NameParts split_pattern(const std::string& name)
{
    const std::size_t begin = name.find_first_of("$%#");
    if (begin == std::string::npos) return {};
    std::size_t end = begin + 1;
    if (name[begin] == '#') {
        end = std::min(name.size(), name.find_first_not_of('#', begin));
    } else {
        const bool is_dollar = name[begin] == '$';
        if (is_dollar && (end >= name.size() || name[end++] != 'F')) return {};
        end = std::min(name.size(), name.find_first_not_of(kDigits, end));
        if (!is_dollar && (end >= name.size() || name[end++] != 'd')) return {};
    }
    return {name.substr(0, begin), name.substr(end), true};
}

// A file's name: the last digits before the ending.
NameParts split_name(const std::string& name)
{
    const std::size_t stem = name.size() - geometry_extension(name).size();
    const std::size_t last = name.find_last_of(kDigits, stem > 0 ? stem - 1 : 0);
    if (last == std::string::npos || last >= stem) return {};
    const std::size_t before = name.find_last_not_of(kDigits, last);
    const std::size_t first = before == std::string::npos ? 0 : before + 1;
    return {name.substr(0, first), name.substr(last + 1), true};
}

bool read_frame(const std::string& name, const NameParts& parts, Index& frame)
{
    if (name.size() <= parts.before.size() + parts.after.size()) return false;
    if (name.compare(0, parts.before.size(), parts.before) != 0) return false;
    const char* begin = name.data() + parts.before.size();
    const char* end = name.data() + name.size() - parts.after.size();
    const auto number = std::from_chars(begin, end, frame);
    return number.ec == std::errc() && number.ptr == end && std::string(end) == parts.after;
}

std::vector<std::string> names_in(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (!entry.is_directory()) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

bool is_geometry(const std::string& name)
{
    const std::string ending = geometry_extension(name);
    for (const char* known : {"bgeo", "geo", "obj", "ply", "bgeo.sc", "bgeo.gz", "geo.gz"})
        if (ending == known) return true;
    return false;
}

std::vector<CacheFile> matching_files(const fs::path& folder, const NameParts& parts)
{
    std::vector<CacheFile> files;
    Index frame = 0;
    for (const std::string& name : names_in(folder))
        if (read_frame(name, parts, frame)) files.push_back({frame, (folder / name).string()});
    std::sort(files.begin(), files.end(),
              [](const CacheFile& a, const CacheFile& b) { return a.frame < b.frame; });
    for (std::size_t i = 1; i < files.size(); ++i)
        if (files[i].frame == files[i - 1].frame)
            throw InputError(files[i].path, fmt::format("is frame {} as {} is; a frame has one file; remove "
                                                        "one of them",
                                                        files[i].frame, files[i - 1].path));
    return files;
}

std::vector<CacheFile> files_of_folder(const std::string& where)
{
    std::map<NameParts, Index> sequences;
    for (const std::string& name : names_in(where)) {
        const NameParts parts = is_geometry(name) ? split_name(name) : NameParts();
        if (parts.has_number) ++sequences[parts];
    }
    if (sequences.empty())
        throw InputError(where, fmt::format("no numbered geometry file found; {}; check the path", kAllowed));
    if (sequences.size() == 1) return matching_files(where, sequences.begin()->first);
    std::vector<std::string> patterns;
    for (const auto& sequence : sequences)
        patterns.push_back(
            (fs::path(where) / (sequence.first.before + "$F" + sequence.first.after)).string());
    throw InputError(where, fmt::format("{} sequences found; give one of them: {}", patterns.size(),
                                        join_names(patterns)));
}

}  // namespace

std::vector<CacheFile> find_cache_files(const std::string& where)
{
    std::error_code error;
    if (fs::is_directory(where, error)) return files_of_folder(where);
    if (fs::exists(where, error)) return {{0, where}};
    const fs::path path(where);
    const NameParts parts = split_pattern(path.filename().string());
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const std::vector<CacheFile> files =
        parts.has_number ? matching_files(folder, parts) : std::vector<CacheFile>();
    if (files.empty()) throw InputError(where, fmt::format("no such file or sequence; {}", kAllowed));
    return files;
}

}  // namespace stiction
