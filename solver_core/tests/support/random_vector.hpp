#pragma once

#include "solver_core/base/types.hpp"

#include <random>

namespace stiction::tests {

// Every component evenly in [-size, size].
inline Vec3 random_vector(std::mt19937& random, double size = 1.0)
{
    std::uniform_real_distribution<double> value(-size, size);
    const double a = value(random), b = value(random), c = value(random);
    return {a, b, c};
}

}  // namespace stiction::tests
