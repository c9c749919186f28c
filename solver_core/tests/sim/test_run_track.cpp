#include "solver_core/base/error.hpp"
#include "solver_core/sim/run_track.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

// Two bodies, the first of two nodes of unequal mass: centre of mass at (x0 + 3 x1) / 4.
Model two_bodies()
{
    Model model;
    model.step = 0.5;
    model.node_count = 3;
    model.mass = {1.0, 3.0, 2.0};
    model.objects.resize(2);
    model.objects[0].node_count = 2;
    model.objects[1].first_node = 2;
    model.objects[1].node_count = 1;
    return model;
}

State state_at(std::int64_t step, double x, double v)
{
    State state;
    state.step = step;
    state.x = {Vec3(x, 0, 0), Vec3(x + 4.0, 0, 0), Vec3(0, x, 0)};
    state.v = {Vec3(v, 0, 0), Vec3(v, 0, 0), Vec3::Zero()};
    return state;
}

StepReport report_with(double residual, Index contacts)
{
    StepReport report;
    report.stats.friction_residual = residual;
    report.stats.contacts_external = contacts;
    report.stats.iterations = 20;
    return report;
}

std::vector<ContactForce> pressed(double force)
{
    return {{Vec3(0, force, 0), Vec3::Zero(), force, 0.0}, {Vec3::Zero(), Vec3(0, 0, -force), 0.0, 0.0}};
}

TEST(RunTrack, FollowsTheCentreOfMassThereAndBack)
{
    const Model model = two_bodies();
    RunTrack track = begin_track(model, state_at(0, 0.0, 0.0));
    EXPECT_EQ(track.objects[0].com_start, Vec3(3, 0, 0));
    update_track(model, state_at(1, 2.0, 4.0), report_with(0.25, 10), pressed(1.0), track);
    update_track(model, state_at(2, 0.5, -3.0), report_with(0.75, 20), pressed(2.0), track);
    EXPECT_DOUBLE_EQ(track.objects[0].slid, 3.5);
    EXPECT_EQ(track.objects[0].com, Vec3(3.5, 0, 0));
    EXPECT_DOUBLE_EQ(track.objects[0].speed, 3.0);
    EXPECT_DOUBLE_EQ(track.objects[0].max_speed, 4.0);
    EXPECT_EQ(track.steps, 2);
    EXPECT_EQ(track.contacts_external, 30);
    EXPECT_EQ(track.iterations, 40);
    EXPECT_DOUBLE_EQ(track.friction_residual_sum, 1.0);
    EXPECT_DOUBLE_EQ(track.friction_residual_max, 0.75);
}

TEST(RunTrack, RestBeginsWhenTheSpeedStaysBelowTheLimit)
{
    const Model model = two_bodies();
    RunTrack track = begin_track(model, state_at(0, 0.0, 0.0));
    EXPECT_EQ(track.objects[0].rest_since, 0.0);
    update_track(model, state_at(1, 0.0, kRestSpeed), {}, pressed(0.0),
                 track);  // the limit itself is not rest
    EXPECT_FALSE(track.objects[0].rest_since.has_value());
    update_track(model, state_at(2, 0.0, 0.5 * kRestSpeed), {}, pressed(0.0), track);
    update_track(model, state_at(3, 0.0, 0.0), {}, pressed(0.0), track);
    EXPECT_EQ(track.objects[0].rest_since, 1.0);  // step 2 of 0.5 s
    EXPECT_EQ(track.objects[1].rest_since, 0.0);  // the other never moved
    update_track(model, state_at(4, 0.0, 1.0), {}, pressed(0.0), track);
    EXPECT_FALSE(track.objects[0].rest_since.has_value());
}

TEST(RunTrack, ComesBackBitForBit)
{
    const Model model = two_bodies();
    RunTrack track = begin_track(model, state_at(0, 0.1, 0.0));
    update_track(model, state_at(1, 0.3, 0.1), report_with(1.0 / 3.0, 7), pressed(1.0 / 7.0), track);
    const std::string bytes = encode_track(track);
    const RunTrack back = decode_track(bytes);
    EXPECT_EQ(encode_track(back), bytes);
    EXPECT_EQ(back.objects[0].slid, track.objects[0].slid);
    EXPECT_FALSE(back.objects[0].rest_since.has_value());
    EXPECT_EQ(back.objects[1].rest_since, 0.0);
    EXPECT_EQ(back.forces.mean(1, 1).from_objects, Vec3(0, 0, -1.0 / 7.0));
    EXPECT_EQ(back.friction_residual_sum, track.friction_residual_sum);
    EXPECT_THROW(decode_track(bytes.substr(1)), InputError);
}

}  // namespace
}  // namespace stiction
