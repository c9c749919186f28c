#include "solver_core/io/geo_values.hpp"
#include "solver_core/tests/io/geo_text.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

using Integers = std::vector<std::int64_t>;
using Reals = std::vector<double>;

GeoAttribute attribute(int points, int size, const std::string& storage, const std::string& payload)
{
    test::GeoText text;
    text.points = points;
    text.point_attributes = test::numeric(size, storage, payload);
    return text.read().attributes_of(GeoOwner::point).at(1);
}

Integers integers(int points, int size, const std::string& payload)
{
    return attribute(points, size, "int32", payload).integers;
}

std::string message(int points, int size, const std::string& storage, const std::string& payload)
{
    return test::input_error([&] { attribute(points, size, storage, payload); });
}

TEST(GeoValues, tuples_and_arrays)
{
    EXPECT_EQ(integers(2, 2, R"("tuples",[[1,2],[3,4]])"), (Integers{1, 2, 3, 4}));
    EXPECT_EQ(integers(2, 2, R"("arrays",[[1,3],[2,4]])"), (Integers{1, 2, 3, 4}));
    EXPECT_EQ(integers(3, 1, R"("arrays",[[5,6,7]])"), (Integers{5, 6, 7}));
    EXPECT_EQ(integers(0, 2, R"("tuples",[])"), Integers{});
    EXPECT_EQ(integers(0, 1, R"("arrays",[[]])"), Integers{});
    EXPECT_EQ(integers(2, 1, R"("arrays",[[1.0,2]])"), (Integers{1, 2}));
}

TEST(GeoValues, pages)
{
    EXPECT_EQ(integers(5, 1, R"("pagesize",2,"rawpagedata",[1,2,3,4,5])"), (Integers{1, 2, 3, 4, 5}));
    // two subvectors: x of a page's elements, then (y,z) of the page's elements
    EXPECT_EQ(integers(3, 3, R"("pagesize",2,"packing",[1,2],"rawpagedata",[10,11,20,30,21,31,12,22,32])"),
              (Integers{10, 20, 30, 11, 21, 31, 12, 22, 32}));
    // x constant on the first page, (y,z) on the second
    EXPECT_EQ(integers(4, 3,
                       R"("pagesize",2,"packing",[1,2],"constantpageflags",[[true,false],[false,true]],)"
                       R"("rawpagedata",[10,20,30,21,31,12,13,22,32])"),
              (Integers{10, 20, 30, 10, 21, 31, 12, 22, 32, 13, 22, 32}));
    // an empty list of flags: no page of this subvector is constant
    EXPECT_EQ(
        integers(2, 2,
                 R"("pagesize",1024,"packing",[1,1],"constantpageflags",[[],[1]],"rawpagedata",[1,2,9])"),
        (Integers{1, 9, 2, 9}));
}

// Any packing, page size and choice of constant pages spells the same values.
TEST(GeoValues, random_layouts_agree)
{
    std::mt19937 random(4711);
    RecordProperty("seed", 4711);
    const auto pick = [&random](int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(random);
    };
    for (int round = 0; round < 300; ++round) {
        const int count = pick(0, 20);
        const int size = pick(1, 5);
        const int page_size = pick(1, 7);
        const int pages = (count + page_size - 1) / page_size;
        std::vector<int> packing;
        for (int left = size; left > 0; left -= packing.back()) packing.push_back(pick(1, left));
        Integers expected(static_cast<std::size_t>(count * size));
        std::vector<std::string> flags(packing.size());
        std::string raw;
        for (int page = 0; page < pages; ++page) {
            const int begin = page * page_size;
            const int end = std::min(count, begin + page_size);
            int first = 0;
            for (std::size_t part = 0; part < packing.size(); first += packing[part++]) {
                const bool constant = pick(0, 1) == 1;
                flags[part] += fmt::format("{}{}", page ? "," : "", constant);
                for (int i = begin; i < end; ++i) {
                    for (int c = first; c < first + packing[part]; ++c) {
                        const bool repeat = constant && i > begin;
                        const std::int64_t value =
                            repeat ? expected[std::size_t(begin * size + c)] : pick(-99, 99);
                        expected[std::size_t(i * size + c)] = value;
                        if (!repeat) raw += fmt::format("{}{}", raw.empty() ? "" : ",", value);
                    }
                }
            }
        }
        const std::string payload =
            fmt::format(R"("pagesize",{},"packing",[{}],"constantpageflags",[[{}]],"rawpagedata",[{}])",
                        page_size, fmt::join(packing, ","), fmt::join(flags, "],["), raw);
        ASSERT_EQ(integers(count, size, payload), expected) << payload;
    }
}

TEST(GeoValues, reals_are_rounded_to_their_storage)
{
    const std::string payload = R"("arrays",[[0.1]])";
    EXPECT_EQ(attribute(1, 1, "fpreal32", payload).reals, Reals{static_cast<double>(0.1F)});
    EXPECT_EQ(attribute(1, 1, "fpreal64", payload).reals, Reals{0.1});
    EXPECT_EQ(attribute(1, 1, "fpreal64", R"("arrays",[[7]])").reals, Reals{7.0});
}

TEST(GeoValues, integers_must_fit_their_storage)
{
    EXPECT_EQ(attribute(1, 1, "int64", R"("arrays",[[5000000000]])").integers, Integers{5000000000});
    EXPECT_TRUE(test::contains(message(1, 1, "int32", R"("arrays",[[5000000000]])"),
                               "does not fit the storage int32"));
    EXPECT_TRUE(
        test::contains(message(1, 1, "int8", R"("arrays",[[128]])"), "does not fit the storage int8"));
    EXPECT_TRUE(test::contains(message(1, 1, "uint8", R"("arrays",[[-1]])"), "does not fit"));
    EXPECT_NE(message(1, 1, "int32", R"("arrays",[[1.5]])"), "");
    EXPECT_NE(message(1, 1, "int32", R"("arrays",[[1e300]])"), "");
}

TEST(GeoValues, refuses_what_does_not_add_up)
{
    const std::pair<const char*, const char*> kBad[] = {
        {R"("tuples",[[1,2]])", "1 tuples for 2 elements"},
        {R"("tuples",[[1,2],[3]])", "a tuple of 1 numbers"},
        {R"("arrays",[[1,2]])", "1 arrays; the size is 2"},
        {R"("arrays",[[1,2],[3]])", "1 values for 2 elements"},
        {R"("pagesize",1024,"rawpagedata",[1,2,3])", "has 3 numbers; 2 elements of size 2 need 4"},
        {R"("pagesize",0,"rawpagedata",[1,2,3,4])", "'pagesize' is 0"},
        {R"("pagesize",2000000000,"constantpageflags",[[true]],"rawpagedata",[1,2])",
         "'pagesize' is 2000000000"},
        {R"("pagesize",1024,"packing",[1],"rawpagedata",[1,2,3,4])", "does not add up"},
        {R"("pagesize",1024,"packing",[3],"rawpagedata",[1,2,3,4])", "allowed is 1 to 2"},
        {R"("pagesize",1024,"constantpageflags",[[true],[true]],"rawpagedata",[1,2])",
         "2 lists for 1 subvectors"},
        {R"("pagesize",1024,"constantpageflags",[[true,true]],"rawpagedata",[1,2])",
         "2 page flags for 1 pages"},
        {R"("rawpagedata",[1,2,3,4])", "no 'pagesize'"},
        {R"("other",[])", "none of 'tuples'"},
    };
    for (const auto& [payload, expected] : kBad) {
        const std::string found = message(2, 2, "int32", payload);
        EXPECT_TRUE(test::contains(found, expected)) << payload << " -> " << found;
        EXPECT_TRUE(test::contains(found, "g.geo: line 1")) << found;
    }
    EXPECT_TRUE(test::contains(message(1, 1, "float", R"("arrays",[[1]])"), "'storage' is 'float'"));
}

}  // namespace
}  // namespace stiction
