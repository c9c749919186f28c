#pragma once

// Units that textile papers and standards use, in SI. Multiply a figure by its unit.

namespace stiction::units {

constexpr double kDynPerCm = 1e-3;                 // N/m, tensile stiffness per width (CGS)
constexpr double kDynCm = 1e-7;                    // N m, bending stiffness (CGS)
constexpr double kGramPerCm2 = 10.0;               // kg/m^2
constexpr double kMilligramPerCm2 = 1e-2;          // kg/m^2 (KES)
constexpr double kGfPerCm = 9.80665e-3 / 1e-2;     // N/m, tensile load per width (KES, FAST)
constexpr double kGfCm2PerCm = 9.80665e-3 * 1e-2;  // N m, bending rigidity B per width (KES)
constexpr double kOunce = 0.028349523125;          // kg
constexpr double kInch = 0.0254;                   // m
constexpr double kPsi = 6894.757293168;            // Pa
constexpr double kMillimetre = 1e-3;               // m

}  // namespace stiction::units
