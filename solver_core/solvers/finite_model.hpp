#pragma once

// What the methods of finite strain (`staggered`, `implicit`) know of a scene for good: masses, elasticity, damping, who
// carries a smooth surface.

#include "solver_core/base/types.hpp"
#include "solver_core/contact/smooth_surfaces.hpp"
#include "solver_core/elasticity/finite_elasticity.hpp"
#include "solver_core/elasticity/rayleigh_damping.hpp"

#include <vector>

namespace stiction {

struct FiniteModel {
    double step = 0.0;  // h, s
    FiniteElasticity elasticity;
    std::vector<RayleighCoefficients> damping;  // of every node; empty: there is none
    std::vector<double> mass;                   // M, kg
    std::vector<double> inverse_mass;           // 1/kg, 0 for a held node
    std::vector<char> held;                     // not 0: the node's velocity is given
    std::vector<Index> fill_owner;              // number of the object a filled volume belongs to
    SmoothOptions surfaces;
    // What the detector of features is left with: sheets among themselves, and everything against simple shapes.
    ContactGeometry features;
    double energy_scale = 0.0;  // J: what element energies are small differences of
};

}  // namespace stiction
