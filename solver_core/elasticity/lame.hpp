#pragma once

// Lame parameters from the two numbers a material is given by. Scene files refuse what is out of range; here it is a
// programmer's mistake.
//
//   solid             mu = E / (2 (1 + nu)),   lambda = E nu / ((1 + nu)(1 - 2 nu))             Pa
//   sheet             mu = E t / (2 (1 + nu)), lambda = E t nu / (1 - nu^2)                     N/m
//
//   E   Young's modulus, Pa          nu  Poisson's ratio, -1 < nu < 1/2          E t  stiffness of a sheet, N/m
//
// The sheet's are those of plane stress: with sigma_zz = 0 in Hooke's law the thickness strain is
// eps_zz = -lambda / (lambda + 2 mu) tr eps, which leaves sigma = 2 mu eps + (2 mu lambda / (lambda + 2 mu)) tr eps I in
// the plane; the bracket is E nu / (1 - nu^2), finite up to nu = 1/2 and beyond.

#include "solver_core/base/assert.hpp"

namespace stiction {

struct Lame {
    double mu = 0.0;      // Pa, of a sheet N/m
    double lambda = 0.0;  // Pa, of a sheet N/m
};

inline Lame solid_lame(double young, double poisson)
{
    STICTION_ASSERT(young > 0.0 && poisson > -1.0 && poisson < 0.5);
    return {young / (2.0 * (1.0 + poisson)), young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson))};
}

inline Lame sheet_lame(double stretch, double poisson)
{
    STICTION_ASSERT(stretch > 0.0 && poisson > -1.0 && poisson < 1.0);
    return {stretch / (2.0 * (1.0 + poisson)), stretch * poisson / (1.0 - poisson * poisson)};
}

}  // namespace stiction
