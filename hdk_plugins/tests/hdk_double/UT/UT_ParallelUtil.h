#pragma once
#include <SYS/SYS_Types.h>
#include <atomic>
#include <cstddef>
#include <functional>
template <class T>
class UT_BlockedRange {
public:
    UT_BlockedRange(T begin, T end, std::size_t = 1) : begin_(begin), end_(end) {}
    T begin() const { return begin_; }
    T end() const { return end_; }

private:
    T begin_, end_;
};
namespace hdk_double {
// Numbers are dealt out one by one to three threads, the first exception comes back: as Houdini's, in whatever order.
inline std::atomic<int> parallel_loops{0};  // how often that was asked for
void run_numbers(exint count, const std::function<void(exint)>& body);
}  // namespace hdk_double
template <class IntType, class Body>
void UTparallelForEachNumber(IntType count, const Body& body, const bool = true)
{
    hdk_double::run_numbers(count, [&body](exint i) {
        body(UT_BlockedRange<IntType>(static_cast<IntType>(i), static_cast<IntType>(i + 1)));
    });
}
