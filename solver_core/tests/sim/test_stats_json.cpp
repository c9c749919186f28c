#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/sim/stats_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

namespace stiction {
namespace {

StepReport report_of(std::int64_t step)
{
    StepReport report;
    report.step = step;
    report.time = static_cast<double>(step) / 240.0;
    report.status = SolveStatus::reached_budget;
    report.stats.iterations = 20;
    report.stats.contacts_external = 12;
    report.stats.contacts_self = 3;
    report.stats.candidates = 40;
    report.stats.sticking = 10;
    report.stats.sliding = 5;
    report.stats.friction_residual = 1.0 / 3.0;
    report.stats.alart_curnier = 1e-12;
    report.stats.penetration_max = 2e-5;
    report.stats.energy = {0.1, 0.2, -0.3};
    report.stats.ms = {1, 2, 3, 0, 0.5, 6.5};
    return report;
}

class StatsFileTest : public ::testing::Test {
protected:
    void SetUp() override
    {
        path_ = std::filesystem::temp_directory_path() /
                ("stiction_stats_" + std::to_string(getpid()) + ".jsonl");
        std::filesystem::remove(path_);
    }
    void TearDown() override { std::filesystem::remove(path_); }
    void write_steps(std::int64_t count)
    {
        StatsFile file(path_.string());
        file.open_after(0);
        for (std::int64_t step = 1; step <= count; ++step) file.append(report_of(step));
        file.sync();
    }
    std::filesystem::path path_;
};

TEST(StatsJson, LineHasThePublishedKeysAndExactNumbers)
{
    std::string text;
    append_stats_line(report_of(7), text);
    ASSERT_EQ(text.back(), '\n');
    EXPECT_EQ(text.find('\n'), text.size() - 1);
    const auto json = nlohmann::json::parse(text);
    EXPECT_EQ(json.at("step"), 7);
    EXPECT_EQ(json.at("time").get<double>(), 7 / 240.0);
    EXPECT_EQ(json.at("status"), "reached_budget");
    EXPECT_EQ(json.at("iterations"), 20);
    EXPECT_EQ(json.at("linear_iterations"), 0);
    EXPECT_EQ(json.at("contacts").at("external"), 12);
    EXPECT_EQ(json.at("contacts").at("self"), 3);
    EXPECT_EQ(json.at("contacts").at("candidates"), 40);
    EXPECT_EQ(json.at("friction_residual").get<double>(), 1.0 / 3.0);
    EXPECT_EQ(json.at("penetration_max").get<double>(), 2e-5);
    EXPECT_EQ(json.at("energy").at("kinetic").get<double>(), 0.1);
    EXPECT_EQ(json.at("energy").at("elastic").get<double>(), 0.2);
    EXPECT_EQ(json.at("energy").at("gravity").get<double>(), -0.3);
    for (const char* key : {"detect", "assemble", "solve", "guard", "commit", "total"})
        EXPECT_TRUE(json.at("ms").at(key).is_number()) << key;
}

TEST(StatsJson, WhatIsNotFiniteIsNull)
{
    StepReport report = report_of(1);
    report.status = SolveStatus::diverged;
    report.stats.friction_residual = std::numeric_limits<double>::quiet_NaN();
    report.stats.energy.kinetic = std::numeric_limits<double>::infinity();
    std::string text;
    append_stats_line(report, text);
    const auto json = nlohmann::json::parse(text);
    EXPECT_TRUE(json.at("friction_residual").is_null());
    EXPECT_TRUE(json.at("energy").at("kinetic").is_null());
}

TEST(StatsJson, OtherTextIsNotALine)
{
    for (const char* text : {"", "{}", "[]", "{\"step\":\"1\"}", "{\"step\":1", "null"})
        EXPECT_THROW(parse_stats_line(text, "stats"), InputError) << text;
}

TEST_F(StatsFileTest, IsCutBackToAStepAndGoesOn)
{
    write_steps(10);
    StatsFile file(path_.string());
    ASSERT_DOUBLE_EQ(file.open_after(4).value_or(-1.0), 4 * 6.5);
    file.append(report_of(5));
    const std::vector<std::string> lines = read_lines(path_.string());
    ASSERT_EQ(lines.size(), 5U);
    for (std::size_t i = 0; i < lines.size(); ++i)
        EXPECT_EQ(parse_stats_line(lines[i], "stats").step, static_cast<std::int64_t>(i) + 1);
}

TEST_F(StatsFileTest, TornLastLineIsCutOff)
{
    write_steps(3);
    std::ofstream(path_, std::ios::app) << "{\"step\":4,\"ti";
    StatsFile file(path_.string());
    EXPECT_FALSE(file.open_after(4).has_value());
    ASSERT_TRUE(file.open_after(3).has_value());
    file.append(report_of(4));
    EXPECT_EQ(read_lines(path_.string()).size(), 4U);
}

TEST_F(StatsFileTest, MissingOrDamagedStepsAreNoticedAndNothingIsChanged)
{
    StatsFile missing(path_.string());
    EXPECT_FALSE(missing.open_after(1).has_value());
    write_steps(5);
    std::string text = read_file(path_.string());
    text[text.find("\"step\":3") + 7] = '8';
    std::ofstream(path_, std::ios::trunc) << text;
    StatsFile file(path_.string());
    EXPECT_FALSE(file.open_after(4).has_value());
    EXPECT_EQ(read_file(path_.string()), text);
    EXPECT_TRUE(file.open_after(2).has_value());
}

}  // namespace
}  // namespace stiction
