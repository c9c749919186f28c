#include "solver_core/base/error.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/smooth_contacts.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"
#include "solver_core/tests/contact/mls_scenes.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using contact_tests::grid;
using contact_tests::moved;
using contact_tests::Pieces;

ContactSet run_smooth(const Pieces& pieces, double step = 0.005, double time = 0.0,
                      const SmoothOptions& options = {})
{
    SmoothSurfaces surfaces;
    surfaces.build(pieces.geometry, options, pieces.x);
    SmoothWorkspace work;
    ContactSet contacts;
    detect_smooth(surfaces, pieces.query(step, time), work, contacts);
    return contacts;
}

// A piece of cloth just above a soft ball of radius 0.5, pressed down.
Pieces cloth_on_ball(double height = 0.495)
{
    Pieces pieces;
    pieces.add(moved(grid(8, 8, 0.6, 0.6), Vec3(0, height, 0)), 0.002);
    pieces.add(sphere_surface(0.5, 24), 0.002, true);
    pieces.finish();
    for (std::size_t i = 0; i < pieces.x.size(); ++i)
        pieces.v[i] = pieces.geometry.node_object[i] == 0 ? Vec3(0.1, -1.0, 0.2) : Vec3(0, 0.3, 0);
    return pieces;
}

Shape mesh_shape(const SurfaceMesh& mesh)
{
    MeshShape shape;
    shape.mesh = mesh;
    shape.closed = true;
    return shape;
}

void expect_smooth_rows(const ContactSet& set)
{
    ASSERT_GT(set.size(), 0);
    ASSERT_EQ(set.block.size(), set.node.size());
    ASSERT_EQ(set.gap_gradient.size(), set.node.size());
    ASSERT_EQ(set.weight.size(), set.node.size());
    for (Index c = 0; c < set.size(); ++c) {
        if (c > 0) {
            EXPECT_LT(set.key[at(c) - 1], set.key[at(c)]);
        }
        EXPECT_NEAR(set.normal[at(c)].norm(), 1.0, 1e-12);
        double sum = 0.0;
        Vec3 gradient = Vec3::Zero();
        for (Index k = set.begin[at(c)]; k < set.begin[at(c) + 1]; ++k) {
            sum += set.weight[at(k)];
            gradient += set.gap_gradient[at(k)];
        }
        EXPECT_NEAR(sum, set.is_external(c) ? 1.0 : 0.0, 1e-12);
        // Moving all of it changes no gap between soft bodies.
        if (!set.is_external(c)) {
            EXPECT_LT(gradient.norm(), 1e-10);
        }
        EXPECT_EQ(set.key[at(c)].a, set.node[at(set.begin[at(c)])]);
        EXPECT_EQ(set.block[at(set.begin[at(c)])], Mat3::Identity());
    }
}

TEST(SmoothContacts, AnalyticCollidersAreThoseOfTheOtherMethods)
{
    Pieces pieces;
    pieces.add(moved(grid(6, 6, 1, 1), Vec3(0, 0.502, 0)), 0.002);
    pieces.add_collider(SphereShape{0.5});
    pieces.add_collider(PlaneShape{}, Vec3(0, 0.4, 0));
    pieces.add_collider(BoxShape{Vec3(0.1, 0.1, 0.1)}, Vec3(0.4, 0.399, 0.4));
    pieces.finish();
    for (Vec3& v : pieces.v) v = Vec3(0.3, -25.0, 0.1);
    const ContactSet smooth = run_smooth(pieces), all = contact_tests::run_detect(pieces);
    expect_smooth_rows(smooth);
    Index row = 0;
    for (Index c = 0; c < all.size(); ++c) {
        if (all.key[at(c)].kind != ContactKind::vertex_obstacle) continue;
        ASSERT_LT(row, smooth.size());
        EXPECT_EQ(smooth.key[at(row)], all.key[at(c)]);
        EXPECT_EQ(smooth.gap[at(row)], all.gap[at(c)]);
        EXPECT_EQ(smooth.normal[at(row)], all.normal[at(c)]);
        EXPECT_EQ(smooth.mu[at(row)], all.mu[at(c)]);
        EXPECT_EQ(smooth.gap_gradient_of(row, smooth.begin[at(row)]),
                  all.gap_gradient_of(c, all.begin[at(c)]));
        ++row;
    }
    EXPECT_EQ(row, smooth.size());
    EXPECT_GT(row, 50);
}

TEST(SmoothContacts, AMeshOfASphereIsNearlyTheSphere)
{
    Pieces pieces;
    pieces.add(moved(grid(20, 20, 0.3, 0.3), Vec3(0, 0.503, 0)), 0.002);
    pieces.add_collider(mesh_shape(sphere_surface(0.5, 64)), Vec3::Zero(), 0.001);
    pieces.finish();
    for (Vec3& v : pieces.v) v = Vec3(0, -10.0, 0);
    const ContactSet contacts = run_smooth(pieces);
    expect_smooth_rows(contacts);
    EXPECT_EQ(contacts.size(), 441);
    for (Index c = 0; c < contacts.size(); ++c) {
        EXPECT_EQ(contacts.key[at(c)].kind, ContactKind::vertex_smooth);
        EXPECT_EQ(contacts.key[at(c)].obstacle, 0);
        const Vec3& x = pieces.x[at(contacts.node[at(contacts.begin[at(c)])])];
        EXPECT_NEAR(contacts.gap[at(c)], x.norm() - 0.5 - 0.003, 2e-3);
        EXPECT_GT(contacts.normal[at(c)].dot(x.normalized()), 0.9995);
    }
}

// What a row says about the end of the step against the constraint itself there; the difference falls with the square of
// the way. `turn` > 0 spins the collider, frames make it grow.
double worst_prediction(double h, bool grow, double spin)
{
    Pieces pieces;
    pieces.add(moved(grid(10, 10, 0.1, 0.1), Vec3(0, 0.503, 0)), 0.002);
    MeshShape shape = std::get<MeshShape>(mesh_shape(sphere_surface(0.5, 32)));
    if (grow) {
        shape.frame_times = {0.0, 1.0};
        shape.frames = {shape.mesh.positions, shape.mesh.positions};
        for (Vec3& p : shape.frames[1]) p *= 1.5;
    }
    pieces.add_collider(shape);
    pieces.geometry.colliders[0].motion.velocity = Vec3(0.2, 0.4, -0.1);
    pieces.geometry.colliders[0].motion.spin_axis = Vec3(1, 0, 1).normalized();
    pieces.geometry.colliders[0].motion.spin_rate = spin;
    pieces.finish();
    for (Vec3& v : pieces.v) v = Vec3(0.2, -1.0, 0.4);
    SmoothSurfaces surfaces;
    surfaces.build(pieces.geometry, {}, pieces.x);
    SmoothWorkspace work;
    ContactSet contacts;
    DetectQuery query = pieces.query(h);
    detect_smooth(surfaces, query, work, contacts);
    EXPECT_GT(contacts.size(), 20);
    Vec3Array end = pieces.x;
    for (std::size_t i = 0; i < end.size(); ++i) end[i] += h * pieces.v[i];
    SmoothScratch scratch;
    SmoothConstraint constraint;
    double worst = 0.0;
    for (Index c = 0; c < contacts.size(); ++c) {
        surfaces.evaluate(contacts.key[at(c)], end, scratch, constraint);
        EXPECT_TRUE(constraint.known);
        const Vec3 relative =
            pieces.v[at(static_cast<Index>(contacts.key[at(c)].a))] - contacts.obstacle_velocity[at(c)];
        const double predicted =
            contacts.gap[at(c)] + h * contacts.gap_gradient[at(contacts.begin[at(c)])].dot(relative);
        worst = std::max(worst, std::abs(predicted - constraint.gap));
    }
    return worst;
}

TEST(SmoothContacts, RowsPredictTheGapAtTheEndOfTheStep)
{
    for (const bool grow : {false, true})
        for (const double spin : {0.0, 2.0}) {
            const double coarse = worst_prediction(0.02, grow, spin),
                         fine = worst_prediction(0.01, grow, spin);
            EXPECT_LT(coarse, 1e-3) << grow << " " << spin;
            EXPECT_LT(fine, 0.35 * coarse) << grow << " " << spin;
        }
}

TEST(SmoothContacts, ClothOnASoftBall)
{
    const Pieces pieces = cloth_on_ball();
    const ContactSet contacts = run_smooth(pieces);
    expect_smooth_rows(contacts);
    Index between = 0;
    for (Index c = 0; c < contacts.size(); ++c) {
        EXPECT_EQ(contacts.key[at(c)].kind, ContactKind::vertex_smooth);
        EXPECT_EQ(contacts.key[at(c)].obstacle, -1);
        EXPECT_EQ(feature_object(contacts.key[at(c)].b), 1);  // the ball carries, the cloth collides
        EXPECT_NEAR(contacts.mu[at(c)], 0.11, 1e-12);
        ++between;
    }
    EXPECT_GE(between, 5);
}

// The gradient of the rows and the second derivatives, through the constraint as a Newton method meets it.
TEST(SmoothContacts, ConstraintsHaveTheDerivativesTheySay)
{
    const Pieces pieces = cloth_on_ball();
    SmoothSurfaces surfaces;
    surfaces.build(pieces.geometry, {}, pieces.x);
    SmoothWorkspace work;
    ContactSet contacts;
    detect_smooth(surfaces, pieces.query(), work, contacts);
    SmoothScratch scratch;
    SmoothConstraint constraint;
    std::vector<Index> node;
    Eigen::MatrixXd block;
    for (Index c = 0; c < contacts.size(); c += 4) {
        const ContactKey key = contacts.key[at(c)];
        surfaces.update(pieces.x, 0.0, 0.005);
        surfaces.evaluate(key, pieces.x, scratch, constraint);
        ASSERT_TRUE(constraint.known);
        EXPECT_DOUBLE_EQ(constraint.gap, contacts.gap[at(c)]);
        const std::vector<Index> nodes = constraint.node;
        const Vec3Array gradient = constraint.gap_gradient;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            EXPECT_EQ(nodes[k], contacts.node[at(contacts.begin[at(c)]) + k]);
            EXPECT_LT((gradient[k] - contacts.gap_gradient[at(contacts.begin[at(c)]) + k]).norm(), 1e-13);
        }
        auto set = [&](const Vec3Array& part) {
            Vec3Array x = pieces.x;
            for (std::size_t k = 0; k < nodes.size(); ++k) x[at(nodes[k])] = part[k];
            surfaces.update(x, 0.0, 0.005);
            surfaces.evaluate(key, x, scratch, constraint);
        };
        Vec3Array here;
        for (const Index n : nodes) here.push_back(pieces.x[at(n)]);
        auto gap = [&](const Vec3Array& part) {
            set(part);
            return constraint.gap;
        };
        tests::check_gradient(gap, gradient, here, 1e-7, 1e-5);
        surfaces.update(pieces.x, 0.0, 0.005);
        surfaces.hessian(key, pieces.x, 1.0, scratch, node, block);
        EXPECT_EQ(node, nodes);
        auto slope = [&](const Vec3Array& part) {
            set(part);
            Eigen::VectorXd all(static_cast<Eigen::Index>(3 * constraint.node.size()));
            for (std::size_t k = 0; k < constraint.node.size(); ++k)
                all.segment<3>(static_cast<Eigen::Index>(3 * k)) = constraint.gap_gradient[k];
            return all;
        };
        tests::check_jacobian(slope, block, here, 1e-7, 1e-4);
    }
}

TEST(SmoothContacts, TwoSolidsKeepEachOthersVerticesOut)
{
    Pieces pieces;
    pieces.add(sphere_surface(0.5, 24), 0.001, true);
    pieces.add(moved(sphere_surface(0.5, 24), Vec3(0, 0.99, 0)), 0.001, true);
    pieces.finish();
    SmoothOptions options;
    const ContactSet both = run_smooth(pieces, 0.005, 0.0, options);
    Index of_first = 0, of_second = 0;
    for (const ContactKey& key : both.key) (feature_object(key.b) == 0 ? of_first : of_second)++;
    EXPECT_GT(of_first, 0);
    EXPECT_GT(of_second, 0);
    options.collides = {{false, true}, {false, false}};
    const ContactSet one = run_smooth(pieces, 0.005, 0.0, options);
    EXPECT_EQ(one.size(), of_second);
    for (const ContactKey& key : one.key) EXPECT_EQ(feature_object(key.b), 1);
}

// A node that crosses the whole field, and more, within a step still meets the surface.
TEST(SmoothContacts, FastPointsDoNotPassThrough)
{
    for (const bool soft : {false, true}) {
        Pieces pieces;
        pieces.add(moved(grid(4, 4, 0.2, 0.2), Vec3(0, 1.5, 0)), 0.001);
        if (soft)
            pieces.add(sphere_surface(0.5, 24), 0.001, true);
        else
            pieces.add_collider(mesh_shape(sphere_surface(0.5, 24)), Vec3::Zero(), 0.001);
        pieces.finish();
        for (std::size_t i = 0; i < 25; ++i) pieces.v[i] = Vec3(0, -300.0, 0);
        const ContactSet contacts = run_smooth(pieces, 0.01);
        ASSERT_EQ(contacts.size(), 25) << soft;
        for (Index c = 0; c < contacts.size(); ++c) {
            EXPECT_NEAR(contacts.gap[at(c)], 1.5 - 0.5, 0.12);
            EXPECT_GT(contacts.normal[at(c)].y(), 0.9);
        }
        for (std::size_t i = 0; i < 25; ++i) pieces.v[i] = Vec3(0, -20.0, 0);  // too slow to arrive
        EXPECT_EQ(run_smooth(pieces, 0.01).size(), 0);
    }
}

TEST(SmoothContacts, SameRowsForAnyThreadsAndHistoryAndNoAllocationOnceWarm)
{
    Pieces pieces = cloth_on_ball();
    pieces.geometry.colliders.clear();
    pieces.add_collider(mesh_shape(sphere_surface(0.5, 24)), Vec3(0.3, 0, 0));
    pieces.finish();
    const ContactSet fresh = run_smooth(pieces);
    SmoothSurfaces surfaces;
    surfaces.build(pieces.geometry, {}, pieces.x);
    SmoothWorkspace work;
    ContactSet contacts;
    for (const int threads : {1, 3}) {
        const auto executor = make_executor(threads);
        const ExecutorScope scope(executor.get());
        Vec3Array elsewhere = pieces.x;
        for (Vec3& p : elsewhere) p = 1.1 * p + Vec3(0.3, 0.2, 0.1);
        DetectQuery query = pieces.query();
        query.x = elsewhere;
        detect_smooth(surfaces, query, work, contacts);
        detect_smooth(surfaces, pieces.query(), work, contacts);
        contact_tests::expect_identical(contacts, fresh);
        EXPECT_EQ(contacts.block, fresh.block);
        EXPECT_EQ(contacts.gap_gradient, fresh.gap_gradient);
        if (threads > 1) continue;
        const std::int64_t before = testing::allocation_count();
        detect_smooth(surfaces, pieces.query(), work, contacts);
        EXPECT_EQ(testing::allocation_count(), before);
    }
}

template <class Work>
void expect_refusal(Work&& work, const std::vector<std::string>& words)
{
    try {
        work();
        FAIL() << "not refused: " << words[0];
    } catch (const InputError& error) {
        for (const std::string& word : words)
            EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << word << "\n"
                                                                               << error.what();
    }
}

TEST(SmoothContacts, WhatCannotCarryIsRefused)
{
    Pieces pieces = cloth_on_ball();
    SmoothOptions options;
    options.carries = {true, true};
    expect_refusal([&] { run_smooth(pieces, 0.005, 0.0, options); }, {"object 0", "cloth", "vertices"});
    options = {};
    options.object.resize(1);
    options.object[0].samples = MlsSampleKind::vertex;
    expect_refusal([&] { run_smooth(pieces, 0.005, 0.0, options); }, {"object 1", "triangles", "derivative"});
    options.object[0] = {};
    options.object[0].radius_factor = 0.3;
    expect_refusal([&] { run_smooth(pieces, 0.005, 0.0, options); }, {"object 1", "triangle 0", "radius"});
    pieces.add_collider(mesh_shape(grid(2, 2, 1, 1)));
    pieces.geometry.colliders[0].name = "floor";
    pieces.finish();
    expect_refusal([&] { run_smooth(pieces); }, {"floor", "open", "8 boundary edges"});
}

}  // namespace
}  // namespace stiction
