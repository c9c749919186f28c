#pragma once

#include "solver_core/base/types.hpp"

#include <limits>

namespace stiction {

// Axis-aligned box; starts empty. Merging takes minima and maxima alone, so a box contains its parts exactly.
struct Aabb {
    Vec3 lo = Vec3::Constant(std::numeric_limits<double>::infinity());
    Vec3 hi = Vec3::Constant(-std::numeric_limits<double>::infinity());

    void include(const Vec3& p)
    {
        lo = lo.cwiseMin(p);
        hi = hi.cwiseMax(p);
    }
    void include(const Aabb& other)
    {
        lo = lo.cwiseMin(other.lo);
        hi = hi.cwiseMax(other.hi);
    }
    void inflate(double amount)
    {
        lo.array() -= amount;
        hi.array() += amount;
    }
};

// Touching counts. Written without short cuts so that it compiles to straight code. False for NaN.
inline bool overlap(const Aabb& a, const Aabb& b)
{
    return (a.lo[0] <= b.hi[0]) & (b.lo[0] <= a.hi[0]) & (a.lo[1] <= b.hi[1]) & (b.lo[1] <= a.hi[1]) &
           (a.lo[2] <= b.hi[2]) & (b.lo[2] <= a.hi[2]);
}

inline bool contains(const Aabb& box, const Vec3& p)
{
    return (box.lo[0] <= p[0]) & (p[0] <= box.hi[0]) & (box.lo[1] <= p[1]) & (p[1] <= box.hi[1]) &
           (box.lo[2] <= p[2]) & (p[2] <= box.hi[2]);
}

}  // namespace stiction
