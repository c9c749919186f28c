// Properties of the declaration itself, checked for every parameter without naming any.

#include "example_scenes.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/parameters.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace stiction::test {
namespace {

void collect(const Section& section, std::set<const Section*>& sections)
{
    if (!sections.insert(&section).second) return;
    for (const auto& field : section.fields()) {
        if (field->info().section) collect(*field->info().section, sections);
    }
}

std::set<const Section*> all_sections()
{
    std::set<const Section*> sections;
    collect(scene_section(), sections);
    return sections;
}

// A value of the field's kind with `number` as its number or its first component.
Json value_with(const FieldInfo& info, double number, double others)
{
    if (info.kind == Kind::real || info.kind == Kind::real_or_null || info.kind == Kind::integer)
        return number;
    Json list = Json::array();
    for (int i = 0; i < std::max(1, info.count); ++i) list.push_back(i == 0 ? number : others);
    if (info.kind == Kind::integer_rows || info.kind == Kind::real_rows) return Json::array({list});
    if (info.kind != Kind::corners) return list;
    return Json::array({Json::array({number, others, others}), Json::array({number, others, others})});
}

bool accepts(const Section& section, const Field& field, const Json& value)
{
    static const SceneSource source{"test", {}};
    const std::string selector =
        field.info().only.empty() ? section.selector_values().front() : field.info().only.front();
    const auto object = section.prototype(selector);
    try {
        field.read(value, object.get(), Place(source).key(field.info().name));
        return true;
    } catch (const InputError&) {
        return false;
    }
}

bool is_numeric(Kind kind)
{
    return kind == Kind::real || kind == Kind::real_or_null || kind == Kind::integer || kind == Kind::reals ||
           kind == Kind::integers || kind == Kind::corners || kind == Kind::integer_rows ||
           kind == Kind::real_rows;
}

TEST(Parameters, AcceptTheirRangeAndNoMore)
{
    const double infinity = std::numeric_limits<double>::infinity();
    int ends = 0;
    for (const Section* section : all_sections()) {
        for (const auto& field : section->fields()) {
            const FieldInfo& info = field->info();
            if (!is_numeric(info.kind)) continue;
            SCOPED_TRACE(section->name() + "." + info.name);
            const bool whole =
                info.kind == Kind::integer || info.kind == Kind::integers || info.kind == Kind::integer_rows;
            const auto next = [&](double x, double towards) {
                return whole ? x + (towards > x ? 1.0 : -1.0) : std::nextafter(x, towards);
            };
            const Range& range = info.range;
            const double inside =
                range.min ? (range.above_min ? next(*range.min, infinity) : *range.min) : 1.0;
            const auto check = [&](double end, bool excluded, double outward) {
                EXPECT_EQ(accepts(*section, *field, value_with(info, end, inside)), !excluded);
                EXPECT_FALSE(accepts(*section, *field, value_with(info, next(end, outward), inside)));
                EXPECT_TRUE(accepts(*section, *field, value_with(info, next(end, -outward), inside)) ||
                            range.min == range.max);
                ++ends;
            };
            if (range.min) check(*range.min, range.above_min, -infinity);
            if (range.max) check(*range.max, range.below_max, infinity);
            EXPECT_FALSE(accepts(*section, *field, "text"));
            EXPECT_EQ(accepts(*section, *field, nullptr), info.kind == Kind::real_or_null);
            EXPECT_FALSE(accepts(*section, *field, Json::object()));
            if (whole) {
                EXPECT_FALSE(accepts(*section, *field, value_with(info, inside + 0.5, inside)));
            }
        }
    }
    EXPECT_GT(ends, 90);
}

TEST(Parameters, NumbersHaveTwoEndsExceptInExpectations)
{
    for (const Section* section : all_sections()) {
        if (section == &expectation_section()) continue;
        for (const auto& field : section->fields()) {
            if (!is_numeric(field->info().kind)) continue;
            SCOPED_TRACE(section->name() + "." + field->info().name);
            EXPECT_TRUE(field->info().range.min && field->info().range.max);
        }
    }
}

TEST(Parameters, AreDescribed)
{
    std::set<std::string> names;
    for (const Section* section : all_sections()) {
        EXPECT_TRUE(names.insert(section->name()).second) << section->name() << " names two sections";
        EXPECT_FALSE(section->title().empty());
        EXPECT_FALSE(section->help().empty());
        for (const auto& field : section->fields()) {
            const FieldInfo& info = field->info();
            SCOPED_TRACE(section->name() + "." + info.name);
            EXPECT_FALSE(info.label.empty());
            EXPECT_GT(info.help.size(), 5u);
            EXPECT_NE(info.help.back(), '.');
            EXPECT_EQ(info.owner, section);
            EXPECT_FALSE(info.describe_allowed().empty());
            if (info.kind == Kind::choice) {
                EXPECT_FALSE(info.choices.empty());
            }
        }
    }
}

// A name may stand twice in a section, but only one of the two applies at a time, and to selectors that
// exist.
TEST(Parameters, ApplyUniquely)
{
    for (const Section* section : all_sections()) {
        const std::vector<std::string> selectors = section->selector_values();
        for (const std::string& selector : selectors) {
            std::set<std::string> names;
            for (const std::string& name : section->names(selector))
                EXPECT_TRUE(names.insert(name).second)
                    << section->name() << "." << name << " twice for " << selector;
        }
        for (const auto& field : section->fields()) {
            for (const std::string& selector : field->info().only)
                EXPECT_TRUE(std::count(selectors.begin(), selectors.end(), selector))
                    << section->name() << ": " << selector;
        }
    }
}

TEST(Parameters, DefaultsAreAllowed)
{
    for (const Section* section : all_sections()) {
        for (const std::string& selector : section->selector_values()) {
            const auto object = section->prototype(selector);
            for (const auto& field : section->fields()) {
                if (!field->info().applies_to(selector) || field->info().required || field->info().section)
                    continue;
                SCOPED_TRACE(section->name() + "." + field->info().name + " for " + selector);
                const auto value = field->write(object.get());
                if (value) {
                    EXPECT_TRUE(accepts(*section, *field, *value)) << value->dump();
                }
                if (!value) {
                    EXPECT_FALSE(field->info().fallback.empty());
                }
            }
        }
    }
}

TEST(Parameters, EveryChoiceIsReadAndWrittenAsItsWord)
{
    for (const Section* section : all_sections()) {
        for (const auto& field : section->fields()) {
            for (const auto& choice : field->info().choices) {
                const auto object = section->prototype("");
                const SceneSource source{"test", {}};
                field->read(choice.first, object.get(), Place(source));
                const auto written = field->write(object.get());
                // A preset is written as the values it stands for.
                if (!field->info().restarts) {
                    EXPECT_EQ(written->get<std::string>(), choice.first);
                }
                EXPECT_EQ(written.has_value(), !field->info().restarts);
            }
        }
    }
}

TEST(Range, DescribesItself)
{
    Range range;
    EXPECT_EQ(range.describe(), "");
    range.min = 0.0;
    EXPECT_EQ(range.describe(), "at least 0");
    range.above_min = true;
    EXPECT_EQ(range.describe(), "above 0");
    range.max = 0.49;
    EXPECT_EQ(range.describe(), "above 0, up to 0.49");
    range.below_max = true;
    EXPECT_EQ(range.describe(), "above 0, below 0.49");
    EXPECT_FALSE(range.contains(std::nan("")));
    EXPECT_FALSE(range.contains(std::numeric_limits<double>::infinity()));
}

}  // namespace
}  // namespace stiction::test
