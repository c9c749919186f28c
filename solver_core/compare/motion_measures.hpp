#pragma once

// How a cache moves, and how still it lies where it rests.
//
//   w_i, x_i(n)   weight of point i (the sum is 1) and its position in frame n, dt apart
//   window        frames from time t0 to the last, t1
//   resting       points with |x_i(t1) - x_i(t0)| / (t1 - t0) below the speed that counts as rest; W their weight
//   drift_i       that speed; its mean sum w_i drift_i / W and its maximum, over resting points
//   d_i(n)        x_i(n+1) - 2 x_i(n) + x_i(n-1): zero for uniform motion, 4 a for points that go to and fro by +-a
//                 every frame
//   jitter        sqrt(sum w_i |d_i(n)|^2 / (W frames)) / 4, m, over resting points and the inner frames of the window:
//                 the amplitude a of such an alternation. A sine of amplitude a and frequency f gives
//                 a sin(pi f dt)^2 / sqrt(2)
//   energy        2 (jitter / dt)^2, J/kg: the kinetic energy of that alternation, whose speed is 2 a / dt

#include "solver_core/compare/cache.hpp"

#include <optional>

namespace stiction {

struct RestWindow {
    double from = 0.0;    // s
    double speed = 0.05;  // m/s: slower points rest
};

struct MotionMeasures {
    double path = 0.0;          // length of the way of the centre of mass, m
    double displacement = 0.0;  // of the centre from the first to the last frame, m
    double resting = 0.0;       // W
    // None where nothing rests.
    std::optional<double> drift_mean;  // m/s
    std::optional<double> drift_max;
    std::optional<double> jitter;      // m
    std::optional<double> jitter_max;  // of the worst point
    std::optional<double> jitter_energy;
};

// Needs three frames in the window. Throws InputError.
MotionMeasures measure_motion(const Cache& cache, const RestWindow& window);

}  // namespace stiction
