#include "solver_core/scene/overrides.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/scene/json_text.hpp"
#include "solver_core/scene/nearest_name.hpp"
#include "solver_core/scene/parameters.hpp"
#include "solver_core/scene/unknown_key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stiction {

namespace {

struct Segment {
    bool is_index = false;
    std::string key;
    std::size_t index = 0;
};

class OverridePath {
public:
    // `text` is the whole "path=value", for messages.
    explicit OverridePath(const std::string& text) : text_(text), end_(text.find('='))
    {
        if (end_ == std::string::npos || end_ == 0) refuse("no \"=\" after a path");
        while (at_ < end_) {
            if (text_[at_] == '[')
                read_index();
            else
                read_key();
        }
    }

    const std::vector<Segment>& segments() const { return segments_; }
    std::string value() const { return text_.substr(end_ + 1); }

private:
    [[noreturn]] void refuse(const std::string& found) const
    {
        throw InputError("--set " + in_quotes(text_),
                         "found " + found +
                             "; allowed: path=value with a path such as time.step, "
                             "objects.sheet.friction or contact.pairs[0].friction; "
                             "`stiction schema` lists the keys");
    }

    void read_index()
    {
        const std::size_t close = text_.find(']', at_);
        const std::string digits = close < end_ ? text_.substr(at_ + 1, close - at_ - 1) : "";
        const bool is_number = !digits.empty() && digits.size() < 10 &&
                               digits.find_first_not_of("0123456789") == std::string::npos;
        if (!is_number || segments_.empty()) refuse("no number in [ ] after a name");
        segments_.push_back({true, "", std::stoul(digits)});
        at_ = close + 1;
        if (at_ < end_ && text_[at_] != '.' && text_[at_] != '[') refuse("no \".\" after \"]\"");
    }

    void read_key()
    {
        if (!segments_.empty()) ++at_;  // the dot
        const std::size_t stop = std::min(end_, text_.find_first_of(".[", at_));
        if (stop == at_) refuse("an empty name in the path");
        segments_.push_back({false, text_.substr(at_, stop - at_), 0});
        at_ = stop;
    }

    const std::string& text_;
    std::size_t end_;
    std::size_t at_ = 0;
    std::vector<Segment> segments_;
};

// Walks document and declaration together, one segment at a time.
class Walker {
public:
    Walker(Json& document, const SceneSource& source)
        : node_(&document), info_(&scene_field()), place_(source)
    {
    }

    void enter(const Segment& segment)
    {
        if (segment.is_index)
            enter_element(segment.index);
        else if (info_ && info_->kind == Kind::sections && !in_element_)
            enter_named(segment.key);
        else
            enter_key(segment.key);
    }

    const Place& place() const { return place_; }
    void put(Json value)
    {
        // A preset chosen over a scene that has every value written out would otherwise change nothing.
        if (info_ && info_->restarts && parent_) {
            *parent_ = Json{{info_->name, std::move(value)}};
            return;
        }
        *node_ = std::move(value);
    }

private:
    bool is_object() const
    {
        return info_ && info_->section && (info_->kind == Kind::section || in_element_);
    }

    void enter_key(const std::string& key)
    {
        if (!is_object())
            place_.refuse("the name " + in_quotes(key) + " after a value that has no names", "a shorter path",
                          "remove it");
        if (!node_->is_object())
            place_.refuse(describe_value(*node_), "an object {...}",
                          "correct the file, or set the whole of it");
        const Section& section = *info_->section;
        const std::string selector = section.selector_in(*node_);
        const Field* field = section.find(key, selector);
        if (!field) refuse_key(*info_, key, selector, place_);
        if (!node_->contains(key)) (*node_)[key] = starting_value(section, *field, selector);
        parent_ = node_;
        node_ = &(*node_)[key];
        info_ = &field->info();
        in_element_ = false;
        place_ = place_.key(key);
    }

    // What a key holds that the file leaves out: nothing yet, but a list of numbers starts as its default.
    static Json starting_value(const Section& section, const Field& field, const std::string& selector)
    {
        if (field.info().kind == Kind::section) return Json::object();
        return field.write(section.prototype(selector).get()).value_or(Json::array());
    }

    void enter_element(std::size_t index)
    {
        if (!node_->is_array())
            place_.refuse(fmt::format("[{}] after {}", index, describe_value(*node_)), "[index] after a list",
                          "remove it");
        if (node_->empty())
            place_.refuse("an empty list", "[index] after a list with elements", "set the whole list");
        if (index >= node_->size()) {
            place_.at(index).refuse(fmt::format("a list of {}", node_->size()),
                                    fmt::format("an index below {}", node_->size()), "counting starts at 0");
        }
        place_ = place_.at(index);
        node_ = &(*node_)[index];
        if (info_ && info_->kind == Kind::sections && !in_element_)
            in_element_ = true;
        else
            info_ = nullptr;
    }

    void enter_named(const std::string& name)
    {
        std::vector<std::string> names;
        for (std::size_t i = 0; node_->is_array() && i < node_->size(); ++i) {
            const Json& element = (*node_)[i];
            if (!element.is_object() || !element.contains("name") || !element["name"].is_string()) continue;
            names.push_back(element["name"].get<std::string>());
            if (names.back() == name) return enter_element(i);
        }
        const std::string nearest = nearest_name(name, names);
        place_.refuse("no " + in_quotes(name) + " in the list",
                      names.empty() ? "[index]" : join_names(names) + ", or [index]",
                      nearest.empty() ? "name one of these" : "did you mean " + in_quotes(nearest) + "?");
    }

    Json* node_;
    Json* parent_ = nullptr;   // of a node reached by its key
    const FieldInfo* info_;    // of the node; null below what is declared
    bool in_element_ = false;  // the node is an element of the list that info_ declares
    Place place_;
};

Json parse_value(const std::string& text, const std::string& whole)
{
    try {
        return parse_json_text(text, "");
    } catch (const InputError&) {
        Json value = text;
        try {
            (void)value.dump();  // throws where the text is not UTF-8
        } catch (const Json::exception&) {
            throw InputError("--set " + in_quotes(whole),
                             "found text that is not UTF-8; allowed: UTF-8; check the terminal");
        }
        return value;
    }
}

void put_value(Json& document, const OverridePath& path, Json value, SceneSource& source)
{
    const SceneSource plain = {source.file.empty() ? "--set" : source.file + " with --set", {}};
    Walker walker(document, plain);
    for (const Segment& segment : path.segments()) walker.enter(segment);
    walker.put(std::move(value));
    source.overridden.push_back(walker.place().path());
}

}  // namespace

void apply_overrides(Json& document, const std::vector<std::string>& overrides, SceneSource& source)
{
    for (const std::string& text : overrides) {
        const OverridePath path(text);
        put_value(document, path, parse_value(path.value(), text), source);
    }
}

void apply_override(Json& document, const std::string& path, Json value, SceneSource& source)
{
    if (path.find('=') != std::string::npos)
        throw InputError("--set " + in_quotes(path),
                         "found \"=\" in a path; allowed: names, dots and [index]; "
                         "give the value apart from it");
    const std::string text = path + "=";
    put_value(document, OverridePath(text), std::move(value), source);
}

}  // namespace stiction
