#pragma once

// What tests of whole runs share: a folder that goes away, a small scene, the bytes of a run's files.

#include "solver_core/io/atomic_file.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <map>
#include <string>

namespace stiction::test {

// A new folder under the system's temporary one; its name has a space and letters beyond ASCII.
class TempFolder {
public:
    TempFolder()
    {
        static int count = 0;
        path_ =
            std::filesystem::temp_directory_path() / fmt::format("stiction tést {} {}", getpid(), ++count);
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~TempFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

// A sheet that slides down a slope and a soft block that falls on it: contacts with a collider, between objects, and
// warm starts from step to step. 6 frames of 4 steps.
inline std::string sliding_scene_text(int divisions = 6)
{
    return fmt::format(R"({{
        // comments are allowed
        "name": "sliding",
        "time": {{"step": 0.005, "steps_per_frame": 4, "frames": 6}},
        "solver": {{"iterations": 5}},
        "output": {{"checkpoint_every": 2}},
        "objects": [
            {{"name": "sheet", "type": "cloth", "mesh": {{"generator": "grid", "size": [0.5, 0.5],
              "divisions": [{0}, {0}]}}, "transform": {{"rotate": [0, 0, -20]}}, "friction": 0.2}},
            {{"name": "block", "type": "soft", "mesh": {{"generator": "box", "size": [0.1, 0.1, 0.1],
              "divisions": [2, 2, 2]}}, "transform": {{"translate": [0, 0.07, 0], "rotate": [0, 0, -20]}}}},
            {{"name": "slope", "type": "collider", "shape": {{"type": "plane"}}, "friction": 1.0,
              "transform": {{"rotate": [0, 0, -20]}}}}
        ],
        "expect": [{{"quantity": "objects.sheet.slid", "min": 0.0, "why": "it moves"}}]
    }})",
                       divisions);
}

inline Scene sliding_scene() { return parse_scene(sliding_scene_text(), "sliding.json"); }

// Name -> bytes of every file below a part ("frames", "checkpoints") of a run folder.
inline std::map<std::string, std::string> files_of(const std::string& folder, const std::string& part)
{
    std::map<std::string, std::string> files;
    const std::filesystem::path root = std::filesystem::path(folder) / part;
    if (!std::filesystem::exists(root)) return files;
    for (const auto& entry : std::filesystem::directory_iterator(root))
        files[entry.path().filename().string()] = read_file(entry.path().string());
    return files;
}

// How many there are, also while a run writes: files it has not named yet may be gone before they can be read.
inline std::size_t file_count(const std::string& folder, const std::string& part)
{
    const std::filesystem::path root = std::filesystem::path(folder) / part;
    if (!std::filesystem::exists(root)) return 0;
    const std::filesystem::directory_iterator files(root), end;
    return static_cast<std::size_t>(std::distance(files, end));
}

// stats.jsonl or summary.json with everything removed that a clock decides.
inline nlohmann::json without_times(nlohmann::json json)
{
    for (const char* key : {"ms", "seconds_per_step", "threads"}) json.erase(key);
    return json;
}
inline nlohmann::json summary_without_times(const std::string& folder)
{
    return without_times(nlohmann::json::parse(read_file(folder + "/summary.json")));
}
inline nlohmann::json stats_without_times(const std::string& folder)
{
    nlohmann::json lines = nlohmann::json::array();
    for (const std::string& line : read_lines(folder + "/stats.jsonl"))
        lines.push_back(without_times(nlohmann::json::parse(line)));
    return lines;
}

}  // namespace stiction::test
