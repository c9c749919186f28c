#include "solver_core/io/base64.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(Base64, KnownAnswers)
{
    // RFC 4648, section 10.
    EXPECT_EQ(encode_base64(""), "");
    EXPECT_EQ(encode_base64("f"), "Zg==");
    EXPECT_EQ(encode_base64("fo"), "Zm8=");
    EXPECT_EQ(encode_base64("foo"), "Zm9v");
    EXPECT_EQ(encode_base64("foob"), "Zm9vYg==");
    EXPECT_EQ(encode_base64("fooba"), "Zm9vYmE=");
    EXPECT_EQ(encode_base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(encode_base64(std::string("\xff\xfe\x00\xfb", 4)), "//4A+w==");
}

}  // namespace
}  // namespace stiction
