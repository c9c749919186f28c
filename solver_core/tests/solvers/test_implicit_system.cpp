#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/stages.hpp"
#include "solver_core/solvers/implicit_system.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

constexpr double kStep = 1e-3;      // h, s
constexpr double kImplicit = 6e-4;  // a, s: not h, so that a mistaken one shows

const char* const kBlock =
    R"({"name": "block", "type": "soft", "friction": 0.6, "self_contact": false,
        "mesh": {"generator": "box", "size": [0.2, 0.1, 0.2], "divisions": [2, 1, 2]},
        "transform": {"translate": [0.01, 0.0499, 0.02]},
        "material": {"density": 1000, "young": 2e4, "poisson": 0.3, "damping": {"mass": 0.3, "stiffness": 0.01}},
        "air_drag": 0.4, "pins": [{"points": [0]}]})";

std::string scene_of(const std::string& objects)
{
    return R"({"time": {"step": 0.001}, "solver": {"method": "implicit", "contact_layer": 2e-4, "creep": 0.01},
               "contact": {"friction_rule": "max"}, "objects": [)" +
           objects + "]}";
}

// A scene's first step, its system at velocities that keep contacts in their layer.
struct Bench {
    Model model;
    State state;
    Workspace work;
    ImplicitContacts contacts;
    ImplicitSystem system;
    Vec3Array q_base, v_base, q_held, v, q_start;

    Bench(const std::string& objects, bool lagged, double speed)
        : model(build_model(parse_scene(scene_of(objects), "bench"))), state(initial_state(model))
    {
        std::mt19937 random(3);
        std::normal_distribution<double> normal;
        const auto vector = [&] { return Vec3(normal(random), normal(random), normal(random)); };
        predict(model, state, work);
        find_contacts(model, state, work);
        ImplicitContactLaw law;
        law.penalty = {2e-4, 4e7};
        law.friction.eps = 0.01;
        law.friction.static_ratio = 1.3;
        law.friction.stribeck_speed = 0.05;
        law.friction.viscous = 0.1;
        law.lagged = lagged;
        law.kappa_mass = 0.1;
        contacts.begin(work.contacts, work.joined.surfaces, law, model.finite.inverse_mass, state.x, 0.0,
                       kStep);
        system.begin(model.finite, {model.gravity, model.drag}, contacts, state.x);
        const Vec3 slide = speed * Vec3(1.0, 0.0, 0.4);
        for (std::size_t i = 0; i < state.x.size(); ++i) {
            v.emplace_back(slide + 0.004 * vector());
            v_base.emplace_back(slide + 0.01 * vector());
            q_base.emplace_back(state.x[i] + 1e-6 * vector() - kImplicit * slide);
            q_held.emplace_back(state.x[i] + 1e-5 * vector());
        }
        system.set_stage({q_base, v_base, kImplicit, kStep, q_held});
    }

    // Contact with the force of the end alone, friction of the way from the start of the step.
    void decouple()
    {
        q_start.clear();
        for (std::size_t i = 0; i < v.size(); ++i)
            q_start.push_back(q_base[i] + kImplicit * v[i] - kStep * (v_base[i] + Vec3(0.003, 0.0, -0.002)));
        system.set_stage({q_base, v_base, kImplicit, kStep, q_held, q_start});
    }

    Eigen::VectorXd residual(const Vec3Array& at)
    {
        Vec3Array r(at.size());
        system.residual(at, r);
        return Eigen::Map<const Eigen::VectorXd>(r[0].data(), static_cast<Eigen::Index>(3 * r.size()));
    }
    Index active() const { return contacts.active(); }

    // Matrix, products and diagonal against differences of the residual. Held nodes have rows of the identity; differences
    // give zero there, for their velocity moves nothing but friction of their own.
    void check(double tolerance)
    {
        residual(v);
        ASSERT_GT(active(), 2) << "the bench tests nothing";
        system.linearize();
        Eigen::MatrixXd dense = system.matrix();
        const auto size = dense.rows();
        Eigen::MatrixXd products(size, size);
        Vec3Array p(v.size()), y(v.size());
        for (Eigen::Index k = 0; k < size; ++k) {
            for (Vec3& value : p) value.setZero();
            p[static_cast<std::size_t>(k / 3)][k % 3] = 1.0;
            system.multiply(p, y);
            products.col(k) = Eigen::Map<const Eigen::VectorXd>(y[0].data(), size);
        }
        std::vector<Mat3> diagonal;
        system.diagonal(diagonal);
        for (std::size_t i = 0; i < v.size(); ++i) {
            const auto at = static_cast<Eigen::Index>(3 * i);
            EXPECT_LT((dense.block<3, 3>(at, at) - diagonal[i]).norm(), 1e-12 * dense.norm());
            if (model.finite.held[i] == 0) continue;
            EXPECT_EQ((dense.block<3, 3>(at, at)), Mat3::Identity());
            dense.middleRows<3>(at).setZero();
            dense.middleCols<3>(at).setZero();
            products.middleRows<3>(at).setZero();
            products.middleCols<3>(at).setZero();
        }
        for (const RankOneTerm& term : system.dense_terms()) {
            Eigen::VectorXd g = Eigen::VectorXd::Zero(size);
            for (std::size_t k = 0; k < term.node.size(); ++k) g.segment<3>(3 * term.node[k]) = term.g[k];
            dense += term.weight * g * g.transpose();
        }
        EXPECT_LT((dense - products).norm(), 1e-12 * dense.norm()) << "matrix and products differ";
        const auto free_residual = [&](const Vec3Array& at) {
            Vec3Array moved = at;
            for (std::size_t i = 0; i < v.size(); ++i)
                if (model.finite.held[i] != 0) moved[i] = v[i];
            return residual(moved);
        };
        tests::check_jacobian(free_residual, dense, v, 1e-6, tolerance);
    }
};

std::string with_collider(const std::string& shape, const std::string& place)
{
    return std::string(kBlock) + R"(, {"name": "ground", "type": "collider", "friction": 0.6, "shape": )" +
           shape + R"(, "transform": {"translate": )" + place + "}}";
}

TEST(ImplicitSystem, JacobianOnAPlaneSlidingAndSticking)
{
    for (const double speed : {0.0, 0.005, 0.2}) {
        Bench bench(with_collider(R"({"type": "plane"})", "[0, 0, 0]"), false, speed);
        bench.check(1e-6);
    }
}

TEST(ImplicitSystem, JacobianOfDecoupledContact)
{
    for (const double speed : {0.0, 0.2}) {
        Bench bench(with_collider(R"({"type": "plane"})", "[0, 0, 0]"), false, speed);
        bench.decouple();
        bench.check(1e-6);
    }
}

TEST(ImplicitSystem, TheJacobianIsSymmetricWithoutFriction)
{
    Bench bench(with_collider(R"({"type": "plane"})", "[0, 0, 0]"), false, 0.2);
    for (double& mu : bench.work.contacts.mu) mu = 0.0;
    bench.contacts.begin(
        bench.work.contacts, bench.work.joined.surfaces,
        [] {
            ImplicitContactLaw law;
            law.penalty = {2e-4, 4e7};
            return law;
        }(),
        bench.model.finite.inverse_mass, bench.state.x, 0.0, kStep);
    bench.residual(bench.v);
    ASSERT_GT(bench.active(), 2);
    bench.system.linearize();
    const Eigen::MatrixXd dense = bench.system.matrix();
    EXPECT_LT((dense - dense.transpose()).norm(), 1e-13 * dense.norm());
}

TEST(ImplicitSystem, JacobianOnCurvedShapes)
{
    // Large radii, so that several points of the flat block lie in the layer.
    for (const double speed : {0.005, 0.2}) {
        Bench ball(with_collider(R"({"type": "sphere", "radius": 100})", "[0.01, -100, 0.02]"), false, speed);
        ball.check(1e-6);
    }
}

TEST(ImplicitSystem, JacobianOnASmoothMeshCollider)
{
    Bench bench(
        with_collider(
            R"({"type": "mesh", "mesh": {"generator": "box", "size": [1, 0.2, 1], "divisions": [10, 2, 10]}})",
            "[0, -0.1, 0]"),
        false, 0.05);
    bench.check(1e-5);
}

TEST(ImplicitSystem, JacobianBetweenSoftBodies)
{
    const std::string below =
        R"({"name": "base", "type": "soft", "friction": 0.6, "self_contact": false,
            "mesh": {"generator": "box", "size": [0.4, 0.1, 0.4], "divisions": [4, 1, 4]},
            "transform": {"translate": [0, -0.05, 0]},
            "material": {"density": 1000, "young": 2e4, "poisson": 0.3}})";
    for (const bool lagged : {false, true}) {
        Bench bench(std::string(kBlock) + ", " + below, lagged, 0.05);
        bench.check(1e-5);
    }
}

TEST(ImplicitSystem, JacobianOnTriangles)
{
    Bench collider(with_collider(R"({"type": "mesh", "surface": {"gaps": "mesh"},
                       "mesh": {"generator": "grid", "size": [1, 1], "divisions": [7, 7], "pattern": "irregular"}})",
                                 "[0, 0, 0]"),
                   false, 0.05);
    collider.check(1e-6);
    const std::string below =
        R"({"name": "base", "type": "soft", "friction": 0.6, "self_contact": false, "surface": {"gaps": "mesh"},
            "mesh": {"generator": "box", "size": [0.4, 0.1, 0.4], "divisions": [4, 1, 4]},
            "transform": {"translate": [0, -0.05, 0]},
            "material": {"density": 1000, "young": 2e4, "poisson": 0.3}})";
    Bench bodies(std::string(kBlock) + ", " + below, false, 0.05);
    bodies.check(1e-6);
}

TEST(ImplicitSystem, JacobianBetweenSheets)
{
    const auto sheet = [](const char* name, double height, const char* divisions) {
        return fmt::format(
            R"({{"name": "{}", "type": "cloth", "friction": 0.6, "thickness": 0.002, "self_contact": false,
                "mesh": {{"generator": "grid", "size": [0.3, 0.3], "divisions": {}}},
                "transform": {{"translate": [0, {}, 0]}}, "material": {{"density": 0.2, "stretch": 100}}}})",
            name, divisions, height);
    };
    Bench bench(sheet("upper", 0.00202, "[2, 2]") + ", " + sheet("lower", 0.0, "[3, 3]"), false, 0.02);
    bench.check(1e-6);
}

std::string filled(const std::string& fill)
{
    std::string block = with_collider(R"({"type": "plane"})", "[0, 0, 0]");
    return block.insert(1, R"("fill": )" + fill + ", ");
}

TEST(ImplicitSystem, JacobianOfAFilledBody)
{
    for (const char* law : {"quadratic", "gas", "liquid"}) {
        Bench bench(filled(fmt::format(
                        R"({{"law": "{}", "part": "body", "compression": 0.5, "pressure": 0.7}})", law)),
                    false, 0.05);
        bench.check(1e-6);
        EXPECT_EQ(bench.system.dense_terms().size(), 1U);
    }
}

Eigen::MatrixXd symmetric_part(Bench& bench, HessianKind kind)
{
    HalfMatrix half;
    EXPECT_TRUE(bench.system.symmetric_pattern(half));
    bench.system.symmetric_part(kind, half);
    return Eigen::MatrixXd(half.matrix()).selfadjointView<Eigen::Lower>();
}

// What a preconditioner is made of, P, against the matrix A: beyond it A has friction that grows with the load and no more, so that
// nothing is left for moves that keep all gaps; and all of P is positive where elements are.
TEST(ImplicitSystem, SymmetricPartLeavesOutFrictionByLoadAlone)
{
    for (const double speed : {0.005, 0.2}) {
        Bench bench(filled(R"({"law": "gas", "part": "body", "pressure": 0.3})"), false, speed);
        bench.residual(bench.v);
        bench.system.linearize();
        const Eigen::MatrixXd a = bench.system.matrix(), p = symmetric_part(bench, HessianKind::exact);
        EXPECT_GT((a - p).norm(), 1e-3 * a.norm()) << "no friction to leave out";
        for (const ImplicitContact& contact : bench.contacts.contacts()) {
            if (!contact.active || bench.model.finite.held[contact.gap.node[0]] != 0) continue;
            const Index at = 3 * contact.gap.node[0];
            const Mat3 rest = (a - p).block<3, 3>(at, at);
            const Mat3 plane = Mat3::Identity() - contact.normal * contact.normal.transpose();
            // Along the slide, beyond the speed of full friction, Stribeck's curve falls: that has no place in P.
            const Vec3 way = contact.u_t.normalized();
            EXPECT_LT((rest * plane * (Mat3::Identity() - way * way.transpose())).norm(), 1e-12 * a.norm());
            EXPECT_LT(way.dot(rest * way), 1e-12 * a.norm());
        }
        const Eigen::MatrixXd positive = symmetric_part(bench, HessianKind::positive);
        EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(positive).eigenvalues()[0], 0.0);
    }
}

// Points on a smooth soft surface couple nodes that no element does. P^-1 A may not have eigenvalues of the size that contact is
// stiffer than elasticity.
TEST(ImplicitSystem, SymmetricPartIsNearTheMatrixBetweenSoftBodies)
{
    const std::string below =
        R"({"name": "base", "type": "soft", "friction": 0.6, "self_contact": false,
            "mesh": {"generator": "box", "size": [0.4, 0.1, 0.4], "divisions": [4, 1, 4]},
            "transform": {"translate": [0, -0.05, 0]},
            "material": {"density": 1000, "young": 2e4, "poisson": 0.3}})";
    Bench bench(std::string(kBlock) + ", " + below, false, 0.05);
    bench.residual(bench.v);
    ASSERT_GT(bench.active(), 2);
    bench.system.linearize();
    const Eigen::MatrixXd a = bench.system.matrix(), p = symmetric_part(bench, HessianKind::exact);
    const Eigen::VectorXcd values = (p.llt().solve(a)).eigenvalues();
    EXPECT_LT(values.cwiseAbs().maxCoeff(), 2.0);
    EXPECT_GT(values.real().minCoeff(), 0.3);
}

TEST(ImplicitSystem, LaggedFrictionOnAPlane)
{
    Bench bench(with_collider(R"({"type": "plane"})", "[0, 0, 0]"), true, 0.05);
    bench.check(1e-6);
}

}  // namespace
}  // namespace stiction
