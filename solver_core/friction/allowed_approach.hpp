#pragma once

// How fast a contact may close within a step, which is the zero of its Signorini condition.
//
//   a = gap / h                                       gap >= 0: all of it
//   a = -min(-gap / h, max(share -gap / h, c), v)     gap < 0: it must part; v the recovery speed, c a small part of it
//
// Velocities are those of the step, so what is pushed out keeps the speed it was pushed with and goes on flying. Taking back a share
// of the overlap keeps that small: cloth that the iterations leave a millimetre deep was thrown up at 0.2 m/s in the next step,
// came down as hard, and so on without end. What is slow anyway comes out at once: overlaps of microns are a matter of one step,
// others that nothing renews of some ten.

#include <algorithm>

namespace stiction {

constexpr double kRecoveryShare = 0.3;  // of the overlap, a step
constexpr double kSlowRecovery = 0.04;  // c over v

inline double allowed_approach(double gap, double step, double recovery_speed)
{
    if (gap >= 0.0) return gap / step;
    const double all = -gap / step;
    return -std::min({all, std::max(kRecoveryShare * all, kSlowRecovery * recovery_speed), recovery_speed});
}

}  // namespace stiction
