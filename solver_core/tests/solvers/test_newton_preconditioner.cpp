#include "solver_core/base/parallel.hpp"
#include "solver_core/elasticity/node_blocks.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/simulation.hpp"
#include "solver_core/sim/stages.hpp"
#include "solver_core/solvers/damped_newton.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

// A stiff block on a plane, full of water: hard for blocks of the diagonal.
std::string stiff_block(const char* preconditioner)
{
    return fmt::format(
        R"({{"time": {{"step": 0.01}},
            "solver": {{"method": "implicit", "newton": "iterative", "preconditioner": "{}"}},
            "objects": [{{"name": "block", "type": "soft", "friction": 0.4, "velocity": [0.5, 0, 0],
              "mesh": {{"generator": "box", "size": [0.4, 0.1, 0.1], "divisions": [8, 2, 2]}},
              "transform": {{"translate": [0, 0.0501, 0]}}, "self_contact": false,
              "fill": {{"law": "liquid", "part": "body", "compression": 1e-3}},
              "material": {{"density": 1000, "young": 1e8, "poisson": 0.3}}}},
             {{"name": "ground", "type": "collider", "shape": {{"type": "plane"}}, "friction": 1}}]}})",
        preconditioner);
}

std::vector<NewtonIteration> newton_steps(const char* preconditioner, int steps)
{
    Simulation simulation = begin_simulation(parse_scene(stiff_block(preconditioner), "test"));
    StepOptions options;
    options.record_iterations = true;
    std::vector<NewtonIteration> all;
    for (int i = 0; i < steps; ++i) {
        const StepReport report = advance_step(simulation, options);
        EXPECT_EQ(report.status, SolveStatus::converged) << preconditioner << " " << report.stats.reason;
        EXPECT_EQ(report.stats.newton.size(), static_cast<std::size_t>(report.stats.iterations));
        all.insert(all.end(), report.stats.newton.begin(), report.stats.newton.end());
    }
    return all;
}

Index linear_iterations(const std::vector<NewtonIteration>& steps)
{
    Index sum = 0;
    for (const NewtonIteration& step : steps) sum += step.linear_iterations;
    return sum;
}

TEST(NewtonPreconditioner, AFactorSavesMostIterationsOfAStiffBody)
{
    const auto blocks = newton_steps("blocks", 4), factor = newton_steps("factor", 4);
    EXPECT_LT(5 * linear_iterations(factor), linear_iterations(blocks));
    for (const NewtonIteration& step : factor) EXPECT_LE(step.linear_residual, step.sigma);
}

TEST(NewtonPreconditioner, AFactorIsMadeInEveryTimeStepAndKeptWithinIt)
{
    const auto steps = newton_steps("factor", 4);
    Index factored = 0;
    for (const NewtonIteration& step : steps) factored += step.factored ? 1 : 0;
    EXPECT_GE(factored, 4);
    EXPECT_LT(factored, static_cast<Index>(steps.size()));
    for (const NewtonIteration& step : newton_steps("blocks", 2)) EXPECT_FALSE(step.factored);
}

// Blocks take hundreds of iterations a step here.
TEST(NewtonPreconditioner, AutomaticGoesOverToTheFactorWhereBlocksAreDear)
{
    const auto automatic = newton_steps("automatic", 4), blocks = newton_steps("blocks", 4);
    Index factored = 0;
    for (const NewtonIteration& step : automatic) factored += step.factored ? 1 : 0;
    EXPECT_GT(factored, 0);
    EXPECT_LT(2 * linear_iterations(automatic), linear_iterations(blocks));
}

// A stiff sleeve on a soft body, contacts between nodes of both: the factor has them.
TEST(NewtonPreconditioner, AFactorKnowsContactsBetweenBodies)
{
    const auto run = [](const char* preconditioner, int threads, Index& iterations) {
        const auto executor = make_executor(threads);
        const ExecutorScope scope(executor.get());
        Scene scene = load_scene(STICTION_SOURCE_DIR "/test_hips/tube_bend.json");
        scene.objects[0].mesh.resolution = 8;
        scene.objects[1].mesh.resolution = 16;
        scene.solver.preconditioner = std::string(preconditioner) == "factor" ? PreconditionerChoice::factor
                                                                              : PreconditionerChoice::blocks;
        Simulation simulation = begin_simulation(scene);
        Index contacts = 0;
        for (int i = 0; i < 10; ++i) {
            const StepReport report = advance_step(simulation, {});
            EXPECT_EQ(report.status, SolveStatus::converged) << "step " << i << " " << report.stats.reason;
            iterations += report.stats.linear_iterations;
            contacts = std::max(contacts, report.stats.contacts_self);
        }
        EXPECT_GT(contacts, 3);
        return simulation.state;
    };
    Index blocks = 0, factor = 0, again = 0;
    run("blocks", 1, blocks);
    const State one = run("factor", 1, factor), three = run("factor", 3, again);
    EXPECT_LT(3 * factor, blocks);
    EXPECT_EQ(state_hash(one), state_hash(three));
}

// Springs between neighbours of a chain, masses 1, and a contact that couples six of its nodes, `stiffness` times as stiff:
// A = M + K + k w w^T, r = A v - b.
class StiffContact final : public NewtonSystem {
public:
    explicit StiffContact(double stiffness) : stiffness_(stiffness), blocks_(kNodes)
    {
        for (Index i = 0; i + 1 < kNodes; ++i) blocks_.add(i + 1, i, 0);
        blocks_.finish();
        springs_ = blocks_.pattern();
        for (Index k = 0; k < 3 * kNodes; ++k)
            for (SparseMatrix::InnerIterator entry(springs_, k); entry; ++entry)
                entry.valueRef() = entry.row() == k ? 3.0 : entry.row() % 3 == k % 3 ? -1.0 : 0.0;
        for (std::size_t i = 0; i < touching_.size(); ++i) {
            const double at = static_cast<double>(i);
            weight_.push_back(Vec3(std::sin(3.0 * at + 1.0), std::cos(2.0 * at), 0.5 + 0.1 * at));
        }
    }
    Index nodes() const override { return kNodes; }
    double norm_scale() const override { return std::sqrt(double(kNodes)); }
    double residual(Span<const Vec3> v, Span<Vec3> r) override
    {
        multiply(v, r);
        double sum = 0.0;
        for (Index i = 0; i < kNodes; ++i) {
            r[i] -= Vec3(std::sin(i), 1.0, std::cos(2.0 * i));
            sum += r[i].squaredNorm();
        }
        return std::sqrt(sum);
    }
    void linearize() override {}
    void multiply(Span<const Vec3> p, Span<Vec3> y) override
    {
        for (Vec3& value : y) value.setZero();
        blocks_.multiply(values(), p, 1.0, y);
        double gap = 0.0;
        for (std::size_t k = 0; k < touching_.size(); ++k) gap += weight_[k].dot(p[touching_[k]]);
        for (std::size_t k = 0; k < touching_.size(); ++k) y[touching_[k]] += stiffness_ * gap * weight_[k];
    }
    const SparseMatrix& matrix() override { return springs_; }
    std::int64_t pattern_version() const override { return 1; }
    void diagonal(std::vector<Mat3>& blocks) override
    {
        blocks.assign(kNodes, 3.0 * Mat3::Identity());
        for (std::size_t k = 0; k < touching_.size(); ++k)
            blocks[touching_[k]] += stiffness_ * weight_[k] * weight_[k].transpose();
    }
    bool symmetric_pattern(HalfMatrix& half) override
    {
        half.require(springs_, group_, touching_);
        return true;
    }
    void symmetric_part(HessianKind, HalfMatrix& half) override
    {
        half.set(values());
        for (std::size_t a = 0; a < touching_.size(); ++a)
            for (std::size_t b = 0; b < touching_.size(); ++b)
                half.add_block(touching_[a], touching_[b], stiffness_ * weight_[a] * weight_[b].transpose());
    }

private:
    static constexpr Index kNodes = 60;
    Span<const double> values() const
    {
        return {springs_.valuePtr(), static_cast<std::size_t>(springs_.nonZeros())};
    }
    double stiffness_;
    NodeBlocks blocks_;
    SparseMatrix springs_;
    std::vector<Index> touching_ = {3, 11, 27, 28, 41, 50}, group_ = {0, 6};
    Vec3Array weight_;
};

// Up to 1e5 one factor in single precision does; from 1e8 on it knows nothing of the springs, and one in double precision is made.
TEST(NewtonPreconditioner, ContactsTooStiffForSinglePrecisionGetAFactorInDoublePrecision)
{
    for (const double stiffness : {1.0, 1e3, 1e5, 1e8, 1e10}) {
        SCOPED_TRACE(stiffness);
        StiffContact system(stiffness);
        NewtonSettings settings;
        settings.tolerance = 1e-9;
        settings.linear = NewtonLinear::iterative;
        settings.preconditioner = PreconditionerKind::factor;
        Vec3Array v(static_cast<std::size_t>(system.nodes()), Vec3::Zero());
        const NewtonStats stats = DampedNewton().solve(system, settings, v);
        EXPECT_EQ(stats.end, NewtonEnd::converged);
        EXPECT_LT(stats.iterations, 10);
        EXPECT_LT(stats.linear_iterations, 60);
    }
}

TEST(NewtonPreconditioner, ProductsAllocateNothingAndKeepTheirBits)
{
    const Model model = build_model(parse_scene(stiff_block("blocks"), "test"));
    const State state = initial_state(model);
    Workspace work;
    predict(model, state, work);
    find_contacts(model, state, work);
    ImplicitContacts contacts;
    ImplicitContactLaw law;
    law.penalty = {2e-4, 4e7};
    contacts.begin(work.contacts, work.joined.surfaces, law, model.finite.inverse_mass, state.x, 0.0, 0.01);
    ImplicitSystem system;
    system.begin(model.finite, {model.gravity, model.drag, model.load, false}, contacts, state.x);
    system.set_stage({state.x, state.v, 0.01, 0.01, state.x});
    Vec3Array r(state.x.size()), y(r), first;
    for (const int threads : {1, 3}) {
        const auto executor = make_executor(threads);
        const ExecutorScope scope(executor.get());
        system.residual(state.v, r);
        EXPECT_GT(contacts.active(), 0);
        system.linearize();
        system.multiply(r, y);
        if (threads == 1) {
            first = y;
            const std::int64_t before = stiction::testing::allocation_count();
            for (int k = 0; k < 10; ++k) system.multiply(r, y);
            EXPECT_EQ(stiction::testing::allocation_count(), before);
        }
        EXPECT_EQ(first, y);
    }
}

}  // namespace
}  // namespace stiction
