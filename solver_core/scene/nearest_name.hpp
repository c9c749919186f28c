#pragma once

#include <string>
#include <vector>

namespace stiction {

// Letters to insert, remove, replace or swap with their neighbour to turn one word into the other; case and
// the difference between '-', '_' and ' ' do not count.
int edit_distance(const std::string& a, const std::string& b);

// The known name a reader most likely meant, or empty when none is near (a third of the letters, at least
// one).
std::string nearest_name(const std::string& wrong, const std::vector<std::string>& known);

}  // namespace stiction
