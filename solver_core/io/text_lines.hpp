#pragma once

// Lines and words of a text file, for formats made of them.

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace stiction {

// Cuts the next word (between spaces and tabs) off the front; empty at the end.
inline std::string_view next_word(std::string_view& line)
{
    constexpr const char* kSpace = " \t\r\f\v";
    const std::size_t begin = line.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) {
        line = {};
        return {};
    }
    const std::size_t end = line.find_first_of(kSpace, begin);
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end == std::string_view::npos ? line.size() : end);
    return word;
}

// The whole word as a number; false when it is none.
template <class T>
bool parse_number(std::string_view word, T& value)
{
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    if (word.empty()) return false;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && stop == word.data() + word.size();
}

class TextLines {
public:
    TextLines(const std::string& bytes, const std::string& name, std::size_t at = 0)
        : bytes_(bytes), name_(name), at_(at)
    {
    }

    // The next line without its end ("\n", "\r\n"); false after the last.
    bool next(std::string_view& line)
    {
        if (at_ >= bytes_.size()) return false;
        ++number_;
        std::size_t end = bytes_.find('\n', at_);
        if (end == std::string::npos) end = bytes_.size();
        line = std::string_view(bytes_).substr(at_, end - at_);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        at_ = end + 1;
        return true;
    }
    std::size_t offset() const { return at_; }      // of the next line
    std::size_t number() const { return number_; }  // of the current line, from 1
    std::size_t left() const { return at_ < bytes_.size() ? bytes_.size() - at_ : 0; }

    [[noreturn]] void fail(const std::string& what) const
    {
        throw InputError(name_, fmt::format("line {}: {}", number_, what));
    }

private:
    const std::string& bytes_;
    const std::string& name_;
    std::size_t at_ = 0;
    std::size_t number_ = 0;
};

}  // namespace stiction
