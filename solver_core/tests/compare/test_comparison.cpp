// Which side is better at what.

#include "solver_core/compare/comparison.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

ComparedValue value_of(std::optional<double> a, std::optional<double> b, Sense sense, double floor = 0.0)
{
    return {"key", "label", "m", sense, floor, a, b};
}

TEST(Comparison, SmallerIsBetterBeyondATwentiethAndTheFloor)
{
    const auto less = Sense::less_is_better;
    EXPECT_EQ(better_of(value_of(1.0, 2.0, less)), Better::a);
    EXPECT_EQ(better_of(value_of(2.0, 1.0, less)), Better::b);
    EXPECT_EQ(better_of(value_of(1.0, 1.04, less)), Better::equal);
    EXPECT_EQ(better_of(value_of(1e-9, 1e-7, less, 1e-6)), Better::equal);
    EXPECT_EQ(better_of(value_of(0.0, 0.0, less)), Better::equal);
    EXPECT_EQ(better_of(value_of(1.0, 2.0, Sense::neither)), Better::unknown);
    EXPECT_EQ(better_of(value_of(std::nullopt, 2.0, less)), Better::unknown);
}

TEST(Comparison, TableAndJsonSayTheSame)
{
    Comparison c;
    c.a.label = "ours";
    c.b.label = "theirs";
    c.a.fps = c.b.fps = 24.0;
    c.a.motion.drift_mean = 1e-7;
    c.b.motion.drift_mean = 2e-3;
    c.a.seconds_per_frame = 0.5;
    const std::string table = comparison_table(c);
    EXPECT_NE(table.find("A is better at\n  drift of resting parts, mean: 1e-07 against 0.002 m/s\n"),
              std::string::npos)
        << table;
    EXPECT_NE(table.find("B is better at\n  nothing\n"), std::string::npos) << table;
    EXPECT_EQ(table.find("penetration"), std::string::npos) << "no collider, no line";
    const nlohmann::ordered_json json = to_json(c);
    EXPECT_EQ(json["better"]["drift_mean"], "A");
    EXPECT_EQ(json["b"]["measures"]["drift_mean"], 2e-3);
    EXPECT_TRUE(json["b"]["measures"]["seconds_per_frame"].is_null());
    EXPECT_FALSE(json["better"].contains("seconds_per_frame")) << "one side is not known";
    EXPECT_EQ(json["quantities"]["drift_mean"]["unit"], "m/s");
    EXPECT_TRUE(json["quantities"]["drift_mean"]["less_is_better"].get<bool>());
    for (const auto& item : json["a"]["measures"].items())
        EXPECT_TRUE(json["quantities"].contains(item.key())) << item.key();
}

TEST(Comparison, SaysWhenHardlyAnythingRests)
{
    Comparison c;
    c.a.motion.resting = 0.9;
    c.b.motion.resting = 0.01;
    EXPECT_NE(comparison_table(c).find("Hardly anything rests (A 90 %, B 1 %)"), std::string::npos);
    c.b.motion.resting = 0.5;
    EXPECT_EQ(comparison_table(c).find("Hardly anything rests"), std::string::npos);
}

}  // namespace
}  // namespace stiction
