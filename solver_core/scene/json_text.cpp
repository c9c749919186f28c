#include "solver_core/scene/json_text.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {

namespace {

constexpr std::size_t kDeepest = 32;  // a scene nests eight levels

struct TextPosition {
    std::size_t line = 1;
    std::size_t column = 1;
};

// Line and column of a byte, both from 1; columns count bytes.
TextPosition position_of(const std::string& text, std::size_t byte)
{
    TextPosition position;
    const std::size_t end = std::min(byte, text.size());
    for (std::size_t i = 0; i < end; ++i) {
        if (text[i] == '\n') {
            ++position.line;
            position.column = 1;
        } else {
            ++position.column;
        }
    }
    return position;
}

// What the parser says, without its own error number and position.
std::string reason_of(const std::string& message)
{
    const std::size_t place = message.find("column ");
    const std::size_t start =
        message.find(place == std::string::npos ? "] " : ": ", place == std::string::npos ? 0 : place);
    std::string reason = start == std::string::npos ? message : message.substr(start + 2);
    for (char& c : reason) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte > 0x7E) c = '?';  // the parser repeats what it read, whatever that is
    }
    return reason;
}

// Builds the document from the parser's events.
class DocumentBuilder : public nlohmann::json_sax<Json> {
public:
    DocumentBuilder(const std::string& text, const std::string& file) : text_(text), file_(file) {}

    Json document;

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(Json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override
    {
        if (open_.back()->contains(name)) {
            throw InputError(file_ + path_to(name), "found the key " + in_quotes(name) +
                                                        " twice in one object; allowed: each key once; "
                                                        "remove one of the two");
        }
        keys_.back() = name;
        return true;
    }

    bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override
    {
        const TextPosition at = position_of(text_, byte == 0 ? 0 : byte - 1);
        throw InputError(
            fmt::format("{}: line {}, column {}", file_, at.line, at.column),
            fmt::format(
                "found text that is not JSON ({}); allowed: JSON with // and /* */ comments; "
                "look for a missing comma, quote or bracket or a comma too many just before this place",
                reason_of(error.what())));
    }

private:
    Json* place(Json value)
    {
        if (open_.empty()) {
            document = std::move(value);
            return &document;
        }
        Json& parent = *open_.back();
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            return &parent.back();
        }
        Json& member = parent[keys_.back()];
        member = std::move(value);
        return &member;
    }

    bool add(Json value)
    {
        place(std::move(value));
        return true;
    }

    bool open(Json value)
    {
        if (open_.size() >= kDeepest) {
            throw InputError(file_,
                             fmt::format("found values nested more than {} deep; allowed: the layout that "
                                         "`stiction schema` prints; remove brackets",
                                         kDeepest));
        }
        open_.push_back(place(std::move(value)));
        keys_.emplace_back();
        return true;
    }

    bool close()
    {
        open_.pop_back();
        keys_.pop_back();
        return true;
    }

    // ": time.step" of a key in the innermost object.
    std::string path_to(const std::string& name) const
    {
        std::string path;
        for (std::size_t level = 0; level + 1 < open_.size(); ++level) {
            if (open_[level]->is_array())
                path += fmt::format("[{}]", open_[level]->size() - 1);
            else
                path += (path.empty() ? "" : ".") + path_key(keys_[level]);
        }
        return ": " + path + (path.empty() ? "" : ".") + path_key(name);
    }

    const std::string& text_;
    const std::string& file_;
    std::vector<Json*> open_;        // innermost last; only the innermost grows, so the pointers stay valid
    std::vector<std::string> keys_;  // last key of each open object
};

}  // namespace

Json parse_json_text(const std::string& text, const std::string& file)
{
    DocumentBuilder builder(text, file);
    const bool whole_input = true;
    const bool with_comments = true;
    Json::sax_parse(text, &builder, nlohmann::detail::input_format_t::json, whole_input, with_comments);
    return std::move(builder.document);
}

}  // namespace stiction
