// The plugin's own code, driven by a small DOP loop over the stand-in of the HDK.

#include "hdk_plugins/dop/SIM_StictionState.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "hdk_plugins/tests/dop/mini_engine.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <UT/UT_Interrupt.h>
#include <UT/UT_ParallelUtil.h>
#include <gtest/gtest.h>

#include <thread>

namespace stiction {
namespace {

constexpr auto kSuccess = SIM_Solver::SIM_SOLVER_SUCCESS;
constexpr auto kFail = SIM_Solver::SIM_SOLVER_FAIL;

void set_friction(GeoDetail& detail, double friction)
{
    test::add_numbers(detail, GeoOwner::global, "friction", {friction});
}

std::unique_ptr<test::MiniEngine> network(const std::string& method = "projective")
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    const int number = method == "implicit" ? 2 : (method == "staggered" ? 1 : 0);
    engine->options().setOptionI("solver_method", number);
    engine->options().setOptionI("solver_iterations", 5);
    engine->options().setOptionI("time_steps_per_frame", test::kStepsPerFrame);
    if (test::has_sheet(method)) {
        GeoDetail sheet = test::sheet_detail();
        set_friction(sheet, 0.5);
        engine->add_object("sheet", sheet);
    }
    GeoDetail block = test::block_detail();
    set_friction(block, 0.75);
    engine->add_object("block", block);
    engine->add_collider("floor", [](int frame) {
        GeoDetail floor = test::floor_detail(frame);
        set_friction(floor, 0.25);
        return floor;
    });
    return engine;
}

void run(test::MiniEngine& engine)
{
    hdk_double::messages.clear();
    hdk_double::interrupt_after = hdk_double::polls = 0;
    if (engine.frames() == 0) {
        ASSERT_EQ(engine.create(), kSuccess);
    }
    while (engine.frames() <= test::kFrames)
        ASSERT_EQ(engine.advance(), kSuccess)
            << (hdk_double::messages.empty() ? "" : hdk_double::messages[0].text);
}

const SIM_StictionState& state_data(const test::MiniEngine& engine, std::size_t frame)
{
    return *SIM_DATA_GETCONST(engine.object(frame, 0), "StictionState", SIM_StictionState);
}

const SIM_StictionRest& rest_data(const test::MiniEngine& engine, std::size_t frame)
{
    return *SIM_DATA_GETCONST(engine.object(frame, 0), "StictionRest", SIM_StictionRest);
}

std::uint64_t hash_at(const test::MiniEngine& engine, std::size_t frame)
{
    return state_hash(state_data(engine, frame).state(*rest_data(engine, frame).record())->checkpoint.state);
}

class DopSolverOf : public ::testing::TestWithParam<const char*> {};

// Positions and velocities of every frame, as in the files of `stiction simulate`, and the state itself.
TEST_P(DopSolverOf, the_same_bits_as_the_command)
{
    const test::TempFolder folder;
    const Simulation expected = test::simulate_files(folder, GetParam());
    const std::unique_ptr<test::MiniEngine> engine = network(GetParam());
    run(*engine);
    EXPECT_TRUE(hdk_double::messages.empty());
    EXPECT_EQ(hash_at(*engine, test::kFrames), state_hash(expected.state));
    for (int frame = 0; frame <= test::kFrames; ++frame)
        for (std::size_t o = 0; o < expected.model.objects.size(); ++o) {
            const std::string file =
                fmt::format("out/frames/{}.{:04}.bgeo", expected.model.objects[o].name, frame);
            const GeoDetail written = decode_geo(read_file(folder / file), file);
            const GeoDetail& shown = engine->geometry(static_cast<std::size_t>(frame), o);
            EXPECT_EQ(written.find(GeoOwner::point, "P")->reals, shown.find(GeoOwner::point, "P")->reals)
                << file;
            if (frame > 0) {
                ASSERT_NE(shown.find(GeoOwner::point, "v"), nullptr) << file;
                EXPECT_EQ(written.find(GeoOwner::point, "v")->reals, shown.find(GeoOwner::point, "v")->reals)
                    << file;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(Methods, DopSolverOf, ::testing::Values("projective", "staggered", "implicit"));

TEST(DopSolver, contacts_are_those_of_the_files)
{
    const test::TempFolder folder;
    test::simulate_files(folder, "projective");
    const std::unique_ptr<test::MiniEngine> engine = network();
    run(*engine);
    std::size_t shown = 0;
    for (std::size_t o = 0; o < 2; ++o)
        shown += static_cast<std::size_t>(engine->geometry(test::kFrames, o, "StictionContacts").point_count);
    const GeometryTable written =
        read_geometry(folder / fmt::format("out/contacts/contacts.{:04}.bgeo", test::kFrames));
    EXPECT_GT(shown, 20U);
    EXPECT_EQ(shown, written.positions.size());
    const GeoDetail& contacts = engine->geometry(test::kFrames, 0, "StictionContacts");
    for (const char* name : {"N", "impulse", "state", "cone", "mu"})
        EXPECT_NE(contacts.find(GeoOwner::point, name), nullptr) << name;
}

TEST_P(DopSolverOf, cached_steps_keep_their_own_data_and_share_the_rest)
{
    const std::unique_ptr<test::MiniEngine> engine = network(GetParam());
    ASSERT_EQ(engine->create(), kSuccess);
    ASSERT_EQ(engine->advance(), kSuccess);
    const std::uint64_t before = hash_at(*engine, 1);
    const GeoDetail geometry = engine->geometry(1, 0);
    run(*engine);
    EXPECT_EQ(hash_at(*engine, 1), before);
    EXPECT_TRUE(engine->geometry(1, 0) == geometry);
    EXPECT_NE(&state_data(*engine, 1), &state_data(*engine, 2));
    // One copy of what never changes, in all steps.
    for (std::size_t frame = 1; frame <= test::kFrames; ++frame)
        EXPECT_EQ(&rest_data(*engine, frame), &rest_data(*engine, 0));
}

// Houdini copies data whenever it likes, not only before a step writes to it.
TEST(DopSolver, a_copy_is_the_same_data)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    run(*engine);
    const SIM_StictionState& state = state_data(*engine, test::kFrames);
    const SIM_StictionRest& rest = rest_data(*engine, test::kFrames);
    const std::shared_ptr<SIM_Data> state_copy = SIM_Data::create("SIM_StictionState");
    const std::shared_ptr<SIM_Data> rest_copy = SIM_Data::create("SIM_StictionRest");
    state_copy->makeEqual(&state);
    rest_copy->makeEqual(&rest);
    const auto* same_state = dynamic_cast<const SIM_StictionState*>(state_copy.get());
    const auto* same_rest = dynamic_cast<const SIM_StictionRest*>(rest_copy.get());
    ASSERT_NE(same_state, nullptr);
    ASSERT_NE(same_rest, nullptr);
    EXPECT_EQ(same_rest->record(), rest.record());
    EXPECT_EQ(same_state->state(*rest.record()), state.state(*rest.record()));
    EXPECT_EQ(same_state->getMemorySize(), state.getMemorySize());
    for (const auto& [copy, original] : {std::pair<const SIM_Data*, const SIM_Data*>(same_state, &state),
                                         std::pair<const SIM_Data*, const SIM_Data*>(same_rest, &rest)}) {
        std::ostringstream of_copy, of_original;
        copy->saveAll(of_copy);
        original->saveAll(of_original);
        EXPECT_EQ(of_copy.str(), of_original.str());
    }
}

TEST_P(DopSolverOf, resimulates_from_a_middle_frame)
{
    const std::unique_ptr<test::MiniEngine> engine = network(GetParam());
    run(*engine);
    const std::uint64_t last = hash_at(*engine, test::kFrames);
    const GeoDetail shape = engine->geometry(test::kFrames, 0);
    engine->go_to(2);
    run(*engine);
    EXPECT_EQ(hash_at(*engine, test::kFrames), last);
    EXPECT_TRUE(engine->geometry(test::kFrames, 0) == shape);
}

TEST_P(DopSolverOf, goes_on_from_a_saved_file)
{
    const std::unique_ptr<test::MiniEngine> engine = network(GetParam());
    run(*engine);
    const std::uint64_t last = hash_at(*engine, test::kFrames);
    engine->go_to(3);
    const std::string bytes = engine->save();
    const std::unique_ptr<test::MiniEngine> loaded = network(GetParam());
    loaded->load(bytes);
    EXPECT_EQ(loaded->save(), bytes) << "saved before anything was built from it";
    run(*loaded);
    EXPECT_EQ(hash_at(*loaded, test::kFrames), last);
    EXPECT_EQ(loaded->frames(), static_cast<std::size_t>(test::kFrames) + 1);
    loaded->go_to(3);
    EXPECT_EQ(loaded->save().size(), bytes.size());
}

TEST(DopSolver, a_damaged_file_is_reported_not_used)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    run(*engine);
    std::string bytes = engine->save();
    const std::size_t at = bytes.find("STCK");
    ASSERT_NE(at, std::string::npos);
    bytes[at + 40] = static_cast<char>(bytes[at + 40] ^ 1);
    const std::unique_ptr<test::MiniEngine> loaded = network();
    loaded->load(bytes);
    hdk_double::messages.clear();
    EXPECT_EQ(loaded->advance(), kFail);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_EQ(hdk_double::messages[0].severity, UT_ERROR_ABORT);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "saved simulation"))
        << hdk_double::messages[0].text;
}

TEST_P(DopSolverOf, an_interrupt_in_the_middle_leaves_the_step_before)
{
    const std::unique_ptr<test::MiniEngine> whole = network(GetParam());
    run(*whole);
    const std::unique_ptr<test::MiniEngine> engine = network(GetParam());
    ASSERT_EQ(engine->create(), kSuccess);
    ASSERT_EQ(engine->advance(), kSuccess);
    const std::uint64_t before = hash_at(*engine, 1);
    for (const int after : {1, 7, 23}) {
        hdk_double::polls = 0;
        hdk_double::interrupt_after = after;
        hdk_double::messages.clear();
        EXPECT_EQ(engine->advance(), kFail);
        EXPECT_EQ(hdk_double::polls, after) << "asked again after it was told to stop, or never asked";
        EXPECT_TRUE(hdk_double::messages.empty()) << "an interrupt is no error";
        EXPECT_EQ(engine->frames(), 2U);
        EXPECT_EQ(hash_at(*engine, 1), before);
    }
    run(*engine);
    EXPECT_EQ(hash_at(*engine, test::kFrames), hash_at(*whole, test::kFrames));
}

TEST_P(DopSolverOf, two_networks_at_once)
{
    const std::unique_ptr<test::MiniEngine> alone = network(GetParam());
    run(*alone);
    std::vector<std::unique_ptr<test::MiniEngine>> engines;
    for (int i = 0; i < 2; ++i) engines.push_back(network(GetParam()));
    // Step by step in turn, then both in threads of their own.
    for (auto& engine : engines) ASSERT_EQ(engine->create(), kSuccess);
    for (auto& engine : engines) ASSERT_EQ(engine->advance(), kSuccess);
    std::vector<std::thread> threads;
    for (auto& engine : engines) threads.emplace_back([&engine] { run(*engine); });
    for (std::thread& thread : threads) thread.join();
    for (auto& engine : engines) EXPECT_EQ(hash_at(*engine, test::kFrames), hash_at(*alone, test::kFrames));
}

TEST_P(DopSolverOf, a_failing_solve_says_what_to_try_and_keeps_the_last_frame)
{
    // One corner is torn away faster than anything may be: from the third frame on no solve is usable.
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    engine->options().setOptionS("solver_method", GetParam());
    engine->options().setOptionI("time_steps_per_frame", 1);
    GeoDetail block = test::block_detail();
    std::vector<double> follow(static_cast<std::size_t>(block.point_count), 0.0);
    follow[0] = 1.0;
    test::add_numbers(block, GeoOwner::point, "pintoanimation", follow);
    engine->add_object("block", block);
    engine->add_target(0, [](int frame) {
        GeoDetail target = test::block_detail();
        for (GeoAttribute& attribute : target.attributes_of(GeoOwner::point))
            if (frame > 2 && attribute.name == "P") attribute.reals[0] += 1e9;
        return target;
    });
    ASSERT_EQ(engine->create(), kSuccess);
    hdk_double::messages.clear();
    SIM_Solver::SIM_Result result = kSuccess;
    for (int i = 0; i < 40 && result == kSuccess; ++i) result = engine->advance();
    ASSERT_EQ(result, kFail);
    const std::size_t frames = engine->frames();
    EXPECT_GT(frames, 2U);
    ASSERT_FALSE(hdk_double::messages.empty());
    EXPECT_EQ(hdk_double::messages.back().severity, UT_ERROR_ABORT);
    EXPECT_TRUE(test::contains(hdk_double::messages.back().text, "diverged"))
        << hdk_double::messages.back().text;
    const std::string& text = hdk_double::messages.back().text;
    EXPECT_TRUE(test::contains(text, "try") || test::contains(text, "allow more")) << text;
    EXPECT_EQ(engine->advance(), kFail);
    EXPECT_EQ(engine->frames(), frames);
}

TEST(DopSolver, bad_input_is_an_error_on_the_node)
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    GeoDetail sheet = test::sheet_detail();
    set_friction(sheet, -2.0);
    engine->add_object("sheet", sheet);
    hdk_double::messages.clear();
    EXPECT_EQ(engine->create(), kFail);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_EQ(hdk_double::messages[0].severity, UT_ERROR_ABORT);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "0 to 10")) << hdk_double::messages[0].text;
}

TEST(DopSolver, warnings_are_shown_and_do_not_stop_it)
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    GeoDetail sheet = test::sheet_detail();
    test::add_numbers(sheet, GeoOwner::global, "weld", {-1.0});
    engine->add_object("sheet", sheet);
    hdk_double::messages.clear();
    EXPECT_EQ(engine->create(), kSuccess);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_EQ(hdk_double::messages[0].severity, UT_ERROR_WARNING);
}

// Gravity that a Gravity node has put on all objects is in place of the solver's own.
TEST(DopSolver, gravity_of_other_nodes_is_taken)
{
    const std::unique_ptr<test::MiniEngine> own = network(), attached = network();
    own->options().setOptionV3("gravity", UT_Vector3D(0.5, -4.0, 0.0));
    for (const std::size_t object : {0U, 1U}) attached->add_gravity(object, UT_Vector3D(0.5, -4.0, 0.0));
    run(*own);
    run(*attached);
    EXPECT_TRUE(hdk_double::messages.empty());
    EXPECT_EQ(hash_at(*attached, test::kFrames), hash_at(*own, test::kFrames));
    const std::unique_ptr<test::MiniEngine> one = network();
    one->add_gravity(0, UT_Vector3D(0.0, -4.0, 0.0));
    hdk_double::messages.clear();
    EXPECT_EQ(one->create(), kFail);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "one for all")) << hdk_double::messages[0].text;
}

TEST(DopSolver, gravity_that_changes_and_forces_by_volume_are_said)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    for (const std::size_t object : {0U, 1U}) engine->add_gravity(object, UT_Vector3D(0.0, -9.81, 0.0));
    engine->add_force(0, "Forces/Lift", "SIM_DoubleLift");
    hdk_double::messages.clear();
    ASSERT_EQ(engine->create(), kSuccess);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_EQ(hdk_double::messages[0].severity, UT_ERROR_WARNING);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "SIM_DoubleLift"))
        << hdk_double::messages[0].text;
    hdk_double::messages.clear();
    ASSERT_EQ(engine->advance(), kSuccess);
    EXPECT_TRUE(hdk_double::messages.empty());
    for (const std::size_t object : {0U, 1U}) engine->add_gravity(object, UT_Vector3D(0.0, -1.0, 0.0));
    ASSERT_EQ(engine->advance(), kSuccess);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "gravity"));
}

// A sheet alone, without gravity: 0.2 kg/m^2 of it.
std::unique_ptr<test::MiniEngine> floating_sheet(GeoDetail sheet, const std::string& method)
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    engine->options().setOptionS("solver_method", method);
    engine->options().setOptionI("time_steps_per_frame", test::kStepsPerFrame);
    engine->options().setOptionV3("gravity", UT_Vector3D(0, 0, 0));
    test::add_numbers(sheet, GeoOwner::global, "density", {0.2});
    engine->add_object("sheet", sheet);
    return engine;
}

void expect_velocity(const test::MiniEngine& engine, std::size_t frame, const Vec3& expected)
{
    for (const Vec3& v : point_vectors(engine.geometry(frame, 0), "v"))
        EXPECT_LT((v - expected).norm(), 2e-6) << "frame " << frame;
}

// v(n+1) = v(n) + h k (w - v(n)) with k = drag / density: asked again before every step, and the same for every mesh.
TEST_P(DopSolverOf, forces_of_other_nodes_act_on_the_surface)
{
    const double h = test::kFrameTime / test::kStepsPerFrame, k = SIM_DoubleWind::kDrag / 0.2;
    for (const GridCut cut : {GridCut::alternating, GridCut::irregular}) {
        const auto engine =
            floating_sheet(test::detail_of(grid_surface(0.5, 0.5, 8, 8, cut, 1), Vec3::Zero()), GetParam());
        engine->add_force(0, "Forces/Wind", "SIM_DoubleWind");
        hdk_double::messages.clear();
        run(*engine);
        EXPECT_TRUE(hdk_double::messages.empty());
        double v = 0.0;
        for (int n = 1; n <= test::kFrames * test::kStepsPerFrame; ++n) {
            v += h * k * (SIM_DoubleWind::kWind - v);
            if (n % test::kStepsPerFrame == 0)
                expect_velocity(*engine, static_cast<std::size_t>(n / test::kStepsPerFrame), Vec3(v, 0, 0));
        }
    }
}

// 1681 nodes: more than one thread's part.
TEST(DopSolver, loops_run_on_threads_of_the_host)
{
    const auto engine = floating_sheet(
        test::detail_of(grid_surface(0.5, 0.5, 40, 40, GridCut::alternating), Vec3::Zero()), "projective");
    ASSERT_EQ(engine->create(), kSuccess);
    hdk_double::parallel_loops = 0;
    ASSERT_EQ(engine->advance(), kSuccess);
    EXPECT_GT(hdk_double::parallel_loops, 0);
}

// What POP nodes write acts in the step that follows, and is used up by it.
TEST(DopSolver, forces_on_points_act_for_one_step)
{
    const GeoDetail plain = test::sheet_detail();
    const auto probe = floating_sheet(plain, "projective");
    ASSERT_EQ(probe->create(), kSuccess);
    const Span<const double> mass = rest_data(*probe, 0).record()->solver().masses_of(0);
    std::vector<double> force, air, resistance;
    for (const double m : mass) {
        force.insert(force.end(), {0.0, 8.0 * m, 0.0});
        air.insert(air.end(), {2.0, 0.0, 0.0});
        resistance.push_back(5.0 * m);
    }
    GeoDetail pushed = plain, blown = plain;
    test::add_numbers(pushed, GeoOwner::point, "force", force, 3);
    test::add_numbers(blown, GeoOwner::point, "targetv", air, 3);
    test::add_numbers(blown, GeoOwner::point, "airresist", resistance);
    const auto push = floating_sheet(pushed, "projective"), blow = floating_sheet(blown, "projective");
    run(*push);
    run(*blow);
    // 8 m/s^2 for a 32nd of a second; then nothing.
    for (const std::size_t frame : {1U, 2U, 6U}) expect_velocity(*push, frame, Vec3(0, 0.25, 0));
    const double h = test::kFrameTime / test::kStepsPerFrame;
    const double reached = 2.0 * (1.0 - std::pow(1.0 + 5.0 * h, -test::kStepsPerFrame));
    for (const std::size_t frame : {1U, 6U}) expect_velocity(*blow, frame, Vec3(reached, 0, 0));
    for (const double f : push->geometry(1, 0).find(GeoOwner::point, "force")->reals) EXPECT_EQ(f, 0.0);
    for (const double c : blow->geometry(1, 0).find(GeoOwner::point, "airresist")->reals) EXPECT_EQ(c, 0.0);
    resistance[0] = -1.0;
    test::add_numbers(pushed, GeoOwner::point, "airresist", resistance);
    const auto wrong = floating_sheet(pushed, "projective");
    ASSERT_EQ(wrong->create(), kSuccess);
    hdk_double::messages.clear();
    EXPECT_EQ(wrong->advance(), kFail);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "airresist")) << hdk_double::messages[0].text;
}

TEST(DopSolver, every_step_leaves_a_line_for_the_info_panel)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    ASSERT_EQ(engine->create(), kSuccess);
    hdk_double::notes.clear();
    ASSERT_EQ(engine->advance(), kSuccess);
    ASSERT_EQ(hdk_double::notes.size(), 1U);
    for (const char* part : {"step 8", "5 iterations", "stick", "friction error", "ms"})
        EXPECT_TRUE(test::contains(hdk_double::notes[0], part)) << hdk_double::notes[0];
}

TEST(DopSolver, changed_parameters_and_steps_are_noticed)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    ASSERT_EQ(engine->create(), kSuccess);
    engine->options().setOptionI("solver_iterations", 9);
    hdk_double::messages.clear();
    EXPECT_EQ(engine->advance(), kSuccess);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "reset the simulation"));
}

TEST(DopSolver, an_object_that_lost_points_is_refused)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    ASSERT_EQ(engine->create(), kSuccess);
    ASSERT_EQ(engine->advance(), kSuccess);
    engine->replace_geometry(0, test::block_detail());
    hdk_double::messages.clear();
    EXPECT_EQ(engine->advance(), kFail);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "sheet")) << hdk_double::messages[0].text;
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "27 points")) << hdk_double::messages[0].text;
}

TEST(DopSolver, pinned_points_follow_their_target)
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    GeoDetail sheet = test::sheet_detail();
    std::vector<double> follow(81, 0.0);
    follow[0] = follow[8] = 1.0;
    test::add_numbers(sheet, GeoOwner::point, "pintoanimation", follow);
    engine->add_object("sheet", sheet);
    engine->add_target(0, [](int frame) {
        return test::detail_of(grid_surface(0.5, 0.5, 8, 8, GridCut::alternating, 1),
                               Vec3(0.0, 0.01 + 0.0625 * frame, 0.0));
    });
    run(*engine);
    const Vec3Array x = positions_of(engine->geometry(test::kFrames, 0));
    const Vec3Array start = positions_of(engine->geometry(0, 0));
    EXPECT_NEAR(x[0].y() - start[0].y(), 0.0625 * test::kFrames, 1e-6);
    EXPECT_LT(x[40].y() - start[40].y(), 0.0625 * test::kFrames - 0.01);
}

// The same scene, turned about y by a quarter and moved: the motion is the same, seen from there.
TEST(DopSolver, objects_have_transforms)
{
    const std::unique_ptr<test::MiniEngine> plain = network();
    const std::unique_ptr<test::MiniEngine> turned = network();
    UT_DMatrix4 matrix;
    matrix(0, 0) = matrix(2, 2) = 0.0;
    matrix(0, 2) = -1.0;
    matrix(2, 0) = 1.0;
    matrix(3, 1) = 2.0;
    for (std::size_t i = 0; i < 3; ++i) turned->set_transform(i, matrix);
    run(*plain);
    run(*turned);
    const Vec3Array a = positions_of(plain->geometry(3, 1)), b = positions_of(turned->geometry(3, 1));
    double farthest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) farthest = std::max(farthest, (a[i] - b[i]).norm());
    EXPECT_LT(farthest, 1e-4);
    EXPECT_GT((a[0] - positions_of(plain->geometry(0, 1))[0]).norm(), 1e-2);
}

TEST(DopSolver, memory_and_figures_are_reported)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    run(*engine);
    const SIM_StictionState& state = state_data(*engine, test::kFrames);
    EXPECT_GT(state.getMemorySize(), 108 * 48);
    EXPECT_LT(state.getMemorySize(), 1000000);
    EXPECT_GT(rest_data(*engine, 0).getMemorySize(), state.getMemorySize() / 2);
    EXPECT_EQ(state.getOptions().getOptionI("step"), test::kFrames * test::kStepsPerFrame);
    EXPECT_GT(state.getOptions().getOptionI("contacts_external"), 10);
    EXPECT_GT(state.getOptions().getOptionF("energy_kinetic"), 0.0);
    EXPECT_STREQ(state.getOptions().getOptionS("status").c_str(), "reached_budget");
}

}  // namespace
}  // namespace stiction
