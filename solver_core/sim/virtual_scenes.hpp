#pragma once

// The textile laboratory as scenes: what a standard prescribes for a specimen, as one object with its clamps.

#include "solver_core/scene/scene.hpp"

namespace stiction {

// Cusick drapemeter (BS 5058, ISO 9073-9): a disc of cloth over a smaller disc.
constexpr double kDrapeSpecimenRadius = 0.15;  // m
constexpr double kDrapeSupportRadius = 0.09;   // m
// ASTM D1388 option A: a strip pushed over an edge.
constexpr double kCantileverWidth = 0.025;  // m, the least; see cantilever_width
// EN ISO 13934-1: a strip between clamps.
constexpr double kTensileLength = 0.2;   // m
constexpr double kTensileWidth = 0.05;   // m
constexpr double kTensileStrain = 0.05;  // at the end of the scene
constexpr Index kTensilePoints = 5;      // strains held on the way there
constexpr double kBarLength = 0.2;       // m, of a solid
constexpr double kBarWidth = 0.04;       // m
constexpr double kBarStrain = 0.01;      // small: the slope at the origin

// The width of a strip of this overhang: the standard's, or the overhang where that is larger.
//
// The bending energy (D/2)(kappa_1 + kappa_2)^2 of the sheet lets free edges curl the other way at no cost but stretch. A
// strip of width b bent to curvature kappa keeps the share 1 - F of its stiffness D:
//   F = (2/t) (cosh t - cos t) / (sinh t + sin t),   t = b (K kappa^2 / (4 D))^(1/4),   K stretch, N/m
// from the minimum of D (kappa + w'')^2 + K kappa^2 w^2 over the section w(y). A narrow strip of a thick, soft sheet would
// measure that, not D; as wide as it hangs out, it is within 5 %.
double cantilever_width(double overhang);

// A sheet clamped level along its left end with `overhang` beyond the edge. The edge lies half a cell before the last held
// column, at x = 0: the curvature of a vertex stands for half a cell to either side. `cells` along the overhang.
Scene cantilever_scene(const ClothMaterial& material, double overhang, Index cells);

// A specimen held on the support's disc and let go. `around` vertices on a circle. A wave of 0.1 mm tells the cloth
// where to fold; without it a perfect disc stays a cone.
Scene drape_scene(const ClothMaterial& material, Index around);

// A specimen without weight whose right end is pulled in equal stages; each stage is held kTensileHold steps.
constexpr Index kTensileHold = 10;
Scene tensile_scene(const ClothMaterial& material);
Scene tensile_scene(const SoftMaterial& material);

}  // namespace stiction
