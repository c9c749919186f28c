#pragma once

// Two kinds of trouble travel as exceptions; a numerical outcome never does (see base/status.hpp).

#include <stdexcept>
#include <string>

namespace stiction {

// Bad input, refused at the boundary. `where` is a file or a field path ("objects[0].mesh.size"), the message says
// what was found, what is allowed and what to do about it. The command exits with 2.
class InputError : public std::runtime_error {
public:
    InputError(const std::string& where, const std::string& what)
        : std::runtime_error(where.empty() ? what : where + ": " + what), where_(where)
    {
    }
    const std::string& where() const { return where_; }

private:
    std::string where_;
};

// A file could not be written (path and reason in the message). The command exits with 4.
class WriteError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace stiction
