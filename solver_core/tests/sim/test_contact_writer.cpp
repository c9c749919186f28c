#include "solver_core/sim/contact_writer.hpp"
#include "solver_core/sim/frame_writer.hpp"
#include "solver_core/tests/sim/run_fixture.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

// A sheet on a slope of 20 degrees that slides (mu 0.2) or sticks (mu 0.5).
Scene slope_scene(double mu)
{
    return parse_scene(fmt::format(R"({{
        "time": {{"step": 0.005, "frames": 1}},
        "objects": [
            {{"name": "slope", "type": "collider", "shape": {{"type": "plane"}}, "friction": 1,
              "transform": {{"rotate": [0, 0, -20]}}}},
            {{"name": "sheet", "type": "cloth", "mesh": {{"generator": "grid", "size": [0.5, 0.5],
              "divisions": [6, 6]}}, "transform": {{"rotate": [0, 0, -20]}}, "friction": {}}}
        ]}})",
                                   mu),
                       "slope.json");
}

struct Stepped {
    Simulation simulation;
    StepReport report;
};

Stepped after_steps(const Scene& scene, int steps)
{
    Stepped s{begin_simulation(scene), {}};
    for (int i = 0; i < steps; ++i) s.report = advance_step(s.simulation, {});
    return s;
}

Vec3 vector_of(const GeometryTable& table, const char* name, std::size_t i)
{
    const std::vector<double>& values = table.point_attributes.at(name).values;
    return {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
}

double value_of(const GeometryTable& table, const char* name, std::size_t i)
{
    return table.point_attributes.at(name).values[i];
}

class ContactsOnASlope : public ::testing::TestWithParam<double> {};

TEST_P(ContactsOnASlope, CarryTheWeightAndObeyTheLaw)
{
    const double mu = GetParam();
    const double angle = 20.0 * 3.14159265358979323846 / 180.0;
    const bool sticks = mu > std::tan(angle);
    const Stepped s = after_steps(slope_scene(mu), 40);
    const GeometryTable table = contact_table(s.simulation);
    ASSERT_EQ(table.positions.size(), 49U);
    const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
    const double weight = s.simulation.model.objects[0].mass * 9.81 * s.simulation.model.step;  // N s
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < table.positions.size(); ++i) {
        sum += vector_of(table, "impulse", i);
        EXPECT_LT((vector_of(table, "N", i) - normal).norm(), 1e-12);
        EXPECT_NEAR(table.positions[i].dot(normal), 0.0, 1e-9) << "on the plane";
        EXPECT_NEAR(value_of(table, "gap", i), 0.0, 1e-9);
        EXPECT_EQ(value_of(table, "state", i), sticks ? 1.0 : 2.0);
        EXPECT_EQ(value_of(table, "mu", i), mu);
        EXPECT_NEAR(value_of(table, "cone", i), std::min(1.0, std::tan(angle) / mu), 1e-6);
        EXPECT_EQ(value_of(table, "object", i), 1.0);
        EXPECT_EQ(value_of(table, "other", i), 0.0);
        const auto node = static_cast<std::size_t>(value_of(table, "point", i));
        EXPECT_LT((vector_of(table, "slip", i) - s.simulation.state.v[node]).norm(), 1e-9);
        EXPECT_LT((table.positions[i] - s.simulation.state.x[node]).norm(), 1e-9)
            << "the sheet was laid on the plane";
    }
    EXPECT_NEAR(sum.dot(normal), weight * std::cos(angle), 1e-6 * weight);
    EXPECT_NEAR((sum - sum.dot(normal) * normal).norm(),
                weight * std::min(mu * std::cos(angle), std::sin(angle)), 1e-6 * weight);
}

INSTANTIATE_TEST_SUITE_P(SlipAndStick, ContactsOnASlope, ::testing::Values(0.2, 0.5));

TEST(ContactWriter, CountsAreTheStepsOwn)
{
    const Stepped s = after_steps(test::sliding_scene(), 20);
    const GeometryTable table = contact_table(s.simulation);
    Index sticking = 0, sliding = 0, self = 0;
    double deepest = 0.0;
    for (std::size_t i = 0; i < table.positions.size(); ++i) {
        const double state = value_of(table, "state", i);
        sticking += state == 1.0;
        sliding += state == 2.0;
        self += state != 0.0 && value_of(table, "other", i) != 2.0;
        deepest = std::max(deepest, -value_of(table, "gap", i));
        EXPECT_EQ(state == 0.0, vector_of(table, "impulse", i).isZero(0.0)) << "contact " << i;
    }
    EXPECT_EQ(sticking, s.report.stats.sticking);
    EXPECT_EQ(sliding, s.report.stats.sliding);
    EXPECT_EQ(self, s.report.stats.contacts_self);
    EXPECT_GT(self, 0) << "the block lies on the sheet";
    EXPECT_NEAR(deepest, s.report.stats.penetration_max, 1e-12);
}

TEST(ContactWriter, EveryFormatHoldsTheAttributes)
{
    const Stepped s = after_steps(test::sliding_scene(), 20);
    for (const FrameFormat format :
         {FrameFormat::bgeo, FrameFormat::geo, FrameFormat::obj, FrameFormat::ply}) {
        const std::string extension = contact_extension(format);
        EXPECT_EQ(extension, format == FrameFormat::obj ? "ply" : frame_extension(format));
        EXPECT_EQ(contact_file_name(12, format), "contacts/contacts.0012." + extension);
        const GeometryTable written = contact_table(s.simulation);
        const GeometryTable read = decode_geometry(encode_geometry(written, extension), extension, "test");
        ASSERT_EQ(read.positions.size(), written.positions.size());
        for (const char* name : {"mu", "cone", "gap", "state", "object", "other", "point"})
            for (std::size_t i = 0; i < read.positions.size(); ++i)
                EXPECT_NEAR(value_of(read, name, i), value_of(written, name, i), 1e-6) << name;
        const GeometryTable none = contact_table(begin_simulation(test::sliding_scene()));
        EXPECT_TRUE(decode_geometry(encode_geometry(none, extension), extension, "test").positions.empty());
    }
}

}  // namespace
}  // namespace stiction
