#pragma once

// The one declaration of every scene parameter: a Section lists Fields, each bound to a member of the struct
// that holds it. Reading, writing, the schema and the manual's tables all walk this list; none of them knows
// a parameter by name.
//
// A section may have a selector: a choice (an object's type, a mesh's generator) that decides which other
// fields apply. A name may then be declared more than once with disjoint `only` lists ("size" is two numbers
// for a grid, three for a box). Defaults are those of a default-constructed struct.

#include "solver_core/scene/place.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stiction {

class Section;

struct Range {
    std::optional<double> min, max;
    bool above_min = false;  // min itself is not allowed
    bool below_max = false;
    bool contains(double value) const;
    std::string describe() const;  // "above 0, up to 1"; empty when anything goes
};

// `integer_rows` and `real_rows` are lists of lists, each inner one of FieldInfo::count numbers.
enum class Kind {
    boolean,
    integer,
    real,
    real_or_null,
    text,
    choice,
    integers,
    reals,
    corners,
    integer_rows,
    real_rows,
    section,
    sections
};

struct FieldInfo {
    std::string name;
    std::string label;
    Kind kind = Kind::real;
    std::string unit;
    std::string help;      // one sentence, without the full stop
    std::string fallback;  // what happens when it is left out, where there is no value to print
    Range range;           // of a number, and of each number in a list
    int count = 0;         // numbers in a list, or in each row; 0: any
    std::vector<std::pair<std::string, std::string>> choices;  // word, help
    std::vector<std::string> only;                             // selector values it applies to; empty: all
    std::vector<std::string> methods;                          // solver.method values that use it; empty: all
    std::vector<std::string> aliases;  // other programs' words for it, for suggestions
    bool required = false;
    bool nonzero = false;              // a list of numbers that must not all be 0
    bool omitted_empty = false;        // not written when empty
    bool restarts = false;             // set from outside, it takes the place of all keys beside it
    const Section* section = nullptr;  // of a nested object, or of each element of a list
    const Section* owner = nullptr;

    bool applies_to(const std::string& selector) const;
    std::string describe_allowed() const;  // "a number from 0 to 10"
};

class Field {
public:
    virtual ~Field() = default;
    // `object` is the struct of the section this field belongs to.
    virtual void read(const Json& value, void* object, const Place& place) const = 0;
    virtual std::optional<Json> write(const void* object) const = 0;  // nothing: left out

    const FieldInfo& info() const { return info_; }

    Field& help(std::string text) { return info_.help = std::move(text), *this; }
    Field& fallback(std::string text) { return info_.fallback = std::move(text), *this; }
    Field& unit(std::string text) { return info_.unit = std::move(text), *this; }
    Field& at_least(double value) { return info_.range.min = value, *this; }
    Field& above(double value) { return info_.range.above_min = true, at_least(value); }
    Field& at_most(double value) { return info_.range.max = value, *this; }
    Field& below(double value) { return info_.range.below_max = true, at_most(value); }
    Field& within(double size) { return at_least(-size).at_most(size); }
    Field& count(int numbers) { return info_.count = numbers, *this; }
    Field& only(std::vector<std::string> selectors) { return info_.only = std::move(selectors), *this; }
    Field& used_by(std::vector<std::string> methods) { return info_.methods = std::move(methods), *this; }
    Field& alias(std::vector<std::string> words) { return info_.aliases = std::move(words), *this; }
    Field& required() { return info_.required = true, *this; }
    Field& nonzero() { return info_.nonzero = true, *this; }
    Field& omitted_empty() { return info_.omitted_empty = true, *this; }
    Field& among(const std::vector<std::string>& words);  // a part of the enumeration only

protected:
    FieldInfo& mutable_info() { return info_; }

private:
    FieldInfo info_;
};

class Section {
public:
    Section(std::string name, std::string title, std::string help)
        : name_(std::move(name)), title_(std::move(title)), help_(std::move(help))
    {
    }
    virtual ~Section() = default;
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

    const std::string& name() const { return name_; }  // unique, a word
    const std::string& title() const { return title_; }
    const std::string& help() const { return help_; }
    const std::vector<std::unique_ptr<Field>>& fields() const { return fields_; }

    // The field that decides which others apply, or null.
    const Field* selector() const { return selector_; }
    std::vector<std::string> selector_values() const;  // {""} without a selector
    // The selector's value in a JSON object, by its key or by a key that implies it; empty when neither is
    // there.
    std::string selector_in(const Json& object) const;
    bool is_implied(const std::string& selector) const;

    const Field* find(const std::string& name, const std::string& selector) const;
    std::vector<std::string> names(const std::string& selector) const;

    // A struct with the defaults for a selector value.
    virtual std::shared_ptr<void> prototype(const std::string& selector) const = 0;
    // What no single field can tell; throws InputError.
    virtual void check(const void* object, const Place& place) const = 0;

protected:
    // A key whose presence selects a value without the selector's own key.
    struct Implication {
        std::string key, value;
    };
    // The field `name` selects.
    void set_selector(const std::string& name, std::vector<Implication> implications = {});
    Field& add(std::unique_ptr<Field> field);

private:
    std::string name_, title_, help_;
    std::vector<std::unique_ptr<Field>> fields_;
    const Field* selector_ = nullptr;
    std::vector<Implication> implications_;
};

}  // namespace stiction
