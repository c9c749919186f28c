#include "solver_core/tests/io/geo_text.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

GeoDetail read(const std::string& selection)
{
    test::GeoText text;
    text.points = 5;
    text.more = R"(,"pointgroups",[[["name","g"],["selection",)" + selection + "]]]";
    return text.read();
}

std::vector<Index> members(const std::string& selection)
{
    return read(selection).groups[static_cast<std::size_t>(GeoOwner::point)].at(0).members;
}

TEST(GeoGroups, every_spelling)
{
    const std::vector<Index> expected = {1, 2, 4};
    EXPECT_EQ(members(R"(["unordered",["boolRLE",[1,false,2,true,1,false,1,true]]])"), expected);
    EXPECT_EQ(members(R"(["unordered",["boolRLE",[1,0,2,1,1,0,1,1]]])"), expected);
    EXPECT_EQ(members(R"(["unordered",["i8",[0,1,1,0,1]]])"), expected);
    EXPECT_EQ(members(R"(["ordered",[4,1,2]])"), (std::vector<Index>{4, 1, 2}));
    EXPECT_EQ(table_from_detail(read(R"(["ordered",[4,1,2]])"), "g").point_groups.at("g"), expected);
}

TEST(GeoGroups, round_trip_in_both_encodings)
{
    for (const char* selection :
         {R"(["unordered",["i8",[0,1,1,0,1]]])", R"(["unordered",["i8",[1,1,1,1,1]]])",
          R"(["unordered",["i8",[0,0,0,0,0]]])", R"(["unordered",["i8",[1,0,1,0,1]]])",
          R"(["ordered",[4,1,2]])"}) {
        const GeoDetail detail = read(selection);
        for (const JsonEncoding encoding : {JsonEncoding::ascii, JsonEncoding::binary})
            EXPECT_TRUE(decode_geo(encode_geo(detail, encoding), "x") == detail) << selection;
    }
}

TEST(GeoGroups, refuses_what_does_not_add_up)
{
    const std::pair<const char*, const char*> kBad[] = {
        {R"(["unordered",["boolRLE",[1,false,2,true]]])", "covers 3 of 5"},
        {R"(["unordered",["boolRLE",[6,true]]])", "covers more than the 5"},
        {R"(["unordered",["boolRLE",[-1,true,6,false]]])", "covers more"},
        {R"(["unordered",["boolRLE",[5]]])", "a count without a flag"},
        {R"(["unordered",["i8",[0,1]]])", "2 flags for 5 elements"},
        {R"(["unordered",["i8",[0,1,2,0,0]]])", "is 2; allowed is 0 to 1"},
        {R"(["unordered",["bits",[3]]])", "neither 'boolRLE' nor 'i8'"},
        {R"(["ordered",[5]])", "is 5; allowed is 0 to 4"},
    };
    for (const auto& [selection, expected] : kBad) {
        const std::string found = test::input_error([&, s = selection] { members(s); });
        EXPECT_TRUE(test::contains(found, expected)) << selection << " -> " << found;
    }
}

}  // namespace
}  // namespace stiction
