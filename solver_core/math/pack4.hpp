#pragma once

// Four doubles the compiler keeps in one 256-bit register, or in two of 128 bits on older processors: the
// same bits.

#include "solver_core/math/linear_solver.hpp"

namespace stiction {

#if defined(__GNUC__)

typedef double Pack4 __attribute__((vector_size(32), may_alias));

#else

struct Pack4 {
    double values[4];
    Pack4& operator+=(const Pack4& other)
    {
        for (int i = 0; i < 4; ++i) values[i] += other.values[i];
        return *this;
    }
    Pack4& operator-=(const Pack4& other)
    {
        for (int i = 0; i < 4; ++i) values[i] -= other.values[i];
        return *this;
    }
};

inline Pack4 operator*(double factor, const Pack4& pack)
{
    Pack4 product;
    for (int i = 0; i < 4; ++i) product.values[i] = factor * pack.values[i];
    return product;
}

#endif

// The vector as a register. By reference: a Pack4 by value has another calling convention on each processor.
inline Pack4& pack(PaddedVec3& vector) { return *reinterpret_cast<Pack4*>(vector.values); }

}  // namespace stiction
