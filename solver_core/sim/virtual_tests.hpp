#pragma once

// What a textile laboratory would measure on a material, measured on the simulation of it.
//
// Tensile:    force per width f at strain e; f = stretch e for a sheet, F/A = young e for a solid.
// Cantilever: overhang L at which the line from edge to tip falls by 41.5 degrees (ASTM D1388). Bending length c = L/2,
//             flexural rigidity G = w c^3, w the weight per area. The heavy elastica has w L^3 / D = 8.004 there.
// Drape:      DC = (A - A_support) / (A_specimen - A_support), A the area of the shadow (Cusick).
//
// Each result carries the unbalanced force it was read at: the norm of elastic force plus weight over all free vertices,
// over the norm of the weights. A fixed number of iterations leaves some of it in cloth that no longer moves.

#include "solver_core/scene/scene.hpp"

#include <vector>

namespace stiction {

struct TensilePoint {
    double strain = 0.0;
    double force = 0.0;  // N/m of width; Pa of rest section for a solid
};

struct TensileTest {
    std::vector<TensilePoint> curve;
    double slope = 0.0;  // least squares through the origin
    double given = 0.0;  // stretch, or young
};
TensileTest tensile_test(const ClothMaterial& material);
// The strain is that of the middle third, as an extensometer reads it: the clamps hold the section's width.
TensileTest tensile_test(const SoftMaterial& material);

struct CantileverTest {
    double overhang = 0.0;         // L, m
    double bending_length = 0.0;   // c, m
    double rigidity = 0.0;         // G, N m
    double given = 0.0;            // bend, N m
    double overhang_closed = 0.0;  // L of the heavy elastica with that bend
    double unbalanced = 0.0;
};
CantileverTest cantilever_test(const ClothMaterial& material, Index cells = 24);

struct DrapeTest {
    double coefficient = 0.0;  // DC, 0 to 1
    Index folds = 0;           // of the shadow's rim
    double unbalanced = 0.0;
    double speed = 0.0;    // of the fastest vertex when it was read, m/s
    double seconds = 0.0;  // of simulated time
};
DrapeTest drape_test(const ClothMaterial& material, Index around = 96);

// The coefficient and folds of a specimen's shape; `around` as in drape_scene.
DrapeTest measure_shadow(const std::vector<Triangle>& triangles, const Vec3Array& x, Index around);

}  // namespace stiction
