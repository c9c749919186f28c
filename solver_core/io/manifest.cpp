#include "solver_core/io/manifest.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/base/hash.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/posix_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace stiction {
namespace {

std::string to_line(const ManifestEntry& entry)
{
    nlohmann::ordered_json line;
    line["file"] = entry.file;
    line["size"] = entry.size;
    line["xxh3"] = entry.xxh3;
    line["kind"] = entry.kind;
    if (entry.frame) line["frame"] = *entry.frame;
    // Bytes of a file name that are not UTF-8 must not stop a run.
    return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

// Listed files are read, and removed when the folder is used again: a name that leads elsewhere would take others' files.
bool stays_in_folder(const std::string& file)
{
    const std::filesystem::path path(file);
    return !file.empty() && file.find('\0') == std::string::npos && !path.is_absolute() &&
           path.has_filename() &&
           std::none_of(path.begin(), path.end(),
                        [](const std::filesystem::path& part) { return part == ".." || part == "."; });
}

// The beginning of a line that may be anything.
std::string shown(const std::string& text)
{
    constexpr std::size_t kLength = 60;
    std::string start = text.substr(0, kLength) + (text.size() > kLength ? "..." : "");
    std::replace_if(
        start.begin(), start.end(), [](unsigned char c) { return c < 0x20; }, '?');
    return start;
}

ManifestEntry from_line(const std::string& text, const std::string& where)
{
    try {
        const nlohmann::json line = nlohmann::json::parse(text);
        ManifestEntry entry;
        entry.file = line.at("file").get<std::string>();
        entry.size = line.at("size").get<std::uint64_t>();
        entry.xxh3 = line.at("xxh3").get<std::string>();
        entry.kind = line.value("kind", std::string());
        if (line.contains("frame")) entry.frame = line.at("frame").get<std::int64_t>();
        if (!stays_in_folder(entry.file))
            throw InputError(where,
                             fmt::format("found the file {}; allowed: names inside the run folder, like "
                                         "\"frames/sheet.0001.bgeo\"; delete the line, or choose another "
                                         "folder with --out",
                                         line.at("file").dump()));
        return entry;
    } catch (const nlohmann::json::exception&) {
        throw InputError(where, fmt::format("found {}; allowed: a line {{\"file\": text, \"size\": bytes, "
                                            "\"xxh3\": text, \"kind\": text}}; delete the line to have its "
                                            "file made again",
                                            shown(text)));
    }
}

std::string checksum(const std::string& bytes) { return hash_hex(hash_bytes(bytes.data(), bytes.size())); }

}  // namespace

Manifest Manifest::load(const std::string& folder)
{
    Manifest manifest;
    manifest.folder_ = folder;
    const std::vector<std::string> lines = read_lines(manifest.path());
    for (std::size_t i = 0; i < lines.size(); ++i)
        manifest.put(from_line(lines[i], fmt::format("{}: line {}", manifest.path(), i + 1)));
    return manifest;
}

void Manifest::put(ManifestEntry entry)
{
    const auto [place, added] = place_.try_emplace(entry.file, entries_.size());
    if (added)
        entries_.push_back(std::move(entry));
    else
        entries_[place->second] = std::move(entry);
}

void Manifest::add(const std::string& file, const std::string& bytes, const std::string& kind,
                   std::optional<std::int64_t> frame)
{
    ManifestEntry entry{file, bytes.size(), checksum(bytes), kind, frame};
    append_line(path(), to_line(entry));
    put(std::move(entry));
}

const ManifestEntry* Manifest::find(const std::string& file) const
{
    const auto place = place_.find(file);
    return place == place_.end() ? nullptr : &entries_[place->second];
}

bool Manifest::is_done(const std::string& file) const
{
    const ManifestEntry* entry = find(file);
    if (!entry) return false;
    const std::string path = folder_ + "/" + file;
    std::error_code error;
    if (std::filesystem::file_size(path, error) != entry->size || error) return false;
    try {
        return checksum(read_file(path)) == entry->xxh3;
    } catch (const InputError&) {
        return false;  // unreadable is not done
    }
}

void Manifest::remove(const std::vector<std::string>& files)
{
    const std::set<std::string> gone(files.begin(), files.end());
    std::vector<ManifestEntry> kept;
    std::string text;
    for (const ManifestEntry& entry : entries_) {
        if (gone.count(entry.file) > 0) continue;
        kept.push_back(entry);
        text += to_line(entry) + '\n';
    }
    if (kept.size() == entries_.size()) return;
    write_file_atomically(path(), text);
    entries_.clear();
    place_.clear();
    for (ManifestEntry& entry : kept) put(std::move(entry));
}

void write_listed(Manifest& manifest, const std::string& relative_path, const std::string& bytes,
                  const std::string& kind, std::optional<std::int64_t> frame)
{
    const std::filesystem::path path = std::filesystem::path(manifest.folder()) / relative_path;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) throw_write_error(path.parent_path().string(), "cannot create the folder", error.value());
    write_file_atomically(path.string(), bytes);
    manifest.add(relative_path, bytes, kind, frame);
}

}  // namespace stiction
