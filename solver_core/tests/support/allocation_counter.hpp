#pragma once

#include <cstdint>

namespace stiction::testing {

// Calls of operator new in this process so far, by any thread.
std::int64_t allocation_count();

}  // namespace stiction::testing
