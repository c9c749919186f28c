#pragma once

// Signs of single-precision lanes, and equality of whole numbers, as bits of a number.

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

// Four lanes twice over.
inline Lanes8 twice(const Lanes4& lanes)
{
    Lanes8 both;
#if defined(__AVX__)
    _mm256_storeu_ps(both.data(), _mm256_broadcast_ps(reinterpret_cast<const __m128*>(lanes.data())));
#else
    both << lanes, lanes;
#endif
    return both;
}

// Bit k is set when lane k of eight is `value`. The lanes are aligned to 32 bytes.
inline unsigned equal(const Index* lanes, Index value)
{
#if defined(__AVX2__)
    const __m256i same = _mm256_cmpeq_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(lanes)),
                                            _mm256_set1_epi32(value));
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same)));
#else
    unsigned bits = 0;
    for (int k = 0; k < 8; ++k) bits |= lanes[k] == value ? 1U << k : 0U;
    return bits;
#endif
}

inline int count_bits(unsigned bits)
{
#if defined(__GNUC__)
    return __builtin_popcount(bits);
#else
    int count = 0;
    for (; bits != 0U; bits &= bits - 1U) ++count;
    return count;
#endif
}

// visit(k) for every bit k that is set, lowest first.
template <class Visit>
void for_each_bit(unsigned bits, const Visit& visit)
{
    for (; bits != 0U; bits &= bits - 1U) {
#if defined(__GNUC__)
        visit(static_cast<Index>(__builtin_ctz(bits)));
#else
        Index k = 0;
        while ((bits >> k & 1U) == 0U) ++k;
        visit(k);
#endif
    }
}

}  // namespace stiction
