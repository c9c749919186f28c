#include "solver_core/friction/coupled_contacts.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/rest_triangle.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/solvers/contact_coupling.hpp"
#include "solver_core/solvers/turning_bodies.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

constexpr double kStep = 0.01;

// Two stiff blocks, one of them heavier and off to the side, and contacts of random weights and normals on their nodes:
// on one block, between the two, and on two nodes at once. The metric A of turning_bodies.hpp, dense, is the slow twin.
struct Blocks {
    Vec3Array x;
    ProjectiveModel model;
    ContactSet contacts;
    SolveScratch scratch;
    TurningBodies turning;
    CoupledContacts coupled;
    Eigen::MatrixXd p, a, jacobian;  // of all coordinates
    std::mt19937 random;
    std::uniform_real_distribution<double> unit{-1.0, 1.0};

    explicit Blocks(unsigned seed, double young = 1e6) : random(seed)
    {
        TetElastic tets;
        std::vector<double> mass;
        for (const double side : {0.1, 0.25}) {
            const TetMesh mesh = box_tets(Vec3(side, 0.1, 2.0 * side), {2, 1, 2});
            const auto first = static_cast<Index>(x.size());
            for (const Vec3& point : mesh.positions) x.push_back(point + Vec3(100.0 * side, 0.3, -7.0));
            const std::vector<double> part = lumped_mass(mesh.positions, mesh.tets, 1e4 * side);
            mass.insert(mass.end(), part.begin(), part.end());
            for (const Tet& t : mesh.tets) {
                const auto& y = mesh.positions;
                const RestTet rest = rest_tet(y[t[0]], y[t[1]], y[t[2]], y[t[3]]);
                tets.nodes.emplace_back(t.array() + first);
                tets.inverse_rest.push_back(rest.inverse);
                tets.weight.push_back(young * rest.volume);
                tets.volume_weight.push_back(young * rest.volume);
            }
        }
        const auto count = static_cast<Index>(x.size());
        model = build_projective_model(ProjectiveElasticity({}, {}, tets, count), mass, {}, kStep,
                                       LinearSolverKind::automatic);
        for (Index c = 0; c < 24; ++c) add_contact(count);
        ContactResponse& response = coupled.begin_step();
        ContactCoupling coupling;
        couple_contacts(model, contacts, coupling, scratch, response.g);
        turning.begin_step(model, x, scratch);
        turning.set_arms(model, contacts, response);
        response.find_own();
        build_twin();
    }

    void add_contact(Index count)
    {
        const Index c = contacts.size();
        contacts.key.push_back({ContactKind::vertex_obstacle, 0, c, 0});
        contacts.normal.push_back(Vec3(0.3 * unit(random), 1.0, 0.3 * unit(random)).normalized());
        contacts.obstacle_velocity.emplace_back(Vec3::Zero());
        contacts.gap.push_back(0.0);
        contacts.mu.push_back(0.8 * std::abs(unit(random)));
        contacts.node.push_back(c);
        contacts.weight.push_back(1.0);
        if (c % 3 == 1) {
            contacts.node.push_back((c + count / 2) % count);
            contacts.weight.push_back(c % 2 == 0 ? -0.7 : 0.4);
        }
        contacts.begin.push_back(static_cast<Index>(contacts.node.size()));
    }

    // Every matrix written out.
    void build_twin()
    {
        const auto count = static_cast<Index>(x.size());
        p.setZero(3 * count, 3 * count);
        Eigen::MatrixXd m = p, r = Eigen::MatrixXd::Zero(3 * count, 3 * model.body_count);
        const Eigen::MatrixXd k(model.stiffness);
        for (Index i = 0; i < count; ++i) {
            m.block<3, 3>(3 * i, 3 * i) = model.mass[i] * Mat3::Identity();
            for (Index j = 0; j < count; ++j)
                p.block<3, 3>(3 * i, 3 * j) = kStep * kStep * k(i, j) * Mat3::Identity();
        }
        p += m;
        for (Index body = 0; body < model.body_count; ++body) {
            Vec3 centre = Vec3::Zero();
            double total = 0.0;
            for (Index i = 0; i < count; ++i)
                if (model.body_of_node[i] == body) {
                    centre += model.mass[i] * x[i];
                    total += model.mass[i];
                }
            for (Index i = 0; i < count; ++i)
                for (Index axis = 0; axis < 3; ++axis)
                    if (model.body_of_node[i] == body)
                        r.block<3, 1>(3 * i, 3 * body + axis) = Vec3::Unit(axis).cross(x[i] - centre / total);
        }
        const Eigen::MatrixXd inverse_inertia = (r.transpose() * m * r).inverse();
        const Eigen::MatrixXd rest =
            Eigen::MatrixXd::Identity(3 * count, 3 * count) - r * inverse_inertia * r.transpose() * m;
        a = rest * p.inverse() * rest.transpose() + r * inverse_inertia * r.transpose();

        jacobian.setZero(3 * contacts.size(), 3 * count);
        for (Index c = 0; c < contacts.size(); ++c)
            for (Index e = contacts.begin[c]; e < contacts.begin[c + 1]; ++e)
                jacobian.block<3, 3>(3 * c, 3 * contacts.node[e]) += contacts.weight[e] * Mat3::Identity();
    }

    Vec3Array random_vectors(std::size_t count)
    {
        Vec3Array result;
        for (std::size_t i = 0; i < count; ++i) result.emplace_back(unit(random), unit(random), unit(random));
        return result;
    }
};

Eigen::VectorXd flat(const Vec3Array& v)
{
    return Eigen::Map<const Eigen::VectorXd>(v.data()->data(), 3 * static_cast<Eigen::Index>(v.size()));
}

TEST(TurningBodies, AreTheFreeSolids)
{
    const Blocks blocks(0);
    EXPECT_EQ(blocks.model.body_count, 2);
    EXPECT_EQ(blocks.model.body_of_node.front(), 0);
    EXPECT_EQ(blocks.model.body_of_node.back(), 1);
}

TEST(TurningBodies, AGlobalStepIsOneInTheDenseMetric)
{
    Blocks blocks(1);
    const std::size_t count = blocks.x.size();
    const Vec3Array b = blocks.random_vectors(count), v_k = blocks.random_vectors(count),
                    xi = blocks.random_vectors(count);
    Vec3Array v = b;
    for (std::size_t i = 0; i < count; ++i) v[i] += xi[i];
    blocks.model.factor->solve(v, blocks.scratch);
    blocks.turning.keep(blocks.model, b, v_k);
    blocks.turning.turn(blocks.model, xi, v);
    const Eigen::VectorXd expected = flat(v_k) + blocks.a * (flat(b) + flat(xi) - blocks.p * flat(v_k));
    EXPECT_LT((flat(v) - expected).norm(), 1e-10 * expected.norm());
}

TEST(TurningBodies, ContactsAnswerAsInTheDenseMetric)
{
    Blocks blocks(2);
    const ContactResponse& response = blocks.coupled.response();
    const Vec3Array impulse = blocks.random_vectors(static_cast<std::size_t>(blocks.contacts.size()));
    std::vector<BodyTurn> turns(response.bodies.size());
    for (Index c = 0; c < blocks.contacts.size(); ++c) response.turn(c, impulse[c], turns);
    const Eigen::MatrixXd g = blocks.jacobian * blocks.a * blocks.jacobian.transpose();
    const Eigen::VectorXd expected = g * flat(impulse);
    for (Index c = 0; c < blocks.contacts.size(); ++c) {
        Vec3 u = response.velocity_of_turns(c, turns);
        for (Index d = 0; d < blocks.contacts.size(); ++d) u += response.g(c, d) * impulse[d];
        EXPECT_LT((u - expected.segment<3>(3 * c)).norm(), 1e-10 * expected.norm());
        const Mat3 own = g.block<3, 3>(3 * c, 3 * c);
        EXPECT_NEAR(response.own[c], Eigen::SelfAdjointEigenSolver<Mat3>(own).eigenvalues()[2],
                    1e-8 * own.norm());
    }
}

TEST(TurningBodies, ContactsMeetTheLawToRounding)
{
    for (unsigned seed = 0; seed < 12; ++seed) {
        Blocks blocks(seed, seed % 2 == 0 ? 1e5 : 1e8);
        const ContactSet& contacts = blocks.contacts;
        LocalContacts local;
        local.impulse.assign(static_cast<std::size_t>(contacts.size()), Vec3::Zero());
        begin_step(contacts, blocks.model.inverse_mass, kStep, 0.25, local);
        Vec3Array v = blocks.random_vectors(blocks.x.size());
        for (Vec3& u : v) u = Vec3(0.3, -1.0, 0.1) + 0.3 * u;
        blocks.coupled.solve(contacts, v, 0.0, local);

        const Eigen::VectorXd free = blocks.jacobian * flat(v);
        const Eigen::VectorXd u =
            free + blocks.jacobian * (blocks.a * (blocks.jacobian.transpose() * flat(local.impulse)));
        std::vector<FrictionSample> samples;
        for (Index c = 0; c < contacts.size(); ++c)
            samples.push_back({u.segment<3>(3 * c), local.impulse[c], free.segment<3>(3 * c),
                               contacts.normal[c], contacts.mu[c]});
        EXPECT_LT(friction_error(samples, blocks.coupled.response().g.diagonal().mean()).natural_map, 1e-10)
            << "seed " << seed;
    }
}

}  // namespace
}  // namespace stiction
