#pragma once

// manifest.jsonl of a run folder: one line per finished file. A frame counts as done only when it is listed
// here and the file still has the listed size and checksum.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stiction {

struct ManifestEntry {
    std::string file;  // relative to the run folder, "frames/sheet.0001.bgeo"
    std::uint64_t size = 0;
    std::string xxh3;  // checksum of the bytes, 16 hexadecimal digits
    std::string kind;  // "frame", "checkpoint", "summary", ...
    std::optional<std::int64_t> frame;
};

class Manifest {
public:
    // Reads FOLDER/manifest.jsonl; a missing one is empty, an unfinished last line is left out, of two lines
    // for the same file the later counts. Throws InputError (path, line) for a line that is not a manifest
    // line or names a file outside the folder.
    static Manifest load(const std::string& folder);

    // Lists a file whose bytes are already at their final name.
    void add(const std::string& file, const std::string& bytes, const std::string& kind,
             std::optional<std::int64_t> frame = std::nullopt);
    // Listed, present, and with the listed size and checksum.
    bool is_done(const std::string& file) const;
    const ManifestEntry* find(const std::string& file) const;
    // Takes files off the list and writes it anew; the files themselves stay. Names that are not listed are
    // no trouble.
    void remove(const std::vector<std::string>& files);

    const std::vector<ManifestEntry>& entries() const { return entries_; }
    const std::string& folder() const { return folder_; }

private:
    void put(ManifestEntry entry);
    std::string path() const { return folder_ + "/manifest.jsonl"; }

    std::string folder_;
    std::vector<ManifestEntry> entries_;        // in the order of first listing
    std::map<std::string, std::size_t> place_;  // of a file in entries_
};

// Writes FOLDER/relative_path (making its parent folders) and then lists it.
void write_listed(Manifest& manifest, const std::string& relative_path, const std::string& bytes,
                  const std::string& kind, std::optional<std::int64_t> frame = std::nullopt);

}  // namespace stiction
