#include "solver_core/sim/expectations.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

const Json& summary()
{
    static const Json json = Json::parse(R"({
        "steps": 480, "state_hash": "00ff", "friction_residual": {"mean": 1e-7, "max": 2e-6},
        "objects": {"sheet": {"slid": 0.5, "stopped_at": null, "com": [1.0, 2.0, 3.0]},
                    "sheet.1": {"slid": 0.25}, "sheet-2": {"slid": -0.75}}})");
    return json;
}

Expectation expect_value(const std::string& quantity, double value, double margin, double relative)
{
    Expectation expectation;
    expectation.quantity = quantity;
    expectation.value = value;
    expectation.margin = margin;
    expectation.relative = relative;
    return expectation;
}

double number_at(const std::string& path)
{
    const Json* found = find_quantity(summary(), path);
    return found && found->is_number() ? found->get<double>() : -999.0;
}

TEST(Expectations, PathsFindKeysIndicesAndNamesWithDots)
{
    EXPECT_EQ(number_at("steps"), 480);
    EXPECT_EQ(number_at("friction_residual.max"), 2e-6);
    EXPECT_EQ(number_at("objects.sheet.slid"), 0.5);
    EXPECT_EQ(number_at("objects.sheet.1.slid"), 0.25);
    EXPECT_EQ(number_at("objects.sheet-2.slid"), -0.75);
    EXPECT_EQ(number_at("objects.sheet.com[1]"), 2.0);
    EXPECT_EQ(number_at("objects.sheet.com.2"), 3.0);
}

TEST(Expectations, PathsThatLeadNowhere)
{
    for (const char* path :
         {"", ".", "step", "stepsx", "steps.x", "objects..slid", "objects.sheet.com[3]",
          "objects.sheet.com[1", "objects.sheet.com[]", "objects.sheet.com[-1]", "objects.sheet.com[1]x",
          "objects.sheet.com[99999999999999999999]", "objects.sheet."})
        EXPECT_EQ(find_quantity(summary(), path), nullptr) << path;
}

TEST(Expectations, MarginsAreInclusiveAndAdd)
{
    const auto passes = [](double value, double margin, double relative) {
        return check_expectation(expect_value("objects.sheet.slid", value, margin, relative), summary())
            .passed;
    };
    EXPECT_TRUE(passes(0.5, 0, 0));
    EXPECT_FALSE(passes(0.5000001, 0, 0));
    EXPECT_TRUE(passes(0.625, 0.125, 0));
    EXPECT_FALSE(passes(0.626, 0.125, 0));
    EXPECT_TRUE(passes(1.0, 0, 0.5));
    EXPECT_FALSE(passes(1.0, 0, 0.49));
    EXPECT_TRUE(passes(1.0, 0.25, 0.25));
}

TEST(Expectations, LimitsAreInclusive)
{
    Expectation expectation;
    expectation.quantity = "objects.sheet.slid";
    expectation.min = 0.5;
    EXPECT_TRUE(check_expectation(expectation, summary()).passed);
    expectation.max = 0.5;
    EXPECT_TRUE(check_expectation(expectation, summary()).passed);
    expectation.min = 0.51;
    EXPECT_FALSE(check_expectation(expectation, summary()).passed);
    expectation.min.reset();
    expectation.max = 0.49;
    const Verdict verdict = check_expectation(expectation, summary());
    EXPECT_FALSE(verdict.passed);
    EXPECT_EQ(verdict.expected, "<= 0.49");
    EXPECT_EQ(verdict.reason, "too large by 0.01");
}

TEST(Expectations, NullMissingAndTextFailAndSayWhy)
{
    const auto verdict = [](const std::string& quantity) {
        return check_expectation(expect_value(quantity, 0.0, 1e9, 0.0), summary());
    };
    EXPECT_FALSE(verdict("objects.sheet.stopped_at").passed);
    EXPECT_EQ(verdict("objects.sheet.stopped_at").measured, "null");
    EXPECT_FALSE(verdict("objects.blanket.slid").passed);
    EXPECT_EQ(verdict("objects.blanket.slid").measured, "missing");
    const auto reason = [&](const std::string& quantity) { return verdict(quantity).reason; };
    EXPECT_EQ(reason("objects.blanket.slid"),
              "the summary has no such quantity; \"objects\" has sheet, sheet.1, sheet-2");
    EXPECT_EQ(reason("objects.sheet.speed"),
              "the summary has no such quantity; \"objects.sheet\" has slid, stopped_at, com");
    EXPECT_EQ(reason("objects.sheet.com[3]"),
              "the summary has no such quantity; \"objects.sheet.com\" has [0] to [2]");
    EXPECT_EQ(reason("steps.mean"), "the summary has no such quantity; \"steps\" has no parts");
    EXPECT_EQ(reason("stepz"),
              "the summary has no such quantity; there are steps, state_hash, friction_residual, objects");
    EXPECT_FALSE(verdict("state_hash").passed);
    EXPECT_FALSE(verdict("objects").passed);
    Expectation nothing;
    nothing.quantity = "steps";
    EXPECT_FALSE(check_expectation(nothing, summary()).passed);
}

TEST(Expectations, NullIsExpectedWhereTheSceneSaysSo)
{
    Expectation never;
    never.quantity = "objects.sheet.stopped_at";
    never.value = NumberOrNull();
    const Verdict held = check_expectation(never, summary());
    EXPECT_TRUE(held.passed) << held.reason;
    EXPECT_EQ(held.expected, "null");
    EXPECT_EQ(held.measured, "null");
    for (const char* quantity :
         {"objects.sheet.slid", "objects.blanket.stopped_at", "state_hash", "objects"}) {
        never.quantity = quantity;
        const Verdict verdict = check_expectation(never, summary());
        EXPECT_FALSE(verdict.passed) << quantity;
        EXPECT_FALSE(verdict.reason.empty()) << quantity;
    }
}

TEST(Expectations, PercentsAreShort)
{
    // 100 * 0.07 is 7.000000000000001.
    EXPECT_EQ(check_expectation(expect_value("steps", 480, 0, 0.07), summary()).expected, "480 +- 7 %");
    EXPECT_EQ(check_expectation(expect_value("steps", 480, 2, 1e-6), summary()).expected,
              "480 +- 2 + 0.0001 %");
}

TEST(Expectations, AllMustPass)
{
    const std::vector<Expectation> both = {expect_value("steps", 480, 0, 0),
                                           expect_value("steps", 481, 0, 0)};
    const std::vector<Verdict> verdicts = check_expectations(both, summary());
    ASSERT_EQ(verdicts.size(), 2U);
    EXPECT_TRUE(verdicts[0].passed);
    EXPECT_FALSE(verdicts[1].passed);
    EXPECT_FALSE(all_passed(verdicts));
    EXPECT_TRUE(all_passed({verdicts[0]}));
}

}  // namespace
}  // namespace stiction
