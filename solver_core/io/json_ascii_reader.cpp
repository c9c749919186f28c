#include "solver_core/base/error.hpp"
#include "solver_core/io/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

namespace stiction {
namespace {

class AsciiReader {
public:
    AsciiReader(const std::string& bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    JsonValue document()
    {
        JsonValue root = value(0);
        skip_space();
        if (at_ != bytes_.size()) fail("there is more text after the end of the document");
        return root;
    }

private:
    [[noreturn]] void fail(const std::string& what) const
    {
        throw InputError(name_, fmt::format("line {}: {}", line_of(bytes_, at_), what));
    }

    void skip_space()
    {
        while (at_ < bytes_.size() && std::strchr(" \t\r\n", bytes_[at_]) && bytes_[at_] != '\0') ++at_;
    }

    char peek()
    {
        skip_space();
        if (at_ == bytes_.size()) fail("the file ends in the middle of a value");
        return bytes_[at_];
    }

    bool accept(char c)
    {
        if (peek() != c) return false;
        ++at_;
        return true;
    }

    bool accept_word(const char* word)
    {
        if (bytes_.compare(at_, std::strlen(word), word) != 0) return false;
        at_ += std::strlen(word);
        return true;
    }

    JsonValue value(int depth)
    {
        if (depth > kMaxJsonDepth) fail(fmt::format("values are nested deeper than {}", kMaxJsonDepth));
        const char c = peek();
        const std::size_t begin = at_;
        if (c == '[') return list(depth);
        if (c == '{') return map(depth);
        if (c == '"') return {text(), begin};
        if (accept_word("true")) return {true, begin};
        if (accept_word("false")) return {false, begin};
        if (accept_word("null")) return {std::monostate(), begin};
        return number();
    }

    JsonValue list(int depth)
    {
        const std::size_t begin = at_++;
        JsonListBuilder elements;
        if (accept(']')) return elements.finish(begin);
        do elements.add(value(depth + 1));
        while (accept(','));
        if (!accept(']')) fail(fmt::format("found '{}' in a list; expected ',' or ']'", bytes_[at_]));
        return elements.finish(begin);
    }

    JsonValue map(int depth)
    {
        const std::size_t begin = at_++;
        JsonValue::Map entries;
        if (accept('}')) return {std::move(entries), begin};
        do {
            if (peek() != '"') fail(fmt::format("found '{}' where the key of a map begins", bytes_[at_]));
            std::string key = text();
            if (!accept(':')) fail(fmt::format("found '{}' after a key; expected ':'", bytes_[at_]));
            entries.emplace_back(std::move(key), value(depth + 1));
        } while (accept(','));
        if (!accept('}')) fail(fmt::format("found '{}' in a map; expected ',' or '}}'", bytes_[at_]));
        return {std::move(entries), begin};
    }

    JsonValue number()
    {
        const std::size_t begin = at_;
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        if (accept_word("nan") || accept_word("-nan"))
            return {std::numeric_limits<double>::quiet_NaN(), begin};
        if (accept_word("inf")) return {kInfinity, begin};
        if (accept_word("-inf")) return {-kInfinity, begin};
        while (at_ < bytes_.size() && std::strchr("+-0123456789.eE", bytes_[at_]) && bytes_[at_] != '\0')
            ++at_;
        const std::string_view word(bytes_.data() + begin, at_ - begin);
        const char* const end = word.data() + word.size();
        // "-0" is a real number: as an integer it would lose its sign.
        if (word.find_first_of(".eE") == std::string_view::npos && word != "-0") {
            std::int64_t integer = 0;
            const auto [stop, error] = std::from_chars(word.data(), end, integer);
            if (error == std::errc() && stop == end) return {integer, begin};
        }
        double real = 0.0;
        const auto [stop, error] = std::from_chars(word.data(), end, real);
        if (word.empty() || error != std::errc() || stop != end) {
            at_ = begin;
            fail(fmt::format("'{}' is not a value",
                             bytes_.substr(begin, std::max<std::size_t>(word.size(), 1))));
        }
        return {real, begin};
    }

    std::string text()
    {
        ++at_;
        std::string out;
        for (;;) {
            const std::size_t stop = bytes_.find_first_of("\"\\", at_);
            if (stop == std::string::npos) fail("a text has no closing quote");
            out.append(bytes_, at_, stop - at_);
            at_ = stop + 1;
            if (bytes_[stop] == '"') return out;
            escape(out);
        }
    }

    void escape(std::string& out)
    {
        if (at_ == bytes_.size()) fail("the file ends in a text");
        const char c = bytes_[at_++];
        const char* const kNames = "\"\\/bfnrt";
        const char* const kMeanings = "\"\\/\b\f\n\r\t";
        const char* const found = c == '\0' ? nullptr : std::strchr(kNames, c);
        if (found)
            out += kMeanings[found - kNames];
        else if (c == 'u')
            append_utf8(out, code_point());
        else
            fail(fmt::format("'\\{}' is not an escape sequence", c));
    }

    unsigned four_digits()
    {
        unsigned code = 0;
        if (bytes_.size() - at_ < 4) fail("the file ends in a text");
        const auto [stop, error] = std::from_chars(&bytes_[at_], &bytes_[at_] + 4, code, 16);
        if (error != std::errc() || stop != &bytes_[at_] + 4) fail("'\\u' needs four hexadecimal digits");
        at_ += 4;
        return code;
    }

    unsigned code_point()
    {
        const unsigned code = four_digits();
        if (code < 0xD800 || code > 0xDFFF) return code;
        // Beyond the basic plane: a high and a low surrogate.
        if (code > 0xDBFF || !accept_word("\\u")) fail("a text has half of a surrogate pair");
        const unsigned low = four_digits();
        if (low < 0xDC00 || low > 0xDFFF) fail("a text has half of a surrogate pair");
        return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }

    static void append_utf8(std::string& out, unsigned code)
    {
        const auto add = [&out](unsigned byte) {
            out += static_cast<char>(static_cast<unsigned char>(byte));
        };
        if (code < 0x80) {
            add(code);
        } else if (code < 0x800) {
            add(0xC0 | (code >> 6));
            add(0x80 | (code & 0x3F));
        } else {
            if (code < 0x10000) {
                add(0xE0 | (code >> 12));
            } else {
                add(0xF0 | (code >> 18));
                add(0x80 | ((code >> 12) & 0x3F));
            }
            add(0x80 | ((code >> 6) & 0x3F));
            add(0x80 | (code & 0x3F));
        }
    }

    const std::string& bytes_;
    const std::string& name_;
    std::size_t at_ = 0;
};

}  // namespace

std::size_t line_of(const std::string& bytes, std::size_t offset)
{
    const auto end = bytes.begin() + static_cast<std::ptrdiff_t>(std::min(offset, bytes.size()));
    return 1 + static_cast<std::size_t>(std::count(bytes.begin(), end, '\n'));
}

JsonValue read_json_ascii(const std::string& bytes, const std::string& name_for_messages)
{
    return AsciiReader(bytes, name_for_messages).document();
}

}  // namespace stiction
