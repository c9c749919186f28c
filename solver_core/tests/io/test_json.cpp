#include "solver_core/io/json_reader.hpp"
#include "solver_core/io/json_writer.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace stiction {
namespace {

JsonValue ascii(const std::string& text) { return read_json_ascii(text, "a"); }

std::string bytes(std::initializer_list<int> values)
{
    std::string out;
    for (const int value : values) out += static_cast<char>(value);
    return out;
}

const std::string kLittle = bytes({0x7F, 0x4E, 0x53, 0x4A, 0x62});
const std::string kSwapped = bytes({0x7F, 0x62, 0x4A, 0x53, 0x4E});

JsonValue binary(std::initializer_list<int> values) { return read_json_binary(kLittle + bytes(values), "b"); }
JsonValue swapped(std::initializer_list<int> values)
{
    return read_json_binary(kSwapped + bytes(values), "b");
}

template <class T>
T as(const JsonValue& value)
{
    const T* found = value.as<T>();
    EXPECT_NE(found, nullptr) << "found " << value.kind();
    return found ? *found : T();
}

TEST(JsonAscii, scalars_and_lists)
{
    EXPECT_EQ(as<std::int64_t>(ascii(" -12 ")), -12);
    EXPECT_EQ(as<double>(ascii("1.5e3")), 1500.0);
    EXPECT_EQ(as<double>(ascii("9223372036854775808")),
              9223372036854775808.0);  // one more than an int64 holds
    EXPECT_EQ(as<std::int64_t>(ascii("9223372036854775807")), std::numeric_limits<std::int64_t>::max());
    EXPECT_TRUE(std::signbit(as<double>(ascii("-0"))));
    EXPECT_TRUE(std::isnan(as<double>(ascii("nan"))));
    EXPECT_EQ(as<double>(ascii("-inf")), -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(as<bool>(ascii("true")));
    EXPECT_TRUE(ascii("null").as<std::monostate>());
    EXPECT_EQ(as<JsonValue::Integers>(ascii("[1,\n2 ,3]")), (JsonValue::Integers{1, 2, 3}));
    EXPECT_EQ(as<JsonValue::Reals>(ascii("[1.0,2.5]")), (JsonValue::Reals{1.0, 2.5}));
    EXPECT_EQ(as<JsonValue::Booleans>(ascii("[true,false]")), (JsonValue::Booleans{1, 0}));
    EXPECT_EQ(as<JsonValue::Array>(ascii("[]")).size(), 0U);
    const JsonValue mixed = ascii("[1,2,0.5,\"x\",[3]]");
    ASSERT_EQ(mixed.list_size(), 5U);
    EXPECT_EQ(as<std::int64_t>(mixed.element(1)), 2);
    EXPECT_EQ(as<double>(mixed.element(2)), 0.5);
    EXPECT_EQ(as<JsonValue::Integers>(mixed.element(4)), JsonValue::Integers{3});
}

TEST(JsonAscii, texts_and_maps)
{
    EXPECT_EQ(as<std::string>(ascii(R"("a\"\\\/\b\f\n\r\tb")")), "a\"\\/\b\f\n\r\tb");
    EXPECT_EQ(as<std::string>(ascii(R"("\u0041\u00e9\u20ac\ud83d\ude00")")),
              "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    const JsonValue map = ascii("{\"b\":1, \"a\":{\"c\":[true]}}");
    ASSERT_NE(map.find("a"), nullptr);
    EXPECT_EQ(as<std::int64_t>(*map.find("b")), 1);
    EXPECT_EQ(map.find("z"), nullptr);
}

TEST(JsonAscii, names_the_line_of_what_is_wrong)
{
    const char* const kBad[] = {"[1,\n2,\nx]", "[\n1\n2]", "[1,\n2,\n", "{\n\"a\"\n 1}", "[\n\n\"open"};
    for (const char* text : kBad) {
        const std::string message = test::input_error([&] { ascii(text); });
        EXPECT_TRUE(test::contains(message, "a: line 3")) << text << " -> " << message;
    }
    for (const char* text :
         {"", "  ", "[1]]", "+", "1.2.3", "tru", "\"\\x\"", "\"\\u12", "\"\\ud800\"", "{1:2}", "[1,]"})
        EXPECT_NE(test::input_error([&] { ascii(text); }), "") << text;
}

TEST(Json, depth_is_limited)
{
    const std::string deep(100000, '[');
    EXPECT_TRUE(test::contains(test::input_error([&] { ascii(deep); }), "nested deeper"));
    EXPECT_TRUE(
        test::contains(test::input_error([&] { read_json_binary(kLittle + deep, "b"); }), "nested deeper"));
    EXPECT_EQ(test::input_error([&] { ascii(std::string(100, '[') + std::string(100, ']')); }), "");
}

TEST(JsonBinary, scalars)
{
    EXPECT_TRUE(binary({0x00}).as<std::monostate>());
    EXPECT_TRUE(as<bool>(binary({0x10, 5})));
    EXPECT_FALSE(as<bool>(binary({0x30})));
    EXPECT_TRUE(as<bool>(binary({0x31})));
    EXPECT_EQ(as<std::int64_t>(binary({0x11, 0xFF})), -1);
    EXPECT_EQ(as<std::int64_t>(binary({0x12, 0x00, 0x80})), -32768);
    EXPECT_EQ(as<std::int64_t>(binary({0x13, 0x04, 0x03, 0x02, 0x01})), 0x01020304);
    EXPECT_EQ(as<std::int64_t>(binary({0x14, 8, 7, 6, 5, 4, 3, 2, 1})), 0x0102030405060708);
    EXPECT_EQ(as<std::int64_t>(binary({0x21, 0xFF})), 255);
    EXPECT_EQ(as<std::int64_t>(binary({0x22, 0xFF, 0xFF})), 65535);
    EXPECT_EQ(as<double>(binary({0x19, 0x00, 0x00, 0xC0, 0x3F})), 1.5);
    EXPECT_EQ(as<double>(binary({0x1A, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F})), 1.5);
    EXPECT_EQ(as<std::string>(binary({0x27, 2, 'h', 'i'})), "hi");
}

TEST(JsonBinary, half_precision)
{
    EXPECT_EQ(as<double>(binary({0x18, 0x00, 0x3C})), 1.0);
    EXPECT_EQ(as<double>(binary({0x18, 0x00, 0xC1})), -2.5);
    EXPECT_EQ(as<double>(binary({0x18, 0xFF, 0x7B})), 65504.0);
    EXPECT_EQ(as<double>(binary({0x18, 0x01, 0x00})), std::ldexp(1.0, -24));
    EXPECT_EQ(as<double>(binary({0x18, 0x00, 0x7C})), std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(as<double>(binary({0x18, 0x01, 0x7C}))));
}

TEST(JsonBinary, other_byte_order)
{
    EXPECT_EQ(as<std::int64_t>(swapped({0x13, 1, 2, 3, 4})), 0x01020304);
    EXPECT_EQ(as<double>(swapped({0x19, 0x3F, 0xC0, 0, 0})), 1.5);
    EXPECT_EQ(as<JsonValue::Integers>(swapped({0x40, 0x12, 2, 0, 1, 1, 0})), (JsonValue::Integers{1, 256}));
    EXPECT_EQ(as<std::string>(swapped({0x27, 0xF2, 0, 2, 'h', 'i'})), "hi");
    EXPECT_EQ(as<JsonValue::Booleans>(swapped({0x40, 0x10, 3, 0, 0, 0, 5})), (JsonValue::Booleans{1, 0, 1}));
}

TEST(JsonBinary, tokens_are_defined_used_and_forgotten)
{
    // a definition may stand before a value, between values and before the end of a list
    const JsonValue list =
        binary({0x2B, 1, 1, 'a', 0x5B, 0x26, 1, 0x2B, 1, 1, 'b', 0x26, 1, 0x2B, 2, 0, 0x5D});
    ASSERT_EQ(list.list_size(), 2U);
    EXPECT_EQ(as<std::string>(list.element(0)), "a");
    EXPECT_EQ(as<std::string>(list.element(1)), "b");
    const std::string message = test::input_error([] {
        binary({0x2B, 1, 1, 'a', 0x5B, 0x2D, 1, 0x26, 1, 0x5D});
    });
    EXPECT_TRUE(test::contains(message, "token 1 is used but not defined")) << message;
    const JsonValue map = binary({0x7B, 0x2B, 3, 1, 'k', 0x26, 3, 0x31, 0x7D});
    EXPECT_TRUE(as<bool>(*map.find("k")));
    const JsonValue uniform = binary({0x2B, 9, 2, 'o', 'k', 0x40, 0x26, 2, 9, 9});
    ASSERT_EQ(uniform.list_size(), 2U);
    EXPECT_EQ(as<std::string>(uniform.element(1)), "ok");
}

TEST(JsonBinary, uniform_lists_of_every_type)
{
    EXPECT_EQ(as<JsonValue::Integers>(binary({0x40, 0x11, 2, 1, 0xFE})), (JsonValue::Integers{1, -2}));
    EXPECT_EQ(as<JsonValue::Integers>(binary({0x40, 0x21, 1, 0xFE})), JsonValue::Integers{254});
    EXPECT_EQ(as<JsonValue::Integers>(binary({0x40, 0x22, 1, 0, 0x80})), JsonValue::Integers{32768});
    EXPECT_EQ(as<JsonValue::Integers>(binary({0x40, 0x13, 1, 1, 0, 0, 0})), JsonValue::Integers{1});
    EXPECT_EQ(as<JsonValue::Integers>(binary({0x40, 0x14, 1, 1, 0, 0, 0, 0, 0, 0, 0})),
              JsonValue::Integers{1});
    EXPECT_EQ(as<JsonValue::Reals>(binary({0x40, 0x18, 1, 0, 0x3C})), JsonValue::Reals{1.0});
    EXPECT_EQ(as<JsonValue::Reals>(binary({0x40, 0x19, 1, 0, 0, 0xC0, 0x3F})), JsonValue::Reals{1.5});
    EXPECT_EQ(as<JsonValue::Reals>(binary({0x40, 0x1A, 1, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F})),
              JsonValue::Reals{1.5});
    const JsonValue texts = binary({0x40, 0x27, 2, 1, 'a', 0});
    ASSERT_EQ(texts.list_size(), 2U);
    EXPECT_EQ(as<std::string>(texts.element(1)), "");
    // 33 booleans need two words
    const auto flags = as<JsonValue::Booleans>(binary({0x40, 0x10, 33, 0x01, 0, 0, 0x80, 0x01, 0, 0, 0}));
    ASSERT_EQ(flags.size(), 33U);
    for (std::size_t i = 0; i < 33; ++i) EXPECT_EQ(flags[i], i == 0 || i == 31 || i == 32) << i;
    EXPECT_EQ(as<JsonValue::Array>(binary({0x40, 0x13, 0})).size(), 0U);
}

TEST(JsonBinary, lengths_beyond_the_file_are_refused_before_memory_is_taken)
{
    const auto message = [](std::initializer_list<int> values) {
        return test::input_error([&] { binary(values); });
    };
    EXPECT_TRUE(test::contains(message({0x27, 0xF4, 0xFF, 0xFF, 0xFF, 0xFF}), "ends early"));
    EXPECT_TRUE(test::contains(message({0x40, 0x1A, 0xF8, 0, 0, 0, 0, 0, 0, 0, 0x20}), "ends early"));
    EXPECT_TRUE(
        test::contains(message({0x40, 0x10, 0xF8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}), "early"));
    EXPECT_TRUE(test::contains(message({0x40, 0x27, 0xF4, 0, 0, 0, 0x10}), "ends early"));
    EXPECT_TRUE(test::contains(message({0x5B, 0x31}), "ends early"));
    EXPECT_TRUE(test::contains(message({0x27, 0xF1}), "0xF1 does not begin a length"));
    EXPECT_TRUE(test::contains(message({0x5B, 0x77}), "byte 6: 0x77 does not begin a value"));
    EXPECT_TRUE(test::contains(message({0x40, 0x5B, 0}), "not the element type"));
    EXPECT_TRUE(test::contains(message({0x31, 0x31}), "after the end"));
    EXPECT_TRUE(test::contains(message({0x7B, 0x31, 0x31, 0x7D}), "not a text"));
}

// A megabyte of text referred to by two bytes at a time.
TEST(JsonBinary, small_files_cannot_make_much_text)
{
    std::string file = kLittle + bytes({0x5B, 0x2B, 1, 0xF4, 0, 0, 0x10, 0}) + std::string(1 << 20, 'x');
    for (int i = 0; i < 200000; ++i) file += bytes({0x26, 1});
    const std::string message = test::input_error([&] { read_json_binary(file + bytes({0x5D}), "b"); });
    EXPECT_TRUE(test::contains(message, "too long in total")) << message;
}

JsonValue everything()
{
    return ascii(
        R"({"null":null,"flags":[true,false,true],"ints":[1,-200,70000,5000000000],"reals":[0.1,-0.0,1e300],
        "floats":[0.5,2.0],"whole":3.0,"one":1,"mixed":[1,2.0,"a\u0001\n\"\\",{},[],[[1],[2.5]]],
        "odd":[nan,inf,-inf],"text":""})");
}

TEST(JsonWriter, both_encodings_give_the_value_back)
{
    for (const JsonEncoding encoding : {JsonEncoding::ascii, JsonEncoding::binary}) {
        const auto writer = make_json_writer(encoding);
        writer->value(everything());
        const std::string out = writer->take();
        const JsonValue again = encoding == JsonEncoding::ascii ? ascii(out) : read_json_binary(out, "b");
        EXPECT_EQ(again, everything());
        const auto second = make_json_writer(encoding);
        second->value(again);
        EXPECT_EQ(second->take(), out);
    }
}

TEST(JsonWriter, lengths_around_the_borders_of_their_encoding)
{
    for (const std::size_t size : {0UL, 1UL, 0xF0UL, 0xF1UL, 0xFFUL, 0x100UL, 0xFFFFUL, 0x10000UL}) {
        const auto writer = make_json_binary_writer();
        writer->begin_list();
        writer->text(std::string(size, 'x'));
        writer->booleans(std::vector<std::uint8_t>(size, 1));
        writer->integers(std::vector<std::int64_t>(size, 7), JsonNumber::int16);
        writer->end_list();
        const JsonValue list = read_json_binary(writer->take(), "b");
        ASSERT_EQ(list.list_size(), 3U);
        EXPECT_EQ(as<std::string>(list.element(0)).size(), size);
        EXPECT_EQ(list.element(1).list_size(), size);
        EXPECT_EQ(list.element(2).list_size(), size);
    }
}

TEST(JsonValue, equality_looks_at_content_only)
{
    EXPECT_EQ(ascii("[1,2]"), ascii("  [ 1, 2 ]"));
    EXPECT_NE(ascii("[1,2]"), ascii("[1.0,2.0]"));
    EXPECT_NE(ascii("0.0"), ascii("-0.0"));
    EXPECT_EQ(ascii("[nan]"), ascii("[nan]"));
    EXPECT_NE(ascii("{\"a\":1}"), ascii("{\"a\":2}"));
}

}  // namespace
}  // namespace stiction
