#pragma once

// Declaring the parameters of a struct:
//
//   SectionOf<TimeSettings> section("time", "Time", "How long a step is and how many are made");
//   section.field("step", "Time step", &TimeSettings::step).unit("s").above(0).at_most(1).help("...");
//
// A field is bound by a member pointer or by a function from the struct to a reference.

#include "solver_core/scene/value_codec.hpp"

#include <algorithm>
#include <functional>
#include <type_traits>

namespace stiction {

// One field of struct T, reached through Access.
template <class T, class Access>
class BoundField : public Field {
public:
    using Member = std::remove_reference_t<std::invoke_result_t<Access, T&>>;

    BoundField(const Section& owner, std::string name, std::string label, Access access,
               const Section* section)
        : access_(access)
    {
        FieldInfo& declared = mutable_info();
        declared.name = std::move(name);
        declared.label = std::move(label);
        declared.kind = KindOf<Member>::kKind;
        declared.count = KindOf<Member>::kCount;
        declared.owner = &owner;
        declared.section = section;
        if constexpr (std::is_enum_v<Member>) {
            for (const auto& choice : choices_of(Member{}))
                declared.choices.emplace_back(choice.name, choice.help);
        }
    }

    void read(const Json& value, void* object, const Place& place) const override
    {
        read_value(info(), value, std::invoke(access_, *static_cast<T*>(object)), place);
    }

    std::optional<Json> write(const void* object) const override
    {
        // Access is the same function for reading and writing; nothing is changed here.
        T& mutable_object = *const_cast<T*>(static_cast<const T*>(object));
        return write_member(info(), static_cast<const Member&>(std::invoke(access_, mutable_object)));
    }

private:
    Access access_;
};

template <class T>
class SectionOf : public Section {
public:
    using Section::Section;

    template <class Access>
    Field& field(std::string name, std::string label, Access access)
    {
        return add(std::make_unique<BoundField<T, Access>>(*this, std::move(name), std::move(label), access,
                                                           nullptr));
    }

    // A nested object, or a list of them.
    template <class Access>
    Field& nested(std::string name, std::string label, Access access, const Section& section)
    {
        return add(std::make_unique<BoundField<T, Access>>(*this, std::move(name), std::move(label), access,
                                                           &section));
    }

    using Section::add;
    using Section::set_selector;

    void set_prototype(std::function<T(const std::string& selector)> make) { make_ = std::move(make); }
    void set_check(std::function<void(const T&, const Place&)> check) { check_ = std::move(check); }

    std::shared_ptr<void> prototype(const std::string& selector_value) const override
    {
        auto object = std::make_shared<T>(make_ ? make_(selector_value) : T{});
        const auto values = selector_values();
        if (selector() && std::find(values.begin(), values.end(), selector_value) != values.end())
            selector()->read(Json(selector_value), object.get(), Place(SceneSource{}));
        return object;
    }

    void check(const void* object, const Place& place) const override
    {
        if (check_) check_(*static_cast<const T*>(object), place);
    }

private:
    std::function<T(const std::string&)> make_;
    std::function<void(const T&, const Place&)> check_;
};

}  // namespace stiction
