#include "solver_core/scene/place.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace stiction {

namespace {

constexpr std::size_t kLongestValue = 60;  // characters of a value worth repeating in a message

std::string shortened(std::string text)
{
    if (text.size() <= kLongestValue) return text;
    std::size_t end = kLongestValue;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;  // keep UTF-8 characters whole
    return text.substr(0, end) + "...";
}

std::string dumped(const Json& value)
{
    return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// True when `path` is `prefix` or something inside it.
bool is_inside(const std::string& path, const std::string& prefix)
{
    if (path.compare(0, prefix.size(), prefix) != 0) return false;
    return path.size() == prefix.size() || path[prefix.size()] == '.' || path[prefix.size()] == '[';
}

}  // namespace

Place Place::key(const std::string& name) const
{
    Place place = *this;
    place.path_ += (place.path_.empty() ? "" : ".") + path_key(name);
    return place;
}

Place Place::at(std::size_t index) const
{
    Place place = *this;
    place.path_ += fmt::format("[{}]", index);
    return place;
}

Place Place::named(const std::string& object) const
{
    Place place = *this;
    place.object_ = object;
    return place;
}

std::string Place::where() const
{
    std::string where = source_->file;
    for (const std::string& path : source_->overridden) {
        if (is_inside(path_, path) || is_inside(path, path_)) {
            where += where.empty() ? "--set" : " with --set";
            break;
        }
    }
    if (!path_.empty()) where += (where.empty() ? "" : ": ") + path_;
    if (!object_.empty()) where += " (" + in_quotes(object_) + ")";
    return where;
}

void Place::refuse(const std::string& found, const std::string& allowed, const std::string& remedy) const
{
    throw InputError(where(), fmt::format("found {}; allowed: {}; {}", found, allowed, remedy), path_);
}

std::string describe_value(const Json& value)
{
    switch (value.type()) {
        case Json::value_t::string: return "the text " + in_quotes(value.get_ref<const std::string&>());
        case Json::value_t::array:
            return fmt::format("a list of {} value{} {}", value.size(), value.size() == 1 ? "" : "s",
                               dumped(value));
        case Json::value_t::object: return "an object " + dumped(value);
        case Json::value_t::boolean: return value.get<bool>() ? "true" : "false";
        case Json::value_t::null: return "null";
        // No file can hold these, but a host's arrays can; JSON would call them null.
        case Json::value_t::number_float:
            if (!std::isfinite(value.get<double>())) return fmt::format("the number {}", value.get<double>());
            return "the number " + dumped(value);
        default: return "the number " + dumped(value);
    }
}

std::string in_quotes(const std::string& text) { return dumped(Json(text)); }

std::string path_key(const std::string& key)
{
    const auto is_plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    };
    return !key.empty() && std::all_of(key.begin(), key.end(), is_plain) ? shortened(key) : in_quotes(key);
}

std::string join_names(const std::vector<std::string>& names, const char* last_link)
{
    std::string joined;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) joined += i + 1 == names.size() ? last_link : ", ";
        joined += names[i];
    }
    return joined;
}

}  // namespace stiction
