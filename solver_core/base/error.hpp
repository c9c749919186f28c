#pragma once

// Two kinds of trouble travel as exceptions; a numerical outcome never does (see base/status.hpp).

#include <stdexcept>
#include <string>
#include <utility>

namespace stiction {

// Bad input, refused at the boundary. `where` is a file or a field path ("objects[0].mesh.size") or both, the message
// says what was found, what is allowed and what to do about it. The command exits with 2.
class InputError : public std::runtime_error {
public:
    InputError(const std::string& where, const std::string& what, std::string path = {})
        : std::runtime_error(where.empty() ? what : where + ": " + what),
          where_(where),
          path_(std::move(path))
    {
    }
    const std::string& where() const { return where_; }
    // The field alone, where it is one of a scene; for programs that point at it.
    const std::string& path() const { return path_; }

private:
    std::string where_;
    std::string path_;
};

// A file could not be written (path and reason in the message). The command exits with 4.
class WriteError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace stiction
