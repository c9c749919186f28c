#pragma once

// Where in a scene something stands, and the one form in which it is refused:
//   file: path ("object"): found X; allowed Y; remedy

#include "solver_core/base/types.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stiction {

// Keys in the order they were written.
using Json = nlohmann::ordered_json;

// The text a scene came from. Paths set from the command line are listed so that a message can say so.
struct SceneSource {
    std::string file;
    std::vector<std::string> overridden;  // paths, e.g. "objects[0].friction"
};

class Place {
public:
    explicit Place(const SceneSource& source) : source_(&source) {}

    Place key(const std::string& name) const;
    Place at(std::size_t index) const;
    Place named(
        const std::string& object) const;  // the object this place belongs to, for the reader of a message

    const std::string& path() const { return path_; }
    std::string where() const;

    [[noreturn]] void refuse(const std::string& found, const std::string& allowed,
                             const std::string& remedy) const;

private:
    const SceneSource* source_;
    std::string path_;
    std::string object_;
};

// "the text \"0.3\"", "12.5", "a list of 4 values [1,2,3,4]": type and value, cut when long.
std::string describe_value(const Json& value);

// `text` in double quotes with control characters escaped, cut when long.
std::string in_quotes(const std::string& text);

// A key as it stands in a path: in quotes where it is not a plain word.
std::string path_key(const std::string& key);

// "a, b or c"
std::string join_names(const std::vector<std::string>& names, const char* last_link = " or ");

}  // namespace stiction
