#pragma once

// Signs of single-precision lanes as bits of a number.

#include "solver_core/base/types.hpp"

#if defined(__SSE__)
#include <immintrin.h>
#endif

namespace stiction {

using Lanes4 = Eigen::Array<float, 4, 1>;
using Lanes8 = Eigen::Array<float, 8, 1>;

// Bit k is set unless lane k is positive; so it is for a NaN.
inline unsigned not_positive(const Lanes4& lanes)
{
#if defined(__SSE__)
    return static_cast<unsigned>(
        _mm_movemask_ps(_mm_cmpngt_ps(_mm_loadu_ps(lanes.data()), _mm_setzero_ps())));
#else
    unsigned bits = 0;
    for (int k = 0; k < 4; ++k) bits |= lanes[k] > 0.0F ? 0U : 1U << k;
    return bits;
#endif
}

inline unsigned not_positive(const Lanes8& lanes)
{
#if defined(__AVX__)
    return static_cast<unsigned>(
        _mm256_movemask_ps(_mm256_cmp_ps(_mm256_loadu_ps(lanes.data()), _mm256_setzero_ps(), _CMP_NGT_UQ)));
#else
    return not_positive(Lanes4(lanes.head<4>())) | not_positive(Lanes4(lanes.tail<4>())) << 4U;
#endif
}

}  // namespace stiction
