#pragma once

#include <string>

namespace stiction {

// Writes `bytes` under a temporary name beside `path`, syncs the file, renames it, syncs the folder: a file at its
// final name is whole. Throws WriteError with path and reason (and removes the temporary file).
void write_file_atomically(const std::string& path, const std::string& bytes);
// Appends one line and syncs. A torn last line (crash while appending) is cut off by read_lines.
void append_line(const std::string& path, const std::string& line);
std::string read_file(const std::string& path);  // throws InputError

}  // namespace stiction
