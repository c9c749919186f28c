#pragma once

#include <ctime>

namespace stiction::bench {

enum class CpuClock { thread, process };

// Processor time used so far by the calling thread or by all threads, ms.
inline double cpu_milliseconds(CpuClock clock)
{
    timespec now{};
    clock_gettime(clock == CpuClock::thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

}  // namespace stiction::bench
