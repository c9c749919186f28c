#include "example_scenes.hpp"
#include "solver_core/scene/json_text.hpp"

#include <gtest/gtest.h>

namespace stiction::test {
namespace {

TEST(JsonText, ReadsEveryKindOfValueInOrder)
{
    const std::string text = R"({"z":1,"a":[true,null,-2,2.5,"\u00e9"],"m":{"k":18446744073709551615}})";
    const Json expected = Json::parse(text);
    const Json read = parse_json_text(text, "");
    EXPECT_EQ(read, expected);
    EXPECT_EQ(read.dump(), expected.dump());
    EXPECT_EQ(read.begin().key(), "z");
}

TEST(JsonText, SkipsComments)
{
    const Json read =
        parse_json_text("// first\n{ /* a\n b */ \"a\": 1, // \"b\": 2\n \"c\": \"// no comment\" }", "");
    EXPECT_EQ(read.dump(), R"({"a":1,"c":"// no comment"})");
}

TEST(JsonText, NamesLineAndColumn)
{
    EXPECT_NE(refusal([] {
                  parse_json_text("{\n  \"a\": 1,\n  \"b\": oops\n}", "f.json");
              }).find("f.json: line 3, column 8"),
              std::string::npos);
}

TEST(JsonText, RefusesAKeyWrittenTwiceAtItsPath)
{
    EXPECT_EQ(refusal([] {
                  parse_json_text(R"({"a": [{"k": 1}, {"b": {"k": 1, "k": 2}}]})", "f");
              }).rfind("f: a[1].b.k: ", 0),
              0u);
    EXPECT_NO_THROW(parse_json_text(R"({"a": {"k": 1}, "b": {"k": 1}})", "f"));
}

TEST(JsonText, LimitsNesting)
{
    EXPECT_NO_THROW(parse_json_text(std::string(20, '[') + std::string(20, ']'), ""));
    EXPECT_NE(refusal([] { parse_json_text(std::string(100000, '['), ""); }).find("nested"),
              std::string::npos);
}

}  // namespace
}  // namespace stiction::test
