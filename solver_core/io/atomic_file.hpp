#pragma once

#include <string>
#include <vector>

namespace stiction {

// Writes `bytes` under a temporary name beside `path`, syncs the file, renames it, syncs the folder: a file
// at its final name is whole. Throws WriteError with path and reason (and removes the temporary file).
void write_file_atomically(const std::string& path, const std::string& bytes);

// Appends one line and syncs. What a crash left of an unfinished last line is cut off first, and what a
// failed append wrote is taken back, so every line of the file is whole. `line` holds no line break.
void append_line(const std::string& path, const std::string& line);

std::string read_file(const std::string& path);  // throws InputError

// The lines of a file written by append_line; an unfinished last line is left out. A missing file has no
// lines.
std::vector<std::string> read_lines(const std::string& path);

}  // namespace stiction
