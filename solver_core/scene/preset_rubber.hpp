#pragma once

// Soft natural rubber, which there is as a sheet and as a solid.

namespace stiction {

constexpr double kRubberDensity = 930.0;  // kg/m^3
constexpr const char* kRubberDensitySource =
    "Thermopedia, natural rubber: specific gravity 0.93 at room temperature";
constexpr double kRubberHardness = 40.0;  // Shore A

// Young's modulus of rubber from its Shore A hardness S, Pa:
//   E = 0.0981 (56 + 7.62336 S) / (0.137505 (254 - 2.54 S)) MPa
constexpr double rubber_young(double hardness)
{
    return 1e6 * 0.0981 * (56.0 + 7.62336 * hardness) / (0.137505 * (254.0 - 2.54 * hardness));
}
constexpr const char* kGent =
    "A. N. Gent, Rubber Chem. Technol. 31 (1958) 896: modulus from indentation hardness; the formula as it "
    "is "
    "commonly given, the paper was not at hand";
constexpr const char* kRubberNote =
    "another common rule, lg(E/MPa) = 0.0235 S - 0.6403, gives 1.99 MPa at 40 Shore A; beyond some 20 % "
    "strain "
    "rubber is softer than a straight line";

}  // namespace stiction
