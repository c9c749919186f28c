#pragma once

// A heavy strip that is clamped level at one end and bends under its own weight (the cantilever test of ASTM D1388).
//
//   D theta'' = -w (L - s) cos theta,   theta(0) = 0,  theta'(L) = 0
//
//   theta  angle below the horizontal at arc length s      D  bending stiffness, N m       w  weight per area, N/m^2
//   L      overhang, m                                     gamma = w L^3 / D, the only number the shape depends on
//
// The test reads the overhang at which the line from the edge to the tip falls by 41.5 degrees; there gamma = 8 to within
// a few thousandths, so that the bending length c = (D/w)^(1/3) is L/2.

namespace stiction {

constexpr double kCantileverAngle = 41.5;  // degrees, ASTM D1388 option A

// Angle below the horizontal of the line from the clamp to the tip, degrees.
double cantilever_angle(double gamma);
// gamma at which that angle is `angle`, for angles between 1 and 80 degrees.
double cantilever_gamma(double angle);

}  // namespace stiction
