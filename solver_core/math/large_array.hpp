#pragma once

#include <cstddef>
#include <memory>

namespace stiction {

// Memory on huge pages where the system grants them and it is large enough: a factor beyond the caches is read a fifth
// faster when one page covers 2 MB.
struct LargeMemory {
    struct Release {
        std::size_t alignment;
        void operator()(void* data) const;
    };
    std::unique_ptr<void, Release> data;

    LargeMemory() = default;
    explicit LargeMemory(std::size_t bytes);
};

// An array of numbers of fixed size, unset at first.
template <class Real>
class LargeArray {
public:
    LargeArray() = default;
    explicit LargeArray(std::size_t size) : memory_(size * sizeof(Real)), size_(size) {}

    Real* data() { return static_cast<Real*>(memory_.data.get()); }
    const Real* data() const { return static_cast<const Real*>(memory_.data.get()); }
    std::size_t size() const { return size_; }

private:
    LargeMemory memory_;
    std::size_t size_ = 0;
};

}  // namespace stiction
