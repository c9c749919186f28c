#pragma once

// STICTION_ASSERT(condition): a programmer's mistake stops the program where it happens, with the condition, file and
// line. Bad input is not one (base/error.hpp), nor is a numerical outcome (base/status.hpp).
//
// On with the build option STICTION_ASSERTS (debug and sanitizer builds), off in Release. Off, the condition is still
// compiled but never evaluated: it must have no side effects, and what it names counts as used. The switch is not NDEBUG,
// because without NDEBUG Eigen checks every access to an element, which costs far more than our checks.

#include <cstdio>
#include <cstdlib>

namespace stiction {

[[noreturn]] inline void assert_failed(const char* condition, const char* file, int line,
                                       const char* function)
{
    std::fprintf(stderr, "%s:%d: %s: assertion failed: %s\n", file, line, function, condition);
    std::abort();
}

}  // namespace stiction

#ifdef STICTION_ASSERTS
#define STICTION_ASSERT(...)              \
    ((__VA_ARGS__) ? static_cast<void>(0) \
                   : ::stiction::assert_failed(#__VA_ARGS__, __FILE__, __LINE__, __func__))
#else
#define STICTION_ASSERT(...) static_cast<void>(sizeof((__VA_ARGS__) ? 1 : 0))
#endif
