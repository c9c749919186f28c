#pragma once

// The files of a cache on disk: one numbered file a frame.

#include "solver_core/base/types.hpp"

#include <string>
#include <vector>

namespace stiction {

struct CacheFile {
    Index frame = 0;
    std::string path;
};

// Ascending frames of
//   "cloth.$F4.bgeo", "cloth.%04d.bgeo", "cloth.####.bgeo"   the numbered files of that name, with any number of digits
//   a folder                                                  the one sequence of geometry files in it
//   a file                                                    frame 0 alone
// Throws InputError when there is none, or when a folder holds several.
std::vector<CacheFile> find_cache_files(const std::string& where);

}  // namespace stiction
