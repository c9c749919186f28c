#include "solver_core/math/large_array.hpp"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace stiction {
namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kHugePage = std::size_t{1} << 21;

}  // namespace

LargeMemory::LargeMemory(std::size_t bytes)
{
    if (bytes == 0) return;
    const std::size_t alignment = bytes >= 2 * kHugePage ? kHugePage : kCacheLine;
    void* memory = ::operator new(bytes, std::align_val_t(alignment));
#ifdef __linux__
    // A wish: without huge pages everything works the same, only slower.
    if (alignment == kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    data = std::unique_ptr<void, Release>(memory, Release{alignment});
}

void LargeMemory::Release::operator()(void* data) const
{
    ::operator delete(data, std::align_val_t(alignment));
}

}  // namespace stiction
