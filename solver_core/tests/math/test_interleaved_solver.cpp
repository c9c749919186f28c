#include "solver_core/base/parallel.hpp"
#include "solver_core/math/linear_solver.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"
#include "solver_core/tests/support/grid_system.hpp"
#include "solver_core/tests/support/random_spd.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

namespace stiction {
namespace {

using testing::grid_matrix;
using testing::random_spd;
using testing::random_vectors;

bool same_bits(const Vec3Array& a, const Vec3Array& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}

// The executor of a thread-sanitizer build starts its threads anew for each loop, which allocates.
#ifdef __SANITIZE_THREAD__
constexpr int kQuietThreads = 1;
#else
constexpr int kQuietThreads = 2;
#endif

// Back to all cores at the end of a test.
struct ThreadsGuard {
    ~ThreadsGuard() { set_threads(static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))); }
};

// Runs the tasks from the last to the first, one after the other.
class ReversedExecutor final : public Executor {
public:
    int threads() const override { return 4; }
    void run(Index count, TaskRef task) override
    {
        for (Index i = count - 1; i >= 0; --i) task(i);
    }
};

// A thread for every task, more than there are cores.
class CrowdedExecutor final : public Executor {
public:
    explicit CrowdedExecutor(int threads) : threads_(threads) {}
    int threads() const override { return threads_; }
    void run(Index count, TaskRef task) override
    {
        std::vector<std::thread> crowd;
        for (Index i = 0; i < count; ++i) crowd.emplace_back([=] { task(i); });
        for (std::thread& thread : crowd) thread.join();
    }

private:
    int threads_;
};

std::vector<SparseMatrix> systems()
{
    return {grid_matrix({77, 77}), grid_matrix({300, 40}), grid_matrix({20, 20}),
            random_spd(20000, 10000, 1, 21), random_spd(3000, 4000, 1, 22)};
}

// The copy in single precision: right to its own digits, the same bits for any threads, and refined to double precision in
// a few turns.
TEST(InterleavedSolver, CopyInSinglePrecisionRefines)
{
    const ThreadsGuard guard;
    for (const SparseMatrix& p : systems()) {
        const auto solver = factorize(p, LinearSolverKind::interleaved);
        const auto single = solver->single_precision();
        const Vec3Array b = random_vectors(solver->size(), 29);
        SolveScratch scratch;
        Vec3Array expected = b, rough = b;
        solver->solve(expected, scratch);
        set_threads(1);
        single->solve(rough, scratch);
        for (const int threads : {2, 3, 8}) {
            set_threads(threads);
            Vec3Array again = b;
            single->solve(again, scratch);
            EXPECT_TRUE(same_bits(again, rough)) << threads << " threads";
        }
        double size = 0.0, error = 0.0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            size = std::max(size, expected[i].norm());
            error = std::max(error, (rough[i] - expected[i]).norm());
        }
        EXPECT_LT(error, 1e-3 * size);
        EXPECT_GT(error, 1e-13 * size) << "not in single precision at all";
        for (int turn = 0; turn < 5; ++turn) {
            Vec3Array open = b;
            for (Index j = 0; j < solver->size(); ++j)
                for (SparseMatrix::InnerIterator it(p, j); it; ++it) open[it.row()] -= it.value() * rough[j];
            single->solve(open, scratch);
            for (std::size_t i = 0; i < b.size(); ++i) rough[i] += open[i];
        }
        error = 0.0;
        for (std::size_t i = 0; i < b.size(); ++i) error = std::max(error, (rough[i] - expected[i]).norm());
        EXPECT_LT(error, 1e-11 * size);
    }
}

TEST(InterleavedSolver, GivesSameBitsForAnyThreads)
{
    const ThreadsGuard guard;
    for (const SparseMatrix& p : systems()) {
        const auto solver = factorize(p, LinearSolverKind::interleaved);
        const Vec3Array b = random_vectors(solver->size(), 23);
        set_threads(1);
        Vec3Array expected = b;
        SolveScratch first;
        solver->solve(expected, first);
        for (const int threads : {1, 2, 3, 8}) {
            set_threads(threads);
            SolveScratch scratch;
            for (int repeat = 0; repeat < 10; ++repeat) {
                Vec3Array x = b;
                solver->solve(x, scratch);
                ASSERT_TRUE(same_bits(x, expected))
                    << solver->size() << " nodes, " << threads << " threads, call " << repeat;
            }
        }
    }
}

TEST(InterleavedSolver, FactorsToSameBits)
{
    const ThreadsGuard guard;
    const SparseMatrix p = grid_matrix({40, 40});
    const Vec3Array b = random_vectors(1600, 29);
    Vec3Array expected = b;
    SolveScratch scratch;
    factorize(p, LinearSolverKind::interleaved)->solve(expected, scratch);
    for (const int threads : {1, 2, 8}) {
        set_threads(threads);
        Vec3Array x = b;
        factorize(p, LinearSolverKind::interleaved)->solve(x, scratch);
        EXPECT_TRUE(same_bits(x, expected)) << threads << " threads";
    }
}

TEST(InterleavedSolver, GivesSameBitsInCrowd)
{
    for (const SparseMatrix& p : systems()) {
        const auto solver = factorize(p, LinearSolverKind::interleaved);
        const Vec3Array b = random_vectors(solver->size(), 28);
        SolveScratch scratch;
        Vec3Array expected = b;
        solver->solve(expected, scratch);
        CrowdedExecutor crowd(8);
        set_executor(&crowd);
        for (int repeat = 0; repeat < 10; ++repeat) {
            Vec3Array x = b;
            solver->solve(x, scratch);
            EXPECT_TRUE(same_bits(x, expected)) << solver->size() << " nodes, call " << repeat;
        }
        set_executor(nullptr);
    }
}

TEST(InterleavedSolver, NeedsNoParticularOrderOfWorkers)
{
    const SparseMatrix p = grid_matrix({77, 77});
    const auto solver = factorize(p, LinearSolverKind::interleaved);
    const Vec3Array b = random_vectors(solver->size(), 24);
    SolveScratch scratch;
    Vec3Array expected = b;
    solver->solve(expected, scratch);

    ReversedExecutor reversed;
    set_executor(&reversed);
    Vec3Array x = b;
    solver->solve(x, scratch);
    set_executor(nullptr);
    EXPECT_TRUE(same_bits(x, expected));
}

TEST(InterleavedSolver, ServesSeveralCallersAtOnce)
{
    const ThreadsGuard guard;
    set_threads(2);
    const SparseMatrix p = grid_matrix({77, 77});
    const auto solver = factorize(p, LinearSolverKind::interleaved);
    const Vec3Array b = random_vectors(solver->size(), 25);
    SolveScratch scratch;
    Vec3Array expected = b;
    solver->solve(expected, scratch);

    std::vector<int> wrong(3, 0);
    std::vector<std::thread> callers;
    for (int& count : wrong) {
        callers.emplace_back([&] {
            SolveScratch own;
            for (int repeat = 0; repeat < 20; ++repeat) {
                Vec3Array x = b;
                solver->solve(x, own);
                if (!same_bits(x, expected)) ++count;
            }
        });
    }
    for (std::thread& caller : callers) caller.join();
    for (const int count : wrong) EXPECT_EQ(count, 0);
}

TEST(InterleavedSolver, DoesNotAllocateAfterFirstCall)
{
    const ThreadsGuard guard;
    const SparseMatrix p = grid_matrix({77, 77});
    const auto solver = factorize(p, LinearSolverKind::interleaved);
    Vec3Array x = random_vectors(solver->size(), 26);
    for (int threads = 1; threads <= kQuietThreads; ++threads) {
        set_threads(threads);
        SolveScratch scratch;
        solver->solve(x, scratch);
        const std::int64_t before = testing::allocation_count();
        for (int repeat = 0; repeat < 10; ++repeat) solver->solve(x, scratch);
        EXPECT_EQ(testing::allocation_count() - before, 0) << threads << " threads";
    }
}

TEST(InterleavedSolver, CopiedScratchStartsAfresh)
{
    const SparseMatrix p = grid_matrix({77, 77});
    const auto solver = factorize(p, LinearSolverKind::interleaved);
    const Vec3Array b = random_vectors(solver->size(), 27);
    SolveScratch scratch;
    Vec3Array expected = b;
    solver->solve(expected, scratch);
    SolveScratch copy = scratch;
    Vec3Array x = b;
    solver->solve(x, copy);
    EXPECT_TRUE(same_bits(x, expected));
}

}  // namespace
}  // namespace stiction
