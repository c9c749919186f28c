#include "solver_core/math/interleaved_kernels.hpp"

#include "solver_core/math/pack4.hpp"

namespace stiction {
namespace {

using Strip = InterleavedFactor::Strip;
using Task = InterleavedFactor::Task;

// The pragmas unroll the triangles, or the compiler would keep b, y and t in memory.

// y_J = L_JJ^-1 b_J, then b_R -= L_RJ y_J for the rows R below the strip's columns J.
template <int Columns, class Real>
void forward_strip(const Strip& strip, const Real* value, const Index* row, PaddedVec3<Real>* x)
{
    Pack4<Real> b[Columns];
    Pack4<Real> y[Columns];
    PaddedVec3<Real>* const own = x + strip.first;
    for (int j = 0; j < Columns; ++j) b[j] = pack(own[j]);
#pragma GCC unroll 8
    for (int i = 0; i < Columns; ++i) {
        y[i] = *value++ * b[0];
#pragma GCC unroll 8
        for (int j = 1; j <= i; ++j) y[i] += *value++ * b[j];
        pack(own[i]) = y[i];
    }
    for (Index r = 0; r < strip.row_count; ++r, value += Columns) {
        Pack4<Real>& target = pack(x[row[r]]);
        Pack4<Real> sum = target;
        for (int j = 0; j < Columns; ++j) sum -= value[j] * y[j];
        target = sum;
    }
}

// x_J = L_JJ^-T (y_J - L_RJ^T x_R). The rows run from the last to the first, as the strips do, so that the
// factor is read strictly backwards: the prefetcher follows, and one beyond the caches takes half as long.
template <int Columns, class Real>
void backward_strip(const Strip& strip, const Real* value, const Index* row, PaddedVec3<Real>* x)
{
    Pack4<Real> t[Columns];
    PaddedVec3<Real>* const own = x + strip.first;
    for (int j = 0; j < Columns; ++j) t[j] = pack(own[j]);
    const Real* entry = value + Columns * (Columns + 1) / 2 + Columns * (strip.row_count - 1);
    for (Index r = strip.row_count - 1; r >= 0; --r, entry -= Columns) {
        const Pack4<Real> known = pack(x[row[r]]);
        for (int j = 0; j < Columns; ++j) t[j] -= entry[j] * known;
    }
#pragma GCC unroll 8
    for (int i = 0; i < Columns; ++i) {
        Pack4<Real> sum = value[i * (i + 1) / 2 + i] * t[i];
#pragma GCC unroll 8
        for (int j = i + 1; j < Columns; ++j) sum += value[j * (j + 1) / 2 + i] * t[j];
        pack(own[i]) = sum;
    }
}

template <class Real>
void run_forward(const InterleavedFactor& factor, const Real* values, const Strip& strip, PaddedVec3<Real>* x)
{
    const Real* value = values + strip.values;
    const Index* row = factor.row_position.data() + strip.rows;
    switch (strip.columns) {
        case 1: return forward_strip<1>(strip, value, row, x);
        case 2: return forward_strip<2>(strip, value, row, x);
        case 3: return forward_strip<3>(strip, value, row, x);
        case 4: return forward_strip<4>(strip, value, row, x);
        case 5: return forward_strip<5>(strip, value, row, x);
        case 6: return forward_strip<6>(strip, value, row, x);
        case 7: return forward_strip<7>(strip, value, row, x);
        default: return forward_strip<kStripColumns>(strip, value, row, x);
    }
}

template <class Real>
void run_backward(const InterleavedFactor& factor, const Real* values, const Strip& strip,
                  PaddedVec3<Real>* x)
{
    const Real* value = values + strip.values;
    const Index* row = factor.row_position.data() + strip.rows;
    switch (strip.columns) {
        case 1: return backward_strip<1>(strip, value, row, x);
        case 2: return backward_strip<2>(strip, value, row, x);
        case 3: return backward_strip<3>(strip, value, row, x);
        case 4: return backward_strip<4>(strip, value, row, x);
        case 5: return backward_strip<5>(strip, value, row, x);
        case 6: return backward_strip<6>(strip, value, row, x);
        case 7: return backward_strip<7>(strip, value, row, x);
        default: return backward_strip<kStripColumns>(strip, value, row, x);
    }
}

}  // namespace

template <class Real>
void solve_forward(const InterleavedFactor& factor, const Real* values, const Task& task, const Vec3* b,
                   PaddedVec3<Real>* x)
{
    const Index* node = factor.node.data() + task.node_begin;
    for (Index k = task.own_begin; k < task.own_end; ++k) {
        const Vec3& value = b[*node++];
        x[k] = {
            {static_cast<Real>(value[0]), static_cast<Real>(value[1]), static_cast<Real>(value[2]), Real(0)}};
    }
    for (Index k = task.own_end; k < task.boundary_end; ++k) x[k] = {};
    for (const Index c : task.children) {
        const Task& child = factor.tasks[c];
        const Index* up = factor.up_position.data() + child.up_begin;
        for (Index k = child.own_end; k < child.boundary_end; ++k) pack(x[*up++]) += pack(x[k]);
    }
    for (Index i = task.strip_begin; i < task.strip_end; ++i)
        run_forward(factor, values, factor.strips[i], x);
}

template <class Real>
void solve_backward(const InterleavedFactor& factor, const Real* values, const Task& task, Vec3* b,
                    PaddedVec3<Real>* x)
{
    const Index* up = factor.up_position.data() + task.up_begin;
    for (Index k = task.own_end; k < task.boundary_end; ++k) x[k] = x[*up++];
    for (Index i = task.strip_end - 1; i >= task.strip_begin; --i)
        run_backward(factor, values, factor.strips[i], x);
    const Index* node = factor.node.data() + task.node_begin;
    for (Index k = task.own_begin; k < task.own_end; ++k) {
        const Real* value = x[k].values;
        b[*node++] = Vec3(value[0], value[1], value[2]);
    }
}

template void solve_forward<double>(const InterleavedFactor&, const double*, const Task&, const Vec3*,
                                    PaddedVec3<double>*);
template void solve_forward<float>(const InterleavedFactor&, const float*, const Task&, const Vec3*,
                                   PaddedVec3<float>*);
template void solve_backward<double>(const InterleavedFactor&, const double*, const Task&, Vec3*,
                                     PaddedVec3<double>*);
template void solve_backward<float>(const InterleavedFactor&, const float*, const Task&, Vec3*,
                                    PaddedVec3<float>*);

}  // namespace stiction
