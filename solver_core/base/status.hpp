#pragma once

namespace stiction {

// What came out of a step. Converged and reached_budget are usable; after the others State is the last good one.
enum class SolveStatus {
    converged,       // the tolerance was met
    reached_budget,  // all iterations used, residual reported (normal for projective dynamics)
    diverged,        // a non-finite value or an unbounded one appeared; nothing was committed
    interrupted,     // the host asked to stop
};

inline bool is_usable(SolveStatus status)
{
    return status == SolveStatus::converged || status == SolveStatus::reached_budget;
}

inline const char* to_string(SolveStatus status)
{
    switch (status) {
        case SolveStatus::converged: return "converged";
        case SolveStatus::reached_budget: return "reached_budget";
        case SolveStatus::diverged: return "diverged";
        case SolveStatus::interrupted: return "interrupted";
    }
    return "unknown";
}

}  // namespace stiction
