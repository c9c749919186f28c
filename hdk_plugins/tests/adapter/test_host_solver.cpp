#include "hdk_plugins/adapter/host_solver.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace stiction {
namespace {

// States of frames 0 .. kFrames.
std::vector<SharedState> frames_of(HostSolver& solver, SharedState state, int first = 0)
{
    std::vector<SharedState> states = {state};
    for (int frame = first + 1; frame <= test::kFrames; ++frame) {
        const HostStep step = solver.advance(*states.back(), test::floor_at(frame), nullptr);
        if (!step.state) throw std::runtime_error(step.failure);
        states.push_back(step.state);
    }
    return states;
}

class HostSolverOf : public ::testing::TestWithParam<const char*> {};

TEST_P(HostSolverOf, the_same_bits_as_the_command)
{
    const test::TempFolder folder;
    const Simulation expected = test::simulate_files(folder, GetParam());
    HostSolver solver(test::moving_floor_host(GetParam()));
    const std::vector<SharedState> states = frames_of(solver, solver.start());
    const State& state = states.back()->checkpoint.state;
    EXPECT_EQ(state.step, expected.state.step);
    EXPECT_GT(expected.state.memory.size(), 4U) << "the scene is to have contacts";
    EXPECT_EQ(state_hash(state), state_hash(expected.state));
}

TEST_P(HostSolverOf, going_back_gives_the_same_bits_again)
{
    HostSolver solver(test::moving_floor_host(GetParam()));
    const std::vector<SharedState> first = frames_of(solver, solver.start());
    const std::vector<SharedState> again = frames_of(solver, first[2], 2);
    EXPECT_EQ(state_hash(again.back()->checkpoint.state), state_hash(first.back()->checkpoint.state));
}

INSTANTIATE_TEST_SUITE_P(Methods, HostSolverOf, ::testing::Values("projective", "staggered"));

// A host may cook two frames of one simulation at a time: a copied network shares what never changes.
TEST(HostSolver, serves_two_threads_at_once)
{
    HostSolver solver(test::moving_floor_host("projective"));
    const std::vector<SharedState> states = frames_of(solver, solver.start());
    std::vector<std::uint64_t> found(2, 0);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < found.size(); ++t)
        threads.emplace_back([&, t] {
            const std::size_t first = 3 * t;
            const auto again = frames_of(solver, states[first], static_cast<int>(first));
            found[t] = state_hash(again.back()->checkpoint.state);
        });
    for (std::thread& thread : threads) thread.join();
    for (const std::uint64_t hash : found) EXPECT_EQ(hash, state_hash(states.back()->checkpoint.state));
}

TEST(HostSolver, saved_and_loaded_it_goes_on_with_the_same_bits)
{
    HostSolver solver(test::moving_floor_host("projective"));
    const std::vector<SharedState> states = frames_of(solver, solver.start());
    const std::unique_ptr<HostSolver> loaded = HostSolver::load(solver.save(), "x.sim");
    const SharedState state = loaded->load_state(solver.save_state(*states[3]), "x.sim");
    const std::vector<SharedState> rest = frames_of(*loaded, state, 3);
    EXPECT_EQ(state_hash(rest.back()->checkpoint.state), state_hash(states.back()->checkpoint.state));
    EXPECT_EQ(loaded->save(), solver.save());
    EXPECT_EQ(loaded->save_state(*state), solver.save_state(*states[3]));
}

TEST(HostSolver, damaged_bytes_are_refused)
{
    HostSolver solver(test::moving_floor_host("projective"));
    std::string model = solver.save(), state = solver.save_state(*solver.start());
    for (std::string* bytes : {&model, &state}) {
        const bool is_model = bytes == &model;
        for (std::size_t i = 0; i < bytes->size(); i += 1 + bytes->size() / 97) {
            std::string damaged = *bytes;
            damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
            EXPECT_NE(test::input_error([&] {
                          if (is_model)
                              HostSolver::load(damaged, "x.sim");
                          else
                              solver.load_state(damaged, "x.sim");
                      }),
                      "")
                << i;
        }
        EXPECT_NE(test::input_error([&] { solver.load_state(bytes->substr(0, 40), "x.sim"); }), "");
    }
    HostSolver other(test::moving_floor_host("staggered"));
    EXPECT_TRUE(test::contains(test::input_error([&] { other.load_state(state, "x.sim"); }), "another scene"))
        << test::input_error([&] { other.load_state(state, "x.sim"); });
}

class Raised : public InterruptFlag {
public:
    explicit Raised(int after) : after_(after) {}
    bool is_raised() const override { return ++asked_ > after_; }
    int asked() const { return asked_; }

private:
    int after_;
    mutable int asked_ = 0;
};

TEST(HostSolver, an_interrupted_step_leaves_nothing_behind)
{
    HostSolver solver(test::moving_floor_host("projective"));
    const SharedState expected = solver.advance(*solver.start(), test::floor_at(1), nullptr).state;
    const Raised flag(12);
    const HostStep cut = solver.advance(*solver.start(), test::floor_at(1), &flag);
    EXPECT_TRUE(cut.is_interrupted);
    EXPECT_FALSE(cut.state);
    EXPECT_EQ(cut.failure, "");
    EXPECT_GT(flag.asked(), 12);
    const HostStep whole = solver.advance(*solver.start(), test::floor_at(1), nullptr);
    EXPECT_EQ(state_hash(whole.state->checkpoint.state), state_hash(expected->checkpoint.state));
}

TEST(HostSolver, animated_pins_arrive_where_they_are_told)
{
    HostScene host = test::moving_floor_host("projective");
    std::vector<double> follow(81, 0.0);
    follow[0] = follow[80] = 1.0;
    test::add_numbers(host.objects[0].geometry, GeoOwner::point, "pintoanimation", follow);
    HostSolver solver(host);
    Vec3Array target = positions_of(host.objects[0].geometry);
    for (Vec3& x : target) x += Vec3(0.03, 0.05, -0.01);
    GivenMotion motion = test::floor_at(1);
    motion.targets = {std::make_shared<Vec3Array>(target)};
    const HostStep step = solver.advance(*solver.start(), motion, nullptr);
    ASSERT_TRUE(step.state);
    const State& state = step.state->checkpoint.state;
    for (const std::size_t node : {std::size_t(0), std::size_t(80)}) {
        EXPECT_LT((state.x[node] - target[node]).norm(), 1e-14);
        EXPECT_LT((state.v[node] - Vec3(0.03, 0.05, -0.01) / test::kFrameTime).norm(), 1e-11);
    }
    EXPECT_GT((state.x[40] - target[40]).norm(), 0.01);
    // Without a target they stay.
    const HostStep held = solver.advance(*step.state, test::floor_at(2), nullptr);
    EXPECT_LT((held.state->checkpoint.state.x[80] - target[80]).norm(), 1e-14);
}

// A sheet stretched to twice its length at the start pulls itself together; the rest shape is not the start.
TEST(HostSolver, rest_shape_and_start_differ)
{
    HostScene host = test::moving_floor_host("projective");
    host.objects.resize(1);
    host.settings.emplace_back("gravity", Json({0.0, 0.0, 0.0}));
    std::vector<double> rest, v;
    for (const Vec3& x : positions_of(host.objects[0].geometry)) {
        rest.insert(rest.end(), {0.5 * x.x(), x.y(), x.z()});
        v.insert(v.end(), {0.0, 3.0, 0.0});
    }
    test::add_numbers(host.objects[0].geometry, GeoOwner::point, "restP", rest, 3);
    test::add_numbers(host.objects[0].geometry, GeoOwner::point, "v", v, 3);
    HostSolver solver(host);
    const Vec3Array& x0 = solver.start()->checkpoint.state.x;
    EXPECT_EQ(x0[0], positions_of(host.objects[0].geometry)[0]);
    const HostStep step = solver.advance(*solver.start(), {}, nullptr);
    ASSERT_TRUE(step.state) << step.failure;
    const Vec3Array& x1 = step.state->checkpoint.state.x;
    EXPECT_LT((x1[8] - x1[0]).norm(), 0.9 * (x0[8] - x0[0]).norm());
    EXPECT_NEAR(x1[40].y() - x0[40].y(), 3.0 * test::kFrameTime, 0.01);
}

TEST(HostSolver, motion_that_does_not_fit_is_refused)
{
    HostSolver solver(test::moving_floor_host("projective"));
    GivenMotion motion;
    motion.colliders = {std::make_shared<Vec3Array>(3, Vec3::Zero())};
    EXPECT_TRUE(test::contains(test::input_error([&] { solver.advance(*solver.start(), motion, nullptr); }),
                               "collider 0: found 3 points"));
    auto broken = std::make_shared<Vec3Array>(positions_of(test::floor_detail(1)));
    (*broken)[2].y() = std::nan("");
    motion.colliders = {broken};
    EXPECT_TRUE(test::contains(test::input_error([&] { solver.advance(*solver.start(), motion, nullptr); }),
                               "not finite"));
}

TEST(HostSolver, loads_that_do_not_fit_are_refused)
{
    HostSolver solver(test::moving_floor_host("projective"));
    const auto refusal = [&](const GivenLoads& loads) {
        return test::input_error([&] { solver.advance(*solver.start(), {}, nullptr, loads); });
    };
    NodeLoads few, many;
    few.force = Vec3Array(3, Vec3::Zero());
    many.resistance = std::vector<double>(5000, 0.1);
    for (const NodeLoads& wrong : {few, many})
        EXPECT_TRUE(test::contains(refusal({{NodeLoads(), wrong}, nullptr}), "block: found loads of"));
    EXPECT_TRUE(test::contains(refusal({std::vector<NodeLoads>(3), nullptr}), "found those of 3 objects"));
}

TEST(HostSolver, contacts_are_points_with_normal_impulse_state_and_cone)
{
    HostSolver solver(test::moving_floor_host("projective"));
    HostStep step = solver.advance(*solver.start(), test::floor_at(1), nullptr);
    step = solver.advance(*step.state, test::floor_at(2), nullptr);
    ASSERT_GT(step.contacts.positions.size(), 20U);
    for (const char* name : {"N", "impulse", "slip", "state", "mu", "cone", "gap", "object", "other"})
        EXPECT_EQ(step.contacts.point_attributes.count(name), 1U) << name;
}

TEST(HostSolver, what_stands_still_is_kept_once)
{
    HostSolver solver(test::moving_floor_host("projective"));
    const HostStep step = solver.advance(*solver.start(), test::floor_at(0), nullptr);
    EXPECT_EQ(step.state->given.colliders[0], solver.start()->given.colliders[0]);
    EXPECT_GT(step.state->bytes(), 2 * sizeof(Vec3) * step.state->checkpoint.state.x.size());
}

}  // namespace
}  // namespace stiction
