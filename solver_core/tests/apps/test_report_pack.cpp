// Packing for the page: how far numbers move, that differences come back, what a section's bytes are.

#include "solver_core/apps/report_pack.hpp"
#include "solver_core/io/gzip.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace stiction {
namespace {

TEST(ReportPack, QuantisedNumbersAreOffByHalfAStepAtMost)
{
    std::mt19937 random(3);
    for (int trial = 0; trial < 200; ++trial) {
        std::uniform_real_distribution<double> scale(-6.0, 3.0), share(0.0, 1.0);
        const double lo = std::pow(10.0, scale(random)) * (trial % 2 ? 1.0 : -1.0);
        const double span = std::pow(10.0, scale(random));
        const Quantisation q = quantisation_of(lo, lo + span);
        for (int i = 0; i < 100; ++i) {
            const double value = lo + share(random) * span;
            EXPECT_LE(std::abs(q.value(q(value)) - value), 0.5 * q.step + 1e-12 * (std::abs(lo) + span))
                << "seed 3, trial " << trial;
        }
        EXPECT_EQ(q(lo), 0);
        EXPECT_EQ(q(lo + span), 65535);
        EXPECT_EQ(q(lo - span), 0) << "beyond the range is its end";
        EXPECT_NEAR(q.step, span / 65535.0, 1e-12 * span);
    }
    EXPECT_EQ(quantisation_of(2.0, 2.0).value(quantisation_of(2.0, 2.0)(2.0)), 2.0) << "a constant is exact";
}

TEST(ReportPack, ZigzagComesBackAndKeepsSmallNumbersSmall)
{
    for (std::int32_t d = -32768; d <= 32767; ++d) EXPECT_EQ(unzigzag(zigzag(d)), d);
    EXPECT_EQ(zigzag(0), 0);
    EXPECT_EQ(zigzag(-1), 1);
    EXPECT_EQ(zigzag(1), 2);
    EXPECT_EQ(zigzag(-128), 255);
}

TEST(ReportPack, FramesComeBackFromTheirCodes)
{
    std::mt19937 random(7);
    std::uniform_int_distribution<int> any(0, 65535);
    std::vector<std::uint16_t> decoded, before;
    for (int frame = 0; frame < 5; ++frame) {
        std::vector<std::uint16_t> now(30);
        for (std::uint16_t& q : now) q = static_cast<std::uint16_t>(any(random));  // jumps of any size
        const std::vector<std::uint16_t> codes = code_frame(now, before, 3);
        std::vector<std::uint16_t> again(codes.size());
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const int guess = frame > 0 ? decoded[i] : i >= 3 ? again[i - 3] : 0;
            again[i] = static_cast<std::uint16_t>(guess + unzigzag(codes[i]));
        }
        EXPECT_EQ(again, now) << "frame " << frame;
        decoded = again;
        before = now;
    }
}

TEST(ReportPack, SectionsArePlanes)
{
    SectionPack pack;
    pack.add("a", std::vector<std::uint8_t>{7});
    pack.add("b", std::vector<std::uint16_t>{0x0102, 0x0304});
    pack.add("c", std::vector<double>{1.5, -2.25});
    EXPECT_EQ(pack.bytes().substr(0, 5), std::string("\x07\x02\x04\x01\x03"));
    EXPECT_EQ(pack.table()["b"]["offset"], 1);
    EXPECT_EQ(pack.table()["b"]["count"], 2);
    EXPECT_EQ(pack.table()["c"]["type"], "f64");
    char element[8];
    for (std::size_t k = 0; k < 8; ++k) element[k] = pack.bytes()[5 + 2 * k + 1];
    double value = 0.0;
    std::memcpy(&value, element, 8);
    EXPECT_EQ(value, -2.25);
}

}  // namespace
}  // namespace stiction
