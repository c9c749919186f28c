#pragma once

#include <algorithm>
#include <vector>

namespace stiction::bench {

// The middle sample (the upper one of two): a few samples that the machine disturbed do not move it.
inline double median(std::vector<double> samples)
{
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
}

}  // namespace stiction::bench
