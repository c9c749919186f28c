#pragma once

// Weights of a sample by its distance r: one at the sample, zero from the radius of influence R on.
// [Larionov 2022] eq. (3.8) and the cubic below it, as functions of q = (r/R)^2:
//
//   interpolating     k = ((q + eps)^-2 - (1 + eps)^-2) / (eps^-2 - (1 + eps)^-2)
//   interpolating_c2  the same less its Taylor polynomial of degree two at q = 1, scaled to k(0) = 1
//   cubic             k = 1 - 3 q + 2 q^(3/2)
//
//   q     squared distance over squared radius, 1
//   eps   how closely the surface passes through the samples, 1; small is close
//
// In q and not in r: d q / d x = 2 (x - s) / R^2 has no singularity at the sample. Two things to know:
// * `interpolating` has the slope -2 (1 + eps)^-3 / (...) at q = 1. That is tiny beside k(0) but not beside the other
//   weights of a point half way between samples, so a potential made of it has kinks where a sample enters the
//   neighbourhood: it is C0, not C1. The remainder of a Taylor polynomial at q = 1 vanishes with two derivatives there and
//   is positive before (the third derivative has one sign), hence interpolating_c2.
// * `cubic` has two derivatives in x at the sample (k'' grows as 1/r, but it always meets the product of two distances) and
//   one at the border: its potential is C1 with a piecewise continuous second derivative.

#include "solver_core/base/span.hpp"

#include <string>

namespace stiction {

enum class MlsKernelKind { interpolating, interpolating_c2, cubic };

struct MlsKernel {
    MlsKernelKind kind = MlsKernelKind::cubic;
    double epsilon = 1e-4;  // of the interpolating ones
};

// k and its derivatives in q. At q = 0 the second derivative of the cubic is given as 0 (see above).
struct KernelValue {
    double value = 0.0, first = 0.0, second = 0.0;
};

// out[i] = k(q[i]); zero from q = 1 on.
void evaluate_kernel(const MlsKernel& kernel, Span<const double> q, Span<KernelValue> out);

// (1 - q)^3: how well a point is covered by samples; two continuous derivatives everywhere.
inline KernelValue coverage_kernel(double q)
{
    if (q >= 1.0) return {};
    const double p = 1.0 - q;
    return {p * p * p, -3.0 * p * p, 6.0 * p};
}

// By the names above. Throws InputError with an empty place for an unknown one.
MlsKernelKind kernel_named(const std::string& name);
const char* to_string(MlsKernelKind kind);
// Throws InputError when epsilon is not in (0, 1].
void check_kernel(const MlsKernel& kernel);

}  // namespace stiction
