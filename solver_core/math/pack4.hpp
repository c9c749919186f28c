#pragma once

// Four numbers the compiler keeps in one register, or in two of half the size on older processors: the same bits.

#include "solver_core/math/linear_solver.hpp"

namespace stiction {

template <class Real>
struct Pack4Of;

#if defined(__GNUC__)

template <>
struct Pack4Of<double> {
    typedef double Pack __attribute__((vector_size(32), may_alias));
};
template <>
struct Pack4Of<float> {
    typedef float Pack __attribute__((vector_size(16), may_alias));
};

#else

template <class Real>
struct Pack4Of {
    struct Pack {
        Real values[4];
        Pack& operator+=(const Pack& other)
        {
            for (int i = 0; i < 4; ++i) values[i] += other.values[i];
            return *this;
        }
        Pack& operator-=(const Pack& other)
        {
            for (int i = 0; i < 4; ++i) values[i] -= other.values[i];
            return *this;
        }
        friend Pack operator*(Real factor, const Pack& pack)
        {
            Pack product;
            for (int i = 0; i < 4; ++i) product.values[i] = factor * pack.values[i];
            return product;
        }
    };
};

#endif

template <class Real>
using Pack4 = typename Pack4Of<Real>::Pack;

// The vector as a register. By reference: a pack by value has another calling convention on each processor.
template <class Real>
Pack4<Real>& pack(PaddedVec3<Real>& vector)
{
    return *reinterpret_cast<Pack4<Real>*>(vector.values);
}

}  // namespace stiction
