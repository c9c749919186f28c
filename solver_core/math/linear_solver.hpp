#pragma once

// One interface over the factorisations of a constant symmetric positive definite matrix P.
//
// The unknown is a 3-vector a node (x, y and z share P), interleaved in memory, so a back-solve treats the
// three coordinates together. A factor is const after construction and may be used by several threads, each
// with its own scratch. Bits do not depend on the number of threads.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <Eigen/SparseCore>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace stiction {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;

enum class LinearSolverKind {
    automatic,    // the fastest here: interleaved
    eigen,        // Eigen's simplicial Cholesky, the plain reference
    pardiso,      // Intel MKL, sequential; only where linked
    interleaved,  // own supernodal triangular solves on packed 3-vectors
};

// A 3-vector in one register; the fourth number stays zero.
template <class Real>
struct alignas(4 * sizeof(Real)) PaddedVec3 {
    Real values[4];
};

// How far one task of a parallel solve has come, on a cache line of its own. A copy starts afresh.
struct alignas(64) TaskProgress {
    TaskProgress() = default;
    TaskProgress(const TaskProgress&) {}
    TaskProgress& operator=(const TaskProgress&) { return *this; }
    std::atomic<Index> stage{0};
};

// Buffers of one caller, grown on first use and kept.
struct SolveScratch {
    std::vector<double> columns;                  // eigen, pardiso: x, y and z one after the other
    std::vector<PaddedVec3<double>> nodes;        // interleaved: the values in elimination order
    std::vector<PaddedVec3<float>> single_nodes;  // the same of a copy in single precision
    std::vector<TaskProgress> progress;           // interleaved: one a task
};

class SpdSolver {
public:
    virtual ~SpdSolver() = default;
    virtual const char* name() const = 0;
    virtual Index size() const = 0;
    // Entries of the triangular factor, for reports.
    virtual std::int64_t factor_entries() const = 0;
    // b in, x = P^-1 b out.
    virtual void solve(Span<Vec3> b, SolveScratch& scratch) const = 0;
    // The factor in single precision, half as long to read: what it solves is wrong by about 1e-7 times the condition of
    // P and wants to be refined. Null where a kind has no such copy.
    virtual std::unique_ptr<const SpdSolver> single_precision() const { return nullptr; }
};

// P holds both triangles. Throws InputError when P is not positive definite or the kind is not linked.
std::unique_ptr<const SpdSolver> factorize(const SparseMatrix& p, LinearSolverKind kind);
bool is_available(LinearSolverKind kind);

}  // namespace stiction
