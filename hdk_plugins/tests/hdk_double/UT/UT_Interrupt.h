#pragma once
// The double is interrupted at the poll whose turn a test has set; 0 means never.
namespace hdk_double {
inline thread_local int interrupt_after = 0;
inline thread_local int polls = 0;
}  // namespace hdk_double
class UT_AutoInterrupt {
public:
    explicit UT_AutoInterrupt(const char*) {}
    bool wasInterrupted(int = -1)
    {
        ++hdk_double::polls;
        return hdk_double::interrupt_after > 0 && hdk_double::polls >= hdk_double::interrupt_after;
    }
};
