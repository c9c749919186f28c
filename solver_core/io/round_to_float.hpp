#pragma once

namespace stiction {

// The nearest value that a 32-bit real holds.
//
// GCC 12 drops the rounding of a plain double -> float -> double where it vectorises two of them side
// by side (the x and y of a position, at -O2 and -O3). A volatile keeps the conversions apart.
inline double round_to_float(double value)
{
    const volatile float narrow = static_cast<float>(value);
    return static_cast<double>(narrow);
}

}  // namespace stiction
