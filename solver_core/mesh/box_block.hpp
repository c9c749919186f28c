#pragma once

// Four boxes side by side, in single precision: one box is tested against all four at once.

#include "solver_core/mesh/bvh.hpp"

#include <limits>

namespace stiction {

struct alignas(16) BoxBlock {
    static constexpr Index kSize = 4;
    float lo[3][kSize], hi[3][kSize];

    void clear()
    {
        for (int axis = 0; axis < 3; ++axis)
            for (Index k = 0; k < kSize; ++k) {
                lo[axis][k] = std::numeric_limits<float>::infinity();
                hi[axis][k] = -std::numeric_limits<float>::infinity();
            }
    }
    void set(Index k, const Bvh::Node& box)
    {
        for (int axis = 0; axis < 3; ++axis) {
            lo[axis][k] = box.lo[axis];
            hi[axis][k] = box.hi[axis];
        }
    }
    // Bit k is set when box k overlaps the given one.
    unsigned overlaps(const Bvh::Node& box) const
    {
#if defined(__SSE__)
        __m128 all = _mm_cmple_ps(_mm_load_ps(lo[0]), _mm_set1_ps(box.hi[0]));
        all = _mm_and_ps(all, _mm_cmple_ps(_mm_set1_ps(box.lo[0]), _mm_load_ps(hi[0])));
        for (int axis = 1; axis < 3; ++axis) {
            all = _mm_and_ps(all, _mm_cmple_ps(_mm_load_ps(lo[axis]), _mm_set1_ps(box.hi[axis])));
            all = _mm_and_ps(all, _mm_cmple_ps(_mm_set1_ps(box.lo[axis]), _mm_load_ps(hi[axis])));
        }
        return static_cast<unsigned>(_mm_movemask_ps(all));
#else
        unsigned bits = 0;
        for (Index k = 0; k < kSize; ++k) {
            bool all = true;
            for (int axis = 0; axis < 3; ++axis)
                all &= (lo[axis][k] <= box.hi[axis]) & (box.lo[axis] <= hi[axis][k]);
            bits |= all ? 1U << k : 0U;
        }
        return bits;
#endif
    }
};

}  // namespace stiction
