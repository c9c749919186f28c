#pragma once

// Global steps by a factor in single precision.
//
//   v^{k+1} = v^k + Q (b(p) + xi - P v^k),      Q about P^-1
//
// With Q = P^-1 that is the global step of projective_dynamics.hpp. With any other Q it has the same fixed point, and one
// step differs from the exact one by
//
//   E (v_exact - v^k),      E = 1 - Q P
//
// a small share of what the step changes, not of v. Of a large mesh the factor is far longer than P, and beyond the caches
// a back-solve takes as long as its factor takes to read: half the bytes are nearly twice the speed, and the product P v
// costs little beside them. The last step of all is solved with the factor in double precision, so that what leaves the
// solver fulfils P v = b + xi to the last digits, as ever.
//
// |E| is about 6e-8 times the condition of P, which stiffness and a long time step drive up. It is measured once, and where
// it is not small the double factor does all steps.
//
//   b - P v   what a velocity leaves open at a free node, N s; the pull of held nodes stands in b already

#include "solver_core/solvers/projective_model.hpp"

namespace stiction {

// Entries of a factor from which on reading it is what takes the time: 32 MB in double precision.
constexpr std::int64_t kLargeFactor = 4000000;

// Null where it would not pay: less than large_factor entries, a kind without such a copy, or |E| that is not small.
std::shared_ptr<const SpdSolver> choose_quick_factor(const ProjectiveModel& model, std::int64_t large_factor);

// The largest |E e| / |e|, in the metric of the masses, that a few steps from e = 1, a ramp and noise meet.
double measure_contraction(const ProjectiveModel& model, const SpdSolver& quick);

// b_i - (P v)_i.
inline Vec3 left_open(const ProjectiveModel& model, const Vec3& b, Span<const Vec3> v, Index i)
{
    const double h2 = model.step * model.step;
    return b - model.mass[i] * v[i] - h2 * free_stiffness_row(model, v, i);
}

}  // namespace stiction
