// Steps of the method staggered as a whole: curved gaps, what a failure says, overlaps at the start.

#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/simulation.hpp"
#include "solver_core/sim/stages.hpp"
#include "solver_core/sim/stats_json.hpp"
#include "solver_core/solvers/constrained_step.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace stiction {
namespace {

// Two soft balls; the upper one moves along the lower one, a little off its top.
Simulation ball_on_ball(double gap, const Vec3& velocity, const std::string& solver)
{
    const std::string ball =
        R"("type": "soft", "mesh": {"generator": "sphere", "radius": 0.1, "resolution": 10},
        "material": {"density": 1000, "young": 2e5, "poisson": 0.3}, "friction": 0, "self_contact": false)";
    const std::string text = fmt::format(
        R"({{"version": 1, "name": "balls", "time": {{"step": 0.005, "steps_per_frame": 1, "frames": 20}},
             "gravity": [0, 0, 0], "solver": {{"method": "staggered", {}}},
             "contact": {{"friction_rule": "product", "surfaces": [{{"points": "upper", "surface": "lower"}}]}},
             "objects": [{{"name": "lower", {}}},
                         {{"name": "upper", {}, "transform": {{"translate": [0.01, {}, 0.02]}},
                           "velocity": [{}, {}, {}]}}]}})",
        solver, ball, ball, 0.2 + gap, velocity.x(), velocity.y(), velocity.z());
    return begin_simulation(parse_scene(text, "balls.json"));
}

double fastest(const Simulation& simulation)
{
    double most = 0.0;
    for (const Vec3& v : simulation.state.v) most = std::max(most, v.norm());
    return most;
}

// How far from touching the contacts that carried the last step are, as the next step finds the surfaces.
double missed(const std::vector<ContactMemory>& carried, const ContactSet& contacts)
{
    double most = 0.0;
    for (const ContactMemory& last : carried)
        for (Index c = 0; c < contacts.size(); ++c)
            if (contacts.key[c] == last.key) most = std::max(most, std::abs(contacts.gap[c]));
    return most;
}

// A point that slides along its plane leaves a ball: a step that thinks it touches ends without touching.
TEST(StaggeredStep, CurvedGapsHoldAtTheEndOfAStepWherePlanesDoNot)
{
    double worst[2] = {0.0, 0.0};
    for (const bool nonlinear : {false, true}) {
        Simulation balls =
            ball_on_ball(0.001, Vec3(1.0, -1.0, 0.0),
                         nonlinear ? R"("constraints": "nonlinear")" : R"("constraints": "linear")");
        Index carried_in_all = 0;
        for (int k = 0; k < 6; ++k) {
            const std::vector<ContactMemory> carried = balls.state.memory;
            ASSERT_EQ(advance_step(balls, {}).status, SolveStatus::converged) << "step " << k;
            worst[nonlinear ? 1 : 0] =
                std::max(worst[nonlinear ? 1 : 0], missed(carried, balls.work.contacts));
            carried_in_all += static_cast<Index>(carried.size());
        }
        EXPECT_GT(carried_in_all, 0);
    }
    EXPECT_GT(worst[0], 1e-5);
    EXPECT_LT(worst[1], 1e-3 * worst[0]);
}

// c(v), its gradients and second derivatives as the solvers meet them, in the middle of a motion that turns and strains both
// balls; nodes that the moved points reach are taken into the rows first.
TEST(StaggeredStep, CurvedGapsHaveTheDerivativesTheySay)
{
    Simulation balls = ball_on_ball(-0.06, Vec3(5.0, -1.0, 0.0), R"("constraints": "nonlinear")");
    predict(balls.model, balls.state, balls.work);
    find_contacts(balls.model, balls.state, balls.work);
    const ContactSet& contacts = balls.work.contacts;
    const double h = balls.model.step;
    ContactRows rows;
    set_contact_rows(contacts, balls.model.finite.inverse_mass, h, balls.model.recovery_speed, rows);
    Vec3Array v = balls.work.v_free;
    for (std::size_t a = 0; a < v.size(); ++a)
        v[a] += 0.2 * Vec3(std::sin(1.0 + double(a)), std::sin(2.0 * double(a)), std::cos(3.0 * double(a)));
    SmoothGaps gaps;
    std::vector<double> c;
    std::vector<Vec3> gradient;
    const auto evaluate = [&](const Vec3Array& at) {
        c.resize(contacts.key.size());
        gradient.resize(rows.normal.row.node.size());
        gaps.evaluate(at, c, gradient);
    };
    gaps.begin(contacts, rows, balls.state.x, 0.0, h, balls.work.joined.surfaces);
    evaluate(v);
    const std::vector<std::pair<Index, Index>> missing = gaps.missing();
    EXPECT_FALSE(missing.empty());
    add_nodes(missing, rows);
    gaps.begin(contacts, rows, balls.state.x, 0.0, h, balls.work.joined.surfaces);
    ASSERT_GE(contacts.size(), 3);
    for (Index i = 0; i < contacts.size(); ++i) {
        const Index begin = rows.normal.row.begin[i], end = rows.normal.row.begin[i + 1];
        Vec3Array here;
        for (Index e = begin; e < end; ++e) here.push_back(v[rows.normal.row.node[e]]);
        const auto move = [&](const Vec3Array& part) {
            Vec3Array moved = v;
            for (Index e = begin; e < end; ++e) moved[rows.normal.row.node[e]] = part[e - begin];
            evaluate(moved);
        };
        const auto value = [&](const Vec3Array& part) {
            move(part);
            return c[i];
        };
        const auto slope = [&](const Vec3Array& part) {
            move(part);
            Eigen::VectorXd all(3 * (end - begin));
            for (Index e = begin; e < end; ++e) all.segment<3>(3 * (e - begin)) = gradient[e];
            return all;
        };
        move(here);
        tests::check_gradient(value, Vec3Array(gradient.begin() + begin, gradient.begin() + end), here,
                              1e-7 / h, 1e-5);
        Eigen::MatrixXd block(3 * (end - begin), 3 * (end - begin));
        gaps.hessian(i, v, block);
        tests::check_jacobian(slope, block, here, 1e-7 / h, 1e-4);
    }
}

TEST(StaggeredStep, CurvedGapsAsIpopt)
{
    if (!is_available(ConstrainedStepKind::ipopt)) GTEST_SKIP();
    const std::string common = R"("constraints": "nonlinear", "coupling": "mass", "step_solver": )";
    Simulation own = ball_on_ball(0.001, Vec3(1.0, -0.5, 0.0), common + R"("own")");
    Simulation ipopt = ball_on_ball(0.001, Vec3(1.0, -0.5, 0.0), common + R"("ipopt")");
    bool touched = false;
    for (int k = 0; k < 4; ++k) {
        const StepReport report = advance_step(own, {});
        ASSERT_EQ(report.status, SolveStatus::converged) << "step " << k;
        touched = touched || report.stats.contacts_self > 0;
        ASSERT_TRUE(is_usable(advance_step(ipopt, {}).status)) << "step " << k;
        double worst = 0.0;
        for (std::size_t a = 0; a < own.state.v.size(); ++a)
            worst = std::max(worst, (own.state.v[a] - ipopt.state.v[a]).norm());
        EXPECT_LT(worst, 1e-6 * fastest(own)) << "step " << k;
    }
    EXPECT_TRUE(touched);
}

TEST(StaggeredStep, OverlappingBodiesPartAtTheRecoverySpeed)
{
    for (const char* solver : {R"("constraints": "linear")", R"("constraints": "nonlinear")"}) {
        Simulation balls = ball_on_ball(-0.01, Vec3::Zero(), solver);
        double most = 0.0;
        for (int k = 0; k < 20; ++k) {
            ASSERT_TRUE(is_usable(advance_step(balls, {}).status));
            most = std::max(most, fastest(balls));
        }
        EXPECT_LE(most, 2.0 * balls.model.recovery_speed) << solver;
        EXPECT_GE(most, 0.25 * balls.model.recovery_speed) << solver;
    }
}

// Gaps that contradict each other: 5 mm for a sheet of 10 mm, between plates that rise at 0.5 m/s.
TEST(StaggeredStep, ASqueezedSheetIsHeldTight)
{
    const auto plate = [](const char* name, double side) {
        return fmt::format(
            R"({{"name": "{}", "type": "collider", "shape": {{"type": "box", "size": [0.1, 0.1, 0.4]}}, "friction": 0.8,
                "transform": {{"translate": [{}, 0, 0]}},
                "motion": {{"keyframes": [{{"time": 0.05}}, {{"time": 0.15, "translate": [0, 0.05, 0]}}]}}}})",
            name, side * 0.0525);
    };
    const std::string text = fmt::format(
        R"({{"version": 1, "name": "squeezed", "time": {{"step": 0.005, "steps_per_frame": 10, "frames": 3}},
             "solver": {{"method": "staggered"}}, "contact": {{"friction_rule": "max"}},
             "objects": [{{"name": "sheet", "type": "cloth", "friction": 0.8, "thickness": 0.01,
                           "mesh": {{"generator": "grid", "size": [0.3, 0.3], "divisions": [10, 10]}},
                           "transform": {{"rotate": [0, 0, 90]}},
                           "material": {{"density": 0.2, "stretch": 200, "bend": 1e-4}}}}, {}, {}]}})",
        plate("left", -1.0), plate("right", 1.0));
    Simulation sheet = begin_simulation(parse_scene(text, "squeezed.json"));
    const auto height = [&] {
        double sum = 0.0;
        for (const Vec3& x : sheet.state.x) sum += x.y();
        return sum / static_cast<double>(sheet.state.x.size());
    };
    const double start = height();
    for (int k = 0; k < 30; ++k) {
        const StepReport report = advance_step(sheet, {});
        ASSERT_EQ(report.status, SolveStatus::reached_budget) << "step " << report.step;
        EXPECT_NE(report.stats.worst_contact.find("of 'sheet' and '"), std::string::npos);
        EXPECT_GT(report.stats.worst_violation, 0.1);
        EXPECT_LT(fastest(sheet), 1.0) << "step " << report.step;
    }
    EXPECT_NEAR(height() - start, 0.05, 0.005);
}

TEST(StaggeredStep, ATroubledStepNamesItsWorstContact)
{
    Simulation balls = ball_on_ball(0.001, Vec3(0.0, -3.0, 0.0), R"("step_iterations": 1)");
    StepReport report;
    for (int k = 0; k < 3 && report.stats.worst_contact.empty(); ++k) report = advance_step(balls, {});
    EXPECT_NE(report.stats.worst_contact.find("of 'upper' and 'lower'"), std::string::npos)
        << report.stats.worst_contact;
    EXPECT_NE(report.stats.worst_contact.find("vertex_smooth"), std::string::npos);
    EXPECT_GT(report.stats.worst_violation, 0.0);
    EXPECT_NE(failure_text(balls, report).find(report.stats.worst_contact), std::string::npos);
    std::string line;
    append_stats_line(report, line);
    EXPECT_NE(line.find("\"worst_contact\":\""), std::string::npos);
}

}  // namespace
}  // namespace stiction
