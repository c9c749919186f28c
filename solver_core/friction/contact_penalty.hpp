#pragma once

// The cubic contact penalty: a layer around a surface that pushes points out.                  [Larionov 2022, sec. 4.3.1]
//
//   b(d)    = kappa (delta - d)^3  for d < delta, else 0                      energy of a contact, J
//   lambda  = -b'(d) = 3 kappa (delta - d)^2                                  normal force, N                      (4.1)
//   lambda' = -b''(d) = -6 kappa (delta - d)                                  N/m, never positive
//
// Stiffness bumping (4.4.3): a point deeper than the layer, d < 0, asks for the stiffness that would have given its force
// half way through the layer: kappa <- kappa b'(d) / b'(delta / 2) = kappa (2 (delta - d) / delta)^2, at least four times.
//
//   d      distance into the layer: delta at its outer side, 0 at its bottom, m
//   delta  thickness of the layer, m                       kappa  contact stiffness, N/m^2

#include <algorithm>

namespace stiction {

struct ContactPenalty {
    double delta = 1e-4;
    double kappa = 1.0;

    bool is_active(double d) const { return d < delta; }
    double energy(double d) const
    {
        const double depth = delta - d;
        return d < delta ? kappa * depth * depth * depth : 0.0;
    }
    double force(double d) const
    {
        const double depth = delta - d;
        return d < delta ? 3.0 * kappa * depth * depth : 0.0;
    }
    double force_slope(double d) const { return d < delta ? -6.0 * kappa * (delta - d) : 0.0; }
    // What kappa is to be multiplied by when the deepest point has come to d; 1 within the layer.
    double bump(double deepest) const
    {
        const double ratio = 2.0 * (delta - deepest) / delta;
        return deepest < 0.0 ? ratio * ratio : 1.0;
    }
    // The layer of a step of h under gravity g: a node pressed through half of it and let go leaves at delta / (2 h), so that
    // is how fast a layer throws what it no longer carries: half a hundredth of what gravity adds in a step.
    static double layer_for(double h, double gravity)
    {
        constexpr double kShare = 0.01, kThinnest = 1e-7, kThickest = 1e-4, kLeastGravity = 1.0;
        return std::clamp(kShare * std::max(gravity, kLeastGravity) * h * h, kThinnest, kThickest);
    }
    // The stiffness at which `load` newtons rest half way through a layer.
    static double stiffness_for(double load, double delta) { return 4.0 * load / (3.0 * delta * delta); }
};

}  // namespace stiction
